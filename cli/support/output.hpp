// The command's words on the terminal. Names, units and file names come from files: what would steer a terminal is shown as
// \u001b, never sent. Valid in JSON too, where it can stand in texts alone.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace rheon::cli {

/// With control characters, marks that turn the direction of writing, and bytes that are no UTF-8 made visible. Line feeds
/// and tabs stay.
std::string shown(std::string_view text);

void put_out(std::string_view text);    ///< on stdout, as it is shown; whether that worked is seen by `finish_output`
void put_error(std::string_view text);  ///< on stderr, after what is on stdout already
void flush_out();                       ///< what was put out until now shall be seen now

template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values) {
  put_out(fmt::format(text, std::forward<Values>(values)...));
}
template <class... Values>
void print_error(fmt::format_string<Values...> text, Values&&... values) {
  put_error(fmt::format(text, std::forward<Values>(values)...));
}

/// Descriptors 0 to 2 that the caller closed would be given to the first files opened: then words would go into results.
void guard_descriptors();

/// At the end of the command: what is still to come out, and the exit code. If stdout could not be written, says why and
/// makes success a failure.
int finish_output(int code);

}  // namespace rheon::cli
