// Counts heap allocations of the whole program (malloc family and operator new alike).
#pragma once

namespace rheon::test {

/// Number of allocations since the program started.
long long allocations();

}  // namespace rheon::test
