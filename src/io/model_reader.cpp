#include "rheon/io/model_reader.hpp"

#include <fmt/format.h>

#include "io/mechanism_reader.hpp"
#include "io/model_file.hpp"
#include "io/model_sections.hpp"
#include "model/unused_nodes.hpp"

namespace rheon {
namespace reader {

const Yaml* map_section(Context& context, const Keyed& sections, std::string_view name) {
  const Yaml* value = sections[name];
  if (!value || value->is_map()) return value;
  context.report(*value, fmt::format("key \"{}\"", name), "expected a map, found " + describe(*value), "",
                 "write it as name: value lines, or {name: value, …}");
  // Names that it would have given meaning to must not be reported as unknown.
  context.names_are_incomplete();
  return nullptr;
}

namespace {

/// Reading a file of another version would only produce confusing messages.
bool known_version(Context& context, const Yaml& root) {
  for (std::size_t k = 0; k < root.keys.size(); ++k) {
    const Yaml& version = root.items[k];
    if (root.keys[k].text != "rheon" || version.is_null()) continue;
    if (version.is_scalar() && version.text == "1") return true;
    context.report(version, "key \"rheon\"", fmt::format("the format version must be 1, found {}", describe(version)),
                   "", "write `rheon: 1`, or use a rheon that knows this version");
    return false;
  }
  return true;
}

void read_name(Context& context, const Keyed& sections) {
  const Yaml* name = sections["name"];
  if (name && !name->is_scalar()) {
    context.report(*name, "key \"name\"", "expected a text, found " + describe(*name), "", "write `name: My model`");
  } else if (name) {
    context.model().name = name->text;
  }
}

/// A misspelt section that names things leaves names unknown: its own report is enough.
void note_missing_names(Context& context, const Keyed& sections) {
  for (const std::string_view name : {"parameters", "tables", "coordinates", "speeds", "definitions", "ground",
                                      "points", "bodies", "joints", "drivers"}) {
    if (sections.misspelt(name)) context.names_are_incomplete();
  }
}

/// What has been read and is not looked at again: in a large mechanism most of the file.
void let_go_of_places_and_bodies(Yaml& root) {
  for (std::size_t k = 0; k < root.keys.size(); ++k)
    if (const std::string& name = root.keys[k].text; name == "ground" || name == "points" || name == "bodies") {
      std::vector<Yaml>().swap(root.items[k].keys);
      std::vector<Yaml>().swap(root.items[k].items);
    }
}

void read_sections(Context& context, Yaml& root, std::span<const Setting> overrides, MechanismChannels channels) {
  if (!known_version(context, root)) return;
  const Keyed sections(context, root, model_keys(), "");
  note_missing_names(context, sections);
  read_name(context, sections);
  read_parameters(context, sections, root, overrides);
  read_tables(context, sections);
  MechanismReader mechanism(context, sections);
  let_go_of_places_and_bodies(root);
  mechanism.declare();
  read_coordinates(context, sections, mechanism.present());
  mechanism.express();
  Definitions definitions(context, sections);
  definitions.without_rates();
  read_kinematics(context, sections);
  definitions.with_rates();
  read_inertia(context, sections, root, mechanism.present());
  read_potential(context, sections);
  read_forces(context, sections);
  mechanism.write();
  read_constraints(context, sections);
  read_nonideal(context, sections);
  read_initial(context, sections);
  check_symmetry(context, sections);
  read_outputs(context, sections);
  mechanism.add_outputs(channels);
  read_view(context, sections, mechanism, channels.view);
  read_simulate(context, sections);
}

}  // namespace
}  // namespace reader

Model read_model(const std::string& path, std::span<const Setting> overrides, MechanismChannels channels) {
  return read_model_text(reader::read_file(path), path, overrides, channels);
}

Model read_model_text(std::string_view text, const std::string& file, std::span<const Setting> overrides,
                      MechanismChannels channels) {
  const reader::Source source(text, file);
  Problems problems;
  auto root = reader::read_yaml(source, problems);
  if (!root) problems.throw_if_any();
  Model model;
  model.file = file;
  model.text = text;
  reader::Context context(source, model, problems);
  if (root->is_map()) {
    reader::read_sections(context, *root, overrides, channels);
  } else if (root->is_null()) {
    context.report(Problem{source.whole_file(), "", "the file is empty", "", "start with `rheon: 1`"});
  } else {
    context.report(*root, "", "expected a map of keys, found " + reader::describe(*root), "", "start with `rheon: 1`");
  }
  context.finish();
  root.reset();
  drop_unused_nodes(model);
  return model;
}

}  // namespace rheon
