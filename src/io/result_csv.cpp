// CSV: RFC 4180 with line feeds. Numbers in the shortest form that reads back to the same bits, in no locale.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string>

#include "core/number_text.hpp"
#include "io/result_file.hpp"
#include "io/result_sink.hpp"

namespace rheon::io {

namespace {

// Quoted if the plain text would read back as something else.
std::string field(const std::string& text) {
  const bool plain =
      !text.empty() && text.find_first_of(",\"\r\n") == std::string::npos && text.front() != ' ' && text.back() != ' ';
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

void append(std::string& out, double value) {
  std::array<char, 32> text;  // the longest shortest form has 24 characters
  const auto end = std::to_chars(text.data(), text.data() + text.size(), without_sign_of_nan(value)).ptr;
  out.append(text.data(), end);
}

class CsvSink final : public ResultSink {
 public:
  CsvSink(const std::vector<Channel>& channels, const std::string& path) : file_(path) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (i > 0) block_ += ',';
      block_ += field(channels[i].name);
    }
    block_ += '\n';
  }

  void row(std::span<const double> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) block_ += ',';
      append(block_, values[i]);
    }
    block_ += '\n';
    ++rows_;
    if (block_.size() >= block_size) flush();
  }

  void take_back(std::size_t rows) override {
    if (rows >= rows_) return;
    flush();
    const off_t end = end_of(rows_ - rows);
    if (::ftruncate(file_.descriptor(), end) != 0 || ::lseek(file_.descriptor(), end, SEEK_SET) < 0) file_.fail(errno);
    rows_ = rows;
  }

  std::size_t rows() const override { return rows_; }

  void end(const Results&) override {
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t block_size = 1u << 16;

  void flush() {
    file_.write(block_);
    block_.clear();
  }

  /// Where the file ends without its last rows. A row is one line: only names of channels may contain line feeds.
  off_t end_of(std::size_t rows_taken) const {
    off_t at = ::lseek(file_.descriptor(), 0, SEEK_END);
    std::string part(block_size, '\0');
    std::size_t lines = 0;
    while (at > 0) {
      const off_t first = std::max<off_t>(0, at - static_cast<off_t>(block_size));
      const ssize_t got = ::pread(file_.descriptor(), part.data(), static_cast<std::size_t>(at - first), first);
      if (got != at - first) file_.fail(got < 0 ? errno : EIO);
      for (; at > first; --at)
        if (part[static_cast<std::size_t>(at - 1 - first)] == '\n' && ++lines > rows_taken) return at;
    }
    return 0;
  }

  PendingFile file_;
  std::string block_;
  std::size_t rows_ = 0;
};

}  // namespace

std::unique_ptr<ResultSink> make_csv_sink(const std::vector<Channel>& channels, const std::string& path) {
  return std::make_unique<CsvSink>(channels, path);
}

}  // namespace rheon::io
