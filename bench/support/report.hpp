// The cost of a step and of its parts, as a table to read, Markdown and JSON.
#pragma once

#include <string>
#include <vector>

namespace bench {

/// One case. Costs are per step, in the report's unit.
struct StepCost {
  std::string example, formulation, integrator;
  int unknowns = 0, rows = 0;  ///< velocities and constraint rows of the example
  double step = 0.0;
  double expressions = 0.0, evaluations = 0.0;  ///< evaluations include the expressions
  double linear = 0.0;
  double kernels = 0.0;          ///< machine code of expressions and linear algebra together
  double program_algebra = 0.0;  ///< the linear algebra in these, alone; 0: not measured
  double run = 0.0;              ///< in a whole run, 0: not measured
  double spread = 0.0;           ///< half the distance between the quartiles of `step`, relative
  double evaluation_count = 0.0, factor_count = 0.0, solve_count = 0.0;  ///< calls per step, 0: not counted

  double assembly() const { return evaluations - expressions; }
  double rest() const { return step - evaluations - linear - kernels; }
  double all_linear() const { return linear + program_algebra; }  ///< eliminations and substitutions, wherever they are
  bool knows_linear() const { return all_linear() > 0.0 && (kernels == 0.0 || program_algebra > 0.0); }
};

struct Report {
  std::string title;    ///< one line: what was measured
  std::string unit;     ///< `us`, or `instructions`
  std::string machine;  ///< number of cores, compiler, optimisation
  std::vector<StepCost> costs;
};

std::string to_markdown(const Report& report);  ///< also readable as it is
std::string to_json(const Report& report);
/// `2 cores, g++ 12, -O3`
std::string this_machine();
/// bench/results/NAME
void write_result(const std::string& name, const std::string& text);

}  // namespace bench
