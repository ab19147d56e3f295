// What a model's equations of motion are made of, by the names that messages have for it.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

struct ModelPart {
  std::string name;  ///< `the load on x`, `constraint "wire"`
  expr::Node value{};
  bool is_force = false;
  Place place = {};
};

/// Loads by their line, since one element of a mechanism makes several; the potential energy; and constraints.
std::vector<ModelPart> parts_of(const Model& model);

/// `the load on x (cart.yaml:7)`
std::string located(const ModelPart& part);

}  // namespace rheon
