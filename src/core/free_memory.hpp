// Where scratch of a large piece of work is free again: see rheon/core/memory.hpp.
#pragma once

namespace rheon {

/// To be called before the next piece of work asks for more: the allocator alone keeps what lies below anything still in use, and
/// the peak of a process would be the sum of what each piece needed.
void scratch_is_free();

}  // namespace rheon
