#include "expr/node_program.hpp"

#include "expr/scalar_ops.hpp"

namespace rheon::expr {
namespace {

void sine_and_cosine(double x, double* sine, double* cosine) noexcept {
#if defined(__GLIBC__)
  ::sincos(x, sine, cosine);
#else
  *sine = std::sin(x);
  *cosine = std::cos(x);
#endif
}

double look_up(const void* table, double argument, double chooser, int order) noexcept {
  return static_cast<const Interpolant*>(table)->evaluate(argument, chooser, order);
}

template <Op op>
double unary(double a) noexcept {
  return apply(op, a);
}
template <Op op>
double binary(double a, double b) noexcept {
  return apply(op, a, b);
}

code::Function1 unary_function(Op op) {
  switch (op) {
    case Op::sin: return &unary<Op::sin>;
    case Op::cos: return &unary<Op::cos>;
    case Op::tan: return &unary<Op::tan>;
    case Op::asin: return &unary<Op::asin>;
    case Op::acos: return &unary<Op::acos>;
    case Op::atan: return &unary<Op::atan>;
    case Op::sinh: return &unary<Op::sinh>;
    case Op::cosh: return &unary<Op::cosh>;
    case Op::tanh: return &unary<Op::tanh>;
    case Op::exp: return &unary<Op::exp>;
    case Op::log: return &unary<Op::log>;
    case Op::sign: return &unary<Op::sign>;
    case Op::floor: return &unary<Op::floor>;
    case Op::logical_not: return &unary<Op::logical_not>;
    default: return nullptr;
  }
}

code::Function2 binary_function(Op op) {
  switch (op) {
    case Op::pow: return &binary<Op::pow>;
    case Op::atan2: return &binary<Op::atan2>;
    case Op::min: return &binary<Op::min>;
    case Op::max: return &binary<Op::max>;
    case Op::hypot: return &binary<Op::hypot>;
    case Op::less: return &binary<Op::less>;
    case Op::less_equal: return &binary<Op::less_equal>;
    case Op::equal: return &binary<Op::equal>;
    case Op::logical_and: return &binary<Op::logical_and>;
    case Op::logical_or: return &binary<Op::logical_or>;
    default: return nullptr;
  }
}

double choose(double condition, double a, double b) noexcept { return condition != 0.0 ? a : b; }

class Translation {
 public:
  Translation(const Lowered& list, const std::vector<Interpolant>& tables, code::Program& program,
              const std::vector<code::Ref>& inputs = {}, bool shares = false)
      : list_(list),
        tables_(tables),
        program_(program),
        inputs_(inputs),
        made_(list.values.size(), unmade),
        shares_(shares) {
    for (std::uint32_t k = 0; k < list.values.size(); ++k) {
      const LoweredValue& v = list.values[k];
      if (v.op == Op::sin || v.op == Op::cos) (v.op == Op::sin ? sines_ : cosines_).insert(v.operand[0], k);
    }
  }

  code::Ref make_output(std::uint32_t value) {
    make(value);
    return made_[value];
  }

 private:
  static constexpr code::Ref unmade = 0xffffffffu;

  /// Depth first, without recursion: what an output needs comes right before it, so that registers last.
  void make(std::uint32_t root) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const std::uint32_t k = stack_.back();
      const LoweredValue& v = list_.values[k];
      bool ready = true;
      for (std::size_t j = v.operand_count; made_[k] == unmade && j-- > 0;) {
        if (made_[v.operand[j]] != unmade) continue;
        stack_.push_back(v.operand[j]);
        ready = false;
      }
      if (!ready) continue;
      stack_.pop_back();
      if (made_[k] == unmade) made_[k] = emit(k);
    }
  }

  code::Ref emit(std::uint32_t k) {
    const LoweredValue& v = list_.values[k];
    if (v.op == Op::constant) return program_.constant(v.constant);
    if (v.op == Op::input)
      return inputs_.empty() ? program_.load(code::in_base, static_cast<int>(v.extra[0])) : inputs_[v.extra[0]];
    const code::Ref a = made_[v.operand[0]], b = v.operand_count > 1 ? made_[v.operand[1]] : 0;
    switch (v.op) {
      case Op::add: return program_.add(a, b);
      case Op::sub: return program_.sub(a, b);
      case Op::mul: return program_.mul(a, b);
      case Op::div: return program_.div(a, b);
      case Op::neg: return program_.neg(a);
      case Op::abs: return program_.abs(a);
      case Op::sqrt: return program_.sqrt(a);
      case Op::sin:
      case Op::cos: return sine_or_cosine(k);
      case Op::table: return program_.call(&look_up, &tables_[v.extra[0]], a, b, static_cast<int>(v.extra[1]));
      case Op::select: return program_.call(&choose, a, b, made_[v.operand[2]]);
      default: break;
    }
    return arity(v.op) == 1 ? program_.call(unary_function(v.op), a) : program_.call(binary_function(v.op), a, b);
  }

  code::Ref sine_or_cosine(std::uint32_t k) {
    const std::uint32_t argument = list_.values[k].operand[0];
    const std::uint32_t sine = sines_.find(argument), cosine = cosines_.find(argument);
    const bool both = sine != IdMap::absent && cosine != IdMap::absent;
    if (!both && !shares_) return program_.call(unary_function(list_.values[k].op), made_[argument]);
    const auto [s, c] = program_.sine_and_cosine(&sine_and_cosine, made_[argument]);
    if (sine != IdMap::absent) made_[sine] = s;
    if (cosine != IdMap::absent) made_[cosine] = c;
    return made_[k];
  }

  const Lowered& list_;
  const std::vector<Interpolant>& tables_;
  code::Program& program_;
  std::vector<code::Ref> inputs_;
  std::vector<code::Ref> made_;
  std::vector<std::uint32_t> stack_;
  IdMap sines_, cosines_;
  bool shares_;  ///< may calls be shared with other programs, one of which wants the sine, the other the cosine?
};

}  // namespace

code::Program node_program(const Lowered& list, const std::vector<Interpolant>& tables) {
  code::Program program;
  Translation translation(list, tables, program);
  for (std::size_t k = 0; k < list.outputs.size(); ++k) {
    program.begin_piece();
    program.store(code::out_base, static_cast<int>(k), translation.make_output(list.outputs[k]));
  }
  return program;
}

std::vector<code::Ref> append_nodes(const Graph& graph, std::span<const Node> nodes, code::Program& program,
                                    std::vector<Interpolant>& tables, const std::vector<code::Ref>& inputs) {
  std::vector<Id> ids;
  for (const Node n : nodes) ids.push_back(id_of(n));
  Lowered list = lower_to_values(GraphAccess::core(graph), ids);
  tables = std::move(list.tables);
  Translation translation(list, tables, program, inputs, true);
  std::vector<code::Ref> values;
  for (const std::uint32_t output : list.outputs) {
    program.begin_piece();
    values.push_back(translation.make_output(output));
  }
  return values;
}

}  // namespace rheon::expr
