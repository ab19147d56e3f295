// Functions of time alone in a set of expressions: when they switch, and where they vary.
//
// What is compared (`a < b`, abs, sign, min, max, floor, tables) and depends on time alone is decided by `side`, a time inside
// the smooth piece (graph.hpp). Pieces end where the two meet. If these are not linear in time, the times are found by search:
// the run is divided until interval arithmetic excludes a zero, or a slope of one sign leaves at most one.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expr/interval.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

class Interpolant;

/// One function of time as a list of operations, arguments first; the last is the result.
class TimeFunction {
 public:
  struct Operation {
    Op op = Op::constant;
    int arg[3] = {-1, -1, -1};
    double value = 0.0;  ///< of a constant
    std::shared_ptr<const Interpolant> table;
    int order = 0;  ///< derivative of the table
  };
  /// Scratch of one thread.
  struct Work {
    std::vector<double> numbers;
    std::vector<Sloped> sloped;
  };
  double at(double t, Work& work) const;
  /// Contains value and slope at every time of a stretch; the slope is the whole line where something inside jumps.
  Sloped over(Interval t, Work& work) const;

  std::vector<Operation> operations;
};

class TimeFunctions {
 public:
  TimeFunctions() = default;
  TimeFunctions(const Graph& graph, std::span<const Node> outputs);

  struct Times {
    std::vector<double> times;
    bool complete = true;  ///< false: a search was given up
  };
  /// Zeros in [from, to] of what is compared, sorted; not those that Graph::switching_times knows.
  Times switching_times(double from, double to) const;

  /// A stretch of time in which a function varies throughout, beside stretches in which it is flat.
  struct Window {
    double begin, end;
  };
  /// In [from, to], sorted by their begin; those of different functions may overlap. Functions that vary all the time have one
  /// that is as long.
  std::vector<Window> windows(double from, double to) const;

 private:
  /// What is compared with zero, or with the levels: knots of a table, all whole numbers for floor.
  struct Switch {
    TimeFunction function;
    bool whole_numbers = false;
    std::vector<double> levels;
  };
  std::vector<Switch> switches_;
  std::vector<TimeFunction> varying_;
};

}  // namespace rheon::expr
