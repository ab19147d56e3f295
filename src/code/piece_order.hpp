// An order of the pieces of a program in which what a piece makes is used soon after, so that it still is in a register
// or in the first cache then, whatever the size of the program.
#pragma once

#include "code/repetition.hpp"

namespace rheon::code {

/// Numbers of pieces. A piece comes as soon as all is there that it needs; one that needs nothing comes when something
/// that needs it does. Pieces with calls come first, where loops that keep no registers do the least harm. Empty where
/// the program writes to a place that it reads: then the order has to stay as it is.
std::vector<std::uint32_t> order_by_need(Computations& all);

}  // namespace rheon::code
