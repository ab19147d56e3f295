#include "report/thinning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "report/encoding.hpp"
#include "report/row_choice.hpp"
#include "rheon/core/parallel.hpp"

namespace rheon::report {

namespace {

/// Numbers with a shape shrink to between a half and nine tenths, constants to nothing; base64 adds a third.
constexpr double usual_share = 0.8;
/// Results beyond this many times their share are not encoded in full in the hope that they might fit: runs hardly ever
/// shrink so far, and the time is felt.
constexpr double hopeless = 8.0;

double plain_bytes(const Results& results) { return static_cast<double>(results.values.size() * sizeof(double)); }

EncodedResult encode_rows(const Results& results, const std::vector<std::size_t>& rows) {
  EncodedResult out;
  out.rows = rows.size();
  out.columns.resize(results.channels.size());
  in_parallel(out.columns.size(), usable_cores(), [&](std::size_t c) {
    std::vector<double> values;
    values.reserve(rows.size());
    for (const std::size_t row : rows) values.push_back(results.at(row, c));
    out.columns[c] = encoded(values);
  });
  for (const std::string& text : out.columns) out.bytes += text.size();
  return out;
}

EncodedResult encode_all(const Results& results) {
  std::vector<std::size_t> rows(results.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return encode_rows(results, rows);
}

std::string note_of(const RowChoice& choice, std::size_t rows, bool over) {
  if (choice.complete) return "";
  std::string note = fmt::format("{} of {} rows", choice.rows.size(), rows);
  if (choice.pieces > 0)
    note += fmt::format(": {}the first, the last, and those where a channel has its least or its largest value",
                        choice.pieces > 1 ? fmt::format("of each of {} equal pieces ", choice.pieces) : "");
  else
    note +=
        ", at even distances: peaks between them are not shown, as too many channels have theirs in rows of their own";
  if (over) note += "; even so it is more than was allowed";
  return note;
}

/// Fewer rows until they fit.
class Thinning {
 public:
  Thinning(const Results& results, double share)
      : results_(results), share_(share), columns_(columns_of(results)), peaks_(columns_, {0, results.rows()}) {}

  /// `bytes`: a guess of what all rows would need.
  EncodedResult run(double bytes) {
    const auto all = static_cast<double>(results_.rows());
    double lowest = 2, highest = all + 1;  // fits as far as we know, does not fit
    double attempt = all * share_ / bytes;
    for (int round = 0; round < 8 && !(best_ && close_enough(lowest, highest)); ++round) {
      const auto rows = static_cast<std::size_t>(std::clamp(attempt, 2.0, all));
      const double needed = try_rows(rows);
      const auto tried = static_cast<double>(rows);
      (needed <= share_ ? lowest : highest) = tried;
      if (rows == 2 && needed > share_) break;
      if (rows == results_.rows() && best_) break;
      attempt = std::min(0.97 * tried * share_ / needed, all);
      if (attempt >= highest || (best_ && attempt <= lowest)) attempt = 0.5 * (lowest + highest);
    }
    if (!best_) try_rows(2);
    return best_ ? std::move(*best_) : with_note(choose_even({0, results_.rows()}, 2), true);
  }

 private:
  static std::vector<Column> columns_of(const Results& results) {
    std::vector<Column> columns;
    for (std::size_t c = 0; c < results.channels.size(); ++c)
      columns.push_back({results.values.data() + c, results.channels.size()});
    return columns;
  }

  bool close_enough(double lowest, double highest) const {
    return static_cast<double>(best_->bytes) > 0.9 * share_ || highest - lowest < 0.05 * lowest + 1;
  }

  RowChoice choose(std::size_t rows) {
    RowChoice choice = peaks_.at_most(rows);
    return choice.fits ? choice : choose_even({0, results_.rows()}, rows);
  }

  EncodedResult with_note(const RowChoice& choice, bool over) {
    EncodedResult encoded = encode_rows(results_, choice.rows);
    encoded.note = note_of(choice, results_.rows(), over);
    return encoded;
  }

  /// Bytes that so many rows need; keeps them if they fit.
  double try_rows(std::size_t rows) {
    EncodedResult encoded = with_note(choose(rows), false);
    const auto bytes = static_cast<double>(encoded.bytes);
    if (bytes <= share_ && (!best_ || encoded.rows > best_->rows)) best_ = std::move(encoded);
    return bytes;
  }

  const Results& results_;
  double share_;
  std::vector<Column> columns_;
  PeakChoice peaks_;
  std::optional<EncodedResult> best_;
};

}  // namespace

std::vector<EncodedResult> encode_within(std::span<const Results* const> results, std::size_t most) {
  const auto limit = static_cast<double>(most);
  std::vector<EncodedResult> out(results.size());
  std::vector<double> needs(results.size());
  double plain = 0.0, needed = 0.0;
  for (const Results* r : results) plain += plain_bytes(*r);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool hope = plain <= hopeless * limit;
    if (hope) out[i] = encode_all(*results[i]);
    needs[i] = hope ? static_cast<double>(out[i].bytes) : usual_share * 4.0 / 3.0 * plain_bytes(*results[i]);
    needed += needs[i];
  }
  if (needed <= limit) return out;
  for (std::size_t i = 0; i < results.size(); ++i)
    out[i] = results[i]->rows() > 2 ? Thinning(*results[i], limit * needs[i] / needed).run(needs[i])
                                    : encode_all(*results[i]);
  return out;
}

}  // namespace rheon::report
