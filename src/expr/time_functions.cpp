#include "expr/time_functions.hpp"

#include <cmath>
#include <numbers>
#include <unordered_map>

#include "expr/graph_core.hpp"
#include "expr/interpolant.hpp"
#include "expr/scalar_ops.hpp"

namespace rheon::expr {

namespace {

constexpr Interval nothing{0.0, 0.0}, unit{1.0, 1.0};

/// f(x) with the slope f'(x) x'.
Sloped chained(Interval value, Interval derivative, const Sloped& x) { return {value, derivative * x.slope}; }

/// True, false or either.
Sloped truth_of(bool surely, bool never) {
  if (surely) return {unit, nothing};
  return never ? Sloped{nothing, nothing} : Sloped{{0.0, 1.0}, whole_line};
}

/// A domain that is left somewhere, or a slope that has no bound.
Interval positive(Interval x) { return {std::max(x.lo, 0.0), std::max(x.hi, 0.0)}; }

Sloped sloped_unary(Op op, const Sloped& x) {
  const Interval v = x.value;
  switch (op) {
    case Op::neg: return {-v, -x.slope};
    case Op::sin: return chained(sine(v), cosine(v), x);
    case Op::cos: return chained(cosine(v), -sine(v), x);
    case Op::tan: {
      if (cosine(v).contains(0.0)) return {whole_line, whole_line};
      const Interval tangent = growing([](double a) { return std::tan(a); }, v);
      return chained(tangent, unit + whole_power(tangent, 2.0), x);
    }
    case Op::asin:
    case Op::acos: {
      const Interval inside{std::clamp(v.lo, -1.0, 1.0), std::clamp(v.hi, -1.0, 1.0)};
      const Interval arc = growing([](double a) { return std::asin(a); }, inside);
      constexpr double quarter = std::numbers::pi / 2;
      return {op == Op::asin ? arc : Interval{quarter, quarter} - arc, whole_line};
    }
    case Op::atan:
      return chained(growing([](double a) { return std::atan(a); }, v), unit / (unit + whole_power(v, 2.0)), x);
    case Op::sinh: {
      const Interval size = absolute(v);
      return chained(growing([](double a) { return std::sinh(a); }, v),
                     growing([](double a) { return std::cosh(a); }, size), x);
    }
    case Op::cosh:
      return chained(growing([](double a) { return std::cosh(a); }, absolute(v)),
                     growing([](double a) { return std::sinh(a); }, v), x);
    case Op::tanh: {
      const Interval y = growing([](double a) { return std::tanh(a); }, v);
      return chained(y, unit - whole_power(y, 2.0), x);
    }
    case Op::exp: {
      const Interval y = positive(growing([](double a) { return std::exp(a); }, v));
      return chained(y, y, x);
    }
    case Op::log:
      if (!(v.lo > 0.0)) return {whole_line, whole_line};
      return chained(growing([](double a) { return std::log(a); }, v), unit / v, x);
    case Op::sqrt: {
      const Interval y = positive(growing([](double a) { return std::sqrt(a); }, positive(v)));
      return {y, v.lo > 0.0 ? Interval{0.5, 0.5} / y * x.slope : whole_line};
    }
    case Op::abs:
      if (v.contains(0.0)) return {absolute(v), whole_line};
      return {absolute(v), v.lo > 0.0 ? x.slope : -x.slope};
    case Op::sign:
      return v.contains(0.0) ? Sloped{{-1.0, 1.0}, whole_line} : Sloped{v.lo > 0.0 ? unit : -unit, nothing};
    case Op::floor: {
      const Interval y{std::floor(v.lo), std::floor(v.hi)};
      return {y, y.lo == y.hi ? nothing : whole_line};
    }
    case Op::logical_not: return truth_of(v.lo == 0.0 && v.hi == 0.0, !v.contains(0.0));
    default: return {whole_line, whole_line};
  }
}

Sloped power(const Sloped& a, const Sloped& b) {
  const bool constant = b.value.lo == b.value.hi && b.slope.lo == 0.0 && b.slope.hi == 0.0;
  const double n = b.value.lo;
  if (constant && std::floor(n) == n && std::abs(n) < 1e6) {
    if (n < 0.0 && a.value.contains(0.0)) return {whole_line, whole_line};
    return chained(whole_power(a.value, n), Interval{n, n} * whole_power(a.value, n - 1.0), a);
  }
  if (!(a.value.lo > 0.0)) return {whole_line, whole_line};
  const Sloped logarithm = sloped_unary(Op::log, a);
  return sloped_unary(Op::exp, {b.value * logarithm.value, b.slope * logarithm.value + b.value * logarithm.slope});
}

Sloped sloped_binary(Op op, const Sloped& a, const Sloped& b) {
  const Interval x = a.value, y = b.value;
  const auto holds = [](Interval v) { return !v.contains(0.0); };
  const auto fails = [](Interval v) { return v.lo == 0.0 && v.hi == 0.0; };
  switch (op) {
    case Op::add: return {x + y, a.slope + b.slope};
    case Op::sub: return {x - y, a.slope - b.slope};
    case Op::mul: return {x * y, a.slope * y + x * b.slope};
    case Op::div:
      if (y.contains(0.0)) return {whole_line, whole_line};
      return {x / y, (a.slope - x / y * b.slope) / y};
    case Op::pow: return power(a, b);
    case Op::min:
    case Op::max: {
      const bool smaller = op == Op::min;
      if (x.hi < y.lo) return smaller ? a : b;
      if (y.hi < x.lo) return smaller ? b : a;
      return {smaller ? Interval{std::min(x.lo, y.lo), std::min(x.hi, y.hi)}
                      : Interval{std::max(x.lo, y.lo), std::max(x.hi, y.hi)},
              whole_line};
    }
    case Op::hypot:
      return sloped_unary(Op::sqrt,
                          sloped_binary(Op::add, power(a, {{2.0, 2.0}, nothing}), power(b, {{2.0, 2.0}, nothing})));
    case Op::atan2: return {{-std::numbers::pi, std::numbers::pi}, whole_line};
    case Op::less: return truth_of(x.hi < y.lo, x.lo >= y.hi);
    case Op::less_equal: return truth_of(x.hi <= y.lo, x.lo > y.hi);
    case Op::equal: return truth_of(x.lo == x.hi && y.lo == y.hi && x.lo == y.lo, x.hi < y.lo || y.hi < x.lo);
    case Op::logical_and: return truth_of(holds(x) && holds(y), fails(x) || fails(y));
    case Op::logical_or: return truth_of(holds(x) || holds(y), fails(x) && fails(y));
    default: return {whole_line, whole_line};
  }
}

Sloped chosen(const Sloped& condition, const Sloped& yes, const Sloped& no) {
  if (!condition.value.contains(0.0)) return yes;
  if (condition.value.lo == 0.0 && condition.value.hi == 0.0) return no;
  return {hull(yes.value, no.value), whole_line};
}

/// Functions that may be flat for a while and steep for another.
bool may_be_steep(Op op) {
  switch (op) {
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::log:
    case Op::sqrt:
    case Op::pow:
    case Op::div:
    case Op::hypot:
    case Op::table: return true;
    default: return false;
  }
}

bool is_of_interest(Op op) { return op == Op::less || op == Op::less_equal || op == Op::floor || may_be_steep(op); }

/// Collects the operations of functions of time.
class Collector {
 public:
  explicit Collector(const GraphCore& core) : core_(core) {
    // what depends on something else than time, or on nothing, is no function of time; arguments come first
    kind_.reserve(core.size());
    for (Id n = 0; n < core.size(); ++n) {
      const NodeData data = core.node(n);
      kind_.push_back(kind_of(data));
      any_ = any_ || (kind_.back() == Kind::timed && is_of_interest(data.op));
    }
  }
  bool any() const { return any_; }
  bool is_timed(Id n) const { return kind_[n] == Kind::timed; }

  TimeFunction function(Id root) const {
    TimeFunction made;
    std::unordered_map<Id, int> place;
    const Id roots[] = {root};
    for (const Id n : core_.reachable(roots, [](Id) { return true; })) {
      const NodeData data = core_.node(n);
      TimeFunction::Operation operation;
      operation.op = data.op;
      if (data.op == Op::constant) operation.value = data.value();
      const auto children = data.children();
      for (std::size_t k = 0; k < children.size(); ++k) operation.arg[k] = place.at(children[k]);
      if (data.op == Op::table) {
        operation.table = std::make_shared<const Interpolant>(core_.tables()[data.arg[2]]);
        operation.order = data.order;
      }
      place[n] = static_cast<int>(made.operations.size());
      made.operations.push_back(std::move(operation));
    }
    return made;
  }

 private:
  enum class Kind : unsigned char { constant, timed, other };
  Kind kind_of(const NodeData& data) const {
    if (data.op == Op::constant) return Kind::constant;
    if (data.op == Op::input) return data.arg[0] == time_input || data.arg[0] == side_input ? Kind::timed : Kind::other;
    Kind kind = Kind::constant;
    for (const Id child : data.children()) kind = std::max(kind, kind_[child]);
    return kind;
  }

  const GraphCore& core_;
  std::vector<Kind> kind_;
  bool any_ = false;
};

/// a - b of what is compared.
TimeFunction difference(TimeFunction a, const TimeFunction& b) {
  const int first = static_cast<int>(a.operations.size());
  for (TimeFunction::Operation operation : b.operations) {
    for (int& arg : operation.arg)
      if (arg >= 0) arg += first;
    a.operations.push_back(std::move(operation));
  }
  TimeFunction::Operation minus;
  minus.op = Op::sub;
  minus.arg[0] = first - 1;
  minus.arg[1] = static_cast<int>(a.operations.size()) - 1;
  a.operations.push_back(minus);
  return a;
}

}  // namespace

double TimeFunction::at(double t, Work& work) const {
  work.numbers.resize(operations.size());
  const auto x = [&](const Operation& o, int k) { return work.numbers[static_cast<std::size_t>(o.arg[k])]; };
  std::size_t n = 0;
  for (const Operation& o : operations) {
    double& y = work.numbers[n++];
    if (o.op == Op::constant)
      y = o.value;
    else if (o.op == Op::input)
      y = t;
    else if (o.op == Op::select)
      y = x(o, 0) != 0.0 ? x(o, 1) : x(o, 2);
    else if (o.op == Op::table)
      y = o.table->evaluate(x(o, 0), x(o, 1), o.order);
    else
      y = arity(o.op) == 1 ? apply(o.op, x(o, 0)) : apply(o.op, x(o, 0), x(o, 1));
  }
  return work.numbers.back();
}

Sloped TimeFunction::over(Interval t, Work& work) const {
  work.sloped.resize(operations.size());
  const auto x = [&](const Operation& o, int k) -> const Sloped& {
    return work.sloped[static_cast<std::size_t>(o.arg[k])];
  };
  std::size_t n = 0;
  for (const Operation& o : operations) {
    Sloped y;
    if (o.op == Op::constant) {
      y = {{o.value, o.value}, nothing};
    } else if (o.op == Op::input) {
      y = {t, unit};
    } else if (o.op == Op::select) {
      y = chosen(x(o, 0), x(o, 1), x(o, 2));
    } else if (o.op == Op::table) {
      const Interval v = x(o, 0).value;
      y = chained(o.table->range(v.lo, v.hi, o.order), o.table->range(v.lo, v.hi, o.order + 1), x(o, 0));
    } else {
      y = arity(o.op) == 1 ? sloped_unary(o.op, x(o, 0)) : sloped_binary(o.op, x(o, 0), x(o, 1));
    }
    work.sloped[n++] = y;
  }
  Sloped result = work.sloped.back();
  // f(m) + f' (t - m): narrower than the natural form where the stretch is short
  if (std::isfinite(result.slope.lo) && std::isfinite(result.slope.hi)) {
    const double middle = 0.5 * (t.lo + t.hi), value = at(middle, work);
    if (std::isfinite(value))
      result.value =
          common(result.value, widened(value, value) + result.slope * Interval{t.lo - middle, t.hi - middle});
  }
  return result;
}

TimeFunctions::TimeFunctions(const Graph& graph, std::span<const Node> outputs) {
  const GraphCore& core = GraphAccess::core(graph);
  std::vector<Id> ids;
  for (const Node n : outputs) ids.push_back(id_of(n));
  const Collector collector(core);
  if (!collector.any()) return;
  for (const Id n : core.reachable(ids, [](Id) { return true; })) {
    if (!collector.is_timed(n)) continue;
    const NodeData data = core.node(n);
    const auto is_side = [&](Id m) { return core.node(m).op == Op::input && core.node(m).arg[0] == side_input; };
    if (data.op == Op::less || data.op == Op::less_equal) {
      const bool known = (is_side(data.arg[0]) && core.is_constant(data.arg[1])) ||
                         (is_side(data.arg[1]) && core.is_constant(data.arg[0]));
      if (!known)
        switches_.push_back({difference(collector.function(data.arg[0]), collector.function(data.arg[1])), false, {}});
    } else if (data.op == Op::floor) {
      switches_.push_back({collector.function(data.arg[0]), true, {}});
    } else if (data.op == Op::table && !is_side(data.arg[1])) {
      const Interpolant& table = core.tables()[data.arg[2]];
      std::vector<double> levels = table.knots();
      if (table.degree() > 1) levels = {levels.front(), levels.back()};
      switches_.push_back({collector.function(data.arg[1]), false, std::move(levels)});
    }
    if (may_be_steep(data.op)) varying_.push_back(collector.function(n));
  }
}

}  // namespace rheon::expr
