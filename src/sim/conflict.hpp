// When constraints cannot hold together: the smallest set of them that cannot, element by element, then row by row.
//
// A set of rows is tried by least squares: where rows are linear in what is looked for (rates, accelerations) by one
// orthogonal decomposition, else by Levenberg-Marquardt from the given state and from a few others. Rows that carry
// nothing at the compromise of all are not part of the conflict; of the rest one element after the other is left out for
// good if the others still conflict (deletion filter [Chinneck1991]). Leaving out any one element of what remains lets
// the others hold. Which of them is to blame geometry cannot say; the one that has to give way least is named first.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

enum class Level : unsigned char { position, velocity, acceleration };

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
  struct RowResidual {
    double residual = 0.0, size = 1.0;  ///< size: of the terms that it is made of
  };
  bool general_positions() const { return system_.model().general_speeds && level_ == Level::position; }
  const Pattern& pattern() const {
    return general_positions() ? system_.gradient_pattern() : system_.jacobian_pattern();
  }
  const SparseValues& gradients() const { return general_positions() ? terms_.phi_q : terms_.A; }
  /// Rates and accelerations solve linear equations, unless a row is nonlinear in the rates.
  bool is_linear() const {
    return level_ == Level::acceleration || (level_ == Level::velocity && system_.linear_velocity_rows());
  }
  RowResidual row_at(const Vec& x, int row) const;
  Vec steepest_point(int row, std::string& unit) const;
  std::optional<std::string> own_unit(int row, const std::string& guessed) const;
  std::string per_time() const { return level_ == Level::position ? "" : level_ == Level::velocity ? "/s" : "/s^2"; }
  Missed missed(State s, int row);
  void weigh(const State& start);
  Fit fit_linear(const State& start, const std::vector<int>& rows);
  bool evaluate(const State& s, const std::vector<int>& rows, Vec& r, Eigen::MatrixXd& J, double& worst);
  Fit fit(const State& start, const std::vector<int>& rows);
  Fit fit_from_anywhere(const State& start, const std::vector<int>& rows);
  Vec& unknowns(State& s) const { return level_ == Level::position ? s.q : level_ == Level::velocity ? s.v : s.a; }
  std::string element_of(int row) const;
  std::vector<std::vector<int>> by_element(const std::vector<int>& rows) const;
  void describe(const State& start, const std::vector<int>& rows, Conflict& conflict);
  Conflict::Element give_way(const State& start, const std::vector<int>& own, const std::vector<int>& others);
  bool step_on(const std::vector<int>& others, const std::vector<int>& own, State& s, double& moved);
  std::vector<int> loaded_rows(const State& start, const Fit& compromise, const std::vector<int>& all);
  /// `parts`: what is left out together; those that stay.
  std::vector<std::vector<int>> shrink(const State& start, std::vector<std::vector<int>> parts);

  const System& system_;
  Terms terms_;
  Level level_;
  Vec weights_;
  double motion_ = 0.0;  ///< of rates or accelerations: the largest size of a weighted row at the start
  std::optional<State> solution_;
};

}  // namespace rheon
