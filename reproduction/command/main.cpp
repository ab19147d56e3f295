// rheon-reproduce: what `rheon reproduce` does. The command hands over to this program, which lies beside it.
#include "cli/support/program.hpp"
#include "cli/support/start.hpp"
#include "reproduction/command/reproduce_command.hpp"

namespace {

int main_of(const std::vector<std::string>& words) {
  rheon::cli::Program program("rheon", "");
  rheon::cli::add_reproduce(program);
  std::vector<std::string> all{"reproduce"};
  all.insert(all.end(), words.begin(), words.end());
  return program.perform(all);
}

}  // namespace

int main(int argc, char** argv) { return rheon::cli::start(argc, argv, &main_of); }
