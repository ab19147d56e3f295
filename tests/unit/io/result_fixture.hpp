// Results made by hand, with names and numbers that a careless writer would spoil.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "rheon/sim/results.hpp"

namespace rheon::test {

inline Summary pursuit_summary() {
  Summary s;
  s.model = "Pursuit (Gonzalez, example 2)";
  s.file = "pursuit.yaml";
  s.formulation = "ali3p";
  s.integrator = "trapezoidal";
  s.version = "0.1.0";
  s.options = {{"penalty", "1e7", {}}, {"iterations", "10", {}}, {"a-first", "no", {}}};
  s.start_time = 0;
  s.end_time = 5;
  s.duration = 5;
  s.step = s.smallest_step = s.largest_step = 0.001;
  s.steps = 5000;
  s.refused_steps = 2;
  s.evaluations = 20003;
  s.factorisations = 15004;
  s.iterations = 15003;
  s.wall_seconds = 0.021;
  s.peak_memory = 12'345'678;
  s.velocity = {3.1e-16, "steer", 1.2};
  s.acceleration = {2.2e-15, "steer", 0.7};
  s.energy_start = 1;
  s.energy_end = 51;
  s.work.applied = 50;
  s.energy_unexplained = 2.3e-6;
  s.coordinates = s.velocities = 4;
  s.rows = 1;
  s.notes = {"initial yA' was solved for: 0", "umlaut: ä"};
  return s;
}

inline Results awkward_results() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Results r;
  r.channels = {{"t", "s"},
                {"x'", "m/s"},
                {"x''", "m/s^2"},
                {"a/b", ""},
                {"100%", "%"},
                {"say \"hi\", x", ""},
                {"", ""},
                {".", ""},
                {"x'", "again"},
                {"länge", "m"},
                {std::string(5000, 'n'), "1"},
                {"line\nbreak", ""}};
  const std::size_t width = r.channels.size();
  for (int row = 0; row < 40; ++row) {
    for (std::size_t i = 0; i < width; ++i) r.values.push_back(std::sin(0.1 * row + double(i)) / 3.0);
    r.values[static_cast<std::size_t>(row) * width] = 0.1 * row;
  }
  r.values[width + 1] = inf;
  r.values[width + 2] = -inf;
  r.values[width + 3] = std::nan("");
  r.values[width + 4] = -0.0;
  r.values[width + 5] = std::numeric_limits<double>::denorm_min();
  r.values[width + 6] = std::numeric_limits<double>::max();
  r.summary = pursuit_summary();
  r.model_text = "rheon: 1\nname: \"ünï\"\n# end without line feed";
  return r;
}

}  // namespace rheon::test
