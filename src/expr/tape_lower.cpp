// Graph nodes to tape values: small integer powers become multiplications.
#include <cmath>

#include "expr/tape_program.hpp"

namespace rheon::expr {
namespace {

// Repeated squaring costs at most six multiplications up to here; std::pow costs about twenty times one.
constexpr double largest_expanded_power = 16.0;

struct Pair {
  Op graph;
  TapeOp tape;
};

constexpr Pair pairs[] = {
    {Op::neg, TapeOp::neg},
    {Op::add, TapeOp::add},
    {Op::sub, TapeOp::sub},
    {Op::mul, TapeOp::mul},
    {Op::div, TapeOp::div},
    {Op::pow, TapeOp::pow},
    {Op::sin, TapeOp::sin},
    {Op::cos, TapeOp::cos},
    {Op::tan, TapeOp::tan},
    {Op::asin, TapeOp::asin},
    {Op::acos, TapeOp::acos},
    {Op::atan, TapeOp::atan},
    {Op::atan2, TapeOp::atan2},
    {Op::sinh, TapeOp::sinh},
    {Op::cosh, TapeOp::cosh},
    {Op::tanh, TapeOp::tanh},
    {Op::exp, TapeOp::exp},
    {Op::log, TapeOp::log},
    {Op::sqrt, TapeOp::sqrt},
    {Op::abs, TapeOp::abs},
    {Op::sign, TapeOp::sign},
    {Op::min, TapeOp::min},
    {Op::max, TapeOp::max},
    {Op::hypot, TapeOp::hypot},
    {Op::floor, TapeOp::floor},
    {Op::less, TapeOp::less},
    {Op::less_equal, TapeOp::less_equal},
    {Op::equal, TapeOp::equal},
    {Op::logical_and, TapeOp::logical_and},
    {Op::logical_or, TapeOp::logical_or},
    {Op::logical_not, TapeOp::logical_not},
    {Op::select, TapeOp::select},
    {Op::table, TapeOp::table},
};

class Lowering {
 public:
  explicit Lowering(const GraphCore& graph) : graph_(graph) {}

  ValueList run(std::span<const Id> outputs) {
    // The exponent of an expanded power is no operand, so it is not visited unless something else needs it.
    const std::vector<Id> operands = reachable_operands(outputs);
    list_.values.reserve(operands.size() + operands.size() / 8);  // some powers take several values
    for (const Id n : operands) value_of_.insert(n, lower(n));
    for (const Id n : outputs) list_.outputs.push_back(value_of_.find(n));
    return std::move(list_);
  }

 private:
  bool is_expanded(const NodeData& data) const {
    if (data.op != Op::pow || !graph_.is_constant(data.arg[1])) return false;
    const double exponent = graph_.node(data.arg[1]).value();
    return std::floor(exponent) == exponent && std::abs(exponent) <= largest_expanded_power && exponent != 0.0;
  }

  std::vector<Id> reachable_operands(std::span<const Id> outputs) const {
    std::vector<Id> found;
    IdMap seen;
    const auto visit = [&](Id n) {
      if (seen.insert(n, 0)) found.push_back(n);
    };
    for (const Id n : outputs) visit(n);
    for (std::size_t next = 0; next < found.size(); ++next) {
      const NodeData& data = graph_.node(found[next]);
      const std::size_t operands = is_expanded(data) ? 1 : data.children().size();
      for (std::size_t k = 0; k < operands; ++k) visit(data.arg[k]);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  std::uint32_t append(const Value& value) {
    list_.values.push_back(value);
    return static_cast<std::uint32_t>(list_.values.size() - 1);
  }

  std::uint32_t append(TapeOp op, std::uint32_t a, std::uint32_t b) {
    return append({.op = op, .operand_count = 2, .operand = {a, b}});
  }

  std::uint32_t append_constant(double value) { return append({.kind = Value::Kind::constant, .constant = value}); }

  std::uint32_t lower(Id n) {
    const NodeData& data = graph_.node(n);
    if (data.op == Op::constant) return append_constant(data.value());
    if (data.op == Op::input) return append({.kind = Value::Kind::input, .extra = {data.arg[0]}});
    if (is_expanded(data)) return expand_power(value_of_.find(data.arg[0]), graph_.node(data.arg[1]).value());
    Value value{.op = tape_op(data.op), .operand_count = static_cast<std::uint8_t>(data.children().size())};
    for (std::size_t k = 0; k < data.children().size(); ++k) value.operand[k] = value_of_.find(data.arg[k]);
    if (data.op == Op::table) {
      value.extra[0] = table_number(data.arg[2]);
      value.extra[1] = data.order;
    }
    return append(value);
  }

  std::uint32_t expand_power(std::uint32_t base, double exponent) {
    const std::uint32_t whole = positive_power(base, static_cast<unsigned>(std::abs(exponent)));
    return exponent > 0 ? whole : append(TapeOp::div, append_constant(1.0), whole);
  }

  /// base^n by squaring; powers of the same base share their squares.
  std::uint32_t positive_power(std::uint32_t base, unsigned n) {
    if (n == 1) return base;
    const std::uint64_t key = (std::uint64_t{base} << 32) | n;
    if (const std::uint32_t known = powers_.find(key); known != IdMap::absent) return known;
    std::uint32_t made = 0;
    if (n % 2 == 0) {
      const std::uint32_t half = positive_power(base, n / 2);
      made = append(TapeOp::mul, half, half);
    } else {
      made = append(TapeOp::mul, positive_power(base, n - 1), base);
    }
    powers_.insert(key, made);
    return made;
  }

  std::uint32_t table_number(Id number) {
    if (const std::uint32_t known = tables_.find(number); known != IdMap::absent) return known;
    const std::uint32_t made = static_cast<std::uint32_t>(list_.tables.size());
    list_.tables.push_back(graph_.tables()[number]);
    tables_.insert(number, made);
    return made;
  }

  const GraphCore& graph_;
  ValueList list_;
  IdMap value_of_, tables_;
  LongKeyMap powers_;
};

}  // namespace

Op graph_op(TapeOp op) {
  return std::find_if(std::begin(pairs), std::end(pairs), [op](const Pair& pair) { return pair.tape == op; })->graph;
}

TapeOp tape_op(Op op) {
  return std::find_if(std::begin(pairs), std::end(pairs), [op](const Pair& pair) { return pair.graph == op; })->tape;
}

ValueList lower_to_values(const GraphCore& graph, std::span<const Id> outputs) { return Lowering(graph).run(outputs); }

}  // namespace rheon::expr
