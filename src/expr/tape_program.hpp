// The flat program of a tape, and the steps that build it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph_core.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Operations of the tape: those of the graph that survive lowering, and fused forms. Fused forms round exactly as
/// their parts would: they save dispatch and traffic, not roundings.
enum class TapeOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  neg,
  mul_add,      ///< a*b + c
  mul_sub,      ///< a*b - c
  sub_mul,      ///< c - a*b
  mul_mul,      ///< a*b*c
  neg_mul,      ///< -(a*b)
  add_add,      ///< (a + b) + c
  mul_add_mul,  ///< a*b + c*d
  mul_sub_mul,  ///< a*b - c*d
  mul_mul_add,  ///< a*b*c + d
  mul_mul_sub,  ///< a*b*c - d
  sub_mul_mul,  ///< d - a*b*c
  sin_cos,      ///< of a; two results, the cosine second
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  sign,
  min,
  max,
  hypot,
  floor,
  pow,
  less,
  less_equal,
  equal,
  logical_and,
  logical_or,
  logical_not,
  select,  ///< a ? b : c
  table    ///< argument a, chooser b, table c, derivative d
};

/// The operation of the graph that an unfused operation stands for, and the other way round.
Op graph_op(TapeOp op);
TapeOp tape_op(Op op);

/// Instructions of one operation that follow each other and do not need each other's results.
struct Run {
  TapeOp op;
  std::uint32_t count;
};

struct Copy {
  std::uint32_t from, to;
};

/// work = [outputs | constants | inputs used | scratch]; results and operands are places in it.
struct TapeProgram {
  /// What the first two parts of work hold at the start: outputs that are constant have their values already.
  std::vector<double> image;
  std::vector<std::uint32_t> input_slots;
  std::vector<Run> runs;
  /// One instruction after the other, without gaps: where the result goes, then where the operands are.
  std::vector<std::uint32_t> code;
  std::vector<Copy> copies;  ///< inside work: outputs that are inputs, or equal to another output
  std::vector<Interpolant> tables;
  std::size_t work_size = 0;
  std::size_t output_size = 0;
  std::size_t instruction_count = 0;

  void run(const double* inputs, double* outputs, double* work) const noexcept;
};

/// A value while the program is being built: an instruction whose operands are numbers of other values.
struct Value {
  enum class Kind : std::uint8_t { constant, input, operation, fused };  ///< fused: done inside its only user
  Kind kind = Kind::operation;
  TapeOp op = TapeOp::add;
  std::uint8_t operand_count = 0;
  bool cosine_leads = false;  ///< sin_cos: this value is the cosine
  std::uint32_t operand[4] = {};
  std::uint32_t extra[2] = {};  ///< table: number and order; input: slot
  std::uint32_t uses = 0;
  std::uint32_t partner = no_partner;  ///< sin_cos: the value that receives the cosine (or the sine, if this is it)
  double constant = 0.0;
  static constexpr std::uint32_t no_partner = 0xffffffffu;
};

/// Values in the order of evaluation, and which of them are the outputs.
struct ValueList {
  std::vector<Value> values;
  std::vector<std::uint32_t> outputs;
  std::vector<Interpolant> tables;
};

ValueList lower_to_values(const GraphCore& graph, std::span<const Id> outputs);  // tape_lower.cpp
void fuse(ValueList& list);                                                      // tape_fuse.cpp
/// Numbers of the operations in an order that brings equal ones together.
std::vector<std::uint32_t> schedule(const ValueList& list);                         // tape_schedule.cpp
TapeProgram place(const ValueList& list, const std::vector<std::uint32_t>& order);  // tape_place.cpp

}  // namespace rheon::expr
