#include "report/http_request.hpp"

#include <algorithm>
#include <optional>

namespace rheon::report {

namespace {

[[noreturn]] void malformed(const std::string& reason) { throw HttpRefusal(400, reason); }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Of a name of a method or a field (RFC 9110, token).
bool is_token(std::string_view text) {
  const auto good = [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), good);
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

/// A plus sign stays one: nothing here has blanks in it, and numbers may have been written as 1e+3.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
    if (!high || !low) malformed("the query has a % without two hexadecimal digits behind it");
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> parse_query(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> query;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    query.emplace_back(decoded(part.substr(0, equals)), decoded(part.substr(std::min(equals + 1, part.size()))));
  }
  return query;
}

/// The next line; what follows stays in `rest`. Lines end in CR LF, and hold no other control character.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 2, rest.size()));
  for (const char c : line)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f)
      malformed("the request has a control character in it");
  return line;
}

std::string_view take_request_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == line.npos || first == last) malformed("the first line is not METHOD TARGET VERSION");
  const std::string_view target = line.substr(first + 1, last - first - 1), version = line.substr(last + 1);
  request.method = line.substr(0, first);
  if (!is_token(request.method) || target.empty() || target.find(' ') != target.npos)
    malformed("the first line is not METHOD TARGET VERSION");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    throw HttpRefusal(505, "only HTTP/1.1 and HTTP/1.0 are supported here");
  request.keep_alive = version == "HTTP/1.1";
  return target;
}

struct Fields {
  std::string host;
  int hosts = 0;
  bool close = false, body = false;
};

void take_field(std::string_view line, Fields& fields) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon))) malformed("a header is not NAME: VALUE");
  const std::string name = lower(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == "host") {
    ++fields.hosts;
    fields.host = value;
  } else if (name == "connection") {
    fields.close = fields.close || lower(value).find("close") != std::string::npos;
  } else if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
    fields.body = true;
  }
}

}  // namespace

bool is_loopback(std::string_view host) {
  const std::string name = lower(host);
  for (const std::string_view known : {"127.0.0.1", "localhost", "[::1]"}) {
    if (!name.starts_with(known)) continue;
    const std::string_view port = std::string_view(name).substr(known.size());
    if (port.empty() || (port.front() == ':' && port.size() > 1 && port.size() <= 6 && is_digits(port.substr(1))))
      return true;
  }
  return false;
}

HttpRequest parse_request(std::string_view head) {
  HttpRequest request;
  const std::string_view target = take_request_line(take_line(head), request);
  Fields fields;
  while (!head.empty()) take_field(take_line(head), fields);
  if (fields.hosts != 1) malformed("a request needs one Host header");
  if (!is_loopback(fields.host))
    throw HttpRefusal(403, "the Host of the request is not this machine's loopback address");
  if (request.method != "GET" && request.method != "HEAD") throw HttpRefusal(405, "only GET and HEAD are served here");
  if (fields.body) malformed("a request with a body is not served here");
  if (fields.close) request.keep_alive = false;
  const std::size_t mark = std::min(target.find('?'), target.size());
  request.path = target.substr(0, mark);
  if (mark < target.size()) request.query = parse_query(target.substr(mark + 1));
  return request;
}

}  // namespace rheon::report
