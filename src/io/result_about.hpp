// What a result file says besides its values.
#pragma once

#include <hdf5.h>

#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::io {

/// All of these throw Error with the reason, and are to be called with the library to oneself.
void require_format(hid_t file);
Results read_about(hid_t file);  ///< without channels and rows
std::vector<Setting> read_versions_of(hid_t file);

}  // namespace rheon::io
