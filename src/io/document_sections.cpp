#include "io/document_sections.hpp"

#include <algorithm>

#include "io/model_keys.hpp"

namespace rheon::build {

namespace {

std::size_t rank(std::string_view name) {
  const auto keys = reader::model_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
  return static_cast<std::size_t>(found - keys.begin());
}

}  // namespace

Value& section_of(Value& document, std::string_view name) {
  if (Value* found = document.find(name)) return *found;
  std::size_t place = document.keys().size();
  while (place > 0 && rank(document.keys()[place - 1]) > rank(name)) --place;
  return document.insert(place, std::string(name), Value());
}

}  // namespace rheon::build
