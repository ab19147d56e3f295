// Names of result files where several models share one -o.
#pragma once

#include <string>
#include <vector>

namespace rheon::cli {

/// The files of one model: a folder gets NAME.csv, with NAME that of the model without its ending; `{}` in a name stands
/// for NAME, `{folder}` for the folder that the model is in. Throws UsageError if several models would share a file.
std::vector<std::string> files_of(const std::string& model, const std::vector<std::string>& outputs, bool several);

/// The report of a model: `file` with the same marks, or if it is empty NAME.html, report.html for several models. Models
/// whose reports have the same name share a page.
std::string report_of(const std::string& model, const std::string& file, bool several);

}  // namespace rheon::cli
