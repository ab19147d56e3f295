// Random expressions with an evaluator of their own, for any kind of number. It shares nothing with the code under
// test: it works on its own tree, and the text is written from that tree.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#if defined(__clang__)  // glibc has these functions, but its headers hide them from clang
extern "C" {
__float128 sinf128(__float128) noexcept;
__float128 cosf128(__float128) noexcept;
__float128 tanf128(__float128) noexcept;
__float128 asinf128(__float128) noexcept;
__float128 acosf128(__float128) noexcept;
__float128 atanf128(__float128) noexcept;
__float128 sinhf128(__float128) noexcept;
__float128 coshf128(__float128) noexcept;
__float128 tanhf128(__float128) noexcept;
__float128 expf128(__float128) noexcept;
__float128 logf128(__float128) noexcept;
__float128 sqrtf128(__float128) noexcept;
__float128 powf128(__float128, __float128) noexcept;
}
#endif

namespace rheon::expr::test {

__extension__ typedef __float128 Quad;
using Complex = std::complex<long double>;

inline long double real_part(Quad x) { return static_cast<long double>(x); }
inline long double real_part(const Complex& z) { return z.real(); }

// 113-bit functions of the C library.
inline Quad sin(Quad x) { return ::sinf128(x); }
inline Quad cos(Quad x) { return ::cosf128(x); }
inline Quad tan(Quad x) { return ::tanf128(x); }
inline Quad asin(Quad x) { return ::asinf128(x); }
inline Quad acos(Quad x) { return ::acosf128(x); }
inline Quad atan(Quad x) { return ::atanf128(x); }
inline Quad sinh(Quad x) { return ::sinhf128(x); }
inline Quad cosh(Quad x) { return ::coshf128(x); }
inline Quad tanh(Quad x) { return ::tanhf128(x); }
inline Quad exp(Quad x) { return ::expf128(x); }
inline Quad log(Quad x) { return ::logf128(x); }
inline Quad sqrt(Quad x) { return ::sqrtf128(x); }
inline Quad pow(Quad x, Quad y) { return ::powf128(x, y); }

enum class Kind : std::uint8_t {
  number,
  variable,
  add,
  sub,
  mul,
  div,
  neg,
  power,
  whole_power,
  constant_base,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  sign,
  floor,
  min,
  max,
  hypot,
  atan2,
  choice,
  last = choice
};

struct RandomNode {
  Kind kind = Kind::number;
  int a = -1, b = -1, c = -1, d = -1;
  double value = 0.0;  // number, variable (its place), whole power
};

inline constexpr int variable_count = 3;
inline constexpr const char* variable_names[] = {"x", "y", "z"};

/// What was met on the way: how large numbers became, and how near a place where the function has a corner.
struct Journey {
  long double largest = 0.0L;
  long double nearest_corner = 1.0L;
  bool finite = true;
  bool in_domain = true;
  void corner(long double distance) { nearest_corner = std::min(nearest_corner, std::abs(distance)); }
};

class RandomExpression {
 public:
  RandomExpression(std::mt19937_64& random, int size) : random_(random) { root_ = make(size); }

  std::string text() const { return text(root_); }

  template <class T>
  T evaluate(const T* variables, Journey& journey) const {
    return value<T>(root_, variables, journey);
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
  const RandomNode& at(int k) const { return nodes_[static_cast<std::size_t>(k)]; }

  int append(const RandomNode& node) {
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }

  /// A tree of about `size` leaves; earlier parts are sometimes used again, so that there is something to share.
  int make(int size) {
    if (!nodes_.empty() && pick(8) == 0) return pick(static_cast<int>(nodes_.size()));
    if (size <= 1) {
      if (pick(4) == 0) return append({Kind::number, -1, -1, -1, -1, numbers[pick(std::size(numbers))]});
      return append({Kind::variable, -1, -1, -1, -1, static_cast<double>(pick(variable_count))});
    }
    // Half of everything is plain arithmetic, as in models.
    Kind kind = pick(2) == 0 ? static_cast<Kind>(static_cast<int>(Kind::add) + pick(4))
                             : static_cast<Kind>(static_cast<int>(Kind::add) + pick(static_cast<int>(Kind::last) - 1));
    RandomNode node{kind};
    const bool two = kind <= Kind::div || kind == Kind::power || (kind >= Kind::min && kind <= Kind::choice);
    const int left = two ? 1 + pick(size - 1) : size - 1;
    node.a = make(left);
    if (two) node.b = make(std::max(1, size - left));
    if (kind == Kind::choice) {
      node.c = make(1);
      node.d = make(2);
    }
    if (kind == Kind::whole_power) node.value = pick(9) - 3;
    if (kind == Kind::constant_base) node.value = 0.5 + pick(4);
    return append(node);
  }

  static constexpr double numbers[] = {0, 1, -1, 2, 3, 0.5, -0.25, 1.5, 0.3, 7};

  static std::string number(double value) {
    const std::string text = std::to_string(value);
    return value < 0 ? "(" + text + ")" : text;
  }

  std::string text(int k) const {
    static constexpr const char* names[] = {"sin",   "cos",  "tan", "asin",  "acos", "atan", "sinh",
                                            "cosh",  "tanh", "exp", "log",   "sqrt", "abs",  "sign",
                                            "floor", "min",  "max", "hypot", "atan2"};
    const RandomNode& n = at(k);
    switch (n.kind) {
      case Kind::number: return number(n.value);
      case Kind::variable: return variable_names[static_cast<int>(n.value)];
      case Kind::add: return "(" + text(n.a) + " + " + text(n.b) + ")";
      case Kind::sub: return "(" + text(n.a) + " - " + text(n.b) + ")";
      case Kind::mul: return "(" + text(n.a) + "*" + text(n.b) + ")";
      case Kind::div: return "(" + text(n.a) + "/" + text(n.b) + ")";
      case Kind::neg: return "(-" + text(n.a) + ")";
      case Kind::power: return "(" + text(n.a) + "^" + text(n.b) + ")";
      case Kind::whole_power: return "(" + text(n.a) + "^" + number(n.value) + ")";
      case Kind::constant_base: return "(" + number(n.value) + "^" + text(n.a) + ")";
      case Kind::choice: return "if(" + text(n.a) + " < " + text(n.b) + ", " + text(n.c) + ", " + text(n.d) + ")";
      default: break;
    }
    const std::string call = names[static_cast<int>(n.kind) - static_cast<int>(Kind::sin)];
    return call + "(" + text(n.a) + (n.b < 0 ? "" : ", " + text(n.b)) + ")";
  }

  template <class T>
  T value(int k, const T* variables, Journey& journey) const {
    const T result = compute<T>(at(k), variables, journey);
    const long double size = std::abs(real_part(result));
    if (!(size < 1e300L)) journey.finite = false;
    journey.largest = std::max(journey.largest, size);
    return result;
  }

  template <class T>
  static T whole_power(const T& x, int n) {
    T result = T(1.0L);
    for (int k = 0; k < std::abs(n); ++k) result = result * x;
    return n < 0 ? T(1.0L) / result : result;
  }

  /// Analytic in each piece, so that complex steps work: decisions look at the real part only.
  template <class T>
  T compute(const RandomNode& n, const T* variables, Journey& journey) const {
    if (n.kind == Kind::number) return T(static_cast<long double>(n.value));
    if (n.kind == Kind::variable) return variables[static_cast<int>(n.value)];
    const T a = value<T>(n.a, variables, journey);
    const T b = n.b < 0 ? T(0.0L) : value<T>(n.b, variables, journey);
    const long double ra = real_part(a), rb = real_part(b);
    const auto domain = [&](bool inside) { journey.in_domain = journey.in_domain && inside; };
    switch (n.kind) {
      case Kind::add: return a + b;
      case Kind::sub: return a - b;
      case Kind::mul: return a * b;
      case Kind::div: domain(std::abs(rb) > 1e-2L); return a / b;
      case Kind::neg: return -a;
      case Kind::power: domain(ra > 1e-2L && std::abs(rb) < 8); return pow(a, b);
      case Kind::whole_power:
        domain(n.value >= 0 || std::abs(ra) > 1e-2L);
        return whole_power(a, static_cast<int>(n.value));
      case Kind::constant_base: return exp(a * T(std::log(static_cast<long double>(n.value))));
      case Kind::sin: return sin(a);
      case Kind::cos: return cos(a);
      case Kind::tan: domain(std::abs(std::cos(ra)) > 1e-2L); return sin(a) / cos(a);
      case Kind::asin: domain(std::abs(ra) < 0.99L); return asin(a);
      case Kind::acos: domain(std::abs(ra) < 0.99L); return acos(a);
      case Kind::atan: return atan(a);
      case Kind::sinh: return sinh(a);
      case Kind::cosh: return cosh(a);
      case Kind::tanh: return tanh(a);
      case Kind::exp: return exp(a);
      case Kind::log: domain(ra > 1e-2L); return log(a);
      case Kind::sqrt: domain(ra > 1e-2L); return sqrt(a);
      case Kind::abs: journey.corner(ra); return ra < 0 ? -a : a;
      case Kind::sign: journey.corner(ra); return T(ra > 0 ? 1.0L : ra < 0 ? -1.0L : 0.0L);
      case Kind::floor: journey.corner(ra - std::round(ra)); return T(std::floor(ra));
      case Kind::min: journey.corner(ra - rb); return ra < rb ? a : b;
      case Kind::max: journey.corner(ra - rb); return ra > rb ? a : b;
      case Kind::hypot: domain(ra * ra + rb * rb > 1e-2L); return sqrt(a * a + b * b);
      case Kind::atan2: return angle(a, b, ra, rb, journey);
      default: break;
    }
    journey.corner(ra - rb);
    return value<T>(ra < rb ? n.c : n.d, variables, journey);
  }

  template <class T>
  static T angle(const T& y, const T& x, long double ry, long double rx, Journey& journey) {
    journey.in_domain = journey.in_domain && rx * rx + ry * ry > 1e-2L;
    if (rx < 0) journey.corner(ry);  // the cut along the negative x axis
    const long double pi = std::acos(-1.0L);
    if (std::abs(rx) < std::abs(ry)) return T(ry > 0 ? pi / 2 : -pi / 2) - atan(x / y);
    return atan(y / x) + T(rx > 0 ? 0.0L : ry >= 0 ? pi : -pi);
  }

  std::mt19937_64& random_;
  std::vector<RandomNode> nodes_;
  int root_ = 0;
};

}  // namespace rheon::expr::test
