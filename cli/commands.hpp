// The commands: each adds itself to the program.
#pragma once

#include "cli/support/program.hpp"

namespace rheon::cli {

void add_run(Program& program);
void add_kinematics(Program& program);
void add_statics(Program& program);
void add_check(Program& program);
void add_compare(Program& program);
void add_tune(Program& program);
void add_linearise(Program& program);
void add_list(Program& program);
void add_view(Program& program);
void add_schema(Program& program);
void add_report(Program& program);

}  // namespace rheon::cli
