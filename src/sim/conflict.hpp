// When constraints cannot hold together: the smallest set of them that cannot, element by element, then row by row.
//
// A set of rows is tried by least squares (Levenberg-Marquardt) from the given state and from a few others. Rows that
// carry nothing at the compromise of all are not part of the conflict; of the rest one element after the other is left
// out for good if the others still conflict (deletion filter [Chinneck1991]). Leaving out any one element of what
// remains lets the others hold.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

enum class Level : unsigned char { position, velocity, acceleration };

struct Conflict {
  std::vector<std::string> elements;  ///< bodies, joints, drivers, constraints
  std::vector<int> rows;              ///< of these elements, those that the conflict needs
  std::vector<double> missed;         ///< residual of each of them at the compromise
  bool smallest = true;               ///< false: too many rows to leave them out one by one
};

class ConflictSearch {
 public:
  /// With more rows than this the set is not made smallest: every trial is dense.
  static constexpr int max_rows = 100;
  /// Other states to start from before rows count as contradictory.
  static constexpr int other_starts = 6;

  ConflictSearch(const System& system, Level level) : system_(system), terms_(system.make_terms()), level_(level) {}

  /// Nothing if the rows can hold together: then `solution()` is where, or the state could not be evaluated.
  std::optional<Conflict> find(const State& start);
  const std::optional<State>& solution() const { return solution_; }

 private:
  struct Fit {
    bool evaluated = false, holds = false;
    Vec residuals;  ///< of all rows, those left out too
    State state;
  };
  struct Row {
    double residual = 0.0, size = 1.0;  ///< size: of the terms that it is made of
  };
  bool general_positions() const { return system_.model().general_speeds && level_ == Level::position; }
  const Pattern& pattern() const {
    return general_positions() ? system_.gradient_pattern() : system_.jacobian_pattern();
  }
  const SparseValues& gradients() const { return general_positions() ? terms_.phi_q : terms_.A; }
  Row row_at(const Vec& x, int row) const;
  void weigh(const State& start);
  bool evaluate(const State& s, const std::vector<int>& rows, Vec& r, Eigen::MatrixXd& J, double& worst);
  Fit fit(const State& start, const std::vector<int>& rows);
  Fit fit_from_anywhere(const State& start, const std::vector<int>& rows);
  Vec& unknowns(State& s) const { return level_ == Level::position ? s.q : level_ == Level::velocity ? s.v : s.a; }
  std::string element_of(int row) const;
  std::vector<std::vector<int>> by_element(const std::vector<int>& rows) const;
  void tell(const State& start, const std::vector<int>& rows, Conflict& conflict);
  std::vector<int> loaded_rows(const State& start, const Fit& compromise, const std::vector<int>& all);
  /// `parts`: what is left out together; those that stay.
  std::vector<std::vector<int>> shrink(const State& start, std::vector<std::vector<int>> parts);

  const System& system_;
  Terms terms_;
  Level level_;
  Vec weights_;
  std::optional<State> solution_;
};

}  // namespace rheon
