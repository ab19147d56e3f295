// What claims and figures of [Bajodah2004] share: its runs.
#pragma once

#include <vector>

#include "reproduction/claim.hpp"
#include "reproduction/measures.hpp"

namespace rheon::reproduction {

inline constexpr const char* mechanism_reference = "s004_ex1_appell_hamel";

/// Appell-Hamel mechanism over 10 s, Kutta-Merson, without projection.
RunSpec mechanism(bool nonlinear, double h);

/// Particle on the parabola, Kutta-Merson, without projection; damped: Gamma1 = -20, Gamma2 = -100.
RunSpec particle(double h, double duration, bool damped);
/// The same with one coordinate and no constraint.
RunSpec minimal(double h, double duration);

std::vector<Figure> bajodah_figures();

}  // namespace rheon::reproduction
