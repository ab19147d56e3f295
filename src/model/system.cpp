#include "rheon/model/system.hpp"

#include <algorithm>
#include <cmath>

#include "core/free_memory.hpp"
#include "core/index.hpp"
#include "expr/node_program.hpp"
#include "la/definiteness.hpp"
#include "la/products.hpp"
#include "model/anchors.hpp"
#include "model/discrete_gradient.hpp"
#include "model/equation_programs.hpp"
#include "model/inlined_terms.hpp"
#include "model/row_power.hpp"
#include "model/system_inside.hpp"

namespace rheon {

namespace {

/// The quantities that are matrices; all others are vectors or numbers.
constexpr std::array matrices{TermKind::mass,
                              TermKind::jacobian,
                              TermKind::stiffness,
                              TermKind::damping,
                              TermKind::curvature,
                              TermKind::gradient,
                              TermKind::row_slope,
                              TermKind::reaction_slope,
                              TermKind::acceleration_slope_q,
                              TermKind::acceleration_slope_v,
                              TermKind::rate_slope_q,
                              TermKind::rate_slope_v};

/// Programs of so many nodes take tens of megabytes while they are made (equation_programs.cpp).
constexpr std::size_t large_graph = 100000;

/// Is every number finite? 0 * x is 0 for these alone; four sums at a time do not wait for each other.
bool all_finite(const double* x, std::size_t n) {
  double sum[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sum[k] += 0.0 * x[i + k];
  for (; i < n; ++i) sum[0] += 0.0 * x[i];
  return sum[0] + sum[1] + sum[2] + sum[3] == 0.0;
}

}  // namespace

struct System::Impl {
  Model model;
  Layout layout;
  EquationPrograms programs;
  std::array<Pattern, term_kind_count> pattern;           ///< of the quantities that are matrices
  std::array<std::vector<int>, term_kind_count> scatter;  ///< place in the storage of each value
  std::array<bool, term_kind_count> copies{};             ///< values come in the order of the storage
  bool linear_velocity_rows = true;
  DiscreteGradient discrete;
  expr::Tape angles;  ///< values of the tracked angles
  SparseValues constant_M;
  int massless = -1;  ///< a velocity coordinate with a motion that has no kinetic energy and is not held

  explicit Impl(Model m) : model(std::move(m)), programs(model) {}
  void lay_out();
  const Pattern& of(TermKind k) const { return pattern[static_cast<std::size_t>(k)]; }
  bool is_matrix(TermKind k) const { return std::find(matrices.begin(), matrices.end(), k) != matrices.end(); }
  Pattern make_pattern(TermKind k, EntryPositions entries) const;
  double* storage(Terms& terms, TermKind k) const;
  std::size_t storage_size(TermKind k) const;
  void gather_inputs(const State& s, Terms& terms) const;
  const EquationProgram& program(Want want, Terms& terms) const;
  Status find_not_finite(const Terms& terms, Want want) const;
  void add_row_power(const State& s, Terms& terms) const;
};

Pattern System::Impl::make_pattern(TermKind k, EntryPositions entries) const {
  const auto one_of = [k](auto... some) { return ((k == some) || ...); };
  const bool of_rows =
      one_of(TermKind::jacobian, TermKind::row_slope, TermKind::acceleration_slope_q, TermKind::acceleration_slope_v);
  const bool of_rates = one_of(TermKind::rate_slope_q, TermKind::rate_slope_v);
  const bool along_q = one_of(TermKind::gradient, TermKind::row_slope, TermKind::stiffness, TermKind::curvature,
                              TermKind::acceleration_slope_q, TermKind::rate_slope_q);
  const int rows = of_rows ? layout.rows() : k == TermKind::gradient ? layout.nphi : of_rates ? layout.nq : layout.nv;
  return Pattern::from_entries(rows, along_q ? layout.nq : layout.nv, std::move(entries));
}

void System::Impl::lay_out() {
  const auto& places = programs.places();
  for (const TermKind k : matrices) {
    EntryPositions all = places[static_cast<std::size_t>(k)];
    if (k == TermKind::mass) {
      std::vector<bool> has_mass(at(layout.nv), false);
      for (const auto& [i, j] : all)
        if (i == j) has_mass[at(i)] = true;
      const auto first = std::find(has_mass.begin(), has_mass.end(), false);
      if (first != has_mass.end()) massless = static_cast<int>(first - has_mass.begin());
      // the diagonal of M always exists, so that massless coordinates can be locked
      for (int i = 0; i < layout.nv; ++i) all.emplace_back(i, i);
    }
    pattern[static_cast<std::size_t>(k)] = make_pattern(k, std::move(all));
  }
  for (std::size_t k = 0; k < term_kind_count; ++k) {
    auto& target = scatter[k];
    target.reserve(places[k].size());
    for (const auto& [i, j] : places[k])
      target.push_back(is_matrix(static_cast<TermKind>(k)) ? pattern[k].find(i, j) : i);
    copies[k] = target.size() == storage_size(static_cast<TermKind>(k));
    for (std::size_t i = 0; i < target.size(); ++i) copies[k] = copies[k] && target[i] == static_cast<int>(i);
    if (copies[k]) std::vector<int>().swap(target);
  }
  programs.forget_places();
}

double* System::Impl::storage(Terms& terms, TermKind k) const {
  switch (k) {
    case TermKind::phi: return terms.phi.data();
    case TermKind::jacobian: return terms.A.data();
    case TermKind::phi_dot: return terms.phi_dot.data();
    case TermKind::phi_t: return terms.phi_t.data();
    case TermKind::psi: return terms.psi.data();
    case TermKind::mass: return terms.M.data();
    case TermKind::force: return terms.Q.data();
    case TermKind::bias: return terms.b.data();
    case TermKind::stiffness: return terms.K.data();
    case TermKind::damping: return terms.C.data();
    case TermKind::curvature: return terms.H.data();
    case TermKind::kinetic: return &terms.kinetic;
    case TermKind::potential: return &terms.potential;
    case TermKind::power_applied: return &terms.power.applied;
    case TermKind::power_friction: return &terms.power.friction;
    case TermKind::power_driving: return &terms.power.driving;
    case TermKind::q_dot: return terms.q_dot.data();
    case TermKind::q_ddot: return terms.q_ddot.data();
    case TermKind::outputs: return terms.outputs.data();
    case TermKind::nonideal: return terms.nonideal.data();
    case TermKind::row_slope: return terms.w_q.data();
    case TermKind::reaction_slope: return terms.R.data();
    case TermKind::acceleration_slope_q: return terms.e_q.data();
    case TermKind::acceleration_slope_v: return terms.e_v.data();
    case TermKind::rate_slope_q: return terms.r_q.data();
    case TermKind::rate_slope_v: return terms.r_v.data();
    case TermKind::gradient:
    case TermKind::count: break;
  }
  return terms.phi_q.data();
}

std::size_t System::Impl::storage_size(TermKind k) const {
  switch (k) {
    case TermKind::phi:
    case TermKind::phi_dot:
    case TermKind::phi_t: return at(layout.nphi);
    case TermKind::psi: return at(layout.npsi);
    case TermKind::bias: return at(layout.rows());
    case TermKind::nonideal:
    case TermKind::force: return at(layout.nv);
    case TermKind::q_dot:
    case TermKind::q_ddot: return at(layout.nq);
    case TermKind::outputs: return model.outputs.size();
    case TermKind::kinetic:
    case TermKind::potential:
    case TermKind::power_applied:
    case TermKind::power_friction:
    case TermKind::power_driving: return 1;
    default: return of(k).col.size();
  }
}

void System::Impl::gather_inputs(const State& s, Terms& terms) const {
  double* in = terms.inputs_.data();
  *in++ = s.t;
  *in++ = s.side;
  in = std::copy_n(s.anchors.data(), model.inputs.na, in);
  in = std::copy_n(s.q.data(), layout.nq, in);
  in = std::copy_n(s.v.data(), layout.nv, in);
  in = std::copy_n(s.a.data(), layout.nv, in);
  std::copy_n(s.lambda.data(), layout.rows(), in);
}

/// Which number is not finite, as the text of a status needs it; ok where it is not one that is looked at.
Status System::Impl::find_not_finite(const Terms& terms, Want want) const {
  const auto bad = [](const auto& values) {
    for (int i = 0; i < static_cast<int>(values.size()); ++i)
      if (!std::isfinite(values.data()[i])) return i;
    return -1;
  };
  const auto row_of = [](const Pattern& p, int place) {
    return static_cast<int>(std::upper_bound(p.start.begin(), p.start.end(), place) - p.start.begin()) - 1;
  };
  const auto fail = [](int row, const char* where) { return Status{Code::not_finite, row, 0, 0.0, where}; };
  int i = -1;
  if (has(want, Want::force) && (i = bad(terms.Q)) >= 0) return fail(i, "generalised force");
  if (has(want, Want::nonideal) && (i = bad(terms.nonideal)) >= 0) return fail(i, "generalised force");
  if (has(want, Want::mass) && (i = bad(terms.M)) >= 0) return fail(row_of(of(TermKind::mass), i), "mass matrix");
  if (has(want, Want::position) && (i = bad(terms.phi)) >= 0) return fail(i, "constraint residual");
  if (has(want, Want::rows) && (i = bad(terms.A)) >= 0)
    return fail(row_of(of(TermKind::jacobian), i), "constraint gradient");
  if (has(want, Want::row_rates)) {
    if ((i = bad(terms.phi_dot)) >= 0) return fail(i, "constraint rate");
    if ((i = bad(terms.psi)) >= 0) return fail(layout.nphi + i, "constraint residual");
  }
  if (has(want, Want::bias) && (i = bad(terms.b)) >= 0) return fail(i, "constraint acceleration");
  if (has(want, Want::tangent)) {
    if ((i = bad(terms.K)) >= 0) return fail(row_of(of(TermKind::stiffness), i), "stiffness of the forces");
    if ((i = bad(terms.C)) >= 0) return fail(row_of(of(TermKind::damping), i), "damping of the forces");
  }
  return {};
}

void System::Impl::add_row_power(const State& s, Terms& terms) const {
  NumberAlgebra numbers;
  terms.power.driving = with_row_power(numbers, of(TermKind::jacobian), terms.A, terms.phi_t, terms.psi, s.v, s.lambda,
                                       terms.power.driving);
}

System::System(Model model) : impl_(std::make_unique<Impl>(std::move(model))) {
  Impl& s = *impl_;
  Model& m = s.model;
  s.layout.nq = m.inputs.nq;
  s.layout.nv = m.inputs.nv;
  for (const auto& c : m.constraints) {
    ++(is_position_level(c.kind) ? s.layout.nphi : s.layout.npsi);
    s.linear_velocity_rows = s.linear_velocity_rows && c.kind != ConstraintKind::nonlinear_velocity;
  }
  s.lay_out();
  if (s.massless < 0) s.massless = s.programs.held().unheld;
  if (constant_mass()) {
    Terms terms = make_terms();
    const bool known = static_cast<bool>(evaluate(make_state(), Want::mass, terms));
    // an indefinite matrix is wrong in itself, which the initial state will show
    if (known && s.massless < 0 && negative_direction(mass_pattern(), terms.M) < 0)
      s.massless = singular_direction(mass_pattern(), terms.M);
    if (known) s.constant_M = terms.M;
  }
  s.discrete = DiscreteGradient(s.model);
  std::vector<expr::Node> angles;
  for (int k = 0; k < m.inputs.na; ++k) angles.push_back(angle_value(m, k));
  s.angles = expr::Tape(m.graph, angles);
  s.discrete.find_places(s.of(TermKind::jacobian));
  s.programs.drop_unused(m);
}

System::~System() = default;
System::System(System&&) noexcept = default;

const Layout& System::layout() const { return impl_->layout; }
const Model& System::model() const { return impl_->model; }
const Pattern& System::mass_pattern() const { return impl_->of(TermKind::mass); }
const Pattern& System::jacobian_pattern() const { return impl_->of(TermKind::jacobian); }
const Pattern& System::stiffness_pattern() const { return impl_->of(TermKind::stiffness); }
const Pattern& System::damping_pattern() const { return impl_->of(TermKind::damping); }
const Pattern& System::curvature_pattern() const { return impl_->of(TermKind::curvature); }
const Pattern& System::gradient_pattern() const { return impl_->of(TermKind::gradient); }
const Pattern& System::row_slope_pattern() const { return impl_->of(TermKind::row_slope); }
const Pattern& System::reaction_slope_pattern() const { return impl_->of(TermKind::reaction_slope); }
const Pattern& System::acceleration_slope_pattern(bool in_v) const {
  return impl_->of(in_v ? TermKind::acceleration_slope_v : TermKind::acceleration_slope_q);
}
const Pattern& System::rate_slope_pattern(bool in_v) const {
  return impl_->of(in_v ? TermKind::rate_slope_v : TermKind::rate_slope_q);
}
bool System::linear_velocity_rows() const { return impl_->linear_velocity_rows; }
bool System::has_power() const { return impl_->programs.has_power(); }
bool System::constant_mass() const { return impl_->programs.constant_mass(); }
const std::vector<double>& System::switching_times() const { return impl_->programs.switching_times(); }

Terms System::make_terms() const {
  const Impl& s = *impl_;
  Terms t;
  t.phi = t.phi_dot = t.phi_t = Vec::Zero(s.layout.nphi);
  t.psi = Vec::Zero(s.layout.npsi);
  t.Q = t.nonideal = Vec::Zero(s.layout.nv);
  t.b = Vec::Zero(s.layout.rows());
  t.q_dot = t.q_ddot = Vec::Zero(s.layout.nq);
  t.M.resize(mass_pattern().col.size());
  t.A.resize(jacobian_pattern().col.size());
  t.phi_q.resize(gradient_pattern().col.size());
  t.inputs_.resize(at(s.model.inputs.size()));
  t.angle_work_.resize(s.angles.work_size());
  if (constant_mass() && !s.constant_M.empty()) {
    t.M = s.constant_M;
    t.has_mass_ = true;
  }
  return t;
}

State System::make_state() const {
  State s;
  s.q = Vec::Zero(layout().nq);
  s.anchors = Vec::Zero(impl_->model.inputs.na);
  s.v = s.a = Vec::Zero(layout().nv);
  s.lambda = Vec::Zero(layout().rows());
  return s;
}

const EquationProgram& System::Impl::program(Want want, Terms& terms) const {
  if (has(want, Want::power)) want = want | Want::row_rates;  // see add_row_power
  const EquationProgram& program = programs.of(terms.has_mass_ ? without(want, Want::mass) : want);
  // what not all methods ask for gets its place when they do
  if (has(want, Want::outputs)) terms.outputs.resize(static_cast<Index>(model.outputs.size()));
  if (has(want, Want::tangent)) {
    terms.K.resize(of(TermKind::stiffness).col.size());
    terms.C.resize(of(TermKind::damping).col.size());
  }
  if (has(want, Want::curvature)) terms.H.resize(of(TermKind::curvature).col.size());
  if (has(want, Want::slopes)) {
    terms.w_q.resize(of(TermKind::row_slope).col.size());
    terms.R.resize(of(TermKind::reaction_slope).col.size());
  }
  if (has(want, Want::flow)) {
    terms.e_q.resize(of(TermKind::acceleration_slope_q).col.size());
    terms.e_v.resize(of(TermKind::acceleration_slope_v).col.size());
    terms.r_q.resize(of(TermKind::rate_slope_q).col.size());
    terms.r_v.resize(of(TermKind::rate_slope_v).col.size());
  }
  if (terms.local_.size() < program.tape.output_size()) terms.local_.resize(program.tape.output_size());
  if (terms.work_.size() < program.tape.work_size()) terms.work_.resize(program.tape.work_size());
  return program;
}

void System::prepare(Want want, Terms& terms) const { impl_->program(want, terms); }

Status System::evaluate(const State& state, Want want, Terms& terms) const {
  const Impl& s = *impl_;
  s.gather_inputs(state, terms);
  const EquationProgram& program = s.program(want, terms);
  double* const local = terms.local_.data();
  program.tape.evaluate(terms.inputs_.data(), local, terms.work_.data());
  if (has(want, Want::power)) terms.power = {};
  for (const auto& part : program.parts) {
    double* const target = s.storage(terms, part.quantity);
    const auto k = static_cast<std::size_t>(part.quantity);
    if (s.copies[k]) {
      std::copy_n(local + part.from, part.count, target);
    } else {
      std::fill_n(target, s.storage_size(part.quantity), 0.0);
      for (std::size_t i = 0; i < part.count; ++i) target[s.scatter[k][i]] += local[part.from + i];
    }
  }
  if (has(want, Want::mass)) terms.has_mass_ = !s.constant_M.empty();
  if (has(want, Want::force)) ++terms.evaluations;
  if (has(want, Want::power)) s.add_row_power(state, terms);
  if (all_finite(local, program.tape.output_size())) return {};
  return s.find_not_finite(terms, want);
}

int SystemInside::massless_velocity(const System& system) { return system.impl_->massless; }
int SystemInside::held_velocity(const System& system) { return system.impl_->programs.held().held; }
const std::vector<HoldingRow>& SystemInside::holding_rows(const System& system) {
  return system.impl_->programs.held().rows;
}
bool SystemInside::varies_by_holding(const System& system) {
  return !system.constant_mass() && system.impl_->programs.held().constant_mass;
}

const DiscreteGradient& SystemInside::discrete_gradient(const System& system) { return system.impl_->discrete; }

void SystemInside::append_terms(const System& system, code::Program& program, Want want, InlinedTerms& terms) {
  const System::Impl& s = *system.impl_;
  if (s.model.graph.size() > large_graph) scratch_is_free();  // before a program that will be long
  std::vector<expr::Node> all;
  for (std::size_t k = 0; k < term_kind_count; ++k) {
    const auto& nodes = s.programs.nodes(static_cast<TermKind>(k));
    if (has(want, want_of(k))) all.insert(all.end(), nodes.begin(), nodes.end());
  }
  const auto values = expr::append_nodes(s.model.graph, all, program, terms.tables, terms.inputs);
  const code::Ref zero = program.constant(0.0);
  std::size_t next = 0;
  for (std::size_t k = 0; k < term_kind_count; ++k) {
    if (!has(want, want_of(k))) continue;
    auto& target = terms.values[k];
    target.assign(s.storage_size(static_cast<TermKind>(k)), zero);
    for (std::size_t i = 0; i < s.programs.nodes(static_cast<TermKind>(k)).size(); ++i, ++next) {
      code::Ref& place = target[s.copies[k] ? i : at(s.scatter[k][i])];
      if (place == zero) {
        place = values[next];
        continue;
      }
      program.begin_piece();
      place = program.add(place, values[next]);
    }
  }
}

void SystemInside::remove_holding_force(const System& system, Terms& terms) {
  const Pattern& A = system.jacobian_pattern();
  for (const auto& [row, inertia] : holding_rows(system))
    for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
      terms.Q[A.col[at(k)]] -= terms.A[at(k)] * inertia * terms.b[row];
}

void System::track_angles(State& state, Terms& terms) const {
  if (state.anchors.size() == 0) return;
  impl_->gather_inputs(state, terms);
  impl_->angles.evaluate(terms.inputs_.data(), state.anchors.data(), terms.angle_work_.data());
  round_anchors(state.anchors);
}

}  // namespace rheon
