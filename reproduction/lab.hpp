// Where claims are measured: models, reference solutions and runs, each made once.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reproduction/reproduce.hpp"
#include "rheon/model/system.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::reproduction {

/// Columns of numbers by name.
struct Table {
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> columns;
  const std::vector<double>& operator[](const std::string& name) const;
  std::size_t rows() const { return columns.empty() ? 0 : columns.begin()->second.size(); }
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A run by its ingredients; zero or empty: the default.
struct RunSpec {
  std::string model = {};
  std::string formulation = {}, integrator = {};
  double step = 0.0, tolerance = 0.0, duration = 0.0;
  int samples = 0;
  Settings options = {};
  Settings set = {};  ///< parameters of the model

  RunSpec with_step(double h) const;
  RunSpec with(const std::string& option, const std::string& value) const;
  std::string key() const;
  RunRequest request() const;
};

/// Thrown when the monitor asks to end.
struct Ended {};

class Lab {
 public:
  Lab(ModelReader reader, ReproduceMonitor monitor);
  const System& system(const std::string& model, const Settings& set = {});
  /// A model that was not compiled in.
  void add_model(const std::string& name, std::string text) { added_models_[name] = std::move(text); }
  bool knows(const std::string& added_model) const { return added_models_.count(added_model) > 0; }
  const Table& reference(const std::string& name);
  /// Throws UsageError if the formulation, an option or the pairing is refused, Ended if the monitor says so.
  const Results& run(const RunSpec& spec);
  /// Rows on the instants of a reference solution, up to `duration` if that is shorter.
  const Results& run_on(const std::string& reference, RunSpec spec);
  void report(const std::string& now);  ///< to the monitor; throws Ended
  /// Forgets runs, keeps models and reference solutions.
  void forget_runs() { runs_.clear(); }

 private:
  ModelReader reader_;
  ReproduceMonitor monitor_;
  std::string now_;
  std::map<std::string, std::string> added_models_;
  std::map<std::string, std::unique_ptr<System>> systems_;
  std::map<std::string, Table> references_;
  std::map<std::string, Results> runs_;
};

}  // namespace rheon::reproduction
