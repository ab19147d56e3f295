// YAML text to a plain tree that knows where everything stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/model_source.hpp"

namespace rheon::reader {

/// One value. A map keeps its keys (all scalars, no two alike) and values side by side.
struct Yaml {
  enum class Kind : unsigned char { null, scalar, sequence, map };
  Kind kind = Kind::null;
  bool quoted = false;       ///< in quotes or a block scalar: never a number by accident
  bool verbatim = false;     ///< the scalar stands in the file exactly as `text`, from `text_offset` on
  bool flow = false;         ///< a collection in brackets or braces
  std::uint32_t offset = 0;  ///< where it starts; files are far shorter than 4 GB
  std::uint32_t text_offset = 0;
  std::string text;         ///< of a scalar
  std::vector<Yaml> keys;   ///< of a map
  std::vector<Yaml> items;  ///< of a sequence, or the values of a map

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_sequence() const { return kind == Kind::sequence; }
  bool is_map() const { return kind == Kind::map; }
};

/// `a list`, `a map`, `the text "x"`, `nothing`: what a value is, for messages about the wrong type.
std::string describe(const Yaml& value);

/// Reads the one document of a model file; nothing if it is no YAML (then a problem says why). Refused: anchors,
/// aliases, tags, several documents, keys that are no text. Keys given twice are reported and the first one is kept.
std::optional<Yaml> read_yaml(const Source& source, Problems& problems);

}  // namespace rheon::reader
