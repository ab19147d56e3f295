// Equilibria for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "rheon/analysis/statics.hpp"

namespace rheon::cli {

/// One value of a parameter and what was found with it.
struct SweepPoint {
  double value = 0.0;
  Equilibrium equilibrium;
};

std::string to_text(const System& system, const Equilibrium& e);
std::string to_json(const System& system, const Equilibrium& e);
std::string sweep_text(const System& system, const std::string& parameter, const std::vector<SweepPoint>& points);
std::string sweep_json(const System& system, const std::string& parameter, const std::vector<SweepPoint>& points);

}  // namespace rheon::cli
