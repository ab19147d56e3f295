#include "report/rows_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

#include "rheon/core/parallel.hpp"

namespace rheon::report {

namespace {

constexpr std::size_t most_rows = 1'000'000;
constexpr std::size_t most_numbers = 16u << 20;         // of an answer: 128 MB
constexpr std::size_t numbers_of_a_piece = 256u << 10;  // 2 MB
constexpr std::size_t head_size = 4 * sizeof(std::uint32_t);

[[noreturn]] void refuse(const std::string& name, const std::string& value, const std::string& expected) {
  throw HttpRefusal(400, fmt::format("{}={}: expected {}", name, value.substr(0, 40), expected));
}

template <class Number>
bool is_all_of(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::size_t whole_number(const std::string& name, const std::string& text, std::size_t least, std::size_t end) {
  std::size_t number = 0;
  if (!is_all_of(text, number) || number < least || number >= end)
    refuse(name, text,
           end > least ? fmt::format("a whole number from {} to {}", least, end - 1) : "none: there are none");
  return number;
}

double time_of(const std::string& name, const std::string& text) {
  double number = 0;
  if (!is_all_of(text, number) || std::isnan(number)) refuse(name, text, "a time in seconds");
  return number;
}

std::vector<std::size_t> channels_of(const std::string& text, std::size_t count) {
  std::vector<std::size_t> channels;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    channels.push_back(whole_number("channels", text.substr(at, end - at), 0, count));
    at = end + 1;
  }
  return channels;
}

bool is_little() { return std::endian::native == std::endian::little; }

template <class Number>
void put(char* place, Number number) {
  std::memcpy(place, &number, sizeof number);
  if (!is_little()) std::reverse(place, place + sizeof number);
}

void put_rows(char* place, const std::vector<double>& values, const std::vector<std::size_t>& rows) {
  for (const std::size_t row : rows) {
    put(place, values[row]);
    place += sizeof(double);
  }
}

void require_room_for_peaks(std::size_t channels, std::size_t rows, std::size_t most_bytes) {
  const std::size_t bytes = channels * rows * sizeof(double);
  if (bytes > most_bytes)
    throw HttpRefusal(400,
                      fmt::format("the peaks of {} channels of {} rows need {} MB at a time, more than {} MB: ask for "
                                  "fewer channels",
                                  channels, rows, bytes >> 20, most_bytes >> 20));
}

void require_room_for_answer(std::size_t width, std::size_t rows) {
  if (rows > most_numbers / width)
    throw HttpRefusal(
        400, fmt::format("{} rows of {} channels are more than an answer may have ({} numbers): ask for fewer", rows,
                         width, most_numbers));
}

}  // namespace

RowsRequest parse_rows_request(const HttpRequest& request, const std::vector<const RowSource*>& sources) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  RowsRequest rows{0, {}, -infinity, infinity};
  std::string channels;
  std::set<std::string> seen;
  for (const auto& [name, value] : request.query) {
    if (!seen.insert(name).second) throw HttpRefusal(400, fmt::format("{} is there twice", name.substr(0, 40)));
    if (name == "result")
      rows.result = whole_number(name, value, 0, sources.size());
    else if (name == "channels")
      channels = value;
    else if (name == "from")
      rows.from = time_of(name, value);
    else if (name == "to")
      rows.to = time_of(name, value);
    else if (name == "most")
      rows.most = whole_number(name, value, 2, most_rows + 1);
    else if (name == "pick" && (value == "peaks" || value == "even"))
      rows.peaks = value == "peaks";
    else if (name == "pick")
      refuse(name, value, "peaks or even");
    else
      throw HttpRefusal(400, fmt::format("there is no parameter {}; there are result, channels, from, to, most, pick",
                                         name.substr(0, 40)));
  }
  if (!seen.contains("channels")) throw HttpRefusal(400, "channels is missing: numbers, with commas between them");
  if (rows.from > rows.to) throw HttpRefusal(400, fmt::format("from={} is after to={}", rows.from, rows.to));
  rows.channels = channels_of(channels, sources[rows.result]->channels());
  return rows;
}

RowRange range_of(const std::vector<double>& t, double from, double to) {
  const auto first = std::find_if(t.begin(), t.end(), [&](double time) { return time >= from; });
  const auto last = std::find_if(t.rbegin(), t.rend(), [&](double time) { return time <= to; });
  // the next row on each side; with nothing inside, these two alone
  auto begin = static_cast<std::size_t>(first - t.begin()), end = static_cast<std::size_t>(last.base() - t.begin());
  if (begin > end) std::swap(begin, end);
  return {begin > 0 ? begin - 1 : 0, std::min(end + 1, t.size())};
}

RowsAnswer::RowsAnswer(RowsRequest request, const RowSource& source, std::size_t most_bytes,
                       std::function<bool()> ending)
    : request_(std::move(request)), ending_(std::move(ending)), view_(source.view()) {
  const std::size_t count = request_.channels.size();
  const SharedColumn t = source.channels() > 0 ? column(0) : std::make_shared<const std::vector<double>>();
  const RowRange range = range_of(*t, request_.from, request_.to);
  if (request_.peaks && range.size() > request_.most) {
    require_room_for_peaks(count, view_->rows(), most_bytes);
    std::vector<SharedColumn> looked_at(count);
    in_parallel(count, usable_cores(), [&](std::size_t k) { looked_at[k] = column(request_.channels[k]); });
    std::vector<Column> columns;
    for (const SharedColumn& values : looked_at) columns.push_back({values->data()});
    choice_ = choose_peaks(columns, range, request_.most);
  } else {
    choice_ = choose_even(range, request_.most);
  }
  require_room_for_answer(width(), choice_.rows.size());
}

SharedColumn RowsAnswer::column(std::size_t channel) const {
  if (ending_()) throw HttpRefusal(503, "the server is ending");
  return view_->column(channel);
}

std::size_t RowsAnswer::size() const { return head_size + width() * choice_.rows.size() * sizeof(double); }

void RowsAnswer::put_columns(std::size_t first, std::size_t count, std::string& piece) const {
  const std::size_t bytes = choice_.rows.size() * sizeof(double), before = piece.size();
  piece.resize(before + count * bytes);
  in_parallel(count, usable_cores(), [&](std::size_t k) {
    const std::size_t number = first + k;
    const SharedColumn values = column(number == 0 ? 0 : request_.channels[number - 1]);
    put_rows(piece.data() + before + k * bytes, *values, choice_.rows);
  });
}

std::string RowsAnswer::next() {
  std::string piece;
  const std::size_t rows = choice_.rows.size();
  if (!begun_) {
    begun_ = true;
    piece.resize(head_size);
    char* place = piece.data();
    for (const std::size_t number : {rows, width(), std::size_t{choice_.complete}, std::size_t{0}}) {
      put(place, static_cast<std::uint32_t>(number));
      place += sizeof(std::uint32_t);
    }
  }
  if (rows == 0 || given_ == width()) return piece;
  if (rows <= numbers_of_a_piece) {
    const std::size_t count = std::min(width() - given_, numbers_of_a_piece / rows);
    put_columns(given_, count, piece);
    given_ += count;
    return piece;
  }
  const std::size_t count = std::min(rows - row_, numbers_of_a_piece);
  const auto first = choice_.rows.begin() + static_cast<std::ptrdiff_t>(row_);
  const std::size_t before = piece.size();
  piece.resize(before + count * sizeof(double));
  const SharedColumn values = column(given_ == 0 ? 0 : request_.channels[given_ - 1]);
  put_rows(piece.data() + before, *values, {first, first + static_cast<std::ptrdiff_t>(count)});
  row_ += count;
  if (row_ == rows) {
    row_ = 0;
    ++given_;
  }
  return piece;
}

std::string rows_answer(const RowsRequest& request, const RowSource& source, std::size_t most_bytes,
                        const std::function<bool()>& ending) {
  RowsAnswer answer(request, source, most_bytes, ending);
  std::string bytes;
  for (std::string piece = answer.next(); !piece.empty(); piece = answer.next()) bytes += piece;
  return bytes;
}

}  // namespace rheon::report
