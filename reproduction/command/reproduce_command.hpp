// rheon reproduce, as a command of a program.
#pragma once

#include "cli/support/program.hpp"

namespace rheon::cli {

void add_reproduce(Program& program);

}  // namespace rheon::cli
