// Joins neighbouring operations into one instruction where the inner result has no other user, and computes sine and
// cosine of the same argument together.
#include <initializer_list>

#include "expr/tape_program.hpp"

namespace rheon::expr {
namespace {

class Fusion {
 public:
  explicit Fusion(ValueList& list) : values_(list.values) {
    for (const Value& value : values_) {
      for (std::size_t k = 0; k < value.operand_count; ++k) ++values_[value.operand[k]].uses;
    }
    for (const std::uint32_t output : list.outputs) ++values_[output].uses;
  }

  void run() {
    for (Value& value : values_) {
      if (value.kind != Value::Kind::operation) continue;
      switch (value.op) {
        case TapeOp::mul: fuse_product(value); break;
        case TapeOp::add: fuse_sum(value); break;
        case TapeOp::sub: fuse_difference(value); break;
        case TapeOp::neg: fuse_negation(value); break;
        default: break;
      }
    }
    pair_sines();
  }

 private:
  /// The operand, if it is an operation of this kind that nobody else needs.
  Value* private_operand(std::uint32_t number, TapeOp op) {
    Value& value = values_[number];
    return value.kind == Value::Kind::operation && value.op == op && value.uses == 1 ? &value : nullptr;
  }

  static void absorb(Value& into, TapeOp op, std::initializer_list<std::uint32_t> operands,
                     std::initializer_list<Value*> parts) {
    into.op = op;
    into.operand_count = 0;
    for (const std::uint32_t operand : operands) into.operand[into.operand_count++] = operand;
    for (Value* part : parts) part->kind = Value::Kind::fused;
  }

  void fuse_product(Value& v) {
    const auto [a, b] = std::pair(v.operand[0], v.operand[1]);
    if (Value* p = private_operand(a, TapeOp::mul)) {
      absorb(v, TapeOp::mul_mul, {p->operand[0], p->operand[1], b}, {p});
    } else if (Value* r = private_operand(b, TapeOp::mul)) {
      absorb(v, TapeOp::mul_mul, {r->operand[0], r->operand[1], a}, {r});
    }
  }

  void fuse_sum(Value& v) {
    const auto [a, b] = std::pair(v.operand[0], v.operand[1]);
    Value* p = private_operand(a, TapeOp::mul);
    Value* r = private_operand(b, TapeOp::mul);
    if (p && r && p != r) {
      return absorb(v, TapeOp::mul_add_mul, {p->operand[0], p->operand[1], r->operand[0], r->operand[1]}, {p, r});
    }
    if (p) return absorb(v, TapeOp::mul_add, {p->operand[0], p->operand[1], b}, {p});
    if (r) return absorb(v, TapeOp::mul_add, {r->operand[0], r->operand[1], a}, {r});
    if (Value* w = private_operand(a, TapeOp::mul_mul)) {
      return absorb(v, TapeOp::mul_mul_add, {w->operand[0], w->operand[1], w->operand[2], b}, {w});
    }
    if (Value* w = private_operand(b, TapeOp::mul_mul)) {
      return absorb(v, TapeOp::mul_mul_add, {w->operand[0], w->operand[1], w->operand[2], a}, {w});
    }
    if (Value* s = private_operand(a, TapeOp::add)) {
      return absorb(v, TapeOp::add_add, {s->operand[0], s->operand[1], b}, {s});
    }
    if (Value* s = private_operand(b, TapeOp::add)) {
      return absorb(v, TapeOp::add_add, {s->operand[0], s->operand[1], a}, {s});
    }
  }

  void fuse_difference(Value& v) {
    const auto [a, b] = std::pair(v.operand[0], v.operand[1]);
    Value* p = private_operand(a, TapeOp::mul);
    Value* r = private_operand(b, TapeOp::mul);
    if (p && r) {
      return absorb(v, TapeOp::mul_sub_mul, {p->operand[0], p->operand[1], r->operand[0], r->operand[1]}, {p, r});
    }
    if (p) return absorb(v, TapeOp::mul_sub, {p->operand[0], p->operand[1], b}, {p});
    if (r) return absorb(v, TapeOp::sub_mul, {r->operand[0], r->operand[1], a}, {r});
    if (Value* w = private_operand(a, TapeOp::mul_mul)) {
      return absorb(v, TapeOp::mul_mul_sub, {w->operand[0], w->operand[1], w->operand[2], b}, {w});
    }
    if (Value* w = private_operand(b, TapeOp::mul_mul)) {
      return absorb(v, TapeOp::sub_mul_mul, {w->operand[0], w->operand[1], w->operand[2], a}, {w});
    }
  }

  void fuse_negation(Value& v) {
    if (Value* p = private_operand(v.operand[0], TapeOp::mul)) {
      absorb(v, TapeOp::neg_mul, {p->operand[0], p->operand[1]}, {p});
    }
  }

  /// The earlier of sin(x) and cos(x) computes both.
  void pair_sines() {
    IdMap first;
    for (std::uint32_t k = 0; k < values_.size(); ++k) {
      Value& value = values_[k];
      if (value.kind != Value::Kind::operation || (value.op != TapeOp::sin && value.op != TapeOp::cos)) continue;
      if (first.insert(value.operand[0], k)) continue;
      Value& leader = values_[first.find(value.operand[0])];
      leader.partner = k;
      leader.cosine_leads = leader.op == TapeOp::cos;
      leader.op = TapeOp::sin_cos;
      value.kind = Value::Kind::fused;
    }
  }

  std::vector<Value>& values_;
};

}  // namespace

void fuse(ValueList& list) { Fusion(list).run(); }

}  // namespace rheon::expr
