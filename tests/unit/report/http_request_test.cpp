#include "report/http_request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace rheon::report {
namespace {

using testing::ElementsAre;
using testing::Pair;

int status_of(std::string_view head) {
  try {
    parse_request(head);
  } catch (const HttpRefusal& refusal) {
    return refusal.status();
  }
  return 200;
}

TEST(HttpRequest, TakenApart) {
  const HttpRequest r = parse_request(
      "GET /api/rows?channels=1%2C2&from=-1e%2b3&to=1e+3&&empty&=3 HTTP/1.1\r\nhOsT: \tlocalhost:8137 \r\nAccept: */*");
  EXPECT_EQ(r.method, "GET");
  EXPECT_EQ(r.path, "/api/rows");
  EXPECT_TRUE(r.keep_alive);
  EXPECT_THAT(r.query, ElementsAre(Pair("channels", "1,2"), Pair("from", "-1e+3"), Pair("to", "1e+3"),
                                   Pair("empty", ""), Pair("", "3")));
}

TEST(HttpRequest, NothingInThePathIsDecoded) {
  EXPECT_EQ(parse_request("GET /%2e%2e/a+b HTTP/1.1\r\nHost: localhost").path, "/%2e%2e/a+b");
}

TEST(HttpRequest, ConnectionsAreKeptUnlessAskedOtherwise) {
  EXPECT_FALSE(parse_request("GET / HTTP/1.0\r\nHost: localhost").keep_alive);
  EXPECT_FALSE(parse_request("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Close").keep_alive);
  EXPECT_TRUE(parse_request("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive").keep_alive);
}

TEST(HttpRequest, TheHostIsJudgedBeforeTheMethod) {
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: example.org"), 403);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: localhost"), 405);
  EXPECT_EQ(status_of("POST / HTTP/1.1"), 400);
}

// Whatever comes in, it is a request or a refusal.
TEST(HttpRequest, RandomBytesAreRefusedOrUnderstood) {
  const std::string good = "GET /api/rows?channels=1%2C2 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nX: y";
  std::mt19937 random(1);
  for (int k = 0; k < 20000; ++k) {
    std::string head = good;
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      const std::size_t at = random() % head.size();
      const unsigned kind = static_cast<unsigned>(random() % 3);
      if (kind == 0) head[at] = static_cast<char>(random() % 256);
      if (kind == 1) head.erase(at, 1 + random() % 5);
      if (kind == 2) head.insert(at, head.substr(random() % head.size(), random() % 8));
      if (head.empty()) head = "x";
    }
    const int status = status_of(head);
    EXPECT_TRUE(status == 200 || status == 400 || status == 403 || status == 405 || status == 505) << status;
  }
}

}  // namespace
}  // namespace rheon::report
