#include "support/callgrind.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace bench {

namespace {

/// Costs of all calls that enter a part from outside it, each with what it calls in turn.
struct Inclusive {
  double steps = 0.0, evaluations = 0.0, expressions = 0.0, linear = 0.0, kernels = 0.0;
};

bool is_saddle_call(std::string_view name) {
  for (const std::string_view call : {"weigh(", "factor(", "solve(", "solve_afresh(", "apply(", "solve_augmented("})
    if (name.starts_with(fmt::format("rheon::SaddleSolver::{}", call))) return true;
  return false;
}

bool is_kernel_call(std::string_view name) {
  for (const std::string_view call :
       {"rheon::StepProgram::run(", "rheon::RedundantRateKernel::run(", "rheon::RateKernel::run(",
        "rheon::ProjectionKernel::run(", "rheon::Ali3pKernel::improve(", "rheon::Ali3pKernel::project_velocities(",
        "rheon::Ali3pKernel::project_accelerations("})
    if (name.starts_with(call)) return true;
  return false;
}

bool is_solver_call(std::string_view name) {
  for (const std::string_view solver : {"rheon::DenseCholesky::", "rheon::DenseLu::", "rheon::KluSolver::"})
    if (name.starts_with(solver))
      return name.substr(solver.size()).starts_with("factor(") || name.substr(solver.size()).starts_with("solve(");
  return false;
}

void add_call(std::string_view caller, std::string_view callee, double cost, Inclusive& sum) {
  if (callee.starts_with("bench::Case::take_step(")) sum.steps += cost;
  if (callee.starts_with("rheon::System::evaluate(")) sum.evaluations += cost;
  if (callee.starts_with("rheon::expr::Tape::evaluate(")) sum.expressions += cost;
  if (is_kernel_call(callee)) sum.kernels += cost;
  const bool inside = caller.starts_with("rheon::SaddleSolver::") || is_solver_call(caller);
  if (!inside && (is_saddle_call(callee) || is_solver_call(callee))) sum.linear += cost;
}

/// Names and positions are written in full, so that a line says all: `fn=`, `cfn=`, then `calls=` and a line
/// `POSITION COST` with the cost of those calls.
Inclusive read_calls(std::istream& file) {
  Inclusive sum;
  std::string line, caller, callee;
  while (std::getline(file, line)) {
    if (line.starts_with("fn=")) caller = line.substr(3);
    if (line.starts_with("cfn=")) callee = line.substr(4);
    if (!line.starts_with("calls=") || !std::getline(file, line)) continue;
    add_call(caller, callee, std::stod(line.substr(line.find(' ') + 1)), sum);
  }
  return sum;
}

}  // namespace

bool has_valgrind() { return std::system("command -v valgrind > /dev/null 2>&1") == 0; }

void count_instructions(const std::string& program, const std::string& case_name, const std::string& start, int count,
                        StepCost& cost) {
  const auto base = std::filesystem::path(program).parent_path() / "callgrind.out";
  std::ofstream(base.string() + ".start") << start;
  const auto command = fmt::format(
      "valgrind --tool=callgrind --callgrind-out-file='{0}' --compress-strings=no --compress-pos=no "
      "--toggle-collect='bench::Case::run_steps*' '{1}' '--steps-only={2}' '--start={0}.start' --count={3} > '{0}.log' "
      "2>&1",
      base.string(), program, case_name, count);
  if (std::system(command.c_str()) != 0) throw std::runtime_error("callgrind failed; see " + base.string() + ".log");
  std::ifstream file(base);
  const Inclusive sum = read_calls(file);
  if (!(sum.steps > 0.0)) throw std::runtime_error("callgrind saw no step of " + case_name);
  cost.step = sum.steps / count;
  cost.evaluations = sum.evaluations / count;
  cost.expressions = sum.expressions / count;
  cost.linear = sum.linear / count;
  cost.kernels = sum.kernels / count;
}

}  // namespace bench
