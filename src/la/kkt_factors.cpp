#include "la/kkt_factors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/free_memory.hpp"
#include "core/index.hpp"
#include "la/dependent_rows.hpp"
#include "la/kkt_elimination.hpp"
#include "la/kkt_programs.hpp"
#include "la/number_algebra.hpp"

namespace rheon {

namespace {

/// A program pays while its code fits into the caches, with what repeats rolled up; beyond, loops over index lists read less. A
/// choice, of time alone.
constexpr std::size_t most_instructions = 60000;
/// An update is a multiplication and a subtraction, with a load now and then.
constexpr int most_distinct_updates = most_instructions / 3;
/// Programs of so many updates take tens of megabytes while they are made: memory is given back before, which takes time.
constexpr int many_updates = 50000;

}  // namespace

KktFactors::KktFactors(const Pattern& P, const Pattern& A, bool symmetric, bool as_program)
    : s_(P, A),
      symmetric_(symmetric),
      compliance_at_(s_.storage() + (symmetric ? 0 : s_.entries())),
      x_(at(s_.size())) {
  P_diagonal_.reserve(at(P.rows));
  for (int j = 0; j < P.rows; ++j) P_diagonal_.push_back(P.find(j, j));
  std::size_t size = at(compliance_at_ + s_.rows);
  if (as_program && s_.fits_a_program(most_distinct_updates)) {
    if (s_.updates() > many_updates) scratch_is_free();  // before a program that will be long
    factor_program_ = code::Executable(elimination_program(s_, symmetric_), most_instructions);
    if (factor_program_) solve_program_ = code::Executable(substitution_program(s_, symmetric_), most_instructions);
    size = std::max({size, factor_program_.work_size(), solve_program_.work_size()});
    if (factor_program_ && solve_program_) s_.keep_turns_only();
  }
  numbers_.assign(size, 0.0);
}

bool KktFactors::factor(const double* P, const double* A, const double* compliance) {
  for (int i = 0; i < s_.rows; ++i) numbers_[at(compliance_at_ + i)] = compliance != nullptr ? -compliance[i] : 0.0;
  if (factor_program_) {
    factor_program_.run(P, const_cast<double*>(A), numbers_.data());  // reads both, writes work alone
  } else {
    gather(P, A);
    symmetric_ ? eliminate<true>() : eliminate<false>();
  }
  return judge_pivots(P);
}

void KktFactors::gather(const double* P, const double* A) {
  std::fill_n(numbers_.begin(), compliance_at_, 0.0);
  double* const L = lower();
  for (std::size_t k = 0; k < s_.P_place.size(); ++k)
    if (!s_.P_upper[k])
      L[s_.P_place[k]] = P[k];
    else if (!symmetric_)
      upper()[s_.P_place[k]] = P[k];
  for (std::size_t k = 0; k < s_.A_place.size(); ++k) L[s_.A_place[k]] = A[k];
  if (!symmetric_)
    for (std::size_t k = 0; k < s_.A_place.size(); ++k) upper()[s_.A_place[k]] = A[k];
  for (int i = 0; i < s_.rows; ++i) L[s_.diagonal(s_.row_at[at(i)])] = numbers_[at(compliance_at_ + i)];
}

/// Entries in the storage of the factors, which take their places.
template <bool symmetric>
class KktFactors::Entries {
 public:
  Entries(const KktStructure& s, double* lower, double* upper, double* row)
      : s_(s), lower_(lower), upper_(upper), row_(row) {}
  static double one() { return 1.0; }
  double lower(int place) const { return lower_[place]; }
  double upper(int place) const { return upper_[place]; }
  void set_lower(int place, double x) { lower_[place] = x; }
  void set_upper(int place, double x) { upper_[place] = x; }
  void keep(int k, double before, double inverse) {
    if (s_.is_row[at(k)]) lower_[s_.loss(k)] = before;
    lower_[s_.diagonal(k)] = inverse;
  }
  void begin_column(int first, int count, double inverse) {
    column_ = lower_ + first;
    if constexpr (symmetric)
      std::copy_n(column_, count, row_);  // as it was: the entries above the diagonal
    else
      row_ = upper_ + first;
    for (int p = 0; p < count; ++p) column_[p] *= inverse;
  }
  double l(int p) const { return column_[p]; }
  double u(int p) const { return row_[p]; }

 private:
  const KktStructure& s_;
  double *lower_, *upper_, *column_ = nullptr, *row_;
};

template <bool symmetric>
void KktFactors::eliminate() {
  NumberAlgebra numbers;
  Entries<symmetric> entries(s_, lower(), upper(), x_.data());
  const int* target = s_.target.data();
  for (int k = 0; k < s_.size(); ++k) target = eliminate_turn<symmetric>(numbers, s_, k, target, entries);
}

bool KktFactors::judge_pivots(const double* P) {
  const double* const L = lower();
  NumberAlgebra numbers;
  bool good = true;
  for (int j = 0; j < s_.coordinates; ++j) {
    const double inverse = L[s_.diagonal(s_.coordinate_at[at(j)])];
    const double before = P_diagonal_[at(j)] < 0 ? 0.0 : P[P_diagonal_[at(j)]];
    good = good && inverse > 0.0 && pivot_round_off * loss_of_pivot(numbers, before, inverse) < 1.0;
  }
  double most = 1.0;  // before losses over after, for the row that lost most
  for (int i = 0; i < s_.rows; ++i) {
    const int k = s_.row_at[at(i)];
    const double lost = loss_of_pivot(numbers, L[s_.loss(k)], L[s_.diagonal(k)]);
    // a pivot of the wrong sign is round-off; behind a vanishing one nothing is a number
    if (!(lost > 0.0 && lost <= most)) most = lost > 0.0 ? lost : std::numeric_limits<double>::infinity();
  }
  independence_ = 1.0 / most;
  return good;
}

void KktFactors::solve(double* f, double* g) {
  if (solve_program_)
    solve_program_.run(f, g, numbers_.data());  // writes to both
  else
    symmetric_ ? substitute<true>(f, g) : substitute<false>(f, g);
}

template <bool symmetric>
void KktFactors::substitute(double* f, double* g) {
  double* const x = x_.data();
  for (int j = 0; j < s_.coordinates; ++j) x[s_.coordinate_at[at(j)]] = f[j];
  for (int i = 0; i < s_.rows; ++i) x[s_.row_at[at(i)]] = g[i];
  NumberAlgebra numbers;
  const double *const L = lower(), *const above = symmetric ? L : upper();
  const auto unknown = [x](int turn) -> double& { return x[turn]; };
  for (int k = 0; k < s_.size(); ++k) eliminate_right_side(numbers, s_, k, L, unknown);
  for (int k = s_.size() - 1; k >= 0; --k)
    substitute_back<symmetric>(numbers, s_, k, above, L[s_.diagonal(k)], unknown);
  for (int j = 0; j < s_.coordinates; ++j) f[j] = x[s_.coordinate_at[at(j)]];
  for (int i = 0; i < s_.rows; ++i) g[i] = x[s_.row_at[at(i)]];
}

}  // namespace rheon
