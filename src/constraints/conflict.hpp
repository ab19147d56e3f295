// A set of rows that cannot hold together (constraints/conflict_search.hpp) in numbers that a user can compare: by how much
// each row is missed at the compromise of all, and what each element has to give way if all others hold.
//
// Which of the elements is wrong geometry cannot say; the one that has to give way least is named first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constraints/level_rows.hpp"

namespace rheon {

/// By how much a row does not hold: how far the point has to move, or the vector to turn, that it depends on most.
struct Missed {
  double value = 0.0;
  std::string unit;  ///< m, rad, with /s or /s^2; "" where the model does not say what a row measures
};

struct Conflict {
  struct Element {
    std::string name;             ///< of a body, joint, driver or constraint
    std::optional<Missed> least;  ///< what it has to give way if all others hold; nothing: not found
  };
  std::vector<Element> elements;  ///< those that have to give way least come first
  std::vector<int> rows;          ///< of these elements, those that the conflict needs
  std::vector<Missed> missed;     ///< each of them at the compromise
  bool smallest = true;           ///< false: too many rows to leave them out one by one
};

Conflict describe_conflict(LevelRows& equations, const std::vector<int>& rows, bool smallest);

}  // namespace rheon
