#include "constraints/loaded_outputs.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"

namespace rheon {

namespace {

/// A multiplier of 1 changes what contains it by more than this, as a part of 1 + the largest coordinate and of the largest
/// output: some thousand roundings of these.
constexpr double contained = 1e-12;

double largest(const Vec& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

LoadedOutputs::LoadedOutputs(const System& system, const State& state)
    : system_(system), state_(state), terms_(system.make_terms()) {
  at_zero_ = outputs(Vec::Zero(system.layout().rows()));
}

Vec LoadedOutputs::outputs(const Vec& lambda) {
  state_.lambda = lambda;
  if (system_.evaluate(state_, Want::outputs, terms_)) return terms_.outputs;
  return Vec::Constant(terms_.outputs.size(), NAN);
}

std::vector<bool> LoadedOutputs::by(const Vec& lambda, double tolerance) {
  const Vec change = outputs(lambda) - at_zero_;
  const double size = largest(lambda) * (1.0 + largest(state_.q)) + largest(at_zero_);
  std::vector<bool> which(system_.model().outputs.size(), false);
  for (std::size_t k = 0; k < which.size(); ++k)
    which[k] = std::abs(change[static_cast<Eigen::Index>(k)]) > tolerance * size;
  return which;
}

std::vector<bool> LoadedOutputs::by(const RankAnalysis::Set& set) {
  Vec lambda = Vec::Zero(system_.layout().rows());
  for (std::size_t k = 0; k < set.rows.size(); ++k) lambda[set.rows[k]] = set.coefficients[k];
  return by(lambda / largest(lambda), rank_tolerance);
}

std::vector<bool> LoadedOutputs::by_any() {
  std::vector<bool> which(system_.model().outputs.size(), false);
  const int n = system_.layout().rows();
  for (int row = 0; row < n && !which.empty(); ++row) {
    const std::vector<bool> more = by(Vec::Unit(n, row), contained);
    for (std::size_t k = 0; k < which.size(); ++k) which[k] = which[k] || more[k];
  }
  return which;
}

bool is_hinge(const Model& model, const std::string& joint) {
  const auto& all = model.outputs;
  const auto exists = [&](const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const Output& o) { return o.name == name; });
  };
  return exists(joint + ".angle") && !exists(joint + ".distance");
}

/// In space a hinge transmits torques across its axis.
std::set<std::string> LoadedOutputs::hinges(const RankAnalysis::Set& set) {
  const auto& all = system_.model().outputs;
  const auto is_torque = [](const std::string& name) {
    return name.ends_with(".tx") || name.ends_with(".ty") || name.ends_with(".tz");
  };
  const std::vector<bool> loaded = by(set);
  std::set<std::string> hinges;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!loaded[k] || !is_torque(all[k].name)) continue;
    const std::string joint = all[k].name.substr(0, all[k].name.size() - 3);
    if (is_hinge(system_.model(), joint)) hinges.insert(joint);
  }
  return hinges;
}

std::vector<std::string> LoadedOutputs::carriers(const RankAnalysis::Set& set) {
  const auto& all = system_.model().outputs;
  const std::vector<bool> loaded = by(set);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto dot = all[k].name.find('.');
    const std::string_view what = std::string_view(all[k].name).substr(dot == std::string::npos ? 0 : dot + 1);
    if (!loaded[k] || dot == std::string::npos || what.size() != 2 || what[0] != 'f') continue;
    const std::string name = all[k].name.substr(0, dot);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace rheon
