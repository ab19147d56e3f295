// The kind of a part or drawing that a map of a model file describes, with messages about what is none.
#pragma once

#include <fmt/format.h>

#include <span>

#include "io/kind_of.hpp"
#include "io/model_context.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

/// The kind whose key the map has; reports if there is none.
template <class Kind>
const Kind* find_kind(Context& context, const Yaml& key, const Yaml& value, std::span<const Kind> kinds,
                      std::string_view thing, bool planar) {
  const std::string element = fmt::format("{} \"{}\"", thing, key.text);
  std::vector<std::string> names;
  for (const Kind& kind : kinds)
    if (planar ? kind.planar : kind.spatial) names.emplace_back(kind.name);
  if (!value.is_map()) {
    context.report(value, element, "expected a map, found " + describe(value), "",
                   fmt::format("say what it is: {{{}: …}}", names.front()));
    return nullptr;
  }
  std::vector<std::string_view> fields;
  for (const Yaml& field : value.keys) fields.push_back(field.text);
  const Kind* found = kind_of(kinds, fields);
  if (found && (planar ? found->planar : found->spatial)) return found;
  if (found) {
    context.report(value, element,
                   fmt::format("\"{}\" exists only {}", found->name, planar ? "in space" : "in the plane"), "",
                   planar ? "remove the key `plane` for a model in space" : "add `plane: xy` for a model of the plane");
    return nullptr;
  }
  std::string remedy = "it needs one of the keys " + listed(names);
  for (const Yaml& field : value.keys)
    if (const std::string near = nearest(field.text, names); !near.empty())
      remedy = fmt::format("did you mean \"{}\" instead of \"{}\"?", near, field.text);
  context.report(key, element, fmt::format("does not say what kind of {} it is", thing), "", remedy);
  return nullptr;
}

}  // namespace rheon::reader
