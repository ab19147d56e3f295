// Quadrature on 0..1 by the rules of Lobatto, whose nodes contain both ends. [Hairer1996] table IV.5.8
#pragma once

namespace rheon::lobatto {

/// To all the digits that a double holds: std::sqrt is no constant.
inline constexpr double root_of_5 = 2.236067977499789696;

/// Three nodes, order 4: Simpson's rule.
inline constexpr double nodes_3[] = {0.0, 0.5, 1.0};
inline constexpr double weights_3[] = {1.0 / 6, 2.0 / 3, 1.0 / 6};

/// Four nodes, order 6.
inline constexpr double nodes_4[] = {0.0, (5 - root_of_5) / 10, (5 + root_of_5) / 10, 1.0};
inline constexpr double weights_4[] = {1.0 / 12, 5.0 / 12, 5.0 / 12, 1.0 / 12};
/// Rows of Lobatto IIIA for the two nodes between the ends: weights of the integrals from 0 to there.
inline constexpr double inner_rows_4[] = {(11 + root_of_5) / 120, (25 - root_of_5) / 120, (25 - 13 * root_of_5) / 120,
                                          (-1 + root_of_5) / 120, (11 - root_of_5) / 120, (25 + 13 * root_of_5) / 120,
                                          (25 + root_of_5) / 120, (-1 - root_of_5) / 120};

}  // namespace rheon::lobatto
