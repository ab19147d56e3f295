// What State::z may say besides plain numbers, and who looks at it in states that come from elsewhere.
#pragma once

#include <cmath>
#include <string>

#include "rheon/model/state.hpp"

namespace rheon {

/// A formulation, or what makes steps with it, that uses numbers of z as more than numbers: which rows, how many, yes or no.
/// It uses them without another look.
class ChecksKeptNumbers {
 public:
  virtual ~ChecksKeptNumbers() = default;
  /// What is wrong with z of a state whose other parts fit the system; "" if nothing is.
  virtual std::string objection_to(const State& s) const = 0;
};

/// The same with the length of z, for any formulation; many use its numbers as numbers alone.
template <class Form>
std::string objection_to_kept(const Form& form, const State& s) {
  if (s.z.size() != form.added_state())
    return "it keeps " + std::to_string(s.z.size()) + " numbers of its method, and this one keeps " +
           std::to_string(form.added_state());
  const auto* checks = dynamic_cast<const ChecksKeptNumbers*>(&form);
  return checks == nullptr ? "" : checks->objection_to(s);
}

inline bool is_whole(double x, double least, double most) { return x >= least && x <= most && x == std::floor(x); }
inline bool is_mark(double x) { return x == 0.0 || x == 1.0; }  ///< yes or no

}  // namespace rheon
