// A model text taken all the way: read, assembled, examined, and run for a few steps.
#pragma once

#include <string_view>

namespace rheon::fuzz {

/// Throws rheon::Error for what is refused.
void try_model(std::string_view text);

}  // namespace rheon::fuzz
