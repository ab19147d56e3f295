#include "report/view_server.hpp"

#include <fmt/format.h>

#include "report/page.hpp"
#include "report/rows_answer.hpp"
#include "report/viewer_template.hpp"

namespace rheon::report {

namespace {

constexpr int ports_tried = 64;

/// Parameters that would be ignored are a mistake of whoever wrote them.
void refuse_query(const HttpRequest& request) {
  if (!request.query.empty()) throw HttpRefusal(400, fmt::format("{} takes no parameters", request.path));
}

}  // namespace

ViewServer::ViewServer(Served served, std::optional<int> port)
    : served_(std::move(served)),
      server_(port.value_or(default_port), port ? 1 : ports_tried,
              [this](const HttpRequest& request) { return answer(request); }) {}

void ViewServer::serve(const std::function<bool()>& go_on) {
  server_.serve([&] {
    if (go_on()) return true;
    ending_ = true;
    return false;
  });
}

HttpResponse ViewServer::answer(const HttpRequest& request) const {
  if (request.path == "/") return page();
  if (request.path == "/api/rows") {
    RowsRequest rows = parse_rows_request(request, served_.sources);
    const RowSource& source = *served_.sources[rows.result];
    const auto whole =
        std::make_shared<RowsAnswer>(std::move(rows), source, served_.most_bytes, [this] { return ending_.load(); });
    std::string first = whole->next();  // what goes wrong shall be said before the answer begins
    const std::size_t more = whole->size() - first.size();
    return {200, "application/octet-stream", std::move(first), more, [whole] { return whole->next(); }};
  }
  if (request.path != "/api/head" && request.path != "/api/status")
    throw HttpRefusal(404, "there are /, /api/head, /api/status and /api/rows");
  refuse_query(request);
  return {200, "application/json", request.path == "/api/head" ? served_.head() : status()};
}

HttpResponse ViewServer::page() const {
  return {200, "text/html; charset=utf-8", fill_page(viewer_template(), served_.head(), "")};
}

/// First whether rows come, then how many there are: asked the other way round the last ones might be missed.
std::string ViewServer::status() const {
  const bool running = served_.running();
  std::vector<std::size_t> rows;
  for (const RowSource* source : served_.sources) rows.push_back(source->view()->rows());
  return fmt::format("{{\"rows\": [{}], \"running\": {}}}", fmt::join(rows, ", "), running);
}

}  // namespace rheon::report
