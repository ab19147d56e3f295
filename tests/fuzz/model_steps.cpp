#include "model_steps.hpp"

#include <cmath>
#include <string>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "target.hpp"

namespace rheon::fuzz {

namespace {

constexpr int most_velocities = 60;  // larger models take time and no other way through the program
constexpr int steps = 5;

/// Steps that are short, so that a run ends soon whatever the text asks for.
RunRequest short_run() {
  RunRequest request;
  request.samples = 2;
  request.duration = steps * 1e-3;
  return request;
}

/// No row holds a number that is not finite without a word about it.
void require_finite_motion(const System& system, const Results& results) {
  const std::size_t motion = 1 + static_cast<std::size_t>(system.layout().nq);  // t and the positions come first
  if (results.summary.ending != Ending::completed) return;
  for (std::size_t k = 0; k < motion && k < results.channels.size(); ++k) {
    for (std::size_t row = 0; row < results.rows(); ++row) {
      require(std::isfinite(results.at(row, k)), "the motion of a run that completed is finite");
    }
  }
}

}  // namespace

void try_model(std::string_view text) {
  const System system(read_model_text(text, "fuzz.yaml"));
  if (system.layout().nv > most_velocities) return;
  require(!to_text(check(system)).empty(), "a check has words");
  long long asked = 0;
  const Monitor give_up = [&](const Progress&) { return ++asked < 20; };  // asked about twenty times a second
  const Results results = run(system, short_run(), give_up);
  require_finite_motion(system, results);
}

}  // namespace rheon::fuzz
