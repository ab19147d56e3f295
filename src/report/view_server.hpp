// The page and its data on this machine's loopback address: `rheon view` and `rheon run --live`.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "report/http_server.hpp"
#include "report/row_source.hpp"

namespace rheon::report {

inline constexpr int default_port = 8137;

/// What is served. All must outlive the server, and stand being asked by several threads.
struct Served {
  std::vector<const RowSource*> sources;  ///< one a result of the head
  std::function<std::string()> head;      ///< JSON
  std::function<bool()> running;          ///< are rows still coming?
  std::size_t most_bytes = 512u << 20;    ///< of numbers looked at for one answer
};

class ViewServer {
 public:
  /// Without a port the first free one from `default_port` on. Throws UsageError if the port is taken.
  ViewServer(Served served, std::optional<int> port);
  std::string address() const { return server_.address(); }
  void serve(const std::function<bool()>& go_on);  ///< see HttpServer

 private:
  HttpResponse answer(const HttpRequest& request) const;
  HttpResponse page() const;
  std::string status() const;

  Served served_;
  std::atomic<bool> ending_{false};
  HttpServer server_;
};

}  // namespace rheon::report
