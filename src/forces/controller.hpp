// The value of a torque or force along a coordinate x: an expression, or a PID controller that makes a measured number
// (x itself if nothing else is said) follow a target:
//   e = target - measure,  u = p e + i integral(e) + d e',  cut off at +-limit
// While u is cut off, the integral is led back so that it does not wind up: its rate is e + (cut off u - u)/p. [Astrom2006] 3.5
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "forces/kinds.hpp"

namespace rheon::forces {

inline constexpr FieldSpec controller_fields[] = {
    {"target", FieldType::expression, false, "", "instead: what a PID controller shall make the measured number follow",
     "target: 0.5*sin(t)"},
    {"measure", FieldType::expression, false, "", "that number; the angle or length acted on if absent",
     "measure: tip.y"},
    {"p", FieldType::number, false, "", "gain on the error", "p: 100"},
    {"i", FieldType::number, false, "", "gain on the integral of the error", "i: 20"},
    {"d", FieldType::number, false, "", "gain on the rate of the error", "d: 5"},
    {"limit", FieldType::number, false, "", "largest size of the torque or force", "limit: 50"},
};

/// A kind's own fields, then those of the controller.
template <std::size_t N>
constexpr auto with_controller(const FieldSpec (&own)[N]) {
  std::array<FieldSpec, N + std::size(controller_fields)> all{};
  std::copy(std::begin(controller_fields), std::end(controller_fields),
            std::copy(std::begin(own), std::end(own), all.begin()));
  return all;
}

class Controller {
 public:
  /// `freedom`: what is acted on, if that is known.
  Controller(Fields& fields, bool known, Freedom freedom);
  void attach(Geometry& g);
  /// What it does along the coordinate x.
  Scalar effort(const Equations& e, const Scalar& x) const;
  /// The memory of the integral, if there is one.
  void write(Equations& e, const Scalar& x) const;
  /// The effort under the given name; with a target also `error` and `integral`.
  std::vector<Readout> quantities(const Equations& e, const Scalar& x, const std::string& name,
                                  const std::string& unit) const;

 private:
  Scalar error(const Scalar& x) const;
  Scalar unlimited(const Equations& e, const Scalar& x) const;
  Scalar cut_off(const Scalar& u) const;

  Fields& fields_;
  bool controlled_;
  double p_, i_, d_, limit_;
  int memory_ = -1;
};

}  // namespace rheon::forces
