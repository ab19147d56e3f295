// Which kind of body, joint, driver or force a map describes.
#pragma once

#include <algorithm>
#include <string_view>

namespace rheon::reader {

/// The kind whose key is among `names`, or nullptr. A key that is a kind of its own may also be a field of another
/// (`friction` of a contact): then the other is meant.
template <class Kinds, class Names>
auto kind_of(const Kinds& kinds, const Names& names) -> decltype(&*kinds.begin()) {
  const auto has_field = [](const auto& kind, std::string_view name) {
    return std::any_of(kind.fields.begin(), kind.fields.end(), [&](const auto& field) { return field.name == name; });
  };
  decltype(&*kinds.begin()) found = nullptr;
  for (const auto& kind : kinds)
    for (const auto& name : names)
      if (name == kind.name && (!found || has_field(kind, found->name))) found = &kind;
  return found;
}

}  // namespace rheon::reader
