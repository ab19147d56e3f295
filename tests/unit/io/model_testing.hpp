// Helpers for tests of the model reader: models from text, values of nodes by the names of their inputs.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "rheon/io/model_reader.hpp"

namespace rheon::testing {

inline Model load(const std::string& text, std::vector<Setting> overrides = {}) {
  try {
    return read_model_text(text, "model.yaml", overrides);
  } catch (const ModelError& error) {
    ADD_FAILURE() << error.what();
    throw;
  }
}

inline std::vector<Problem> problems_of(const std::string& text, std::vector<Setting> overrides = {}) {
  try {
    read_model_text(text, "model.yaml", overrides);
  } catch (const ModelError& error) {
    return error.problems();
  }
  return {};
}

/// `line:column element: what` of every problem, one a line.
inline std::string summary_of(const std::string& text, std::vector<Setting> overrides = {}) {
  std::string out;
  for (const Problem& p : problems_of(text, overrides)) {
    out += std::to_string(p.place.line) + ":" + std::to_string(p.place.column) + " " + p.element + ": " + p.what + "\n";
  }
  return out;
}

/// Value of a node; inputs are named t, x, x', x'', u, u' and, for multipliers, lambda.ROW.
inline double value_of(const Model& model, expr::Node node, const std::map<std::string, double>& at = {}) {
  const InputMap& in = model.inputs;
  std::vector<double> inputs(static_cast<std::size_t>(in.size()), 0.0);
  const auto set = [&](int slot, const std::string& name) {
    const auto found = at.find(name);
    if (found != at.end()) inputs[static_cast<std::size_t>(slot)] = found->second;
  };
  set(in.t(), "t");
  set(in.side(), "t");
  for (int i = 0; i < in.nq; ++i) set(in.q(i), model.coordinates[static_cast<std::size_t>(i)].name);
  for (int i = 0; i < in.nv; ++i) {
    set(in.v(i), model.speeds[static_cast<std::size_t>(i)].name);
    set(in.a(i), model.speeds[static_cast<std::size_t>(i)].name + "'");
  }
  for (int k = 0; k < in.nc; ++k) set(in.lambda(k), "lambda." + model.constraints[static_cast<std::size_t>(k)].name);
  const expr::Tape tape(model.graph, std::span(&node, 1));
  std::vector<double> work(tape.work_size());
  double result = 0.0;
  tape.evaluate(inputs.data(), &result, work.data());
  return result;
}

inline const Output& output(const Model& model, const std::string& name) {
  for (const Output& o : model.outputs) {
    if (o.name == name) return o;
  }
  throw std::runtime_error("no output " + name);
}

}  // namespace rheon::testing
