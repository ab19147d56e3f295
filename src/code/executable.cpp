#include "code/executable.hpp"

#include <cstdlib>
#include <string>

#include "core/free_memory.hpp"
#include "rheon/core/error.hpp"

namespace rheon::code {

namespace {

/// What the translation of so many instructions frees is worth giving back: some megabytes.
constexpr std::size_t long_program = 100000;

/// Does the smallest program become machine code that the system lets run?
bool has_machine_code() {
  Program program;
  program.store(out_base, 0, program.load(in_base, 0));
  Sections sections = find_sections(program);
  return static_cast<bool>(MachineCode(sections, program.constants()));
}

struct Choice {
  Executor executor;
  std::string_view words;
};

Choice choose() {
  const char* const asked = std::getenv("RHEON_CODE");
  const std::string_view name = asked == nullptr ? "" : asked;
  if (name == "interpret") return {Executor::interpreter, "interpreter (RHEON_CODE=interpret)"};
  if (!name.empty() && name != "native")
    throw UsageError("environment variable RHEON_CODE: \"" + std::string(name) +
                     "\" is not known; use \"interpret\" or \"native\"");
  if (has_machine_code()) return {Executor::machine_code, "machine code (x86-64)"};
  if (name == "native")
    throw OptionError("RHEON_CODE",
                      "there is no machine code for this processor, or the system gives no executable memory");
  return {Executor::interpreter, "interpreter (no machine code for this processor, or no executable memory)"};
}

const Choice& chosen() {
  static const Choice choice = choose();
  return choice;
}

}  // namespace

Executor executor() { return chosen().executor; }
std::string_view describe_executor() { return chosen().words; }

Executable::Executable(Program program, std::size_t most_instructions, Executor by) {
  const bool is_long = program.size() > long_program;
  if (is_long) scratch_is_free();  // of what led to it
  prepare(std::move(program), most_instructions, by);
  if (is_long) scratch_is_free();
}

void Executable::prepare(Program program, std::size_t most_instructions, Executor by) {
  Sections sections = find_sections(program);
  if (sections.length() > most_instructions) return;
  for (const Instruction& i : program)
    operations_ += i.op != Operation::load && i.op != Operation::store && i.op != Operation::cosine;
  std::vector<double> constants = program.constants();
  program = {};  // long programs are large, their sections are not
  if (by == Executor::machine_code) machine_ = MachineCode(sections, constants);
  if (!machine_) interpreter_ = Interpreter(sections, std::move(constants));
  ready_ = true;
}

}  // namespace rheon::code
