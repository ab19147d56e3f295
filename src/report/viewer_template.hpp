// The page without data, built from viewer/ (cmake/RheonViewer.cmake) and kept in the library: an installed rheon needs
// neither node nor further files.
#pragma once

#include <string_view>

namespace rheon::report {

/// Empty in a library that was built without it (RHEON_VIEWER=OFF).
std::string_view viewer_template();

}  // namespace rheon::report
