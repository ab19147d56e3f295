// A benchmark problem is data: a model, a reference solution, what is measured with which bound, and methods to solve it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reproduction/claim.hpp"
#include "reproduction/measures.hpp"

namespace rheon::reproduction {

/// What a metric is asked of: a bound that a second-order method reaches at a sensible step is not one for high orders.
enum class Asked : unsigned char { of_all, of_low_order, of_high_order };

struct Metric {
  std::string text;
  Expectation bound;
  std::function<double(const Results&, const Table& reference)> value;
  Asked asked = Asked::of_all;
};

/// A formulation with its integrator ("": its own) and a step or a tolerance.
struct BenchmarkMethod {
  std::string formulation, integrator;
  double step = 0.0, tolerance = 0.0;
  bool high_order = false;
  bool takes_long = false;
  Settings options = {};
  std::string why = {};  ///< known reason for which it misses a bound or stops; "" if it should not

  BenchmarkMethod slow() const;                     ///< takes more than about twenty seconds
  BenchmarkMethod fails(std::string reason) const;  ///< for a known reason
};

/// Eigenvalues need no run.
struct EigenvalueMetric {
  std::string text;
  Expectation bound;
  std::function<double(Lab&)> value;
};

struct BenchmarkProblem {
  std::string name;
  std::string model;      ///< an example; `windows N` is made by windows_model
  std::string reference;  ///< "": none; the rows of the run are then `samples`
  double duration = 0.0;
  int samples = 0;
  Settings set = {};
  std::vector<Metric> metrics = {};
  std::vector<BenchmarkMethod> methods = {};
  std::vector<EigenvalueMetric> eigenvalues = {};
};

std::vector<BenchmarkProblem> benchmark_problems();
std::vector<BenchmarkProblem> library_problems();   ///< IFToMM: A01 .. A05, bicycle, four-bar with a spring
std::vector<BenchmarkProblem> test_set_problems();  ///< [Mazzia2008]
std::vector<BenchmarkProblem> classic_problems();   ///< closed forms and independent solutions

/// The text that tools/make_windows N prints: A02 with N windows.
std::string windows_model(int n);

// ---- metrics

Metric energy_drift(double bound, std::string note = "");  ///< largest |E - E(0)|, E kinetic and potential energy
Metric energy_balance(double bound);                       ///< |E - E(0) - work| at the end
/// Root of the mean over times and columns of ((y - y_ref)/max(|y_ref|, 1e-3))^2: older form of the IFToMM library.
Metric mean_error(const Pairs& pairs, double bound, Asked asked);
/// Largest over the run, relative to the largest value of each column.
Metric largest_error(const std::string& what, const Pairs& pairs, double bound, Asked asked);
/// Largest absolute error at the end.
Metric end_error(const std::string& what, const Pairs& pairs, double bound, const std::string& unit, Asked asked);
/// Largest relative error at the end: 10^-scd of the test set.
Metric end_digits(const std::string& what, const Pairs& pairs, double bound, Asked asked);

/// Largest relative distance of a value from the nearest eigenvalue of the model, conjugates included.
double eigenvalue_error(Lab& lab, const std::string& model, const Settings& set,
                        const std::vector<std::complex<double>>& expected);

// ---- methods

/// Steps for the second-order methods, for udwadia-kalaba with dopri5 and for ali3p with gauss4; tolerances for lagrange
/// with dop853 and for lagrange-index2 with radau5. What is zero is left out.
struct Steps {
  double second_order = 0.0, dopri5 = 0.0, gauss4 = 0.0, dop853 = 0.0, radau5 = 0.0;
};
std::vector<BenchmarkMethod> methods(const Steps& steps);
/// The same with known reasons, `formulation` or `formulation+integrator` to text.
using Reasons = std::vector<std::pair<std::string, std::string>>;
std::vector<BenchmarkMethod> methods(const Steps& steps, const Reasons& reasons);

}  // namespace rheon::reproduction
