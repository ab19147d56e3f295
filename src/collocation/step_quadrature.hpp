// The motion between both ends of a finished step, whatever the method; from it states inside the step, and its error.
//
// The error is the distance of the end from a quadrature of the accelerations along the step, at the points of Lobatto:
//
//   e_v = v_1 - v_0 - h sum b_i a_i,   e_q = q_1 - q_0 - h v_0 - h^2 sum b_i (1 - c_i) a_i
//
// with a_i from the index-1 equations at states of the cubic through (v, a) and the quintic through (q, v, a) of both ends.
// With one point between them (Simpson's rule) a_i is off by O(h^3), so that e = C h^3 + O(h^4) is the local error of a
// method of order 2 with its right constant. With two points, states are corrected once by the collocation polynomial of
// the accelerations (Lobatto IIIA), a_i is off by O(h^5), and the same holds for methods of order 4. [Hairer1996] IV.5
//
// Where forces depend on positions or velocities, stiff ones would make much of small errors of these states, so the
// error is filtered as in (IV.8.19):   (M + h/2 C + h^2/4 K) err + A^T sigma = M e,   A err = A e,   three times. (Along the
// rows nothing is stiff; velocities are off there as the constraints turn with the error of positions.) Where
// that takes little away, the error may be taken off the end: the step is then of an order higher. An undamped oscillator at
// its worst frequency grows in such a step by 2 % (order 4: by 0.1 %). Where it takes much away something is stiff, and
// the step is left as the method has it.
#pragma once

#include <optional>
#include <span>

#include "constraints/index1.hpp"
#include "constraints/projector.hpp"
#include "constraints/tangent.hpp"

namespace rheon {

class StepQuadrature {
 public:
  /// `order` of the method: 2 or 4.
  StepQuadrature(const System& system, int order);
  /// Of the step of length h from `from` to `to`, both complete, relative to absolute + relative |y|. `dependent`: rows
  /// depend on each other.
  Status error(const State& from, const State& to, double h, bool dependent, double relative, double absolute,
               double& error);
  /// Did the filter take much away from the error found last?
  bool stiff() const { return stiff_; }
  /// The end without the error found last, on the constraints, with a, lambda and powers anew. `energy_added` by that.
  Status extrapolate(State& to, double& energy_added);
  /// Works of the powers along the step of which the error was found last.
  Works work(const State& from, const State& to, double h) const;
  /// t, q, v, a and lambda of `out` inside the step, on the constraints; z is that of `from`.
  Status sample(const State& from, const State& to, double h, double theta, State& out);
  Counters counters() const;

 private:
  Status accelerations(const State& from, const State& to, double h);
  void interpolate(const State& from, const State& to, double h, double theta, State& s) const;
  void add_bubble(const State& from, const State& to, double h, double theta, State& s) const;
  void correct_states(const State& from, const State& to, double h);
  Status filter(const State& to, double h, bool dependent);

  const System* system_;
  std::span<const double> nodes_, weights_, matrix_;  ///< of Lobatto's method, ends included
  bool filters_;
  Tangent tangent_;
  std::optional<SaddleSolver> solver_;
  Index1 index1_;
  Projector projector_;
  Terms terms_;
  SparseValues P_;
  std::vector<State> inside_;                  ///< states at the nodes between both ends
  double inside_from_ = 0.0, inside_h_ = 0.0;  ///< of the step that begins here and is so long
  Vec e_q_, e_v_, plain_q_, plain_v_;          ///< errors; without the filter
  Vec force_, g_, sigma_;
  bool stiff_ = false;  ///< did the filter take much away?
};

}  // namespace rheon
