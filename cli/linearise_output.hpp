// A Linearisation as text, JSON and CSV.
#pragma once

#include <string>

#include "rheon/analysis/linearise.hpp"

namespace rheon::cli {

/// The table of modes; with `shapes` every component of every shape.
std::string to_text(const Linearisation& linearisation, bool shapes);
std::string to_json(const Linearisation& linearisation);
/// One line a mode, numbers and shapes in full.
std::string modes_csv(const Linearisation& linearisation);

/// `equilibrium`, `steady`, `frozen`.
const char* to_text(Reference reference);

}  // namespace rheon::cli
