// The order in which the instructions of a section are carried out. A processor looks ahead, but not far: of a long chain
// of operations that wait for each other it fills its queue with those that wait, and does not come to others that need not.
// Here instructions are put in the order in which they can begin, those first that most hangs on. Every operation and its
// operands stay as they are, so the bits do.
#pragma once

#include "code/sections.hpp"

namespace rheon::code {

/// Reorders the list of a section that is carried out once. Leaves it as it is where it writes to a place twice.
void schedule(Section& section);

}  // namespace rheon::code
