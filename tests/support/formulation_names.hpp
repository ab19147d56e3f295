// Every formulation of the table, for tests that hold for each of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rheon/formulations/kind.hpp"

namespace rheon::test {

inline std::vector<std::string> formulation_names() {
  std::vector<std::string> names;
  for (const FormulationKind& f : formulations()) names.emplace_back(f.name);
  return names;
}

/// As part of a test's name.
inline std::string formulation_test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

}  // namespace rheon::test
