// Instruction counts of the steps of one case, by valgrind's callgrind: the same number on every run.
#pragma once

#include <string>

#include "support/report.hpp"

namespace bench {

bool has_valgrind();

/// Runs `program --steps-only=CASE --count=COUNT` under callgrind and fills the costs per step, in instructions.
/// Throws std::runtime_error if that fails.
void count_instructions(const std::string& program, const std::string& case_name, int count, StepCost& cost);

}  // namespace bench
