// A small HTTP server for one user on this machine: loopback only, GET and HEAD only, a thread for each connection.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>

#include "report/http_request.hpp"

namespace rheon::report {

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::size_t more = 0;                         ///< bytes that follow the body
  std::function<std::string()> next = nullptr;  ///< some of them, asked for when those before are on their way
};

HttpResponse error_response(int status, const std::string& reason);  ///< {"error": "..."}

class HttpServer {
 public:
  /// Gives the response to a request; any thread calls it. An HttpRefusal becomes its status, another exception 500.
  using Answer = std::function<HttpResponse(const HttpRequest&)>;

  /// Listens on 127.0.0.1 at `port` (0: any that is free); with `tries` > 1 at the first free one of so many from there on.
  /// Throws UsageError if there is none.
  HttpServer(int port, int tries, Answer answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  std::string address() const;  ///< http://127.0.0.1:PORT/

  /// Serves until `go_on`, asked ten times a second and after every signal, says no. Then no connection is left open.
  void serve(const std::function<bool()>& go_on);

 private:
  struct Connection;
  void accept_one();
  void make_room();
  void reap();
  void end_all();

  int listener_ = -1, port_ = 0;
  Answer answer_;
  std::list<std::unique_ptr<Connection>> connections_;  ///< touched by the thread that serves alone
};

}  // namespace rheon::report
