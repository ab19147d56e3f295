// Any text is read or refused; whatever is read can be differentiated, written and evaluated.
#include <cstdlib>

#include "property/expr_random.hpp"
#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

std::uint64_t seed() {
  const char* wanted = std::getenv("RHEON_SEED");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 7u;
}

void read(const std::string& text, int& accepted) {
  for (const bool equation : {false, true}) {
    const auto parsed = equation ? parse_equation(text) : parse(text);
    if (const SyntaxError* error = std::get_if<SyntaxError>(&parsed)) {
      ASSERT_LE(error->offset + error->length, text.size()) << text;
      ASSERT_FALSE(error->what.empty());
      ASSERT_FALSE(point_at(text, *error).empty());
      continue;
    }
    const SyntaxTree& tree = std::get<SyntaxTree>(parsed);
    for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
      ASSERT_LE(tree.nodes[k].offset + tree.nodes[k].length, text.size());
      for (const int child : tree.nodes[k].children) ASSERT_LT(child, static_cast<int>(k));
    }
    Sheet s({"x", "y", "x'"});
    std::vector<SyntaxError> errors;
    const Node n = lower(tree, s.graph, s.names, errors);
    for (const SyntaxError& error : errors) ASSERT_LE(error.offset + error.length, text.size()) << text;
    if (!errors.empty()) continue;
    ++accepted;
    s.at(s.d(s.d(n, "x"), "t"), {{"x", 0.5}});
    s.graph.switching_times(std::vector<Node>{n});
    ASSERT_FALSE(s.text(n).empty());
  }
}

TEST(ExpressionProperty, RandomTokensNeverCrash) {
  std::mt19937_64 random(seed());
  std::printf("seed %llu (set RHEON_SEED to change it)\n", static_cast<unsigned long long>(seed()));
  const char* tokens[] = {"x",  "y",    "x'", "t",    "1",    "2.5", "0", "1e3",  "(",    ")",     "(",     ")",
                          "+",  "-",    "*",  "/",    "^",    ",",   "<", "<=",   "==",   "!=",    ">",     "and",
                          "or", "not ", "if", "else", "?",    ":",   "=", "sin(", "max(", "step(", "ramp(", "pulse(",
                          " ",  "'",    "|",  "foo",  "foo(", "**",  "π", "\xc3", "if(",  "pow("};
  int accepted = 0;
  for (int k = 0; k < 60000; ++k) {
    std::string text;
    const int length = 1 + static_cast<int>(random() % 12);
    for (int j = 0; j < length; ++j) text += tokens[random() % std::size(tokens)];
    ASSERT_NO_FATAL_FAILURE(read(text, accepted));
  }
  EXPECT_GT(accepted, 100);
}

TEST(ExpressionProperty, RandomBytesNeverCrash) {
  std::mt19937_64 random(seed() + 1);
  int accepted = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string text(random() % 20, ' ');
    for (char& c : text) c = static_cast<char>(random() & 0xff);
    ASSERT_NO_FATAL_FAILURE(read(text, accepted));
  }
}

/// One character of a good text changed, lost or doubled.
TEST(ExpressionProperty, DamagedTextsNeverCrash) {
  std::mt19937_64 random(seed() + 2);
  int accepted = 0;
  for (int k = 0; k < 5000; ++k) {
    std::string text = RandomExpression(random, 6).text();
    const std::size_t at = random() % text.size();
    switch (random() % 3) {
      case 0: text[at] = static_cast<char>(32 + random() % 95); break;
      case 1: text.erase(at, 1); break;
      default: text.insert(at, 1, text[at]); break;
    }
    ASSERT_NO_FATAL_FAILURE(read(text, accepted));
  }
  EXPECT_GT(accepted, 100);
}

/// The text of a node, read again, is the same node.
TEST(ExpressionProperty, TextReadsBack) {
  std::mt19937_64 random(seed() + 3);
  for (int k = 0; k < 3000; ++k) {
    Sheet s({"x", "y", "z"});
    const Node n = s.node(RandomExpression(random, 2 + k % 8).text());
    const std::string text = s.text(n);
    ASSERT_EQ(s.node(text), n) << text << "\nbecame " << s.text(s.node(text));
  }
}

}  // namespace
}  // namespace rheon::expr::test
