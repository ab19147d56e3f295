// Instruction counts of the steps of one case, by valgrind's callgrind: the same number on every run.
#pragma once

#include <string>

#include "support/report.hpp"

namespace bench {

bool has_valgrind();

/// Runs `program --steps-only=CASE --start=FILE --count=COUNT` under callgrind and fills the costs per step, in
/// instructions. The file holds `start`, a saved state: finding it takes long under callgrind. Throws
/// std::runtime_error if that fails.
void count_instructions(const std::string& program, const std::string& case_name, const std::string& start, int count,
                        StepCost& cost);

}  // namespace bench
