// JSON Schema (draft-07) of the model format, for editors: made from the key tables that the reader checks against.
#include <nlohmann/json.hpp>

#include "io/model_keys.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon {
namespace reader {
namespace {

using Json = nlohmann::ordered_json;

// Latin and Greek letters; a rate has a prime.
constexpr const char* name_pattern = "^[A-Za-z_\\u0380-\\u03ff][A-Za-z0-9_\\u0380-\\u03ff]*$";
constexpr const char* rate_pattern = "^[A-Za-z_\\u0380-\\u03ff][A-Za-z0-9_\\u0380-\\u03ff]*'?$";

/// A number, or a text: an expression or a number with unit.
Json value() { return {{"type", {"number", "string"}}}; }

Json list_of(Json item, int at_least = 1) {
  return {{"type", "array"}, {"items", std::move(item)}, {"minItems", at_least}};
}

/// An optional section may be left without entries.
Json map_of(const char* pattern, Json item) {
  return {{"type", {"object", "null"}},
          {"patternProperties", {{pattern, std::move(item)}}},
          {"additionalProperties", false}};
}

Json either(Json a, Json b) { return {{"oneOf", Json::array({std::move(a), std::move(b)})}}; }

Json keyed_map(std::span<const KeySpec> keys);

Json of_type(KeyType type) {
  switch (type) {
    case KeyType::version: return {{"const", 1}};
    case KeyType::text: return {{"type", {"string", "number"}}};
    case KeyType::word: return {{"type", "string"}};
    case KeyType::expression: return value();
    case KeyType::expressions: return map_of(rate_pattern, value());
    case KeyType::equations: return map_of(name_pattern, either({{"type", "string"}}, list_of({{"type", "string"}})));
    case KeyType::names:
      return either(list_of({{"type", "string"}, {"pattern", name_pattern}}),
                    {{"type", "object"},
                     {"patternProperties", {{name_pattern, {{"type", {"string", "integer", "null"}}}}}},
                     {"additionalProperties", false},
                     {"minProperties", 1}});
    case KeyType::tables: return map_of(name_pattern, keyed_map(table_keys()));
    case KeyType::mass:
      return {{"oneOf", Json::array({list_of(list_of(value())), list_of(value()), map_of(name_pattern, value())})}};
    case KeyType::outputs: return map_of(name_pattern, either(value(), keyed_map(output_keys())));
    case KeyType::simulate: return keyed_map(simulate_keys());
    case KeyType::points: {
      Json pair = list_of(value(), 2);
      pair["maxItems"] = 2;
      return list_of(std::move(pair), 2);
    }
    case KeyType::interpolation: return {{"enum", {"linear", "cubic"}}};
    case KeyType::unit: return {{"type", "string"}};
    case KeyType::duration:
    case KeyType::tolerance:
    case KeyType::count: return either({{"type", "number"}, {"exclusiveMinimum", 0}}, {{"type", "string"}});
    case KeyType::values: return map_of(".", value());
    case KeyType::place: return list_of(value(), 2);
    case KeyType::places: return map_of(name_pattern, list_of(value(), 2));
    case KeyType::bodies:
    case KeyType::joints:
    case KeyType::drivers:
    case KeyType::drawings: return map_of(name_pattern, {{"type", "object"}});
    case KeyType::forces: return map_of(rate_pattern, either(value(), {{"type", "object"}}));
    case KeyType::options:
      return {{"type", {"object", "null"}},
              {"additionalProperties", {{"type", {"number", "string", "boolean", "array"}}}}};
  }
  return Json::object();
}

Json keyed_map(std::span<const KeySpec> keys) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const KeySpec& key : keys) {
    Json property = of_type(key.type);
    property["description"] = std::string(key.help) + "; for example `" + std::string(key.example) + "`";
    properties[std::string(key.name)] = std::move(property);
    if (key.required) required.push_back(std::string(key.name));
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace
}  // namespace reader

std::string model_schema() {
  using reader::Json;
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "rheon model, format version 1"}};
  schema.update(reader::keyed_map(reader::model_keys()));
  // Some inertia, and not twice.
  schema["anyOf"] = Json::array({{{"required", {"coordinates", "kinetic"}}},
                                 {{"required", {"coordinates", "mass"}}},
                                 {{"required", {"bodies"}}}});
  schema["not"] = {{"required", {"kinetic", "mass"}}};
  return schema.dump(2) + "\n";
}

}  // namespace rheon
