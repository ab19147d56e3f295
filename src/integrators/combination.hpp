// y = y0 + sum_j w_j k_j over the stages of a step, four vectors at a time: what an explicit step does besides rates.
#pragma once

#include "rheon/model/state.hpp"

namespace rheon {

class Combination {
 public:
  void clear() { count_ = 0; }
  void add(double weight, const Vec& k) {
    weight_[count_] = weight;
    k_[count_++] = k.data();
  }
  /// Summed from the left.
  void apply(const double* y0, double* y, Index n) const {
    int j = 0;
    const double* from = y0;
    for (; j + 4 <= count_; j += 4, from = y) {
      const double w0 = weight_[j], w1 = weight_[j + 1], w2 = weight_[j + 2], w3 = weight_[j + 3];
      const double *a = k_[j], *b = k_[j + 1], *c = k_[j + 2], *d = k_[j + 3];
      for (Index i = 0; i < n; ++i) y[i] = from[i] + w0 * a[i] + w1 * b[i] + w2 * c[i] + w3 * d[i];
    }
    for (; j < count_; ++j, from = y) {
      const double w = weight_[j];
      const double* a = k_[j];
      for (Index i = 0; i < n; ++i) y[i] = from[i] + w * a[i];
    }
    if (from != y)
      for (Index i = 0; i < n; ++i) y[i] = from[i];
  }

 private:
  static constexpr int most = 32;  ///< stages of any tableau
  double weight_[most];
  const double* k_[most];
  int count_ = 0;
};

}  // namespace rheon
