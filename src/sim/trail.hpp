// The coordinates of a run at some of its times: what two runs are compared by. In `sim`, since it follows the steps of a
// run, and what it keeps are choices for that comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class Trail {
 public:
  /// For coordinates of this system. All allocation happens here.
  explicit Trail(const System& system);
  /// For every accepted step: keeps those at even distances, by their number, and what coordinates cover in all of them.
  void pass(const State& s);
  /// A state to be kept in any case.
  void keep(const State& s);
  /// Takes back what comes after t.
  void forget_after(double t);

  std::size_t size() const { return marks_.size(); }
  double time(std::size_t k) const { return marks_[k].t; }
  std::int64_t step(std::size_t k) const { return marks_[k].n; }
  double value(std::size_t k, Index i) const {
    return values_[k * static_cast<std::size_t>(nq_) + static_cast<std::size_t>(i)];
  }
  /// Over all steps passed.
  double range(Index i) const { return most_[i] - least_[i]; }
  double size_of(Index i) const { return std::max(std::abs(most_[i]), std::abs(least_[i])); }

 private:
  struct Mark {
    double t;
    std::int64_t n;
  };
  void thin_out();

  Index nq_;
  std::size_t most_marks_;
  std::int64_t stride_ = 1;
  std::vector<Mark> marks_;
  std::vector<double> values_;
  Vec least_, most_;
};

}  // namespace rheon
