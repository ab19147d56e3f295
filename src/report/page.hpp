// A head and data, put into the page's template (viewer/FORMAT.md).
#pragma once

#include <string>
#include <string_view>

namespace rheon::report {

/// JSON inside a script of HTML: `<`, `>`, `&` and the separators of lines and paragraphs are escapes, so that no text can end
/// the script. All of them occur in JSON in texts alone.
std::string script_safe(std::string_view json);

/// One block of data: a line of the page.
std::string data_line(std::size_t result, std::size_t channel, std::string_view text);

/// The page. Throws UsageError if the template is empty (a library built without it), Error if it has no place for head and
/// data.
std::string fill_page(std::string_view page_template, std::string_view head, std::string_view data_lines);

}  // namespace rheon::report
