// The head of a page that asks a server for its data (viewer/FORMAT.md), as JSON.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "report/file_rows.hpp"
#include "report/live_rows.hpp"

namespace rheon::report {

std::string file_head(const std::vector<std::unique_ptr<FileRows>>& files);
std::string live_head(const LiveRows& run);

}  // namespace rheon::report
