#include "rheon/report/view.hpp"

#include <atomic>
#include <thread>

#include "io/row_rules.hpp"
#include "report/file_rows.hpp"
#include "report/live_rows.hpp"
#include "report/view_head.hpp"
#include "report/view_server.hpp"
#include "rheon/report/report.hpp"

namespace rheon {

namespace {

constexpr std::size_t cache_bytes = 512u << 20;

using Files = std::vector<std::unique_ptr<report::FileRows>>;

Files open_all(const std::vector<std::string>& paths, report::ColumnCache& cache) {
  Files files;
  for (const std::string& path : paths) {
    try {
      files.push_back(std::make_unique<report::FileRows>(path, cache));
      const auto& channels = files.back()->file().about().channels;
      io::require_distinct_names(path, channels);
      if (!channels.empty() && channels.front().name == "t")
        io::require_times_in_order(path, *files.back()->view()->column(0));
    } catch (const Error& error) {
      throw UsageError(error.what());
    }
  }
  return files;
}

report::Served served_of(const Files& files) {
  report::Served served;
  for (const auto& file : files) served.sources.push_back(file.get());
  served.head = [head = report::file_head(files)] { return head; };
  served.running = [] { return false; };
  served.most_bytes = cache_bytes;
  return served;
}

}  // namespace

// ---- files ----------------------------------------------------------------------------------------

struct ResultView::Impl {
  Impl(const std::vector<std::string>& paths, std::optional<int> port)
      : files(open_all(paths, cache)), server(served_of(files), port) {}
  report::ColumnCache cache{cache_bytes};
  Files files;
  report::ViewServer server;
};

ResultView::ResultView(const std::vector<std::string>& files, std::optional<int> port) {
  check_report();
  impl_ = std::make_unique<Impl>(files, port);
}
ResultView::~ResultView() = default;

std::string ResultView::address() const { return impl_->server.address(); }
void ResultView::serve(const std::function<bool()>& go_on) { impl_->server.serve(go_on); }

// ---- a run ----------------------------------------------------------------------------------------

struct LiveView::Impl {
  explicit Impl(std::optional<int> port)
      : server({.sources = {&rows},
                .head = [this] { return report::live_head(rows); },
                .running = [this] { return rows.running(); }},
               port) {}
  ~Impl() {
    over = true;
    if (thread.joinable()) thread.join();
  }
  report::LiveRows rows;
  std::atomic<bool> over{false};
  report::ViewServer server;
  std::thread thread;
};

LiveView::LiveView(std::optional<int> port) {
  check_report();
  impl_ = std::make_unique<Impl>(port);
}
LiveView::~LiveView() = default;

std::string LiveView::address() const { return impl_->server.address(); }

void LiveView::begin(const Results& start) {
  Impl& s = *impl_;
  s.rows.begin(start);
  if (s.thread.joinable()) return;
  s.thread = std::thread([&s] { s.server.serve([&s] { return !s.over; }); });
}

bool LiveView::row(std::size_t number, std::span<const double> values) { return impl_->rows.row(number, values); }

void LiveView::end(const Results& results, const std::string& file) { impl_->rows.end(results, file); }

}  // namespace rheon
