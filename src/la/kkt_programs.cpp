#include "la/kkt_programs.hpp"

#include "core/index.hpp"
#include "la/kkt_elimination.hpp"

namespace rheon {

namespace {

constexpr code::Ref none = 0xffffffffu;

class Elimination {
 public:
  Elimination(code::Program& program, const KktStructure& s, bool symmetric)
      : program_(program), s_(s), symmetric_(symmetric), lower_(at(s.storage()), none), upper_(at(s.entries()), none) {
    one_ = program_.constant(1.0);
    zero_ = program_.constant(0.0);
    factors_.lower.assign(at(s.entries()), none);
    factors_.upper.assign(symmetric ? 0 : at(s.entries()), none);
    factors_.inverse.assign(at(s.size()), none);
    factors_.before.assign(at(s.size()), none);
  }

  void set(const std::vector<code::Ref>& P, const std::vector<code::Ref>& A,
           const std::vector<code::Ref>& minus_compliance) {
    for (std::size_t k = 0; k < s_.P_place.size(); ++k) {
      if (s_.P_upper[k] && symmetric_) continue;
      (s_.P_upper[k] ? upper_ : lower_)[at(s_.P_place[k])] = P[k];
    }
    for (std::size_t k = 0; k < s_.A_place.size(); ++k) {
      lower_[at(s_.A_place[k])] = A[k];
      upper_[at(s_.A_place[k])] = A[k];
    }
    for (int i = 0; i < s_.rows; ++i) lower_[at(s_.diagonal(s_.row_at[at(i)]))] = minus_compliance[at(i)];
  }

  /// `each(k)` after the turn of an unknown.
  template <class Each>
  KktValues run(Each&& each) {
    const int* target = s_.target.data();
    for (int k = 0; k < s_.size(); ++k) {
      program_.begin_piece();
      target = symmetric_ ? eliminate_turn<true>(program_, s_, k, target, *this)
                          : eliminate_turn<false>(program_, s_, k, target, *this);
      each(factors_, k);
    }
    return std::move(factors_);
  }

  // --- what eliminate_turn asks for
  code::Ref one() const { return one_; }
  code::Ref lower(int place) const { return known(lower_[at(place)]); }
  code::Ref upper(int place) const { return known(upper_[at(place)]); }
  void set_lower(int place, code::Ref x) { lower_[at(place)] = x; }
  void set_upper(int place, code::Ref x) { upper_[at(place)] = x; }
  void keep(int k, code::Ref before, code::Ref inverse) {
    if (s_.is_row[at(k)]) factors_.before[at(k)] = before;
    factors_.inverse[at(k)] = inverse;
  }
  void begin_column(int first, int count, code::Ref inverse) {
    first_ = first;
    row_.clear();
    for (int place = first; place < first + count; ++place) {
      row_.push_back(symmetric_ ? lower(place) : upper(place));
      factors_.lower[at(place)] = program_.mul(lower(place), inverse);
      if (!symmetric_) factors_.upper[at(place)] = row_.back();
    }
  }
  code::Ref l(int p) const { return factors_.lower[at(first_ + p)]; }
  code::Ref u(int p) const { return row_[at(p)]; }

 private:
  code::Ref known(code::Ref v) const { return v == none ? zero_ : v; }

  code::Program& program_;
  const KktStructure& s_;
  bool symmetric_;
  std::vector<code::Ref> lower_, upper_;
  std::vector<code::Ref> row_;  ///< of the turn that is taken
  int first_ = 0;               ///< place of its column
  code::Ref one_, zero_;
  KktValues factors_;
};

std::vector<code::Ref> numbers(code::Program& program, int base, int first, std::size_t count) {
  std::vector<code::Ref> values;
  for (std::size_t k = 0; k < count; ++k) values.push_back(program.load(base, first + static_cast<int>(k)));
  return values;
}

/// Unknowns by turn, among coordinates and rows in a row.
class Unknowns {
 public:
  explicit Unknowns(const KktStructure& s) : number_(at(s.size())) {
    for (int j = 0; j < s.coordinates; ++j) number_[at(s.coordinate_at[at(j)])] = j;
    for (int i = 0; i < s.rows; ++i) number_[at(s.row_at[at(i)])] = s.coordinates + i;
  }
  int number(int turn) const { return number_[at(turn)]; }

 private:
  std::vector<int> number_;
};

/// The right side or the unknown that has a turn.
auto by_turn(const Unknowns& unknowns, std::vector<code::Ref>& x) {
  return [&](int turn) -> code::Ref& { return x[at(unknowns.number(turn))]; };
}

}  // namespace

KktValues append_elimination(code::Program& program, const KktStructure& s, bool symmetric,
                             const std::vector<code::Ref>& P, const std::vector<code::Ref>& A,
                             const std::vector<code::Ref>& minus_compliance, std::vector<code::Ref>* x,
                             const std::function<void(const KktValues&, int turn)>& done) {
  Elimination elimination(program, s, symmetric);
  elimination.set(P, A, minus_compliance);
  const Unknowns unknowns(s);
  return elimination.run([&](const KktValues& factors, int k) {
    if (x != nullptr) eliminate_right_side(program, s, k, factors.lower, by_turn(unknowns, *x));
    if (done) done(factors, k);
  });
}

void append_back_substitution(code::Program& program, const KktStructure& s, bool symmetric, const KktValues& factors,
                              std::vector<code::Ref>& x, const std::function<void(int number)>& done) {
  const Unknowns unknowns(s);
  for (int k = s.size() - 1; k >= 0; --k) {
    program.begin_piece();
    if (symmetric)
      substitute_back<true>(program, s, k, factors.lower, factors.inverse[at(k)], by_turn(unknowns, x));
    else
      substitute_back<false>(program, s, k, factors.upper, factors.inverse[at(k)], by_turn(unknowns, x));
    if (done) done(unknowns.number(k));
  }
}

void append_substitution(code::Program& program, const KktStructure& s, bool symmetric, const KktValues& factors,
                         std::vector<code::Ref>& x) {
  const Unknowns unknowns(s);
  for (int k = 0; k < s.size(); ++k) {
    program.begin_piece();
    eliminate_right_side(program, s, k, factors.lower, by_turn(unknowns, x));
  }
  append_back_substitution(program, s, symmetric, factors, x);
}

code::Program elimination_program(const KktStructure& s, bool symmetric) {
  const int compliance_at = s.storage() + (symmetric ? 0 : s.entries());
  code::Program program;
  program.use_work(compliance_at + s.rows);
  const auto P = numbers(program, code::in_base, 0, s.P_place.size());
  const auto A = numbers(program, code::out_base, 0, s.A_place.size());
  const auto compliance = numbers(program, code::work_base, compliance_at, at(s.rows));
  Elimination elimination(program, s, symmetric);
  elimination.set(P, A, compliance);
  const KktValues f = elimination.run([](const KktValues&, int) {});
  for (int k = 0; k < s.size(); ++k) {
    program.store(code::work_base, s.diagonal(k), f.inverse[at(k)]);
    if (s.is_row[at(k)]) program.store(code::work_base, s.loss(k), f.before[at(k)]);
  }
  for (int p = 0; p < s.entries(); ++p) {
    program.store(code::work_base, p, f.lower[at(p)]);
    if (!symmetric) program.store(code::work_base, s.storage() + p, f.upper[at(p)]);
  }
  program.move_stores();
  return program;
}

code::Program substitution_program(const KktStructure& s, bool symmetric) {
  code::Program program;
  program.use_work(s.storage() + (symmetric ? 0 : s.entries()));
  KktValues factors;
  factors.lower = numbers(program, code::work_base, 0, at(s.entries()));
  if (!symmetric) factors.upper = numbers(program, code::work_base, s.storage(), at(s.entries()));
  factors.inverse = numbers(program, code::work_base, s.diagonal(0), at(s.size()));
  std::vector<code::Ref> x = numbers(program, code::in_base, 0, at(s.coordinates));
  const std::vector<code::Ref> rows = numbers(program, code::out_base, 0, at(s.rows));
  x.insert(x.end(), rows.begin(), rows.end());
  append_substitution(program, s, symmetric, factors, x);
  for (int j = 0; j < s.coordinates; ++j) program.store(code::in_base, j, x[at(j)]);
  for (int i = 0; i < s.rows; ++i) program.store(code::out_base, i, x[at(s.coordinates + i)]);
  program.move_stores();
  return program;
}

}  // namespace rheon
