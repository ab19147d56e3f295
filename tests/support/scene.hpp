// Reads the scene of results as the page does: values are constants or weighted sums of channels.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "rheon/sim/results.hpp"

namespace rheon::test {

class SceneReader {
 public:
  using Json = nlohmann::json;
  explicit SceneReader(const Results& results) : results_(results), scene_(Json::parse(results.scene)) {
    for (const auto& name : scene_.at("channels")) {
      columns_.push_back(results.find(name.get<std::string>()));
      if (columns_.back() < 0) throw std::runtime_error("no channel " + name.get<std::string>());
    }
  }

  const Json& head() const { return scene_; }
  const Json& items() const { return scene_.at("items"); }
  /// The first item of this type and name.
  const Json& item(const std::string& type, const std::string& name) const {
    for (const Json& one : items())
      if (one.at("type") == type && one.at("name") == name) return one;
    throw std::runtime_error("no " + type + " " + name);
  }

  double value(const Json& v, std::size_t row) const {
    if (v.is_number()) return v.get<double>();
    double sum = v.at(0).get<double>();
    for (std::size_t k = 1; k + 1 < v.size(); k += 2)
      sum += v.at(k + 1).get<double>() *
             results_.at(row, static_cast<std::size_t>(columns_.at(v.at(k).get<std::size_t>())));
    return sum;
  }
  Eigen::Vector3d vector(const Json& v, std::size_t row) const {
    return {value(v.at(0), row), value(v.at(1), row), value(v.at(2), row)};
  }

 private:
  const Results& results_;
  Json scene_;
  std::vector<int> columns_;
};

}  // namespace rheon::test
