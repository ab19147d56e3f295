#include "report/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

namespace rheon::report {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t longest_head = 64 * 1024;  // a request may name thousands of channels
constexpr std::size_t most_connections = 64;
constexpr milliseconds head_time{10'000};   // for a whole head, from its first byte
constexpr milliseconds idle_time{120'000};  // for the next request of a connection that is kept
constexpr milliseconds send_time{20'000};   // for any progress with an answer
constexpr int tick = 100;                   // milliseconds between two looks at whether to go on

// All that the page needs is inside it; it may ask its own server for data, and nobody else.
constexpr const char* usual_headers =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; worker-src blob:; connect-src 'self' data: blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n";

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Internal Server Error";
  }
}

std::string head_of(const HttpResponse& response, bool keep_alive) {
  return fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\n{}{}\r\n",
                     response.status, reason_phrase(response.status), response.type,
                     response.body.size() + response.more, keep_alive ? "keep-alive" : "close",
                     response.status == 405 ? "Allow: GET, HEAD\r\n" : "", usual_headers);
}

/// True if the socket is ready before the time is over.
bool wait_for(int socket, short what, Clock::time_point until) {
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{socket, what, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/// False if the other side is gone or takes nothing for too long.
bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    if (!wait_for(socket, POLLOUT, Clock::now() + send_time)) return false;
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return false;
  }
  return true;
}

int listen_at(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return -1;
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && ::listen(socket, 128) == 0)
    return socket;
  const int error = errno;
  ::close(socket);
  errno = error;
  return -1;
}

int port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

}  // namespace

HttpResponse error_response(int status, const std::string& reason) {
  const nlohmann::json body{{"error", reason}};
  return {status, "application/json", body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

/// One client: reads a request, answers it, and so on until one side has enough. Nothing of it waits for another.
struct HttpServer::Connection {
  Connection(int accepted, const Answer& gives) : socket(accepted), answer(gives) {
    thread = std::thread([this] {
      while (serve_one()) {
      }
      ::shutdown(socket, SHUT_RDWR);
      over = true;
    });
  }
  ~Connection() {
    end();
    thread.join();
    ::close(socket);
  }
  void end() const { ::shutdown(socket, SHUT_RDWR); }  // wakes whoever waits for it

  int socket;
  const Answer& answer;
  std::string received;
  std::atomic<bool> over{false};
  /// Since when it waits for its client, in ticks of the clock; 0 while it is at work.
  std::atomic<Clock::rep> waits_since{Clock::now().time_since_epoch().count()};
  std::thread thread;  ///< last: it uses all of the above

 private:
  enum class Got : unsigned char { head, nothing, too_much };

  /// Up to and with the empty line.
  Got receive_head(std::string& head) {
    auto until = Clock::now() + (received.empty() ? idle_time : head_time);
    while (true) {
      const std::size_t end = received.find("\r\n\r\n");
      if (end != received.npos && end <= longest_head) {
        head = received.substr(0, end);
        received.erase(0, end + 4);
        return Got::head;
      }
      if (received.size() > longest_head) return Got::too_much;
      if (!wait_for(socket, POLLIN, until)) return Got::nothing;
      char buffer[4096];
      const ssize_t n = ::recv(socket, buffer, sizeof buffer, MSG_DONTWAIT);
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) return Got::nothing;
      if (n > 0 && received.empty()) until = Clock::now() + head_time;
      if (n > 0) received.append(buffer, static_cast<std::size_t>(n));
    }
  }

  HttpResponse response_to(const std::string& head, bool& keep_alive, bool& with_body) const {
    keep_alive = false;  // after a refusal nobody knows where the next request begins
    with_body = true;
    try {
      const HttpRequest request = parse_request(head);
      keep_alive = request.keep_alive;
      with_body = request.method == "GET";
      return answer(request);
    } catch (const HttpRefusal& refusal) {
      return error_response(refusal.status(), refusal.what());
    } catch (const std::bad_alloc&) {
      return error_response(500, "there is not enough memory for this answer");
    } catch (const std::exception& error) {
      return error_response(500, error.what());
    }
  }

  /// False if the connection has come to its end.
  bool serve_one() {
    std::string head;
    waits_since = Clock::now().time_since_epoch().count();
    const Got got = receive_head(head);
    if (got == Got::nothing) return false;
    waits_since = 0;
    bool keep_alive = false, with_body = true;
    HttpResponse response =
        got == Got::too_much ? error_response(431, fmt::format("the head of a request may have {} bytes", longest_head))
                             : response_to(head, keep_alive, with_body);
    waits_since = Clock::now().time_since_epoch().count();
    if (!send_all(socket, head_of(response, keep_alive))) return false;
    if (with_body && !(send_all(socket, response.body) && send_more(response))) return false;
    if (!keep_alive) finish_politely();
    return keep_alive;
  }

  /// An answer that fails half-way can only be broken off: its length says that it is not complete.
  bool send_more(HttpResponse& response) {
    std::string().swap(response.body);
    try {
      while (response.more > 0) {
        waits_since = 0;
        const std::string piece = response.next();
        if (piece.empty() || piece.size() > response.more) return false;
        waits_since = Clock::now().time_since_epoch().count();
        if (!send_all(socket, piece)) return false;
        response.more -= piece.size();
      }
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  /// Closing with bytes unread would reset the connection, and the client might never see the answer.
  void finish_politely() const {
    ::shutdown(socket, SHUT_WR);
    const auto until = Clock::now() + milliseconds(1000);
    char buffer[4096];
    for (std::size_t taken = 0; taken < 16 * longest_head && wait_for(socket, POLLIN, until);) {
      const ssize_t n = ::recv(socket, buffer, sizeof buffer, MSG_DONTWAIT);
      if (n <= 0) return;
      taken += static_cast<std::size_t>(n);
    }
  }
};

HttpServer::HttpServer(int port, int tries, Answer answer) : answer_(std::move(answer)) {
  for (int k = 0; k < tries && listener_ < 0 && port + k <= 65535; ++k) {
    listener_ = listen_at(port + k);
    if (listener_ < 0 && errno != EADDRINUSE && errno != EACCES) break;
  }
  if (listener_ < 0) {
    const std::string reason = std::generic_category().message(errno);
    throw UsageError(tries > 1 ? fmt::format("no port from {} to {} can be listened on: {}\n  name another with --port",
                                             port, port + tries - 1, reason)
                               : fmt::format("port {} cannot be listened on: {}\n  choose another, or leave --port out "
                                             "for one that is free",
                                             port, reason));
  }
  port_ = port_of(listener_);
}

HttpServer::~HttpServer() {
  end_all();
  ::close(listener_);
}

std::string HttpServer::address() const { return fmt::format("http://127.0.0.1:{}/", port_); }

void HttpServer::serve(const std::function<bool()>& go_on) {
  while (go_on()) {
    pollfd waiting{listener_, POLLIN, 0};
    if (::poll(&waiting, 1, tick) > 0) accept_one();
    reap();
  }
  end_all();
}

void HttpServer::accept_one() {
  if (connections_.size() >= most_connections) make_room();
  const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) make_room();
    return;
  }
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  try {
    connections_.push_back(std::make_unique<Connection>(socket, answer_));
  } catch (const std::system_error&) {  // no thread to be had
    ::close(socket);
    make_room();
  }
}

/// Ends the connection that has waited longest for its client; if all are at work, the next in line has to wait.
void HttpServer::make_room() {
  auto longest = connections_.end();
  for (auto one = connections_.begin(); one != connections_.end(); ++one)
    if ((*one)->waits_since != 0 && (longest == connections_.end() || (*one)->waits_since < (*longest)->waits_since))
      longest = one;
  if (longest != connections_.end())
    connections_.erase(longest);
  else
    std::this_thread::sleep_for(milliseconds(tick));
}

void HttpServer::reap() {
  connections_.remove_if([](const auto& one) { return one->over.load(); });
}

void HttpServer::end_all() {
  for (const auto& one : connections_) one->end();
  connections_.clear();
}

}  // namespace rheon::report
