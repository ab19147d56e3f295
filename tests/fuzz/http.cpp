// Requests to the page's server: any head is parsed or refused with a status; any question for rows is answered or refused.
#include <limits>
#include <memory>
#include <vector>

#include "report/http_request.hpp"
#include "report/rows_answer.hpp"
#include "target.hpp"

namespace rheon::fuzz {
namespace {

using namespace rheon::report;

/// Three channels of a run of 50 rows; its times stand still once, as they do where a load switches.
class Rows : public RowSource, public RowView {
 public:
  std::size_t channels() const override { return 3; }
  std::unique_ptr<const RowView> view() const override { return std::make_unique<Rows>(); }
  std::size_t rows() const override { return 50; }
  SharedColumn column(std::size_t channel) const override {
    auto values = std::make_shared<std::vector<double>>(rows());
    for (std::size_t k = 0; k < rows(); ++k) {
      const double t = 0.1 * static_cast<double>(k < 20 ? k : k - 1);
      (*values)[k] = channel == 0 ? t : channel == 1 ? t * t : std::numeric_limits<double>::quiet_NaN();
    }
    return values;
  }
};

void ask(std::string_view head) {
  const HttpRequest request = parse_request(head);
  require(request.method == "GET" || request.method == "HEAD", "other methods are refused");
  if (request.path != "/api/rows") return;
  const Rows source;
  const RowsRequest rows = parse_rows_request(request, {&source});
  require(rows.result == 0, "a result that is not there is refused");
  for (const std::size_t channel : rows.channels)
    require(channel < source.channels(), "a channel that is not there is refused");
  require(!rows_answer(rows, source, 1u << 20, [] { return false; }).empty(), "an answer is not empty");
}

}  // namespace
}  // namespace rheon::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rheon::fuzz;
  try {
    ask(text_of(data, size));
  } catch (const rheon::report::HttpRefusal& refusal) {
    const int status = refusal.status();  // 505: another version of HTTP
    require((status >= 400 && status < 500) || status == 505, "a refusal blames the client");
  }
  return 0;
}
