// y = y0 + sum_j w_j k_j over the stages of a step: what an explicit step does besides rates.
#pragma once

#include "rheon/integrators/kind.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

class Combination {
 public:
  void add(double weight, const double* k) {
    weight_[count_] = weight;
    k_[count_++] = k;
  }
  /// Of the numbers of each k from `first` on; summed from the left.
  void apply(const double* y0, double* y, Index first, Index n) const;

 private:
  double weight_[most_stages];
  const double* k_[most_stages];
  int count_ = 0;
};

/// An error estimate e of numbers that go from `before` to `after`, and what they are measured by.
struct ErrorMeasure {
  const double *e, *before, *after;
  double h, relative, absolute;
};
/// Largest |h e_i| / (absolute + relative max(|before_i|, |after_i|)), 0 where e_i is; not a number if one of them is not.
double largest_part(const ErrorMeasure& of, Index n);

}  // namespace rheon
