// The keys of the model format: one table per section. The reader checks against them, and the JSON Schema and the
// tests of docs/format.md are made from them: nothing is said twice.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "io/model_context.hpp"

namespace rheon::reader {

enum class KeyType : unsigned char {
  version,      ///< the format version
  text,         ///< free text
  word,         ///< a name from a list that others keep
  expression,   ///< an expression, or a number with or without unit
  expressions,  ///< map: name to expression
  equations,    ///< map: name to an equation or a list of them
  names,        ///< list of names, or map: name to unit
  tables,       ///< map: name to a table
  mass,         ///< matrix, diagonal, or map: coordinate to entry
  outputs,      ///< map: name to an expression, or to a map with the keys of an output
  simulate,     ///< map with the keys of the simulate section
  points,       ///< list of pairs of numbers
  interpolation,
  unit,
  duration,   ///< a time greater than 0
  tolerance,  ///< a number greater than 0
  count,      ///< a whole number greater than 0
  options,    ///< map: option to value
  values,     ///< map: anything that has a value at the start to its value
  place,      ///< coordinates of a vector
  places,     ///< map: name to coordinates
  bodies,     ///< map: name to a body
  joints,     ///< map: name to a joint
  drivers,    ///< map: name to a driver
  forces,     ///< map: coordinate to expression, or name to a force
  drawings    ///< map: name to a drawing
};

struct KeySpec {
  std::string_view name;
  KeyType type;
  bool required;
  std::string_view help;
  std::string_view example;
};

std::span<const KeySpec> model_keys();
std::span<const KeySpec> table_keys();
std::span<const KeySpec> output_keys();
std::span<const KeySpec> simulate_keys();

/// The values of a map by key, after a check against a table: unknown keys and missing required ones are reported.
/// A key without value counts as absent.
class Keyed {
 public:
  Keyed(Context& context, const Yaml& map, std::span<const KeySpec> keys, const std::string& element);
  const Yaml* operator[](std::string_view name) const;  ///< the value, or nullptr
  const Yaml* key(std::string_view name) const;
  /// Was `name` probably meant by an unknown key?
  bool misspelt(std::string_view name) const;
  const Yaml& map() const { return map_; }

 private:
  const Yaml& map_;
  struct Found {
    const Yaml* key;
    const Yaml* value;
  };
  std::unordered_map<std::string_view, Found> found_;
  std::vector<std::string> misspelt_;
};

}  // namespace rheon::reader
