// Reference data, and models by short name: what tests compare rheon with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rheon/model/system.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::test {

/// Columns of a CSV file by name.
struct Table {
  std::map<std::string, std::vector<double>> columns;
  const std::vector<double>& operator[](const std::string& name) const;
  std::size_t rows() const { return columns.begin()->second.size(); }
};

/// tests/data/reference/NAME.csv; its definition is in the README there.
Table load_reference(const std::string& name);

/// A column of results by channel name; throws if there is none.
std::vector<double> channel(const Results& results, const std::string& name);

/// tests/models/NAME.yaml, models/NAME.yaml, or examples/NAME/model.yaml.
System load_system(const std::string& name);

/// Largest absolute difference; fails the test if the lengths differ.
double max_difference(const std::vector<double>& a, const std::vector<double>& b);

/// Newton and Euler hold for each body, to the round-off of some tens of terms of its forces. Needs results with balances.
void expect_balanced(const Results& results);

RunRequest request(const std::string& formulation, const std::string& integrator = "");

}  // namespace rheon::test
