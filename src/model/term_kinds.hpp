// The quantities of the equations of motion, and where their values go.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// In the order of their values in what a program of several quantities gives.
// clang-format off
enum class TermKind : unsigned char {
  phi,                        // position
  jacobian,                   // rows
  phi_dot, phi_t, psi,        // row rates
  mass,                       // mass
  force,                      // force
  bias,                       // bias
  stiffness, damping,         // tangent
  curvature,                  // curvature
  kinetic, potential,         // energy
  power_applied, power_friction, power_driving,  // power
  q_dot,                      // rates
  q_ddot, outputs,            // outputs
  gradient,                   // gradient
  row_slope, reaction_slope,  // slopes
  nonideal,                   // nonideal
  acceleration_slope_q, acceleration_slope_v, rate_slope_q, rate_slope_v,  // flow
  count
};
// clang-format on
inline constexpr std::size_t term_kind_count = static_cast<std::size_t>(TermKind::count);

/// Bit number of the Want that each quantity belongs to.
inline constexpr std::array<unsigned char, term_kind_count> want_bits_of{
    0, 1, 15, 15, 15, 2, 3, 4, 5, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, 14, 14, 14};

/// The Want that a quantity belongs to.
constexpr Want want_of(std::size_t quantity) { return static_cast<Want>(1u << want_bits_of[quantity]); }
static_assert(want_of(static_cast<std::size_t>(TermKind::jacobian)) == Want::rows);
static_assert(want_of(static_cast<std::size_t>(TermKind::psi)) == Want::row_rates);
static_assert(want_of(static_cast<std::size_t>(TermKind::damping)) == Want::tangent);
static_assert(want_of(static_cast<std::size_t>(TermKind::power_driving)) == Want::power);
static_assert(want_of(static_cast<std::size_t>(TermKind::gradient)) == Want::gradient);
static_assert(want_of(static_cast<std::size_t>(TermKind::reaction_slope)) == Want::slopes);
static_assert(want_of(static_cast<std::size_t>(TermKind::rate_slope_v)) == Want::flow);

/// Where the values of one quantity go: (row, column) of a matrix, or (index, 0) of a vector.
using EntryPositions = std::vector<std::pair<int, int>>;

}  // namespace rheon
