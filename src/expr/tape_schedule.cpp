// Brings equal operations together. A run of them costs one decision about what to do instead of one each, which is
// what an interpreter spends its time on. Reordering stays inside a window, so that results are used soon.
#include "expr/tape_program.hpp"

namespace rheon::expr {
namespace {

constexpr std::size_t window = 512;
constexpr std::size_t first_function = static_cast<std::size_t>(TapeOp::sin_cos);
constexpr std::size_t op_count = static_cast<std::size_t>(TapeOp::table) + 1;

class Schedule {
 public:
  explicit Schedule(const ValueList& list)
      : values_(list.values), producer_(values_.size()), waiting_(values_.size(), 0), users_(values_.size()) {
    for (std::uint32_t k = 0; k < values_.size(); ++k) producer_[k] = k;
    for (std::uint32_t k = 0; k < values_.size(); ++k) {
      if (values_[k].partner != Value::no_partner) producer_[values_[k].partner] = k;
    }
  }

  std::vector<std::uint32_t> run() {
    std::vector<std::uint32_t> block;
    for (std::uint32_t k = 0; k < values_.size(); ++k) {
      if (values_[k].kind == Value::Kind::operation) block.push_back(k);
      if (block.size() == window) order_block(block);
    }
    order_block(block);
    return std::move(order_);
  }

 private:
  /// Operands from earlier blocks are there; those of this block are waited for.
  void order_block(std::vector<std::uint32_t>& block) {
    if (block.empty()) return;
    const std::uint32_t first = block.front();
    std::vector<std::vector<std::uint32_t>> ready(op_count);
    for (const std::uint32_t k : block) {
      const Value& value = values_[k];
      for (std::size_t j = 0; j < value.operand_count; ++j) {
        const std::uint32_t from = producer_[value.operand[j]];
        if (from < first || values_[from].kind != Value::Kind::operation) continue;
        users_[from].push_back(k);
        ++waiting_[k];
      }
      if (waiting_[k] == 0) ready[static_cast<std::size_t>(value.op)].push_back(k);
    }
    for (std::size_t left = block.size(); left > 0;) left -= emit_longest(ready);
    block.clear();
  }

  /// Emits every ready operation of the kind that has most of them; library functions first, since they take longest
  /// and much waits for them.
  std::size_t emit_longest(std::vector<std::vector<std::uint32_t>>& ready) {
    std::size_t best = 0;
    for (std::size_t op = 1; op < op_count; ++op) {
      const bool function = op >= first_function && !ready[op].empty();
      if (function || ready[op].size() > ready[best].size()) best = op;
    }
    std::vector<std::uint32_t> chosen;
    chosen.swap(ready[best]);
    std::sort(chosen.begin(), chosen.end());
    for (const std::uint32_t k : chosen) {
      order_.push_back(k);
      for (const std::uint32_t user : users_[k]) {
        if (--waiting_[user] == 0) ready[static_cast<std::size_t>(values_[user].op)].push_back(user);
      }
    }
    return chosen.size();
  }

  const std::vector<Value>& values_;
  std::vector<std::uint32_t> producer_;  // of a value that its partner computes: the partner
  std::vector<std::uint32_t> waiting_;   // operands of this block that are not there yet
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<std::uint32_t> schedule(const ValueList& list) { return Schedule(list).run(); }

}  // namespace rheon::expr
