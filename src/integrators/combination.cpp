#include "integrators/combination.hpp"

#include <algorithm>
#include <cmath>

#include "methods/allowed_error.hpp"

namespace rheon {

namespace {

/// Numbers that are summed side by side.
using Four [[gnu::vector_size(32)]] = double;

/// Four in memory, wherever they begin. (Of a reference to a vector type with less alignment than its own, clang forgets that.)
struct [[gnu::packed, gnu::may_alias]] Anywhere {
  Four numbers;
};
inline const Anywhere& four(const double* x) { return *reinterpret_cast<const Anywhere*>(x); }
inline Anywhere& four(double* x) { return *reinterpret_cast<Anywhere*>(x); }

/// Sixteen at a time, whose sums stay in registers.
[[gnu::always_inline]] inline void sum_all(int count, const double* w, const double* const* k, Index n,
                                           const double* y0, double* y) {
  Index i = 0;
  for (; i + 16 <= n; i += 16) {
    Four a = four(y0 + i).numbers, b = four(y0 + i + 4).numbers, c = four(y0 + i + 8).numbers,
         d = four(y0 + i + 12).numbers;
    for (int j = 0; j < count; ++j) {
      const double* const x = k[j] + i;
      a = a + w[j] * four(x).numbers;
      b = b + w[j] * four(x + 4).numbers;
      c = c + w[j] * four(x + 8).numbers;
      d = d + w[j] * four(x + 12).numbers;
    }
    four(y + i).numbers = a;
    four(y + i + 4).numbers = b;
    four(y + i + 8).numbers = c;
    four(y + i + 12).numbers = d;
  }
  for (; i + 4 <= n; i += 4) {
    Four a = four(y0 + i).numbers;
    for (int j = 0; j < count; ++j) a = a + w[j] * four(k[j] + i).numbers;
    four(y + i).numbers = a;
  }
  for (; i < n; ++i) {
    double a = y0[i];
    for (int j = 0; j < count; ++j) a = a + w[j] * k[j][i];
    y[i] = a;
  }
}

/// Four at a time, with allowed_error written out: a function cannot take what its caller alone has registers for. Then one by one.
[[gnu::always_inline]] inline double find_largest(const ErrorMeasure& of, Index n) {
  Four most{}, sum{};
  Index i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four x = four(of.before + i).numbers, y = four(of.after + i).numbers, e = of.h * four(of.e + i).numbers;
    const Four a = x < 0.0 ? -x : x, b = y < 0.0 ? -y : y;
    const Four part = e == 0.0 ? Four{} : (e < 0.0 ? -e : e) / (of.absolute + of.relative * (a > b ? a : b));
    most = part > most ? part : most;
    sum = sum + part;
  }
  double largest = 0.0, all = 0.0;  // `all` is not a number if one of the parts is not
  for (int k = 0; k < 4; ++k) {
    largest = std::max(largest, most[k]);
    all += sum[k];
  }
  for (; i < n; ++i) {
    const double size = allowed_error(of.before[i], of.after[i], of.relative, of.absolute);
    const double e = std::abs(of.h * of.e[i]), part = e == 0.0 ? 0.0 : e / size;
    largest = std::max(largest, part);
    all += part;
  }
  return all == all ? largest : all;
}

using Sum = void (*)(int, const double*, const double* const*, Index, const double*, double*);

void plain_sum(int count, const double* w, const double* const* k, Index n, const double* y0, double* y) {
  sum_all(count, w, k, n, y0, y);
}

using Largest = double (*)(const ErrorMeasure&, Index);

double plain_largest(const ErrorMeasure& of, Index n) { return find_largest(of, n); }

#if defined(__x86_64__)
/// The same operations with wider registers (and no fused ones).
[[gnu::target("avx")]] void wide_sum(int count, const double* w, const double* const* k, Index n, const double* y0,
                                     double* y) {
  sum_all(count, w, k, n, y0, y);
}
[[gnu::target("avx")]] double wide_largest(const ErrorMeasure& of, Index n) { return find_largest(of, n); }
const bool has_wide = __builtin_cpu_supports("avx") != 0;
const Sum fastest_sum = has_wide ? &wide_sum : &plain_sum;
const Largest fastest_largest = has_wide ? &wide_largest : &plain_largest;
#else
constexpr Sum fastest_sum = &plain_sum;
constexpr Largest fastest_largest = &plain_largest;
#endif

}  // namespace

void Combination::apply(const double* y0, double* y, Index first, Index n) const {
  const double* k[most_stages];
  for (int j = 0; j < count_; ++j) k[j] = k_[j] + first;
  fastest_sum(count_, weight_, k, n, y0, y);
}

double largest_part(const ErrorMeasure& of, Index n) { return fastest_largest(of, n); }

}  // namespace rheon
