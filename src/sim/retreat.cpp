#include "sim/retreat.hpp"

#include <algorithm>
#include <iterator>

#include "core/number_text.hpp"

namespace rheon {

namespace {
/// A step below this part of the last long one has collapsed. Error control shortens a step by less where a motion is
/// smooth, and by this much at corners of the forces, where a retreat costs some steps and does no harm.
constexpr double collapsed = 0.01;
/// A step of at least this part of the longest is long.
constexpr double long_part = 0.5;
/// The longest is that of so many steps: approaching a pole, each step is about 3/4 of the one before.
constexpr int memory = 30;
/// Lengths with which to begin again, in parts of the longest step; the last is for the step that is insisted on: the
/// position is up to 1/2 + 3/8 + ... = 2 of them away, and it must end well beyond.
constexpr double beginnings[] = {0.8, 0.65, 0.9, 3.0};
}  // namespace

void Retreat::passed(const State& from, double h, double error) {
  if (error > 1.0) {
    ++insisted_;
    worst_error_ = std::max(worst_error_, error);
  }
  if (h >= length_ || ++short_steps_ > memory) {
    length_ = h;
    short_steps_ = 0;
  }
  if (h >= long_part * length_) origin_ = from;
}

bool Retreat::take(State& now) {
  if (!(now.h < collapsed * length_) || !(origin_.t < now.t)) return false;
  if (now.t > place_) {
    from_here_ = 0;
    place_ = now.t + 2 * length_;
  }
  if (from_here_ == std::ssize(beginnings)) return false;
  now = origin_;
  now.h = beginnings[from_here_++] * length_;
  insisting_ = from_here_ == std::ssize(beginnings);
  ++taken_;
  return true;
}

void Retreat::tell(std::vector<std::string>& notes) const {
  if (taken_ > 0)
    notes.push_back(
        "steps collapsed " + counted(taken_, "time") +
        ", as they do where one ends close to a singular position: each time the run went back to where they "
        "were long and began with another length");
  if (insisted_ > 0)
    notes.push_back(counted(insisted_, "step") + " across singular positions taken with an estimated error of up to " +
                    brief_text(worst_error_) + " times the tolerance: it asks for less than round-off there");
}

}  // namespace rheon
