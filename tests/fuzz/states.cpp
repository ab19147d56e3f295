// Saved states. Two lines name the formulation that saves and the one that goes on. What follows is a state as text, or
// changes of the one that was saved, a line each: `LINE WORD TEXT` puts TEXT in the place of a word of a line. Any state is
// refused, or the run goes on from it.
#include <sstream>
#include <string>
#include <vector>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/run.hpp"
#include "target.hpp"

namespace rheon::fuzz {
namespace {

/// A pendulum with a redundant row, and a velocity row: all parts of a state are there.
constexpr const char* model = R"(rheon: 1
name: Fuzzed
coordinates: [x, y, s]
mass: [1, 1, 1]
forces: {y: -9.81, s: 1}
constraints:
  rod: x^2 + y^2 = 1
  again: 2*x^2 + 2*y^2 = 2
  follow: s' - x*y' = 0
initial: {x: 1, y: 0, x': 0, y': 0, s: 0}
)";

using Lines = std::vector<std::vector<std::string>>;

Lines words_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    for (const std::string& word : line) text += (&word == &line.front() ? "" : " ") + word;
    text += '\n';
  }
  return text;
}

std::string changed(const std::string& state, std::istringstream& changes) {
  Lines lines = words_of(state);
  std::size_t line = 0, word = 0;
  for (std::string text; changes >> line >> word >> text;) {
    std::vector<std::string>& place = lines[line % lines.size()];
    if (place.empty()) continue;
    place[word % place.size()] = text;
  }
  return text_of(lines);
}

RunRequest request_of(const std::string& formulation) {
  RunRequest request;
  request.formulation = formulation;
  request.step = 1e-3;
  request.duration = 1.0;
  return request;
}

void resume(const System& system, const std::string& input) {
  std::istringstream in(input);
  std::string saver, follower, rest;
  std::getline(in, saver);
  std::getline(in, follower);
  Simulation first(system, request_of(saver));
  for (int k = 0; k < 3 && first.step(); ++k) {
  }
  std::getline(in, rest, '\0');
  std::istringstream changes(rest);
  const std::string text = rest.starts_with("rheon-state") ? rest : changed(save_state(first.save()), changes);
  Simulation second(system, request_of(follower), load_state(text, system));
  for (int k = 0; k < 3 && second.step(); ++k) {
  }
}

}  // namespace
}  // namespace rheon::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return -1;
  static const rheon::System system(rheon::read_model_text(rheon::fuzz::model, "fuzz.yaml"));  // must not be refused
  const std::string input(reinterpret_cast<const char*>(data), size);
  rheon::fuzz::allow_refusal([&] { rheon::fuzz::resume(system, input); });
  return 0;
}
