// The head of a page that asks a server for its data, as JSON (viewer/FORMAT.md).
#pragma once

#include "report/file_rows.hpp"
#include "report/live_rows.hpp"

namespace rheon::report {

std::string file_head(const std::vector<std::unique_ptr<FileRows>>& files);

std::string live_head(const LiveRows::State& state);

}  // namespace rheon::report
