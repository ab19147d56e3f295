// Which rows of a long run are shown: whole rows, chosen so that no channel loses a peak (viewer/FORMAT.md).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace rheon::report {

/// Numbers of one channel: every `stride`-th from `first` on, row after row. Owned by the caller.
struct Column {
  const double* first = nullptr;
  std::size_t stride = 1;
  double operator[](std::size_t row) const { return first[row * stride]; }
};

/// Rows begin <= row < end.
struct RowRange {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

struct RowChoice {
  std::vector<std::size_t> rows;  ///< increasing
  std::size_t pieces = 0;         ///< into which the range was cut; 0: no cut was needed, or rows are at even distances
  bool complete = false;          ///< all rows of the range
  bool fits = true;  ///< false: the peaks of the range as one piece are more than was allowed, and are all kept
};

/// First row of piece number `piece` of `pieces`; of number `pieces` the end of the range. Pieces differ by one row.
std::size_t piece_begin(RowRange range, std::size_t pieces, std::size_t piece);

/// Chooses rows of a range. It is cut into pieces, and of each are kept the first and the last row, for each channel the
/// first of the rows with its least and with its largest finite value, and both rows where it first and last turns from a
/// finite number to something else, or back. Pieces are as many as fit, to one part in 64.
class PeakChoice {
 public:
  /// Looks at all rows once; the columns must stay.
  PeakChoice(std::span<const Column> columns, RowRange range);
  ~PeakChoice();
  PeakChoice(const PeakChoice&) = delete;
  PeakChoice& operator=(const PeakChoice&) = delete;

  RowChoice at_most(std::size_t most);

 private:
  class Cutter;
  std::unique_ptr<Cutter> cutter_;
};

/// The same, once.
RowChoice choose_peaks(std::span<const Column> columns, RowRange range, std::size_t most);

/// At most `most` rows (but two, if there are two) at even distances, the first and the last among them.
RowChoice choose_even(RowRange range, std::size_t most);

}  // namespace rheon::report
