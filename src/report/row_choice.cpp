#include "report/row_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rheon::report {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// What one channel has shown of the piece so far.
struct Seen {
  double least = 0.0, largest = 0.0;
  std::size_t least_row = none, largest_row = none;
  std::size_t first_turn = none, last_turn = none;  ///< rows that are finite if the row before is not, or the reverse
  bool was_finite = true;
};

void look(const Column& column, std::size_t begin, std::size_t end, Seen& seen) {
  for (std::size_t row = begin; row < end; ++row) {
    const double value = column[row];
    const bool finite = std::isfinite(value);
    if (finite != seen.was_finite) {
      if (seen.first_turn == none) seen.first_turn = row;
      seen.last_turn = row;
      seen.was_finite = finite;
    }
    if (!finite) continue;
    if (seen.least_row == none || value < seen.least) seen.least = value, seen.least_row = row;
    if (seen.largest_row == none || value > seen.largest) seen.largest = value, seen.largest_row = row;
  }
}

void join(Seen& seen, const Seen& next) {
  if (next.least_row != none && (seen.least_row == none || next.least < seen.least))
    seen.least = next.least, seen.least_row = next.least_row;
  if (next.largest_row != none && (seen.largest_row == none || next.largest > seen.largest))
    seen.largest = next.largest, seen.largest_row = next.largest_row;
  if (seen.first_turn == none) seen.first_turn = next.first_turn;
  if (next.last_turn != none) seen.last_turn = next.last_turn;
}

RowChoice all_rows(RowRange range) {
  RowChoice choice;
  choice.rows.resize(range.size());
  std::iota(choice.rows.begin(), choice.rows.end(), range.begin);
  choice.complete = true;
  return choice;
}

}  // namespace

/// Cuts a range into pieces and finds what is kept of them. The rows are looked at once, block by block; a number of pieces
/// then costs no more than the blocks and the rows around the ends of pieces.
class PeakChoice::Cutter {
 public:
  Cutter(std::span<const Column> columns, RowRange range)
      : columns_(columns.begin(), columns.end()), range_(range), seen_(columns.size()) {
    for (std::size_t begin = range.begin; begin + block <= range.end; begin += block)
      for (const Column& column : columns_) blocks_.push_back(look_at(column, {begin, begin + block}));
  }

  RowRange range() const { return range_; }
  std::size_t columns() const { return columns_.size(); }

  /// The rows kept with so many pieces; incomplete as soon as they are more than `most`, unless there is one piece.
  std::vector<std::size_t> rows(std::size_t pieces, std::size_t most) {
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < pieces && (kept.size() <= most || pieces == 1); ++k)
      add_piece({piece_begin(range_, pieces, k), piece_begin(range_, pieces, k + 1)}, kept);
    return kept;
  }

 private:
  static constexpr std::size_t block = 128;  // rows

  Seen look_at(const Column& column, RowRange rows) const {
    Seen seen;
    if (rows.size() == 0) return seen;
    seen.was_finite = std::isfinite(column[std::max(rows.begin, range_.begin + 1) - 1]);
    look(column, rows.begin, rows.end, seen);
    return seen;
  }

  void look_at_piece(RowRange piece) {
    // whole blocks inside the piece, by their numbers
    const std::size_t first = (piece.begin - range_.begin + block - 1) / block,
                      last = (piece.end - range_.begin) / block;
    const bool whole = first < last;
    const std::size_t before = whole ? range_.begin + first * block : piece.end;
    const std::size_t after = whole ? range_.begin + last * block : piece.end;
    for (std::size_t c = 0; c < columns_.size(); ++c) seen_[c] = look_at(columns_[c], {piece.begin, before});
    for (std::size_t b = first; b < last; ++b)
      for (std::size_t c = 0; c < columns_.size(); ++c) join(seen_[c], blocks_[b * columns_.size() + c]);
    for (std::size_t c = 0; c < columns_.size(); ++c) join(seen_[c], look_at(columns_[c], {after, piece.end}));
  }

  void add_piece(RowRange piece, std::vector<std::size_t>& kept) {
    look_at_piece(piece);
    found_.assign({piece.begin, piece.end - 1});
    for (const Seen& seen : seen_) {
      for (const std::size_t row : {seen.least_row, seen.largest_row})
        if (row != none) found_.push_back(row);
      for (const std::size_t row : {seen.first_turn, seen.last_turn})
        if (row != none) found_.insert(found_.end(), {row - 1, row});
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    // a turn at the start of a piece names the last row of the piece before, which is kept already
    const bool again = !kept.empty() && found_.front() == kept.back();
    kept.insert(kept.end(), found_.begin() + (again ? 1 : 0), found_.end());
  }

  std::vector<Column> columns_;
  RowRange range_;
  std::vector<Seen> blocks_;  ///< block after block, one a channel
  std::vector<Seen> seen_;
  std::vector<std::size_t> found_;
};

std::size_t piece_begin(RowRange range, std::size_t pieces, std::size_t piece) {
  // without the product of the two, which may be too large
  const std::size_t whole = range.size() / pieces, rest = range.size() % pieces;
  return range.begin + piece * whole + piece * rest / pieces;
}

PeakChoice::PeakChoice(std::span<const Column> columns, RowRange range)
    : cutter_(std::make_unique<Cutter>(columns, range)) {}
PeakChoice::~PeakChoice() = default;

RowChoice PeakChoice::at_most(std::size_t most) {
  const RowRange range = cutter_->range();
  if (range.size() <= std::max<std::size_t>(most, 2)) return all_rows(range);
  RowChoice choice;
  choice.rows = cutter_->rows(1, most);
  choice.pieces = 1;
  choice.fits = choice.rows.size() <= most;
  // a piece keeps two rows or more: at most half as many pieces fit; most often it keeps two a channel besides
  std::size_t few = 1, many = most / 2 + 1;
  std::size_t attempt = std::max<std::size_t>(most / (2 * cutter_->columns() + 2), 2);
  while (choice.fits && many - few > 1 + few / 64) {
    std::vector<std::size_t> rows = cutter_->rows(attempt, most);
    if (rows.size() <= most) {
      few = choice.pieces = attempt;
      choice.rows = std::move(rows);
    } else {
      many = attempt;
    }
    // between the two, by ratio as long as they are far apart
    const double middle = std::sqrt(static_cast<double>(few) * static_cast<double>(many));
    attempt = std::clamp<std::size_t>(static_cast<std::size_t>(middle), few + 1, std::max(few + 1, many - 1));
  }
  choice.complete = choice.rows.size() == range.size();
  return choice;
}

RowChoice choose_peaks(std::span<const Column> columns, RowRange range, std::size_t most) {
  if (range.size() <= std::max<std::size_t>(most, 2)) return all_rows(range);
  return PeakChoice(columns, range).at_most(most);
}

RowChoice choose_even(RowRange range, std::size_t most) {
  const std::size_t count = std::max<std::size_t>(most, 2);
  if (range.size() <= count) return all_rows(range);
  RowChoice choice;
  const RowRange steps{range.begin, range.end - 1};
  for (std::size_t k = 0; k < count; ++k) choice.rows.push_back(piece_begin(steps, count - 1, k));
  return choice;
}

}  // namespace rheon::report
