// rheon: the command. Reads the command line, does what it asks, turns failures into words and exit codes.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <sstream>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/failure.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "rheon/core/memory.hpp"
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

int perform(const Action& action) {
  try {
    return action();
  } catch (const std::exception&) {
    return tell_failure(std::current_exception());
  }
}

std::string version_text() { return fmt::format("rheon {}\ncode: {}", version(), executor_description()); }

#if defined(__GLIBC__)
void return_free_memory() noexcept { malloc_trim(0); }
#endif

/// --help, --version.
int inform(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream out, errors;
  const int code = app.exit(request, out, errors);
  put_out(out.str());
  put_error(errors.str());
  return code;
}

int main_of(int argc, char** argv) {
  CLI::App app("rheon simulates mechanical systems with constraints.", "rheon");
  Action action;
  app.get_formatter()->column_width(32);
  app.set_version_flag("--version", &version_text, "Print the version and what carries out programs, and exit");
  app.require_subcommand(1);
  add_run(app, action);
  add_kinematics(app, action);
  add_statics(app, action);
  add_report(app, action);
  add_check(app, action);
  add_compare(app, action);
  add_tune(app, action);
  add_linearise(app, action);
  add_list(app, action);
  add_view(app, action);
  add_schema(app, action);
  add_reproduce(app, action);
  app.add_subcommand("help", "What a command does: rheon help run")->add_option("COMMAND")->type_name("");
  app.footer(introduction + std::string(exit_code_help));
  if (argc < 2) {
    print_error("{}", app.help());
    return exit_usage;
  }
  try {
    std::vector<std::string> words = command_line(app, argc, argv);
    std::reverse(words.begin(), words.end());  // as the parser wants them
    app.parse(std::move(words));
  } catch (const UsageError& error) {
    print_error("{}\n", error.what());
    return exit_usage;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return inform(app, error);
    print_error("{}", usage_text(app, error));
    return exit_usage;
  }
  return perform(action);
}

}  // namespace

}  // namespace rheon::cli

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Large blocks go back to the system when they are freed. Left to itself the allocator takes them from its heap once it
  // has seen one go, where they leave gaps: a tenth of the memory of large mechanisms.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  rheon::on_scratch_freed(&rheon::cli::return_free_memory);
#endif
  std::signal(SIGXFSZ, SIG_IGN);  // a size limit is then an error like a full disk
  rheon::cli::guard_descriptors();
  try {
    return rheon::cli::finish_output(rheon::cli::main_of(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rheon: internal error: %s\n", error.what());
    return rheon::cli::exit_internal;
  }
}
