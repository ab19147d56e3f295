// One function a file format; `write_results` chooses by the ending of the name.
#pragma once

#include <string>

#include "rheon/sim/results.hpp"

namespace rheon::io {

/// Both fill an existing file; throw Error with the system's reason.
void write_csv(const Results& results, const std::string& path);
void write_hdf5(const Results& results, const std::string& path);

}  // namespace rheon::io
