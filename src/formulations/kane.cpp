// `kane`: nonminimal equations in all generalised speeds, without multipliers. [Bajodah2004]
//
//   J u' = g,   J = A,   g = b + Gamma1 phi' + Gamma2 phi  (position level),  b + Gamma psi  (velocity level)   (104)-(113)
//   u = (u_I, u_D), J = [J1 J2]:   Ak = -J2^+ J1,   Bk = J2^+ g,   A1 = [-Ak I],   A2 = [I Ak^T]
//   [ A1   ]      [ Bk   ]
//   [ A2 M ] u' = [ A2 Q ]                                                                                     (39)
//   reactions from the dependent speeds:   J2^T lambda = (Q - M u')_D
//   forces that depend on them (section `nonideal`): multiplier_forces.hpp, and added to Q
//
//   paper                    code
//   Gamma, Gamma1, Gamma2    options gamma, gamma1, gamma2: eigenvalues with negative real parts damp violations
//   J2^-1                    J2^+ = R^-1 O^T of J2 = O R: with redundant rows J2 has more rows than columns
//   partition                option dependent, or chosen by column pivoting of J in the mass metric
//
// A chosen partition is kept in the State and chosen anew after a step when J2 has become ill-conditioned; changes are
// counted. Works with generalised speeds of any kind. Dense: for small systems.
#include <algorithm>
#include <cmath>

#include "constraints/dense_rows.hpp"
#include "constraints/multiplier_forces.hpp"
#include "constraints/speed_partition.hpp"
#include "constraints/stabilisation.hpp"
#include "core/number_text.hpp"
#include "formulations/kinds.hpp"
#include "la/cholesky.hpp"
#include "la/linear_solver.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// Part of a diagonal of the free motion's inertia that its pivot must keep: some hundred times the round-off of one sum. 1e-15
/// gives the same; with 1e-11 a rolling disc under error control already takes other steps.
constexpr double least_inertia = 1e-13;

constexpr OptionSpec options_of_kane[] = {
    {.name = "gamma",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s",
     .max = 0.0,
     .help = "damping of velocity-level rows (negative): a number, one a row, or a matrix"},
    {.name = "gamma1",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s",
     .max = 0.0,
     .help = "damping of position-level rows, factor of their rate (negative): a number, one a row, or a matrix"},
    {.name = "gamma2",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s^2",
     .max = 0.0,
     .help = "damping of position-level rows, factor of their violation (negative): a number, one a row, or a matrix"},
    {.name = "dependent",
     .type = OptionType::names,
     .fallback = "",
     .help = "the dependent speeds, as many as there are independent rows, for example x', y'; empty: chosen by "
             "pivoting and chosen anew when they become ill-conditioned or the rank of the rows grows"},
    {.name = "partition-limit",
     .type = OptionType::number,
     .fallback = "20",
     .min = 1.0,
     .help =
         "the partition is chosen anew when a dependent speed changes with an independent one by more than this factor "
         "(in the mass metric)"},
};

struct KaneMemory {
  IndexList dependent;  ///< speeds, in order; none: not chosen yet
  static void fields(auto&& field, auto&... m) { field("dependent_speeds", any_number, m.dependent...); }
};

class Kane final : public RateForm {
 public:
  Kane(const System& system, const OptionValues& values);
  Memory make_memory() const override {
    const Layout& n = system_->layout();
    return Memory(KaneMemory{IndexList(n.nv, std::min(n.rows(), n.nv))});
  }
  Status update_memory(State& s) override;
  Status rate(State& s, Rates& rates) override;
  Counters counters() const override { return {terms_.evaluations, factorisations_, 0, repartitions_}; }

 private:
  void given_partition(const std::vector<std::string>& names);
  void assemble();
  bool inertia_is_positive();
  double along_free(const Vec& force, int c) const;
  void recover(const Vec& force, const Vec& a, Vec& lambda);
  void solve_at_rest(const Vec& force, Vec& a, Vec& lambda);
  Status add_multiplier_forces(State& s);

  const System* system_;
  Terms terms_;
  Stabilisation gains_;
  DenseRows rows_;
  SpeedPartition speeds_;
  Pattern full_;
  std::unique_ptr<LinearSolver> lu_;
  SparseValues T_;
  Eigen::MatrixXd inertia_;  ///< of the free motion, then its factor: below and on the diagonal
  Vec g_, y_, f_;
  MultiplierForces forces_;
  std::vector<int> given_;
  double limit_;
  long long factorisations_ = 0, repartitions_ = 0;
};

Kane::Kane(const System& system, const OptionValues& values)
    : system_(&system),
      terms_(system.make_terms()),
      gains_(Stabilisation::damped(system, values, "gamma1", "gamma", "gamma2")),
      rows_(system),
      speeds_(system),
      full_(Pattern::full(system.layout().nv)),
      lu_(make_linear_solver(full_, false)),
      T_(full_.col.size()),
      forces_(system),
      limit_(values.number("partition-limit")) {
  const Layout& n = system.layout();
  inertia_ = Eigen::MatrixXd::Zero(n.nv, n.nv);
  g_ = y_ = Vec::Zero(n.rows());
  f_ = Vec::Zero(n.nv);
  given_partition(values.names("dependent"));
}

void Kane::given_partition(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (int j = 0; j < system_->layout().nv; ++j) known.push_back(system_->velocity_name(j));
  for (const auto& name : names) {
    const auto it = std::find(known.begin(), known.end(), name);
    if (it == known.end())
      throw OptionError("dependent", "there is no speed \"" + name + "\"; " + did_you_mean(name, known));
    const int j = static_cast<int>(it - known.begin());
    if (std::find(given_.begin(), given_.end(), j) != given_.end())
      throw OptionError("dependent", "\"" + name + "\" is named twice");
    given_.push_back(j);
  }
  if (static_cast<int>(given_.size()) > std::min(system_->layout().rows(), system_->layout().nv))
    throw OptionError("dependent", counted(std::ssize(given_), "speed") + " for " +
                                       counted(system_->layout().rows(), "constraint row") +
                                       "; name one for each independent row");
}

Status Kane::update_memory(State& s) {
  if (system_->layout().rows() == 0) return {};
  if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
  rows_.gather(terms_);
  speeds_.weigh(terms_.M);
  IndexList& dependent = s.memory.as<KaneMemory>().dependent;
  if (!given_.empty()) {
    dependent.set(given_);
    speeds_.set(dependent);
    const double part = speeds_.orthogonalise(rows_.A);
    speeds_.choose(rows_.A);
    const bool complete = speeds_.rank() == static_cast<int>(given_.size());
    if (!complete || !(part > rank_tolerance))
      return {Code::singular, given_[0], 0, part,
              "option \"dependent\": as many speeds are needed as there are independent rows, and these must determine "
              "them"};
    return {};
  }
  if (!dependent.empty()) {
    speeds_.set(dependent);
    if (speeds_.orthogonalise(rows_.A) > rank_tolerance && !speeds_.rank_grew(rows_.A)) {
      speeds_.express(rows_.A);
      if (speeds_.largest_answer() <= limit_) return {};
    }
  }
  const IndexList& chosen = speeds_.choose(rows_.A);
  if (!dependent.empty() && !(dependent == chosen)) ++repartitions_;
  dependent = chosen;
  return {};
}

/// T = [A1; A2 M] row by row and the right side in f_.
void Kane::assemble() {
  const int n = system_->layout().nv, r = speeds_.dependent_count();
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  const auto I = [&](int k) { return speeds_.independent[static_cast<std::size_t>(k)]; };
  const auto D = [&](int k) { return speeds_.dependent[static_cast<std::size_t>(k)]; };
  speeds_.express(rows_.A);
  std::fill(T_.begin(), T_.end(), 0.0);
  for (int k = 0; k < r; ++k) {
    T_[at(k, D(k))] = 1.0;
    for (int c = 0; c < n - r; ++c) T_[at(k, I(c))] = -speeds_.Ak(k, c);
  }
  for (int c = 0; c < n - r; ++c) {
    f_[r + c] = along_free(terms_.Q, c);
    for (int j = 0; j < n; ++j) {
      double sum = rows_.M(I(c), j);
      for (int k = 0; k < r; ++k) sum += speeds_.Ak(k, c) * rows_.M(D(k), j);
      T_[at(r + c, j)] = sum;
    }
  }
}

/// Is A2 M A2^T, the inertia of the free motion, positive definite? LU would pass over a negative one in silence.
bool Kane::inertia_is_positive() {
  const int n = system_->layout().nv, r = speeds_.dependent_count(), free = n - r;
  for (int i = 0; i < free; ++i)
    for (int j = 0; j <= i; ++j) {
      const auto row = static_cast<std::size_t>((r + i) * n);
      double sum = T_[row + static_cast<std::size_t>(speeds_.independent[static_cast<std::size_t>(j)])];
      for (int k = 0; k < r; ++k)
        sum += T_[row + static_cast<std::size_t>(speeds_.dependent[static_cast<std::size_t>(k)])] * speeds_.Ak(k, j);
      inertia_(i, j) = sum;
    }
  return factor_in_place(inertia_, free, least_inertia);
}

/// Row c of A2 force.
double Kane::along_free(const Vec& force, int c) const {
  double sum = force[speeds_.independent[static_cast<std::size_t>(c)]];
  for (std::size_t k = 0; k < speeds_.dependent.size(); ++k)
    sum += speeds_.Ak(static_cast<Index>(k), c) * force[speeds_.dependent[k]];
  return sum;
}

/// What a force makes of a and lambda, with the matrix factored: J u' = 0.
void Kane::solve_at_rest(const Vec& force, Vec& a, Vec& lambda) {
  const int n = system_->layout().nv, r = speeds_.dependent_count();
  a.head(r).setZero();
  for (int c = 0; c < n - r; ++c) a[r + c] = along_free(force, c);
  lu_->solve(a.data());
  recover(force, a, lambda);
}

/// J2^T lambda = (force - M u')_D, least norm among redundant rows.
void Kane::recover(const Vec& force, const Vec& a, Vec& lambda) {
  f_ = force;
  f_.noalias() -= rows_.M * a;
  const int r = speeds_.dependent_count();
  for (int k = 0; k < r; ++k) y_[k] = f_[speeds_.dependent[static_cast<std::size_t>(k)]];
  speeds_.solve_transposed(y_);
  lambda.setZero();
  for (int k = 0; k < r; ++k) lambda += y_[k] * speeds_.O.col(k);
  lambda = lambda.cwiseProduct(rows_.scale);
}

Status Kane::add_multiplier_forces(State& s) {
  const auto respond = [&](const Vec& force, Vec& a, Vec& lambda) -> Status {
    solve_at_rest(force, a, lambda);
    return {};
  };
  if (auto ok = forces_.add(s, respond); !ok) return ok;
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "nonminimal Kane equations"};
  return {};
}

Status Kane::rate(State& s, Rates& rates) {
  if (auto ok = system_->evaluate(s, gains_.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  rows_.gather(terms_);
  speeds_.set(s.memory.as<KaneMemory>().dependent);
  const double ratio = speeds_.orthogonalise(rows_.A);
  if (!speeds_.dependent.empty() && !(ratio > rank_tolerance))
    return {Code::singular, speeds_.dependent.front(), 0, ratio, "partition of the speeds"};
  g_ = terms_.b;
  gains_.subtract_from(g_, terms_);
  g_ = g_.cwiseProduct(rows_.scale);
  const int r = speeds_.dependent_count();
  assemble();
  for (int k = 0; k < r; ++k) y_[k] = speeds_.O.col(k).dot(g_);
  speeds_.solve_dependent(y_);
  for (int k = 0; k < r; ++k) f_[k] = y_[k];
  ++factorisations_;
  if (!inertia_is_positive())
    return {Code::singular, speeds_.independent.empty() ? 0 : speeds_.independent.front(), 0, 0.0,
            "inertia of the free motion"};
  if (auto ok = lu_->factor(T_); !ok) return ok;
  s.a = f_;
  lu_->solve(s.a.data());
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "nonminimal Kane equations"};
  recover(terms_.Q, s.a, s.lambda);
  if (forces_.any())
    if (auto ok = add_multiplier_forces(s); !ok) return ok;
  return complete_rates(*system_, terms_, s, rates);
}

std::unique_ptr<RateForm> make_kane(const System& system, const OptionValues& values) {
  return std::make_unique<Kane>(system, values);
}

}  // namespace

FormulationKind kane_kind() {
  return {.name = "kane",
          .title = "nonminimal Kane equations: no multipliers, speeds partitioned by pivoting",
          .reference = "Bajodah2004 (39)-(44), (104)-(113)",
          .options = options_of_kane,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true,
                     .most_velocities = most_dense_velocities},
          .default_integrator = "kutta-merson",
          .make_rate = &make_kane};
}

}  // namespace rheon
