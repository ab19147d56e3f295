// An element knows mechanics and nothing of layout: it says once which numbers it contributes to, then computes them
// into a plain array. The System scatters that array through index maps made at assembly.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// The quantities that elements add to, in the order of their values in an element's local array. Quantities of one
/// Want stand together.
// clang-format off
enum class Quantity : unsigned char {
  phi,                        // position
  jacobian, phi_dot, phi_t, psi,  // jacobian
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
inline constexpr std::size_t quantity_count = static_cast<std::size_t>(Quantity::count);
inline constexpr int want_bits = 15;

/// Bit number of the Want that each quantity belongs to.
inline constexpr std::array<unsigned char, quantity_count> want_bits_of{
    0, 1, 1, 1, 1, 2, 3, 4, 5, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, 14, 14, 14};

/// The Want that a quantity belongs to.
constexpr Want want_of(std::size_t quantity) { return static_cast<Want>(1u << want_bits_of[quantity]); }
static_assert(want_of(static_cast<std::size_t>(Quantity::psi)) == Want::jacobian);
static_assert(want_of(static_cast<std::size_t>(Quantity::damping)) == Want::tangent);
static_assert(want_of(static_cast<std::size_t>(Quantity::power_driving)) == Want::power);
static_assert(want_of(static_cast<std::size_t>(Quantity::gradient)) == Want::gradient);
static_assert(want_of(static_cast<std::size_t>(Quantity::reaction_slope)) == Want::slopes);
static_assert(want_of(static_cast<std::size_t>(Quantity::rate_slope_v)) == Want::flow);

/// Where the values of one quantity go: (row, column) of a matrix, or (index, 0) of a vector.
using Places = std::vector<std::pair<int, int>>;

class Element {
 public:
  virtual ~Element() = default;
  /// Once, at assembly. Rows of phi, phi_dot, phi_t count position-level rows; rows of psi velocity-level rows; rows
  /// of the jacobian and bias count all rows, position level first.
  virtual const std::array<Places, quantity_count>& places() const = 0;
  virtual std::size_t work_size() const = 0;
  /// Writes the values of every quantity that belongs to `want` into `local` (all quantities one after the other, in
  /// order). `inputs` as InputMap says. No allocation.
  virtual void evaluate(const double* inputs, Want want, double* local, double* work) const = 0;
  /// Does no entry of its mass depend on anything?
  virtual bool constant_mass() const = 0;
  /// Can the power of forces, drives or rows be other than zero?
  virtual bool has_power() const = 0;
  /// Times at which a value switches.
  virtual std::vector<double> switching_times() const = 0;
};

/// The element of an equation model: everything that the model's text defines, differentiated symbolically.
/// Throws ModelError for what cannot be.
std::unique_ptr<Element> make_equations(Model& model);

}  // namespace rheon
