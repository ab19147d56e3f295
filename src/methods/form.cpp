#include "rheon/methods/form.hpp"

#include <cmath>
#include <string>

namespace rheon {

void check_written(const System& system, const State& s) {
  const Layout& n = system.layout();
  const auto check = [](const char* name, Eigen::Index length, Eigen::Index wanted) {
    if (length != wanted)
      throw UsageError(std::string("the formulation gives ") + name + " the length " + std::to_string(length) +
                       "; for this model it is " + std::to_string(wanted));
  };
  check("q", s.q.size(), n.nq);
  check("v", s.v.size(), n.nv);
  check("a", s.a.size(), n.nv);
  check("lambda", s.lambda.size(), n.rows());
  if (!std::isfinite(s.t)) throw UsageError("the formulation changes the time t, which is not its own");
}

}  // namespace rheon
