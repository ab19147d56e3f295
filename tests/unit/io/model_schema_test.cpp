// The key tables, the schema and the documentation say the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/model_keys.hpp"
#include "rheon/expr/syntax.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon {
namespace {

using ::testing::HasSubstr;

std::string read_text(const std::string& name) {
  std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/" + name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::span<const reader::KeySpec>> all_tables() {
  return {reader::model_keys(), reader::table_keys(), reader::output_keys(), reader::simulate_keys()};
}

// Written by `rheon schema > docs/model.schema.json`.
TEST(ModelSchema, PublishedSchemaIsTheGeneratedOne) { EXPECT_EQ(read_text("docs/model.schema.json"), model_schema()); }

TEST(ModelSchema, HasEveryKeyOfTheModel) {
  const auto schema = nlohmann::json::parse(model_schema());
  EXPECT_EQ(schema["$schema"], "http://json-schema.org/draft-07/schema#");
  for (const reader::KeySpec& key : reader::model_keys()) {
    EXPECT_TRUE(schema["properties"].contains(std::string(key.name))) << key.name;
    const auto& required = schema["required"];
    EXPECT_EQ(std::find(required.begin(), required.end(), key.name) != required.end(), key.required) << key.name;
  }
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_TRUE(schema["properties"]["simulate"]["properties"].contains("tolerance"));
}

TEST(ModelFormatDocs, NameEveryKeyWithItsHelpAndExample) {
  const std::string docs = read_text("docs/format.md");
  for (const auto& table : all_tables()) {
    for (const reader::KeySpec& key : table) {
      EXPECT_THAT(docs, HasSubstr("| `" + std::string(key.name) + "` |"));
      EXPECT_THAT(docs, HasSubstr(std::string(key.help)));
      EXPECT_THAT(docs, HasSubstr("`" + std::string(key.example) + "`"));
    }
  }
}

TEST(ModelFormatDocs, NameEveryFunction) {
  const std::string docs = read_text("docs/format.md");
  for (const expr::FunctionInfo& function : expr::functions()) {
    EXPECT_THAT(docs, HasSubstr("`" + std::string(function.signature) + "`"));
  }
}

/// Every block of YAML in the documentation that starts with `rheon: 1` is a model that loads.
TEST(ModelFormatDocs, ExamplesLoad) {
  const std::string docs = read_text("docs/format.md");
  int found = 0;
  for (std::size_t at = 0; (at = docs.find("```yaml\nrheon: 1", at)) != std::string::npos; ++found) {
    at += 8;
    const std::string text = docs.substr(at, docs.find("```", at) - at);
    EXPECT_NO_THROW(
        try { read_model_text(text, "format.md"); } catch (const ModelError& e) {
          ADD_FAILURE() << e.what();
          throw;
        })
        << text;
  }
  EXPECT_GE(found, 3);
}

/// The example of every key of the model stands for itself: put into a model that has the names it uses, it loads.
TEST(ModelFormatDocs, KeyExamplesAreValid) {
  for (const reader::KeySpec& key : reader::model_keys()) {
    std::map<std::string, std::string> lines = {{"rheon", "rheon: 1"},
                                                {"parameters", "parameters: {m: 1, g: 9.81, c: 2, L: 1}"},
                                                {"coordinates", "coordinates: [x, y]"},
                                                {"kinetic", "kinetic: m/2*(x'^2 + y'^2)"},
                                                {"constraints", "constraints: {rod: x^2 + y^2 = L^2}"}};
    if (key.name == "parameters") lines.erase("constraints");
    if (key.name == "speeds" || key.name == "kinematics") {
      lines["coordinates"] = "coordinates: [x, y, theta]";
      lines["speeds"] = "speeds: [u1, u2]";
      lines["kinematics"] = "kinematics: {x': u1, y': u1, theta': u2}";
    }
    if (key.name == "mass") lines.erase("kinetic");
    const std::set<std::string_view> of_mechanism{"plane",  "gravity", "ground", "points",
                                                  "bodies", "joints",  "drivers"};
    if (of_mechanism.contains(key.name)) {
      lines = {{"rheon", "rheon: 1"},
               {"plane", "plane: xy"},
               {"ground", "ground: {O: [0, 0]}"},
               {"points", key.name == "points" ? "" : "points: {A: [1, 0], B: [2, 0]}"},
               {"bodies", "bodies: {crank: {rod: [O, A], mass: 1}, rod: {rod: [A, B], mass: 1}}"}};
      if (key.name == "points") lines["bodies"] = "bodies: {crank: {rod: [O, A], mass: 1}}";
      if (key.name == "bodies") lines["points"] = "points: {A: [1, 0]}";
    }
    lines[std::string(key.name)] = key.example;
    if (key.name == "parameters") lines["kinetic"] = "kinetic: m/2*(x'^2 + y'^2)";
    std::string text;
    for (const auto& [name, line] : lines) text += line + "\n";
    EXPECT_NO_THROW(
        try { read_model_text(text, "example.yaml"); } catch (const ModelError& e) {
          ADD_FAILURE() << e.what();
          throw;
        })
        << text;
  }
}

}  // namespace
}  // namespace rheon
