// rheon list: what there is to choose from.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/list_tables.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

struct ListArguments {
  std::string topic, model, word;
  bool json = false;
};

constexpr const char* channels_topic = "channels";

constexpr const char* list_examples =
    "Examples:\n"
    "  rheon list                  formulations and integrators, one line each\n"
    "  rheon list formulations     each in full: what it honours, its options with default and range\n"
    "  rheon list ali3p            that one in full\n"
    "  rheon list options          options of projection and error control\n"
    "  rheon list projection       an option by its name, or by a value that it takes: who has it, what it does\n"
    "  rheon list functions        functions for expressions in models\n"
    "  rheon list joints           kinds of joints with their keys; also bodies, drivers, forces, view\n"
    "  rheon list revolute         that one\n"
    "  rheon list channels four_bar.yaml          what the results of a model hold, with units\n"
    "  rheon list channels four_bar.yaml hinge    those with hinge in their name\n"
    "  rheon list integrators --json\n\n";

/// One thing that can be listed.
struct Topic {
  std::string name;
  std::function<std::string()> text;
  std::function<Json()> json;
};

template <class Kinds>
std::string all_text(const Kinds& kinds) {
  std::string out;
  for (const auto& kind : kinds) out += (out.empty() ? "" : "\n") + to_text(kind);
  return out;
}

template <class Kinds>
Json all_json(const Kinds& kinds) {
  Json list = Json::array();
  for (const auto& kind : kinds) list.push_back(to_json(kind));
  return list;
}

// The fixed topics first, then every kind by its name.
std::vector<Topic> topics() {
  std::vector<Topic> list{
      {"", overview_text,
       [] {
         return Json{{"formulations", all_json(formulations())}, {"integrators", all_json(integrators())}};
       }},
      {"formulations", [] { return all_text(formulations()); }, [] { return all_json(formulations()); }},
      {"integrators", [] { return all_text(integrators()); }, [] { return all_json(integrators()); }},
      {"options",
       [] {
         return "Options that belong to no single method (--option NAME=VALUE)\n" +
                to_text(std::span<const OptionSpec>(run_options()));
       },
       [] { return to_json(std::span<const OptionSpec>(run_options())); }},
      {"functions", [] { return to_text(expr::functions()); }, [] { return to_json(expr::functions()); }},
  };
  for (const std::string section : {"bodies", "joints", "drivers", "forces", "view"})
    list.push_back({section, [section] { return all_text(parts_of(section)); },
                    [section] { return all_json(parts_of(section)); }});
  for (const FormulationKind& kind : formulations()) {
    list.push_back({std::string(kind.name), [&kind] { return to_text(kind); }, [&kind] { return to_json(kind); }});
  }
  for (const IntegratorKind& kind : integrators()) {
    list.push_back({std::string(kind.name), [&kind] { return to_text(kind); }, [&kind] { return to_json(kind); }});
  }
  // a name that several sections have, such as `distance`, shows all of them
  std::vector<std::string> seen;
  for (const PartKind& part : part_kinds()) {
    if (std::find(seen.begin(), seen.end(), part.name) != seen.end()) continue;
    seen.push_back(part.name);
    std::vector<PartKind> same = part_kinds();
    std::erase_if(same, [&](const PartKind& other) { return other.name != part.name; });
    list.push_back({part.name, [same] { return all_text(same); }, [same] { return all_json(same); }});
  }
  return list;
}

int list_channels(const ListArguments& a) {
  if (a.model.empty())
    throw UsageError(
        "list channels: of which model?\n  write `rheon list channels MODEL.yaml`, a word to look for may follow");
  const std::vector<ListedChannel> channels = channels_of(a.model, a.word);
  print("{}",
        a.json ? to_json(channels).dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : to_text(channels));
  return exit_done;
}

int list_topic(const ListArguments& a) {
  if (a.topic == channels_topic) return list_channels(a);
  if (!a.model.empty())
    throw UsageError(
        fmt::format("list {}: nothing may follow, found \"{}\"\n  only `channels` is about a model", a.topic, a.model));
  std::vector<std::string> known{channels_topic};
  const std::vector<ListedOption> options = options_named(a.topic);
  for (const Topic& topic : topics()) {
    if (topic.name == a.topic) {
      // a formulation may have the name of an option, as `penalty` has
      const std::string also = options.empty() ? "" : "\n" + to_text(options);
      print("{}", a.json ? topic.json().dump(2) + "\n" : topic.text() + also);
      return exit_done;
    }
    if (!topic.name.empty()) known.push_back(topic.name);
  }
  if (!options.empty()) {
    print("{}", a.json ? to_json(options).dump(2) + "\n" : to_text(options));
    return exit_done;
  }
  for (const ListedOption& option : all_options()) known.emplace_back(option.spec.name);
  throw UsageError(fmt::format("list: there is nothing named \"{}\"\n  {}", a.topic, did_you_mean(a.topic, known)));
}

}  // namespace

void add_list(Program& program) {
  auto a = std::make_shared<ListArguments>();
  Command command =
      program.add_command("list",
                          "Show formulations, integrators, options, functions, parts of mechanisms, and the\n"
                          "channels of a model");
  command
      .add_option("TOPIC", a->topic,
                  "formulations, integrators, options, functions,\nbodies, joints, drivers, forces, or a name of one "
                  "of them or of an option;\nchannels of a model")
      .type_name("");
  command.add_option("MODEL", a->model, "after `channels`: model file (YAML)").type_name("");
  command.add_option("WORD", a->word, "after the model: show channels with this in their name").type_name("");
  command.add_flag("--json", a->json, "print as JSON");
  command.footer(std::string(list_examples) + exit_code_help);
  command.action([a] { return list_topic(*a); });
}

}  // namespace rheon::cli
