// The frame in which a motion stands still: relative equilibria, found from the motion itself.
//
//   group        every point x -> exp(w s) x + c(s), every body R -> exp(w s) R exp(u s): a rotation w of the whole, in which
//                bodies may spin besides about axes u of their own (which changes names within a symmetric body)
//   on an orbit  points that do not spin: a = w x v;   bodies: omega' = w x omega;   and again for the next derivatives
//
// These equations are linear in w. What they leave open (a body that turns about one axis alone: does the whole turn, or the
// body in it?) makes several candidates: first the least w, so that the frame does not turn unless it must.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "analysis/linear_flow.hpp"

namespace rheon {

struct MovingFrame {
  Eigen::MatrixXd generator;  ///< G of LineariseOptions
  Eigen::Vector3d turning;    ///< w, rad/s; zero if only bodies turn, about axes of their own
};

struct MovingFrames {
  std::vector<MovingFrame> candidates;
  bool all = true;  ///< no candidate was left out because of their number
};

/// Candidates for the motion at a state whose flow, without generator, is `flow`. Whether one of them leaves the equations
/// alone is not decided here.
MovingFrames moving_frames(const System& system, const State& state, const LinearFlow& flow);

}  // namespace rheon
