// What a browser asks for: the head of an HTTP/1.1 request, taken apart and judged.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rheon/core/error.hpp"

namespace rheon::report {

struct HttpRequest {
  std::string method;  ///< GET or HEAD
  std::string path;    ///< as it was sent: nothing in it is decoded, so nothing in it can mean something else
  std::vector<std::pair<std::string, std::string>> query;  ///< names and values, decoded
  bool keep_alive = true;
};

/// A request that is not served: the status to answer with, and the reason in words.
class HttpRefusal : public Error {
 public:
  HttpRefusal(int status, const std::string& reason) : Error(reason), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

/// `head` is all up to the empty line, without it. Throws HttpRefusal: 400 malformed or with a body, 403 a Host that is not
/// this machine's loopback (a page elsewhere whose name was made to point here), 405 a method other than GET and HEAD.
HttpRequest parse_request(std::string_view head);

/// 127.0.0.1, localhost or [::1], with or without a port.
bool is_loopback(std::string_view host);

}  // namespace rheon::report
