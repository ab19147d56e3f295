#include "motion/finite_motion.hpp"

#include <cmath>

namespace rheon {

Status finite_motion(const State& s) {
  // of any unit: squares of it, times masses up to 1e28, are still finite
  constexpr double without_bound = 1e140;
  const auto too_large = [](const Vec& x) {
    for (int i = 0; i < x.size(); ++i)
      if (!(std::abs(x[i]) < without_bound)) return i;
    return -1;
  };
  if (const int i = too_large(s.v); i >= 0) return {Code::not_finite, i, 0, s.v[i], "motion"};
  if (const int i = too_large(s.q); i >= 0)
    return {Code::not_finite, s.q.size() == s.v.size() ? i : -1, 0, s.q[i], "motion"};
  if (const int i = too_large(s.a); i >= 0) return {Code::not_finite, i, 0, s.a[i], "acceleration"};
  if (const int i = too_large(s.lambda); i >= 0) return {Code::not_finite, i, 0, s.lambda[i], "reaction"};
  return {};
}

}  // namespace rheon
