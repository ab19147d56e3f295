// When pivots count as round-off, and rows as dependent: limits that several solvers have in common, so that they agree with each
// other. Limits of a single solver, and those of what users write, stand where they are used.
#pragma once

namespace rheon {

/// A pivot of which less than this part is left is round-off, with room to spare; what is merely close keeps more. What it is
/// relative to: loss_of_pivot (la/kkt_elimination.hpp).
inline constexpr double pivot_round_off = 1e-11;

/// What a row may lose of its pivot to other rows, before over after: where the result is taken as it is, three digits, none worth
/// a second pass (docs/adr/016); a correction that is made of a residual, and is repeated, has more to spare.
inline constexpr double most_lost_at_once = 1e3, most_lost_by_correction = 1e4;

/// Rows whose part independent of the others is below this part of the longest count as dependent: far above round-off
/// (1e-16 times the size), far below what a mechanism near a singular position shows. A choice in between: forces across rows that
/// are as close are up to 1e9 times the load.
inline constexpr double rank_tolerance = 1e-9;

/// A row that is left out because it follows from those kept: what of its gradient, squared, they do not have. On the constraints it
/// is round-off; at the stages of a step, which are off them by some part of the step, dependent rows differ by as much.
inline constexpr double newness_on_constraints = 1e-11, newness_in_step = 1e-6;
/// By how much dependent rows may contradict each other, as a part of what all the energy of the motion could make of a row. On the
/// constraints they agree to the drift of earlier computations; in a step, what is left is part of its error. Choices; larger, and
/// rows that contradict each other pass as dependent ones.
inline constexpr double contradiction_on_constraints = 1e-9, contradiction_in_step = 1e-2;

}  // namespace rheon
