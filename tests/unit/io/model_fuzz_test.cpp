// Damaged models: whatever a slip of the finger makes of a good model, it loads or is refused with a ModelError.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "rheon/io/model_reader.hpp"

namespace rheon {
namespace {

constexpr const char* everything = R"(rheon: 1
name: "everything, once"
parameters: {m: 1 kg, k: 100 N/m, w: sqrt(k/m), L: 50 cm, g: 9.81 m/s^2, phi0: -30 deg}
tables:
  drive: {points: [[0, 0], [1, 2], [3, 2*2]], interpolation: cubic}
coordinates: {x: m, y: m, th: rad}
definitions: {r: hypot(x, y + 2*L), rate: r'}
mass: [[m, 0, 0], [0, m, 0], [0, 0, m*L^2]]
potential: >
  m*g*y
  + k/2*(r - L)^2
forces: {th: -drive(t)*(1 if t < 2 else 0), x: -2*rate*step(t, 0.5)}
constraints:
  roll: x' - L*th' = 0
  both: [y = L*sin(w*t), x'^2 + y'^2 = 1]
initial: {x: 10 cm, th: phi0, x': w*L}
guess: {y: 0.3}
outputs: {F: reaction(both, y), l: lambda(both, 2) + 1, deg: {value: th, unit: deg}, a: x'' + r''}
simulate: {formulation: ali3p, step: 1 ms, duration: 5 s, options: {penalty: 1e3}}   # comment
)";

constexpr const char* speeds = R"(rheon: 1
coordinates: [x, y, th]
speeds: [u, w]
definitions: {c: cos(th)}
kinematics: {x': u*c, y': u*sin(th), th': w}
kinetic: (x'^2 + y'^2)/2 + th'^2
forces: {u: max(1, x, 2), x: 2}
constraints: {ring: x^2+y^2 = 1}
initial: {u: 1, w: 2}
outputs: {ax: x'', r: reaction(ring, u)}
)";

std::vector<std::string> corpus() {
  std::vector<std::string> texts = {everything, speeds};
  for (const char* name : {"pendulum", "pursuit"}) {
    std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/examples/" + name + "/model.yaml");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_GT(text.str().size(), 100u) << name;
    texts.push_back(text.str());
  }
  return texts;
}

/// True if it loads; a refusal must have at least one problem, and every problem a text.
bool loads(const std::string& text) {
  try {
    read_model_text(text, "model.yaml");
    return true;
  } catch (const ModelError& error) {
    EXPECT_FALSE(error.problems().empty()) << text;
    for (const Problem& problem : error.problems()) {
      EXPECT_FALSE(problem.what.empty()) << text;
      EXPECT_EQ(problem.place.file, "model.yaml");
      EXPECT_FALSE(to_text(problem).empty());
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not a ModelError: " << error.what() << "\n" << text;
  }
  return false;
}

TEST(ModelFuzz, GoodOnesLoad) {
  for (const std::string& text : corpus()) EXPECT_TRUE(loads(text)) << text;
}

TEST(ModelFuzz, EverySingleDeletion) {
  for (const std::string& text : corpus()) {
    for (std::size_t k = 0; k < text.size(); ++k) loads(text.substr(0, k) + text.substr(k + 1));
  }
}

TEST(ModelFuzz, EveryTruncation) {
  for (const std::string& text : corpus()) {
    for (std::size_t k = 0; k < text.size(); ++k) loads(text.substr(0, k));
  }
}

TEST(ModelFuzz, RandomDamage) {
  const unsigned seed = 20240607;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string letters = "'\"()[]{}:,-+*/^=<>?!|&%@#~` \t\n.0123456789exyzLmt_\\\x80\xc3\xff";
  const auto pick = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (const std::string& original : corpus()) {
    for (int round = 0; round < 1500; ++round) {
      std::string text = original;
      for (std::size_t times = 1 + pick(3); times > 0; --times) {
        const std::size_t at = pick(text.size()), length = std::min(pick(12) + 1, text.size() - at);
        switch (pick(4)) {
          case 0: text[at] = letters[pick(letters.size())]; break;
          case 1: text.insert(at, 1, letters[pick(letters.size())]); break;
          case 2: text.insert(pick(text.size()), text.substr(at, length)); break;
          default: text.erase(at, length); break;
        }
      }
      loads(text);
    }
  }
}

}  // namespace
}  // namespace rheon
