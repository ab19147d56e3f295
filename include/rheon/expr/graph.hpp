// Expression graph: every distinct subexpression exists once (hash-consed), is simplified when made, and can be
// differentiated exactly in any input.
//
//   Graph graph;
//   const Node x = graph.input(2);
//   const Node f = graph.make(Op::mul, x, graph.make(Op::sin, x));
//   const Node outputs[] = {f, graph.derivative(f, 2)};
//   const Tape tape(graph, outputs);
//   std::vector<double> in(3), out(tape.output_size()), work(tape.work_size());
//   tape.evaluate(in.data(), out.data(), work.data());
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon::expr {

/// Handle of a node; valid for the graph that made it, for ever. Equal handles mean equal expressions.
enum class Node : std::uint32_t {};

// clang-format off
/// What a node does with its arguments. Comparisons and logic give 1.0 or 0.0.
enum class Op : std::uint8_t {
  constant, input,
  neg, add, sub, mul, div, pow,
  sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, sign, min, max, hypot, floor,
  less, less_equal, equal, logical_and, logical_or, logical_not,
  select,  ///< select(condition, value if non-zero, value if zero)
  table    ///< interpolated table: argument, and (in the node) which table and which derivative of it
};
// clang-format on

/// Points of a table, strictly increasing in x, at least two.
struct TableData {
  enum class Kind : std::uint8_t { linear, cubic };  ///< cubic: natural spline, twice continuously differentiable
  std::string name;
  Kind kind = Kind::linear;
  std::vector<double> x, y;
};

/// Numbers of the two inputs that mean time. `side` is a time strictly inside the current step: what switches at a
/// fixed time (step, pulse, `t < 2`, the piece of a linear table) looks at `side`, so that both ends of a step that
/// starts or ends on a switching time see the values that hold inside it.
inline constexpr int time_input = 0;
inline constexpr int side_input = 1;

/// outer(inner_0, inner_1, …): `outer` has the inner nodes as inputs of their own.
struct Composition {
  Node outer{};
  std::vector<Node> inner;
};

/// An input, and the node that takes its place.
struct Replacement {
  int slot = 0;
  Node by{};
};

/// Owns its nodes, which only grow in number; copies are independent. Error is thrown for an Op that takes another number of
/// arguments, a negative slot, a table that is not there, and for more nodes than 32 bits can number; UsageError for points of a
/// table that are not finite, not increasing in x, or fewer than two. Not looked for are a Node of another graph and the value of a
/// node that is no constant. Making nodes is for one thread at a time, and no other may ask meanwhile; asking is for any number of
/// threads. Inputs and results have no units here.
class RHEON_API Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&);  ///< with the same nodes under the same handles
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;

  // --- making nodes; every call simplifies: constants fold, neutral elements vanish, x - x = 0, like powers join.
  // What would hide a failure is kept: 0/x is not folded if x may be 0, a folded value that is not finite stays a node.
  Node constant(double value);
  Node input(int slot);
  Node make(Op op, Node a);
  Node make(Op op, Node a, Node b);
  Node select(Node condition, Node if_true, Node if_false);
  int add_table(TableData data);                       ///< returns the table's number
  Node table(int number, Node x, int derivative = 0);  ///< derivative of the interpolant, 0, 1, 2, …
  /// `a < b` and `a <= b` where one side is time and the other a constant: compares `side` instead and announces
  /// the constant as a switching time. Other arguments give the plain comparison.
  Node compare(Op op, Node a, Node b);
  Node sum(std::span<const Node> terms);

  // --- asking
  bool is_constant(Node n) const;
  double value(Node n) const;  ///< of a constant node
  bool depends_on(Node n, int slot) const;
  std::vector<int> inputs_of(Node n) const;  ///< sorted slots that n depends on
  bool is_zero(Node n) const { return is_constant(n) && value(n) == 0.0; }
  std::size_t size() const;
  /// Times at which something reachable from `outputs` switches (sorted, distinct): constants compared with time,
  /// knots of linear tables of time.
  std::vector<double> switching_times(std::span<const Node> outputs) const;

  // --- calculus
  Node derivative(Node n, int slot);  ///< exact, memoised; select differentiates its branches
  /// Gradient in many inputs at once: one entry per slot.
  std::vector<Node> gradient(Node n, std::span<const int> slots);
  /// n with these inputs replaced, all at once; each slot at most once, other inputs are kept.
  Node substitute(Node n, std::span<const Replacement> replacements);

  /// n as a sum of parts, each a function of inner nodes that are at most quadratic in the inputs [first, first + count);
  /// `outer` of a part has input fresh + k in place of its k-th inner node. Parts that are themselves at most quadratic
  /// are left out.
  std::vector<Composition> compose(Node n, int first, int count, int fresh);

  /// Infix text of a node, for messages and tests, cut at 20,000 characters; `names[slot]` for inputs, `#7` where there is none.
  std::string to_text(Node n, std::span<const std::string> names) const;

 private:
  friend class Tape;
  friend struct GraphAccess;
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

/// A flat program that evaluates chosen nodes; common parts once. Owns what it needs: the graph may change or go. Does not change
/// itself: any thread may evaluate, each with work of its own. An empty tape, or one that was moved from, has no outputs.
/// Making one throws UsageError for a value of RHEON_CODE that makes no sense (executor_description in rheon/sim/run.hpp).
class RHEON_API Tape {
 public:
  Tape();
  Tape(const Graph& graph, std::span<const Node> outputs);
  ~Tape();
  Tape(Tape&&) noexcept;
  Tape& operator=(Tape&&) noexcept;

  std::size_t work_size() const;  ///< doubles of scratch that `evaluate` needs
  std::size_t output_size() const;
  std::size_t instruction_count() const;
  /// `inputs[slot]` for every slot used, `outputs[k]` receives the k-th node. No allocation, no exception; thread-safe.
  /// Values that leave a function's domain come out as NaN or infinity.
  void evaluate(const double* inputs, double* outputs, double* work) const noexcept;

 private:
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rheon::expr
