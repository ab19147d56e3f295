// What benchmark problems prescribe to be measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "reproduction/benchmark.hpp"
#include "rheon/analysis/linearise.hpp"

namespace rheon::reproduction {

namespace {

/// Of two; what is not a number counts as larger.
double larger(double worst, double x) { return x <= worst ? worst : x; }

/// Below this a reference value counts as this: the threshold of A01 and A02.
constexpr double threshold = 1e-3;

struct Columns {
  Numbers found, exact;
};

Columns columns_of(const Pair& pair, const Results& results, const Table& reference) {
  Columns c{results.column(pair.channel), reference[pair.column]};
  c.exact.resize(std::min(c.found.size(), c.exact.size()));  // the reference may go on
  return c;
}

}  // namespace

Metric energy_drift(double bound, std::string note) {
  return {"energy drift, largest" + (note.empty() ? note : ", " + note), below(bound, "J"),
          [](const Results& r, const Table&) { return largest(energy_change(r)); }};
}

Metric energy_balance(double bound) {
  return {"energy not explained by work, at the end", below(bound, "J"),
          [](const Results& r, const Table&) { return std::abs(r.summary.energy_unexplained); }};
}

Metric mean_error(const Pairs& pairs, double bound, Asked asked) {
  const auto value = [pairs](const Results& results, const Table& reference) {
    double sum = 0.0;
    std::size_t count = 0;
    for (const Pair& pair : pairs) {
      const Columns c = columns_of(pair, results, reference);
      for (std::size_t i = 0; i < c.exact.size(); ++i, ++count)
        sum += std::pow((c.found[i] - c.exact[i]) / std::max(std::abs(c.exact[i]), threshold), 2);
    }
    return std::sqrt(sum / static_cast<double>(count));
  };
  return {"mean relative error", below(bound), value, asked};
}

Metric largest_error(const std::string& what, const Pairs& pairs, double bound, Asked asked) {
  const auto value = [pairs](const Results& results, const Table& reference) {
    double worst = 0.0;
    for (const Pair& pair : pairs) {
      const Columns c = columns_of(pair, results, reference);
      worst = larger(worst, largest(minus(c.found, c.exact)) / largest(c.exact));
    }
    return worst;
  };
  return {"error of " + what + ", largest", below(bound), value, asked};
}

Metric end_error(const std::string& what, const Pairs& pairs, double bound, const std::string& unit, Asked asked) {
  const auto value = [pairs](const Results& results, const Table& reference) {
    double worst = 0.0;
    for (const Pair& pair : pairs) {
      const Columns c = columns_of(pair, results, reference);
      worst = larger(worst, std::abs(c.found.back() - c.exact.back()));
    }
    return worst;
  };
  return {"error of " + what + " at the end", below(bound, unit), value, asked};
}

Metric end_digits(const std::string& what, const Pairs& pairs, double bound, Asked asked) {
  const auto value = [pairs](const Results& results, const Table& reference) {
    double worst = 0.0;
    for (const Pair& pair : pairs) {
      const Columns c = columns_of(pair, results, reference);
      worst = larger(worst, std::abs(c.found.back() / c.exact.back() - 1.0));
    }
    return worst;
  };
  return {"relative error of " + what + " at the end", below(bound), value, asked};
}

double eigenvalue_error(Lab& lab, const std::string& model, const Settings& set,
                        const std::vector<std::complex<double>>& expected) {
  std::vector<std::complex<double>> found;
  for (const Mode& mode : linearise(lab.system(model, set)).modes) {
    found.push_back(mode.eigenvalue);
    if (mode.pair) found.push_back(std::conj(mode.eigenvalue));
  }
  double worst = 0.0;
  for (const auto& value : expected) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& other : found) nearest = std::min(nearest, std::abs(other - value));
    worst = larger(worst, nearest / std::abs(value));
  }
  return worst;
}

BenchmarkMethod BenchmarkMethod::slow() const {
  BenchmarkMethod copy = *this;
  copy.takes_long = true;
  return copy;
}

BenchmarkMethod BenchmarkMethod::fails(std::string reason) const {
  BenchmarkMethod copy = *this;
  copy.why = std::move(reason);
  return copy;
}

std::vector<BenchmarkMethod> methods(const Steps& steps) {
  std::vector<BenchmarkMethod> all;
  if (steps.second_order > 0.0)
    for (const char* name : {"ali3p", "lagrange-index3", "energy-momentum"})
      all.push_back({name, "", steps.second_order});
  if (steps.dopri5 > 0.0) all.push_back({"udwadia-kalaba", "dopri5", steps.dopri5, 0.0, true});
  if (steps.gauss4 > 0.0) all.push_back({"ali3p", "gauss4", steps.gauss4, 0.0, true});
  if (steps.dop853 > 0.0) all.push_back({"lagrange", "dop853", 0.0, steps.dop853, true});
  if (steps.radau5 > 0.0) all.push_back({"lagrange-index2", "radau5", 0.0, steps.radau5, true});
  return all;
}

std::vector<BenchmarkMethod> methods(const Steps& steps,
                                     const std::vector<std::pair<std::string, std::string>>& reasons) {
  std::vector<BenchmarkMethod> all = methods(steps);
  for (BenchmarkMethod& method : all)
    for (const auto& [name, reason] : reasons)
      if (name == method.formulation || name == method.formulation + "+" + method.integrator) method.why = reason;
  return all;
}

}  // namespace rheon::reproduction
