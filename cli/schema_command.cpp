// rheon schema: the JSON Schema of the model format, for editors.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::cli {

void add_schema(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("schema", "Print the JSON Schema of the model format");
  command.footer(
      "Examples:\n"
      "  rheon schema > rheon.schema.json\n"
      "With the YAML language server, this first line of a model completes and checks it while you type:\n"
      "  # yaml-language-server: $schema=rheon.schema.json\n\n" +
      std::string(exit_code_help));
  command.callback([&action] {
    action = [] {
      const std::string text = model_schema();
      print("{}{}", text, text.ends_with('\n') ? "" : "\n");
      return static_cast<int>(exit_done);
    };
  });
}

}  // namespace rheon::cli
