// rheon: the command.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "cli/support/start.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

constexpr const char* introduction =
    "A model is a text file: bodies and joints, or equations, or both. A slider-crank, crank.yaml:\n\n"
    "  rheon: 1\n"
    "  plane: xy\n"
    "  gravity: [0, -9.81]\n"
    "  ground: {O: [0, 0]}\n"
    "  points: {A: [0.2, 0], B: [0.7, 0]}\n"
    "  bodies:\n"
    "    crank: {rod: [O, A], mass: 1 kg}\n"
    "    rod: {rod: [A, B], mass: 0.8 kg}\n"
    "    piston: {point: B, mass: 1.5 kg}\n"
    "  joints: {guide: {on_line: B, along: x}}\n"
    "  drivers: {motor: {angle: crank, equals: 10*t}}\n"
    "  simulate: {formulation: ali3p, step: 1 ms, duration: 1 s}\n\n"
    "  rheon check crank.yaml                         degrees of freedom, constraints, redundancy, conflicts\n"
    "  rheon run crank.yaml --plot motor.torque       simulate and have a look\n"
    "  rheon run crank.yaml -o crank.csv --reactions  keep the motion and the forces in all joints (.h5 for HDF5)\n"
    "  rheon run crank.yaml --report                  motion, forces and plots as a page for the browser\n"
    "  rheon kinematics crank.yaml                    the same from the drivers alone\n"
    "  rheon list joints                              the joints to choose from; bodies, drivers, forces likewise\n\n"
    "A pendulum by equations, pendulum.yaml:\n\n"
    "  rheon: 1\n"
    "  name: Pendulum\n"
    "  parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}\n"
    "  coordinates: [x, y]\n"
    "  kinetic: m/2*(x'^2 + y'^2)\n"
    "  potential: m*g*y\n"
    "  constraints:\n"
    "    rod: x^2 + y^2 = l^2\n"
    "  initial: {x: l, y: 0, x': 0, y': 0}\n"
    "  simulate: {formulation: ali3p, step: 1 ms, duration: 5 s}\n\n"
    "  rheon run pendulum.yaml --set l=2 --step 10ms  change a parameter, change the step\n"
    "  rheon compare pendulum.yaml                    every formulation side by side: errors, drift, cost\n"
    "  rheon tune pendulum.yaml --step 10ms           gains that hold the constraints without projection\n"
    "  rheon statics pendulum.yaml                    where it can rest, and whether it would stay\n"
    "  rheon linearise pendulum.yaml                  eigenvalues and mode shapes\n"
    "  rheon list                                     the formulations and integrators to choose from\n\n";

std::string version_text() {
  try {
    return fmt::format("rheon {}\ncode: {}", version(), executor_description());
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("rheon: {}", error.what()));
  }
}

int main_of(const std::vector<std::string>& words) {
  Program program("rheon", "rheon simulates mechanical systems with constraints.");
  program.add_version_flag(&version_text, "Print the version and what carries out programs, and exit");
  add_run(program);
  add_kinematics(program);
  add_statics(program);
  add_report(program);
  add_check(program);
  add_compare(program);
  add_tune(program);
  add_linearise(program);
  add_list(program);
  add_view(program);
  add_schema(program);
  program.add_command_of("rheon-reproduce", "reproduce", "Run the examples of the papers and compare");
  program.add_help_command("What a command does: rheon help run");
  program.footer(introduction + std::string(exit_code_help));
  if (words.empty()) {
    print_error("{}", program.help());
    return exit_usage;
  }
  return program.perform(words);
}

}  // namespace

}  // namespace rheon::cli

int main(int argc, char** argv) { return rheon::cli::start(argc, argv, &rheon::cli::main_of); }
