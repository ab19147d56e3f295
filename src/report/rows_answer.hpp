// GET /api/rows: rows of some channels in a range of time, as viewer/FORMAT.md says.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "report/http_request.hpp"
#include "report/row_choice.hpp"
#include "report/row_source.hpp"

namespace rheon::report {

struct RowsRequest {
  std::size_t result = 0;
  std::vector<std::size_t> channels;
  double from, to;  ///< infinite if not given
  std::size_t most = 4000;
  bool peaks = true;  ///< otherwise at even distances
};

/// Throws HttpRefusal with 400 for what is missing, unknown, repeated or out of bounds.
RowsRequest parse_rows_request(const HttpRequest& request, const std::vector<const RowSource*>& sources);

/// Rows with from <= t <= to and the next on both sides; times may stand still or go back, then from the first such row to
/// the last.
RowRange range_of(const std::vector<double>& t, double from, double to);

/// The binary answer, piece by piece: whoever waits with an answer that its client does not take holds the numbers of its rows
/// and one piece, not all values. The source outlives it.
class RowsAnswer {
 public:
  /// `most_bytes`: how much may be looked at together for peaks; asked for more it throws HttpRefusal. `ending` is asked between
  /// channels; when it says yes the answer is given up.
  RowsAnswer(RowsRequest request, const RowSource& source, std::size_t most_bytes, std::function<bool()> ending);
  std::size_t size() const;  ///< in bytes, of all of it
  std::string next();        ///< the next piece; "" behind the last one

 private:
  SharedColumn column(std::size_t channel) const;
  std::size_t width() const { return request_.channels.size() + 1; }  ///< with t
  void put_columns(std::size_t first, std::size_t count, std::string& piece) const;

  RowsRequest request_;
  std::function<bool()> ending_;
  std::unique_ptr<const RowView> view_;
  RowChoice choice_;
  std::size_t given_ = 0;  ///< columns
  std::size_t row_ = 0;    ///< of a column that is longer than a piece
  bool begun_ = false;
};

/// All of it. `most_bytes`: how much may be looked at together for peaks; asked for more it throws HttpRefusal.
/// `ending` is asked between channels; when it says yes the answer is given up.
std::string rows_answer(const RowsRequest& request, const RowSource& source, std::size_t most_bytes,
                        const std::function<bool()>& ending);

}  // namespace rheon::report
