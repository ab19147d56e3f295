// rheon schema: the JSON Schema of the model format, for editors.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::cli {

void add_schema(Program& program) {
  Command command = program.add_command("schema", "Print the JSON Schema of the model format");
  command.footer(
      "Examples:\n"
      "  rheon schema > rheon.schema.json\n"
      "With the YAML language server, this first line of a model completes and checks it while you type:\n"
      "  # yaml-language-server: $schema=rheon.schema.json\n\n" +
      std::string(exit_code_help));
  command.action([] {
    const std::string text = model_schema();
    print("{}{}", text, text.ends_with('\n') ? "" : "\n");
    return static_cast<int>(exit_done);
  });
}

}  // namespace rheon::cli
