// rheon check: what a model is, and what is wrong with it, without running it.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/model_variants.hpp"

namespace rheon::cli {

namespace {

struct CheckArguments {
  std::string model;
  std::vector<std::string> parameters;
  bool json = false;
};

constexpr const char* check_examples =
    "Examples:\n"
    "  rheon check four_bar.yaml\n"
    "  rheon check four_bar.yaml --set 'l=30 cm'\n"
    "  rheon check four_bar.yaml --json\n"
    "Counts, rank, degrees of freedom, dependent and conflicting constraints, initial values.\n\n";

// A model that cannot be assembled has no report, but its problems come in the same shape.
std::string problems_json(const std::vector<Problem>& problems) {
  using Json = nlohmann::ordered_json;
  Json root{{"problems", Json::array()}};
  for (const Problem& problem : problems) root["problems"].push_back(to_text(problem));
  return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

int check_model(const CheckArguments& a) {
  try {
    const std::vector<Setting> settings = parse_settings("--set", a.parameters);
    const System system(read_model(a.model, settings, {.view = false}));
    const CheckReport report = check(system, variants_of(system.model(), settings));
    const std::string text = a.json ? to_json(report) : to_text(report);
    print("{}{}", text, text.ends_with('\n') ? "" : "\n");
    if (report.problems.empty()) return exit_done;
    if (!a.json) throw ModelError(report.problems);  // reported like those of a file
    return exit_model;
  } catch (const ModelError& error) {
    if (!a.json) throw;
    print("{}\n", problems_json(error.problems()));
    return exit_model;
  }
}

}  // namespace

void add_check(Program& program) {
  auto a = std::make_shared<CheckArguments>();
  Command command = program.add_command("check", "Examine a model without running it");
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  command.add_option("--set", a->parameters, "replace a parameter of the model; may repeat")
      .type_name("NAME=VALUE")
      .one_at_a_time();
  command.add_flag("--json", a->json, "print the report as JSON, and nothing else");
  command.footer(std::string(check_examples) + exit_code_help);
  command.action([a] { return check_model(*a); });
}

}  // namespace rheon::cli
