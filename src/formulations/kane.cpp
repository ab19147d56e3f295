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
#include <span>

#include "constraints/dense_rows.hpp"
#include "constraints/multiplier_forces.hpp"
#include "constraints/rate_support.hpp"
#include "constraints/stabilisation.hpp"
#include "core/number_text.hpp"
#include "formulations/kinds.hpp"
#include "la/linear_solver.hpp"
#include "la/products.hpp"
#include "la/pseudo_inverse.hpp"
#include "model/wants.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options[] = {
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
         "the partition is chosen anew when a dependent speed answers to an independent one by more than this factor "
         "(in the mass metric)"},
};

/// A speed that takes part in the rows by more than this, beyond what the dependent ones do, tells of a rank that grew:
/// far more than what violations make of dependent rows, far less than what tells independent ones apart.
constexpr double growth_tolerance = 1e-5;

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
  Status settle(State& s) override;
  Status rate(State& s, Rates& rates) override;
  Counters counters() const override { return {terms_.evaluations, factorisations_, 0, repartitions_}; }

 private:
  void given_partition(const std::vector<std::string>& names);
  void weigh();
  void choose();  ///< into chosen_
  void read_partition(const IndexList& dependent);
  double orthogonalise();  ///< O, R of the dependent columns; least part of one that the others do not give
  void express();          ///< Ak: dependent speeds in terms of independent ones
  bool rank_grew();        ///< do rows reach beyond what the dependent speeds span?
  double answer() const;   ///< largest entry of Ak in the mass metric
  void solve_dependent(Vec& y) const;
  void assemble();
  bool inertia_is_positive();
  double along_free(const Vec& force, int c) const;
  void recover(const Vec& force, const Vec& a, Vec& lambda);
  void answer_to(const Vec& force, Vec& a, Vec& lambda);
  Status add_multiplier_forces(State& s);

  const System* system_;
  Terms terms_;
  Stabilisation gains_;
  DenseRows rows_;
  DiagonalMass mass_;
  PseudoInverse columns_;  ///< of J^T: its pivot order tells independent columns of J
  Pattern full_;
  std::unique_ptr<LinearSolver> lu_;
  SparseValues T_;
  Eigen::MatrixXd scaled_, O_, R_, Ak_, reduced_;
  Vec g_, y_, f_, mass_root_;
  MultiplierForces forces_;
  Vec ideal_, added_a_, added_lambda_;
  std::vector<int> independent_, dependent_, given_;
  IndexList chosen_;
  double limit_;
  long long factorisations_ = 0, repartitions_ = 0;
};

Kane::Kane(const System& system, const OptionValues& values)
    : system_(&system),
      terms_(system.make_terms()),
      gains_(Stabilisation::damped(system, values, "gamma1", "gamma", "gamma2")),
      rows_(system),
      mass_(system.mass_pattern()),
      columns_(system.layout().nv, system.layout().rows()),
      full_(Pattern::full(system.layout().nv)),
      lu_(make_linear_solver(full_, false)),
      T_(full_.col.size()),
      forces_(system),
      limit_(values.number("partition-limit")) {
  const Layout& n = system.layout();
  const int most = std::min(n.rows(), n.nv);
  scaled_ = Eigen::MatrixXd::Zero(n.nv, n.rows());
  O_ = Eigen::MatrixXd::Zero(n.rows(), most);
  R_ = Eigen::MatrixXd::Zero(most, most);
  Ak_ = Eigen::MatrixXd::Zero(most, n.nv);
  reduced_ = Eigen::MatrixXd::Zero(n.nv, n.nv);
  g_ = y_ = Vec::Zero(n.rows());
  f_ = mass_root_ = added_a_ = Vec::Zero(n.nv);
  ideal_ = added_lambda_ = Vec::Zero(n.rows());
  independent_.reserve(static_cast<std::size_t>(n.nv));
  dependent_.reserve(static_cast<std::size_t>(n.nv));
  chosen_ = IndexList(n.nv, most);
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

void Kane::weigh() {
  mass_.set(terms_.M);
  mass_root_ = mass_.mass().cwiseSqrt();
}

/// Column-pivoted elimination of J in the mass metric; what it picks first depends most safely on the others.
void Kane::choose() {
  for (int j = 0; j < mass_root_.size(); ++j) scaled_.row(j) = rows_.A.col(j).transpose() / mass_root_[j];
  columns_.factor(scaled_, rank_tolerance);
  chosen_.set(std::span(columns_.order()).first(static_cast<std::size_t>(columns_.rank())));
}

void Kane::read_partition(const IndexList& dependent) {
  independent_.clear();
  dependent_.assign(dependent.begin(), dependent.end());
  auto next = dependent_.begin();
  for (int j = 0; j < system_->layout().nv; ++j) {
    if (next != dependent_.end() && *next == j)
      ++next;
    else
      independent_.push_back(j);
  }
}

double Kane::orthogonalise() {
  const int r = static_cast<int>(dependent_.size());
  double least = 1.0;
  R_.setZero();
  for (int k = 0; k < r; ++k) {
    O_.col(k) = rows_.A.col(dependent_[static_cast<std::size_t>(k)]);
    const double whole = O_.col(k).norm();
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < k; ++j) {
        const double c = O_.col(j).dot(O_.col(k));
        R_(j, k) += c;
        O_.col(k) -= c * O_.col(j);
      }
    R_(k, k) = O_.col(k).norm();
    least = std::min(least, whole > 0.0 ? R_(k, k) / whole : 0.0);
    if (R_(k, k) > 0.0) O_.col(k) /= R_(k, k);
  }
  return least;
}

void Kane::express() {
  const int free = static_cast<int>(independent_.size()), r = static_cast<int>(dependent_.size());
  for (int c = 0; c < free; ++c) {
    for (int k = 0; k < r; ++k) y_[k] = O_.col(k).dot(rows_.A.col(independent_[static_cast<std::size_t>(c)]));
    solve_dependent(y_);
    for (int k = 0; k < r; ++k) Ak_(k, c) = -y_[k];
  }
}

bool Kane::rank_grew() {
  for (const int j : independent_) {
    y_ = rows_.A.col(j);
    for (std::size_t k = 0; k < dependent_.size(); ++k) {
      const auto o = O_.col(static_cast<Index>(k));
      y_ -= o.dot(y_) * o;
    }
    if (y_.norm() > growth_tolerance * mass_root_[j]) return true;
  }
  return false;
}

double Kane::answer() const {
  double largest = 0.0;
  for (std::size_t k = 0; k < dependent_.size(); ++k)
    for (std::size_t c = 0; c < independent_.size(); ++c) {
      const double size = std::abs(Ak_(static_cast<Index>(k), static_cast<Index>(c))) * mass_root_[dependent_[k]];
      largest = std::max(largest, size / mass_root_[independent_[c]]);
    }
  return largest;
}

Status Kane::settle(State& s) {
  if (system_->layout().rows() == 0) return {};
  if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
  rows_.gather(terms_);
  weigh();
  IndexList& dependent = s.memory.as<KaneMemory>().dependent;
  if (!given_.empty()) {
    dependent.set(given_);
    read_partition(dependent);
    const double part = orthogonalise();
    choose();
    const bool complete = columns_.rank() == static_cast<int>(given_.size());
    if (!complete || !(part > rank_tolerance))
      return {Code::singular, given_[0], 0, part,
              "option \"dependent\": as many speeds are needed as there are independent rows, and these must determine "
              "them"};
    return {};
  }
  if (!dependent.empty()) {
    read_partition(dependent);
    if (orthogonalise() > rank_tolerance && !rank_grew()) {
      express();
      if (answer() <= limit_) return {};
    }
  }
  choose();
  if (!dependent.empty() && !(dependent == chosen_)) ++repartitions_;
  dependent = chosen_;
  return {};
}

/// y <- R^-1 y
void Kane::solve_dependent(Vec& y) const {
  const int r = static_cast<int>(dependent_.size());
  for (int k = r; k-- > 0;) {
    for (int j = k + 1; j < r; ++j) y[k] -= R_(k, j) * y[j];
    y[k] /= R_(k, k);
  }
}

/// T = [A1; A2 M] row by row and the right side in f_.
void Kane::assemble() {
  const int n = system_->layout().nv, r = static_cast<int>(dependent_.size());
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  const auto I = [&](int k) { return independent_[static_cast<std::size_t>(k)]; };
  const auto D = [&](int k) { return dependent_[static_cast<std::size_t>(k)]; };
  express();
  std::fill(T_.begin(), T_.end(), 0.0);
  for (int k = 0; k < r; ++k) {
    T_[at(k, D(k))] = 1.0;
    for (int c = 0; c < n - r; ++c) T_[at(k, I(c))] = -Ak_(k, c);
  }
  for (int c = 0; c < n - r; ++c) {
    f_[r + c] = along_free(terms_.Q, c);
    for (int j = 0; j < n; ++j) {
      double sum = rows_.M(I(c), j);
      for (int k = 0; k < r; ++k) sum += Ak_(k, c) * rows_.M(D(k), j);
      T_[at(r + c, j)] = sum;
    }
  }
}

/// Is A2 M A2^T, the inertia of the free motion, positive definite? LU would pass over a negative one in silence.
bool Kane::inertia_is_positive() {
  const int n = system_->layout().nv, r = static_cast<int>(dependent_.size()), free = n - r;
  for (int i = 0; i < free; ++i)
    for (int j = 0; j <= i; ++j) {
      const auto row = static_cast<std::size_t>((r + i) * n);
      double sum = T_[row + static_cast<std::size_t>(independent_[static_cast<std::size_t>(j)])];
      for (int k = 0; k < r; ++k)
        sum += T_[row + static_cast<std::size_t>(dependent_[static_cast<std::size_t>(k)])] * Ak_(k, j);
      const double whole = sum;
      for (int k = 0; k < j; ++k) sum -= reduced_(i, k) * reduced_(j, k);
      if (i == j && !(sum > 1e-13 * std::abs(whole))) return false;
      reduced_(i, j) = i == j ? std::sqrt(sum) : sum / reduced_(j, j);
    }
  return true;
}

/// Row c of A2 force.
double Kane::along_free(const Vec& force, int c) const {
  double sum = force[independent_[static_cast<std::size_t>(c)]];
  for (std::size_t k = 0; k < dependent_.size(); ++k) sum += Ak_(static_cast<Index>(k), c) * force[dependent_[k]];
  return sum;
}

/// The answer to a force, with the matrix factored: rows at rest.
void Kane::answer_to(const Vec& force, Vec& a, Vec& lambda) {
  const int n = system_->layout().nv, r = static_cast<int>(dependent_.size());
  a.head(r).setZero();
  for (int c = 0; c < n - r; ++c) a[r + c] = along_free(force, c);
  lu_->solve(a.data());
  recover(force, a, lambda);
}

/// J2^T lambda = (force - M u')_D, least norm among redundant rows.
void Kane::recover(const Vec& force, const Vec& a, Vec& lambda) {
  f_ = force;
  f_.noalias() -= rows_.M * a;
  const int r = static_cast<int>(dependent_.size());
  for (int k = 0; k < r; ++k) {
    y_[k] = f_[dependent_[static_cast<std::size_t>(k)]];
    for (int j = 0; j < k; ++j) y_[k] -= R_(j, k) * y_[j];
    y_[k] /= R_(k, k);
  }
  lambda.setZero();
  for (int k = 0; k < r; ++k) lambda += y_[k] * O_.col(k);
  lambda = lambda.cwiseProduct(rows_.scale);
}

Status Kane::add_multiplier_forces(State& s) {
  ideal_ = s.lambda;
  const auto respond = [&](const Vec& force, Vec& a, Vec& lambda) -> Status {
    answer_to(force, a, lambda);
    return {};
  };
  if (auto ok = forces_.find(s, respond); !ok) return ok;
  answer_to(forces_.force(), added_a_, added_lambda_);
  s.a += added_a_;
  s.lambda = ideal_ + added_lambda_;
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "nonminimal Kane equations"};
  return {};
}

Status Kane::rate(State& s, Rates& rates) {
  if (auto ok = system_->evaluate(s, gains_.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  rows_.gather(terms_);
  read_partition(s.memory.as<KaneMemory>().dependent);
  const double ratio = orthogonalise();
  if (!dependent_.empty() && !(ratio > rank_tolerance))
    return {Code::singular, dependent_.front(), 0, ratio, "partition of the speeds"};
  g_ = terms_.b;
  gains_.subtract_from(g_, terms_);
  g_ = g_.cwiseProduct(rows_.scale);
  const int r = static_cast<int>(dependent_.size());
  assemble();
  for (int k = 0; k < r; ++k) y_[k] = O_.col(k).dot(g_);
  solve_dependent(y_);
  for (int k = 0; k < r; ++k) f_[k] = y_[k];
  ++factorisations_;
  if (!inertia_is_positive())
    return {Code::singular, independent_.empty() ? 0 : independent_.front(), 0, 0.0, "inertia of the free motion"};
  if (auto ok = lu_->factor(T_); !ok) return ok;
  s.a = f_;
  lu_->solve(s.a.data());
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "nonminimal Kane equations"};
  recover(terms_.Q, s.a, s.lambda);
  if (forces_.any())
    if (auto ok = add_multiplier_forces(s); !ok) return ok;
  return complete_rates(*system_, terms_, s, rates);
}

std::unique_ptr<RateForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<Kane>(system, values);
}

}  // namespace

FormulationKind kane_kind() {
  return {.name = "kane",
          .title = "nonminimal Kane equations: no multipliers, speeds partitioned by pivoting",
          .reference = "Bajodah2004 (39)-(44), (104)-(113)",
          .options = options,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true,
                     .most_velocities = most_dense_velocities},
          .default_integrator = "kutta-merson",
          .make_rate = &make};
}

}  // namespace rheon
