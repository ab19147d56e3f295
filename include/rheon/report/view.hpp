// Results in a browser: the page, and data as it asks for them, on this machine's loopback address (viewer/FORMAT.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// Result files (HDF5), of which channels are read when the page wants them. Nobody but this machine can connect.
///
///   ResultView view({"motion.h5"});
///   std::printf("%s\n", view.address().c_str());
///   view.serve([] { return !interrupted; });                       // blocks; requests are answered by other threads
class RHEON_API ResultView {
 public:
  /// Without a port the first free one from 8137 on; 0 is any. Throws UsageError for a file that cannot be read, a port that
  /// cannot be had, and if rheon was built without the page.
  explicit ResultView(const std::vector<std::string>& files, std::optional<int> port = {});
  ~ResultView();
  std::string address() const;  ///< http://127.0.0.1:PORT/
  /// Serves until `go_on`, asked ten times a second and after every signal, says no; then no connection is left open. Once for each
  /// view.
  void serve(const std::function<bool()>& go_on);

 private:
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

/// A run while it goes on, as its RunRequest::watcher. The request does not own the view, which must outlive the run. `begin`,
/// `row` and `end` are called by the thread of the run. The page is served from the start of the run until the view is destroyed,
/// by threads of its own. The view keeps all rows in memory.
///
///   LiveView view;
///   request.watcher = &view;
///   std::printf("%s\n", view.address().c_str());
///   view.end(run(system, request));
class RHEON_API LiveView : public RowWatcher {
 public:
  explicit LiveView(std::optional<int> port = {});  ///< see ResultView; the port is taken at once
  ~LiveView() override;
  std::string address() const;

  void begin(const Results& start) override;
  bool row(std::size_t number, std::span<const double> values) override;
  /// The run is over; `file` holds its results, if any does.
  void end(const Results& results, const std::string& file = "");

 private:
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rheon
