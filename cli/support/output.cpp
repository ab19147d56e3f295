#include "cli/support/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

#include "cli/support/exit_code.hpp"

namespace rheon::cli {

namespace {

std::atomic<int> first_failure{0};  // of writing to stdout, as errno

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;  ///< in bytes; 0: this is no UTF-8
};

/// The character at the beginning of a text [RFC 3629]: no overlong forms, no surrogates.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t code = lead & (0xffu >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0u) != 0x80u) return {};
    code = code << 6u | (byte(k) & 0x3fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {};
  return {code, length};
}

bool steers(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool direction = (code >= 0x200e && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
                         (code >= 0x2066 && code <= 0x2069) || code == 0x061c;
  const bool line = code == 0x2028 || code == 0x2029;
  return control || direction || line;
}

/// A write that fails is noted once; whoever prints goes on.
void write_to(std::FILE* file, std::string_view text) {
  const std::string safe = shown(text);
  if (std::fwrite(safe.data(), 1, safe.size(), file) == safe.size() || file != stdout) return;
  int none = 0;
  first_failure.compare_exchange_strong(none, errno);
}

}  // namespace

std::string shown(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_of(text);
    if (c.length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (steers(c.code))
      out += fmt::format("\\u{:04x}", c.code);
    else
      out += text.substr(0, c.length);
    text.remove_prefix(c.length == 0 ? 1 : c.length);
  }
  return out;
}

void put_out(std::string_view text) { write_to(stdout, text); }

void flush_out() {
  if (std::fflush(stdout) == 0) return;
  int none = 0;
  first_failure.compare_exchange_strong(none, errno);
}

void put_error(std::string_view text) {
  flush_out();
  write_to(stderr, text);
}

void guard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The wrong way round, so that using it fails as it would have failed before.
    const int opened = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != descriptor) ::close(opened);
  }
}

int finish_output(int code) {
  flush_out();
  if (std::ferror(stdout) == 0 && first_failure == 0) return code;
  const int error = first_failure;
  put_error(fmt::format("rheon: cannot write to standard output: {}\n",
                        error == 0 ? "it failed" : std::generic_category().message(error)));
  return code == exit_done ? exit_internal : code;
}

}  // namespace rheon::cli
