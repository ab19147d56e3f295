#include "sim/trail.hpp"

#include <algorithm>
#include <limits>

namespace rheon {

namespace {
/// Places at which runs are compared, at the most; thinned out by halves. A choice: more are as accurate, and find the time at
/// which two motions part more sharply.
constexpr std::size_t most_places = 512;
/// Of a model with very many coordinates: fewer would not show where two motions part. A choice.
constexpr std::size_t least_places = 16;
/// Numbers kept at the most, where there are many coordinates: 4 MB. A choice.
constexpr std::size_t most_numbers = 1u << 19;
}  // namespace

Trail::Trail(const System& system)
    : nq_(system.layout().nq),
      most_marks_(std::clamp(most_numbers / static_cast<std::size_t>(std::max(nq_, 1)), least_places, most_places)),
      least_(Vec::Constant(nq_, std::numeric_limits<double>::infinity())),
      most_(Vec::Constant(nq_, -std::numeric_limits<double>::infinity())) {
  marks_.reserve(most_marks_ + 1);  // the end comes in addition
  values_.reserve((most_marks_ + 1) * static_cast<std::size_t>(nq_));
}

void Trail::pass(const State& s) {
  least_ = least_.cwiseMin(s.q);
  most_ = most_.cwiseMax(s.q);
  if (s.n == 0 || s.n % stride_ != 0) return;
  if (marks_.size() == most_marks_) thin_out();
  if (s.n % stride_ == 0) keep(s);
}

void Trail::keep(const State& s) {
  if (!marks_.empty() && !(s.t > marks_.back().t)) return;
  marks_.push_back({s.t, s.n});
  values_.insert(values_.end(), s.q.begin(), s.q.end());
}

void Trail::forget_after(double t) {
  while (!marks_.empty() && marks_.back().t > t) marks_.pop_back();
  values_.resize(marks_.size() * static_cast<std::size_t>(nq_));
}

void Trail::thin_out() {
  stride_ *= 2;
  std::size_t kept = 0;
  const auto width = static_cast<std::ptrdiff_t>(nq_);
  for (std::size_t k = 0; k < marks_.size(); ++k) {
    if (marks_[k].n % stride_ != 0) continue;
    marks_[kept] = marks_[k];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(k) * width, width,
                values_.begin() + static_cast<std::ptrdiff_t>(kept) * width);
    ++kept;
  }
  marks_.resize(kept);
  values_.resize(kept * static_cast<std::size_t>(nq_));
}

}  // namespace rheon
