#include "rheon/io/part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "io/document_sections.hpp"
#include "io/kind_of.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/names.hpp"
#include "rheon/mechanism/kinds.hpp"

namespace rheon::build {

namespace {

const std::vector<PartKind>& kinds_of(const std::string& section) {
  static const std::map<std::string, std::vector<PartKind>> by_section = [] {
    std::map<std::string, std::vector<PartKind>> made;
    for (PartKind& kind : part_kinds()) made[kind.section].push_back(std::move(kind));
    return made;
  }();
  return by_section.at(section);
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// `joints` to `joint`.
std::string one_of(std::string_view section) {
  if (section == "view") return "drawing";
  return section == "bodies" ? "body" : std::string(section.substr(0, section.size() - 1));
}

}  // namespace

Part::Part(Value& document, std::string section, std::string name)
    : document_(&document), section_(std::move(section)), name_(std::move(name)) {}

Value& Part::map() const {
  Value* section = document_->find(section_);
  Value* found = section ? section->find(name_) : nullptr;
  if (found && found->is_map()) return *found;
  throw UsageError(fmt::format("there is no {} \"{}\"\n  it was removed\n  make it again", one_of(section_), name_));
}

std::string Part::kind() const {
  const std::vector<PartKind>& kinds = kinds_of(section_);
  const PartKind* found = reader::kind_of(kinds, map().keys());
  return found ? found->name : "";
}

Part& Part::set(std::string_view field, const Quantities& value) { return set(field, value.value()); }

Part& Part::set(std::string_view field, Value value) {
  const std::vector<PartKind>& kinds = kinds_of(section_);
  const PartKind* kind = reader::kind_of(kinds, map().keys());
  const std::vector<std::string> known = kind ? names_of(kind->fields) : names_of(kinds);
  if (std::find(known.begin(), known.end(), field) == known.end())
    throw UsageError(fmt::format("{} \"{}\" ({}): there is no field \"{}\"\n  {}", one_of(section_), name_,
                                 kind ? kind->name : "of no kind", field, did_you_mean(field, known)));
  put(field, std::move(value));
  return *this;
}

const Value* Part::find(std::string_view field) const { return map().find(field); }

bool Part::erase(std::string_view field) { return map().erase(field); }

void Part::require(std::string_view section, std::string_view kind) const {
  if (section == section_ && this->kind() == kind) return;
  throw UsageError(
      fmt::format("{} \"{}\" is not a {} of kind {}\n  it is a {} of kind {}\n  choose the class of its kind",
                  one_of(section_), name_, one_of(section), kind, one_of(section_), this->kind()));
}

void Part::put(std::string_view field, Value value) const { map().at(field).assign(std::move(value)); }

NewPart::NewPart(Value& document, std::string section, std::string name)
    : document_(&document), section_(std::move(section)), name_(std::move(name)) {}

Part NewPart::kind(std::string_view kind, const Quantities& value) const {
  const std::vector<std::string> known = names_of(kinds_of(section_));
  if (std::find(known.begin(), known.end(), kind) == known.end())
    throw UsageError(fmt::format("{} \"{}\": there is no kind \"{}\"\n  {}", one_of(section_), name_, kind,
                                 did_you_mean(kind, known)));
  return start(kind, value.value());
}

Part NewPart::start(std::string_view kind, Value value) const {
  Value& section = section_of(*document_, section_);
  if (section.find(name_))
    throw UsageError(fmt::format("{} \"{}\" is there already\n  choose another name, or change it: part(\"{}\")",
                                 one_of(section_), name_, name_));
  Value& made = section.at(name_);
  made = Value::map();
  made.one_line = true;
  made.at(kind).assign(std::move(value));
  return Part(*document_, section_, name_);
}

}  // namespace rheon::build
