#include "expr/lowered.hpp"

#include <algorithm>
#include <cmath>

#include "expr/id_map.hpp"

namespace rheon::expr {
namespace {

// Repeated squaring costs at most six multiplications up to here; std::pow costs about twenty times one.
constexpr double largest_expanded_power = 16.0;

class Lowering {
 public:
  explicit Lowering(const GraphCore& graph) : graph_(graph) {}

  Lowered run(std::span<const Id> outputs) {
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

  std::uint32_t append(const LoweredValue& value) {
    list_.values.push_back(value);
    return static_cast<std::uint32_t>(list_.values.size() - 1);
  }

  std::uint32_t append(Op op, std::uint32_t a, std::uint32_t b) {
    return append({.op = op, .operand_count = 2, .operand = {a, b}});
  }

  std::uint32_t append_constant(double value) { return append({.op = Op::constant, .constant = value}); }

  std::uint32_t lower(Id n) {
    const NodeData& data = graph_.node(n);
    if (data.op == Op::constant) return append_constant(data.value());
    if (data.op == Op::input) return append({.op = Op::input, .extra = {data.arg[0]}});
    if (is_expanded(data)) return expand_power(value_of_.find(data.arg[0]), graph_.node(data.arg[1]).value());
    LoweredValue value{.op = data.op, .operand_count = static_cast<std::uint8_t>(data.children().size())};
    for (std::size_t k = 0; k < data.children().size(); ++k) value.operand[k] = value_of_.find(data.arg[k]);
    if (data.op == Op::table) {
      value.extra[0] = table_number(data.arg[2]);
      value.extra[1] = data.order;
    }
    return append(value);
  }

  std::uint32_t expand_power(std::uint32_t base, double exponent) {
    const std::uint32_t whole = positive_power(base, static_cast<unsigned>(std::abs(exponent)));
    return exponent > 0 ? whole : append(Op::div, append_constant(1.0), whole);
  }

  /// base^n by squaring; powers of the same base share their squares.
  std::uint32_t positive_power(std::uint32_t base, unsigned n) {
    if (n == 1) return base;
    const std::uint64_t key = (std::uint64_t{base} << 32) | n;
    if (const std::uint32_t known = powers_.find(key); known != IdMap::absent) return known;
    std::uint32_t made = 0;
    if (n % 2 == 0) {
      const std::uint32_t half = positive_power(base, n / 2);
      made = append(Op::mul, half, half);
    } else {
      made = append(Op::mul, positive_power(base, n - 1), base);
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
  Lowered list_;
  IdMap value_of_, tables_;
  LongKeyMap powers_;
};

}  // namespace

Lowered lower_to_values(const GraphCore& graph, std::span<const Id> outputs) { return Lowering(graph).run(outputs); }

}  // namespace rheon::expr
