#include "la/block_kkt.hpp"

#include <algorithm>
#include <cmath>

#include "la/dependent_rows.hpp"

namespace rheon {

namespace {

/// What must be left of the pivot of a row: less is round-off. Rows that depend on others keep a part of 1e-10, put there by the
/// caller (StageMatrix), a thousand times as much.
constexpr double row_floor = 1e-13;

/// Blocks are stored column by column. Numbers from one column to the next, and from one part of a vector to the next:
/// columns of three are filled up to whole registers with a zero.
template <int n>
constexpr int width = n == 3 ? 4 : n;

/// C -= A B
template <int n>
inline void subtract_product(const double* A, const double* B, double* C) {
  constexpr int w = width<n>;
  for (int j = 0; j < n; ++j) {
    double column[at(w)];
    for (int i = 0; i < w; ++i) column[i] = C[j * w + i];
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < w; ++i) column[i] -= A[k * w + i] * B[j * w + k];
    for (int i = 0; i < w; ++i) C[j * w + i] = column[i];
  }
}

/// A = A B
template <int n>
inline void multiply(double* A, const double* B) {
  constexpr int w = width<n>;
  double C[at(n * w)] = {};
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < w; ++i) C[j * w + i] += A[k * w + i] * B[j * w + k];
  std::copy_n(C, n * w, A);
}

template <int n>
inline void column_sizes(const double* A, double* size) {
  for (int j = 0; j < n; ++j) {
    size[j] = 0.0;
    for (int i = 0; i < n; ++i) size[j] = std::max(size[j], std::abs(A[j * width<n> + i]));
  }
}

/// In place, by Gauss and Jordan with exchange of rows. False where a pivot is not above its column's `least`.
template <int n>
inline bool invert(double* A, const double* least) {
  constexpr int w = width<n>;
  int from[at(n)];
  for (int k = 0; k < n; ++k) {
    double* const column = A + k * w;
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[best])) best = i;
    if (!(std::abs(column[best]) > least[k])) return false;
    from[k] = best;
    if (best != k)
      for (int j = 0; j < n; ++j) std::swap(A[j * w + k], A[j * w + best]);
    const double inverse = 1.0 / column[k];
    double factor[at(w)] = {};
    for (int i = 0; i < n; ++i) factor[i] = i == k ? 0.0 : column[i];
    for (int i = 0; i < n; ++i) column[i] = i == k ? 1.0 : 0.0;
    for (int j = 0; j < n; ++j) {
      const double scaled = A[j * w + k] * inverse;
      for (int i = 0; i < w; ++i) A[j * w + i] -= factor[i] * scaled;
      A[j * w + k] = scaled;
    }
  }
  for (int k = n - 1; k >= 0; --k)
    if (from[k] != k)
      for (int i = 0; i < n; ++i) std::swap(A[k * w + i], A[from[k] * w + i]);
  return true;
}

/// x -= A y
template <int n>
inline void subtract_applied(const double* A, const double* y, double* x) {
  constexpr int w = width<n>;
  double sum[at(w)];
  for (int i = 0; i < w; ++i) sum[i] = x[i];
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < w; ++i) sum[i] -= A[j * w + i] * y[j];
  for (int i = 0; i < w; ++i) x[i] = sum[i];
}

/// Right-looking, as KktFactors does it without symmetry: L D U with the inverse of D and U not divided by it. False where
/// a pivot has lost its digits.
template <int n>
inline bool eliminate(const KktStructure& s, double* L, double* scale) {
  constexpr int nn = n * width<n>;
  double* const U = L + s.storage() * nn;
  const auto diagonal = [&](int k) { return L + s.diagonal(k) * nn; };
  for (int k = 0; k < s.size(); ++k) column_sizes<n>(diagonal(k), scale + k * n);
  const int* target = s.target.data();
  double least[at(n)];
  for (int k = 0; k < s.size(); ++k) {
    const int first = s.start[at(k)], count = s.start[at(k) + 1] - first;
    double* const pivot = diagonal(k);
    const bool row = s.is_row[at(k)];
    if (row) {
      column_sizes<n>(pivot, scale + k * n);  // before what other rows take away
      for (int e = 0; e < nn; ++e) pivot[e] += L[s.loss(k) * nn + e];
    }
    for (int j = 0; j < n; ++j) least[j] = (row ? row_floor : pivot_round_off) * scale[k * n + j];
    if (!invert<n>(pivot, least)) return false;
    double* const l = L + first * nn;
    const double* const u = U + first * nn;
    for (int p = 0; p < count; ++p) multiply<n>(l + p * nn, pivot);
    for (int p = 0; p < count; ++p)
      for (int r = 0; r <= p; ++r) {
        const int t = *target++;
        subtract_product<n>(l + p * nn, u + r * nn, L + t * nn);
        if (r < p) subtract_product<n>(l + r * nn, u + p * nn, U + t * nn);
      }
  }
  return true;
}

template <int n>
inline bool substitute(const KktStructure& s, const double* L, double* x) {
  constexpr int w = width<n>, nn = n * w;
  const double* const U = L + s.storage() * nn;
  const int* const index = s.index.data();
  for (int k = 0; k < s.size(); ++k) {
    double y[at(w)];
    std::copy_n(x + k * w, w, y);
    for (int p = s.start[at(k)]; p < s.start[at(k) + 1]; ++p) subtract_applied<n>(L + p * nn, y, x + index[p] * w);
  }
  for (int k = s.size() - 1; k >= 0; --k) {
    double sum[at(w)], negative[at(w)] = {};
    std::copy_n(x + k * w, w, sum);
    for (int p = s.start[at(k)]; p < s.start[at(k) + 1]; ++p) subtract_applied<n>(U + p * nn, x + index[p] * w, sum);
    subtract_applied<n>(L + s.diagonal(k) * nn, sum, negative);
    for (int i = 0; i < w; ++i) x[k * w + i] = -negative[i];
  }
  return true;
}

/// What is done with blocks of each size.
#define RHEON_FOR_BLOCK(function, ...)        \
  switch (block) {                            \
    case 2: return function<2>(__VA_ARGS__);  \
    case 3: return function<3>(__VA_ARGS__);  \
    case 4: return function<4>(__VA_ARGS__);  \
    default: return function<6>(__VA_ARGS__); \
  }

bool eliminate_blocks(int block, const KktStructure& s, double* values, double* scale) {
  RHEON_FOR_BLOCK(eliminate, s, values, scale)
}

bool substitute_blocks(int block, const KktStructure& s, const double* values, double* x) {
  RHEON_FOR_BLOCK(substitute, s, values, x)
}

#if defined(__x86_64__) && defined(__GNUC__)
// The same operations in wider registers: the same bits.
#define RHEON_WIDE __attribute__((target("avx"), flatten))
bool wide_registers() { return __builtin_cpu_supports("avx") != 0; }
#else
#define RHEON_WIDE
bool wide_registers() { return false; }
#endif

RHEON_WIDE bool eliminate_wide(int block, const KktStructure& s, double* values,
                               double* scale){RHEON_FOR_BLOCK(eliminate, s, values, scale)}

RHEON_WIDE bool substitute_wide(int block, const KktStructure& s, const double* values, double* x) {
  RHEON_FOR_BLOCK(substitute, s, values, x)
}
#undef RHEON_WIDE
#undef RHEON_FOR_BLOCK

}  // namespace

BlockKkt::BlockKkt(const Pattern& P, const Pattern& A, int block, bool wide)
    : s_(P, A),
      block_(block),
      width_(block == 3 ? width<3> : block),
      wide_(wide && wide_registers()),
      values_(at(s_.storage() + s_.entries()) * at(block * width_)),
      scale_(at(s_.size() * block)) {}

int BlockKkt::place(int i, int r, int j, int c) const {
  const int of_block = s_.place(turn(i), turn(j)) + (turn(i) < turn(j) ? s_.storage() : 0);
  return (of_block * block_ + c) * width_ + r;
}

bool BlockKkt::factor() {
  return (wide_ ? eliminate_wide : eliminate_blocks)(block_, s_, values_.data(), scale_.data());
}

void BlockKkt::solve(double* x) const { (wide_ ? substitute_wide : substitute_blocks)(block_, s_, values_.data(), x); }

}  // namespace rheon
