// Memory that is free again but still the process's own.
#pragma once

namespace rheon {

/// Gives whole free pages back to the system. To be called where a large piece of work is done and its scratch is freed
/// (an expression graph, a long program), before the next one asks for more: the allocator alone keeps what lies below
/// anything still in use, and the peak of a process would be the sum of what each piece needed. Does nothing where the
/// C library has no such call.
void return_free_memory();

}  // namespace rheon
