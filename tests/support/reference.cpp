#include "support/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rheon/io/model_reader.hpp"

namespace rheon::test {

const std::vector<double>& Table::operator[](const std::string& name) const {
  const auto it = columns.find(name);
  if (it == columns.end()) throw std::runtime_error("no column " + name);
  return it->second;
}

Table load_reference(const std::string& name) {
  std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/tests/data/reference/" + name + ".csv");
  if (!file) throw std::runtime_error("no reference " + name);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::stringstream s(line); std::getline(s, cell, ',');) names.push_back(cell);
  Table table;
  while (std::getline(file, line)) {
    std::stringstream s(line);
    for (const auto& column : names) {
      std::getline(s, cell, ',');
      table.columns[column].push_back(std::stod(cell));
    }
  }
  return table;
}

std::vector<double> channel(const Results& results, const std::string& name) { return results.column(name); }

System load_system(const std::string& name) {
  const std::string root = RHEON_SOURCE_DIR;
  for (const std::string& path : {"/tests/models/" + name + ".yaml", "/models/" + name + ".yaml"})
    if (std::filesystem::exists(root + path)) return System(read_model(root + path));
  return System(read_model(root + "/examples/" + name + "/model.yaml"));
}

double max_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double d = std::abs(a[i] - b[i]);
    if (!(d <= worst)) worst = d;
  }
  return worst;
}

void expect_balanced(const Results& results) {
  EXPECT_FALSE(results.summary.balance.empty());
  for (const BodyBalance& b : results.summary.balance) {
    EXPECT_LT(b.force, 1e-11 * b.force_size) << b.body;
    EXPECT_LT(b.torque, 1e-11 * (b.torque_size + b.force_size)) << b.body;
  }
}

RunRequest request(const std::string& formulation, const std::string& integrator) {
  RunRequest r;
  r.formulation = formulation;
  if (!integrator.empty()) r.integrator = integrator;
  return r;
}

}  // namespace rheon::test
