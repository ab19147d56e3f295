// From energies, forces and constraints as text to every term of the equations of motion.
//
//   kinetic energy T*(q, v, t), v = q' or generalised speeds with q' = rate(q, v, t):
//     P_j  = dT*/dv_j                                   quasi-momenta
//     M    = d P / d v
//     p    : sum_i p_i d rate_i / d v_j = P_j           momenta conjugate to q'
//     Q_j  = forces - [ (P_j)_q rate + (P_j)_t ] + sum_i T_ij ( T*_q,i - sum_k p_k rate_k,q_i ) + sum_i p_i (T_ij)'
//   which for v = q' is Lagrange's equation: Q = forces + T_q - (T_v)_q v - (T_v)_t.
//   constraint rows: w = phi' or psi;  A = w_v,  b = -(w_q rate + w_t),  e = A v' - b = w'.
//   rows that hold what has no mass: M += A^T D A, Q += A^T D b, T += w^T D w / 2 (model/held_mass.hpp), which changes
//   nothing where e = 0 and w = 0.
#include "model/equations.hpp"

#include <algorithm>
#include <map>

#include "core/index.hpp"
#include "expr/cancel_first.hpp"
#include "expr/unused.hpp"
#include "model/multiplier_force_nodes.hpp"
#include "model/quasi_momentum.hpp"
#include "model/unused_nodes.hpp"

namespace rheon {

using expr::Node;
using expr::Op;

namespace {

/// Nodes that only led to others are dropped when there are more than this, and half as many again as the last time: a choice
/// between memory and the time to look through them.
constexpr std::size_t worth_dropping = 200000;

class Derivation {
 public:
  explicit Derivation(Model& model) : m_(model), g_(model.graph), in_(model.inputs) { set_most_nodes(); }
  EquationTerms run();

 private:
  void mass_and_momenta();
  std::vector<Node> momenta_of_mass();
  void potential_slopes();
  void forces();
  void nonideal(std::vector<Node>& power);
  void constraints();
  void hold_mass();
  void tangents();
  void energies();
  void rates_and_outputs();

  Node sum_of(const std::vector<Node>& terms) { return g_.sum(terms); }
  Node times(Node a, Node b) { return g_.make(Op::mul, a, b); }
  /// Inputs of n in the block [first, first + count), as numbers within the block.
  std::vector<int> members(Node n, int first, int count) const;
  /// Derivative along the motion with v held fixed: n_q rate + n_t.
  Node along_motion(Node n);
  Node rate(int i) const { return m_.rate[at(i)]; }
  Node inertia_force(int j);
  Node applied_force(int j);
  void constraint_row(int row, Node velocity_residual);
  void slopes(TermKind quantity, int row, Node n, int first, int count);
  void drop_unused();
  bool has_angle(Node n) const;
  void set_most_nodes() { most_nodes_ = std::max(worth_dropping, g_.size() + g_.size() / 2); }

  Model& m_;
  expr::Graph& g_;
  const InputMap in_;
  EquationTerms out_;
  std::size_t most_nodes_ = 0;
  Node kinetic_{};
  std::vector<Node> P_, p_, Q_, F_, T_q_;
  std::vector<std::pair<int, Node>> V_q_;             ///< coordinate and slope of the potential
  std::vector<std::vector<std::pair<int, Node>>> A_;  ///< rows of the jacobian
};

std::vector<int> Derivation::members(Node n, int first, int count) const {
  std::vector<int> result;
  for (const int slot : g_.inputs_of(n))
    if (slot >= first && slot < first + count) result.push_back(slot - first);
  return result;
}

Node Derivation::along_motion(Node n) {
  std::vector<Node> terms;
  for (const int i : members(n, in_.q(0), in_.nq)) terms.push_back(times(g_.derivative(n, in_.q(i)), rate(i)));
  if (g_.depends_on(n, in_.t())) terms.push_back(g_.derivative(n, in_.t()));
  return sum_of(terms);
}

/// T from a mass matrix in coordinate rates: 1/2 q'^T M q'.
Node kinetic_of_mass(Model& m) {
  auto& g = m.graph;
  std::vector<Node> terms;
  for (std::size_t i = 0; i < m.mass.size(); ++i)
    for (std::size_t j = 0; j < m.mass[i].size(); ++j)
      if (!g.is_zero(m.mass[i][j]))
        terms.push_back(g.make(Op::mul, m.mass[i][j], g.make(Op::mul, m.rate[i], m.rate[j])));
  return g.make(Op::mul, g.constant(0.5), g.sum(terms));
}

/// p = M q': a mass matrix in coordinate rates gives the momenta directly, also with fewer speeds than coordinates.
std::vector<Node> Derivation::momenta_of_mass() {
  std::vector<Node> p;
  for (const auto& row : m_.mass) {
    std::vector<Node> terms;
    for (std::size_t j = 0; j < row.size(); ++j)
      if (!g_.is_zero(row[j])) terms.push_back(times(row[j], m_.rate[j]));
    p.push_back(sum_of(terms));
  }
  return p;
}

void Derivation::mass_and_momenta() {
  kinetic_ = m_.kinetic ? *m_.kinetic : kinetic_of_mass(m_);
  std::vector<int> slots;
  for (int j = 0; j < in_.nv; ++j) slots.push_back(in_.v(j));
  P_ = g_.gradient(kinetic_, slots);
  for (int i = 0; i < in_.nv; ++i)
    for (const int j : members(P_[at(i)], in_.v(0), in_.nv)) {
      const Node entry = g_.derivative(P_[at(i)], in_.v(j));
      if (!g_.is_zero(entry)) out_.add(TermKind::mass, i, j, entry);
    }
  p_ = m_.kinetic ? conjugate_momenta(m_, P_) : momenta_of_mass();
  std::vector<int> q_slots;
  for (int i = 0; i < in_.nq; ++i) q_slots.push_back(in_.q(i));
  T_q_ = g_.gradient(kinetic_, q_slots);
}

/// Everything of Q that comes from the kinetic energy.
Node Derivation::inertia_force(int j) {
  if (!m_.general_speeds) return g_.make(Op::sub, T_q_[at(j)], along_motion(P_[at(j)]));
  std::vector<Node> terms;
  for (int i = 0; i < in_.nq; ++i) {
    const Node T_ij = g_.derivative(rate(i), in_.v(j));
    if (!g_.is_zero(p_[at(i)])) terms.push_back(times(p_[at(i)], along_motion(T_ij)));
    if (g_.is_zero(T_ij)) continue;
    std::vector<Node> along{T_q_[at(i)]};
    for (int k = 0; k < in_.nq; ++k)
      if (g_.depends_on(rate(k), in_.q(i)))
        along.push_back(g_.make(Op::neg, times(p_[at(k)], g_.derivative(rate(k), in_.q(i)))));
    terms.push_back(times(T_ij, sum_of(along)));
  }
  return g_.make(Op::sub, sum_of(terms), along_motion(P_[at(j)]));
}

/// Forces F by which constraints do work: kept apart from Q, since they may depend on the multipliers.
void Derivation::nonideal(std::vector<Node>& power) {
  for (const Force& f : m_.nonideal)
    power.push_back(times(f.value, f.on_speed ? g_.input(in_.v(f.index)) : rate(f.index)));
  F_ = multiplier_force_nodes(m_);
  for (std::size_t j = 0; j < F_.size(); ++j) out_.add(TermKind::nonideal, static_cast<int>(j), 0, F_[j]);
}

/// All slopes in one sweep: one by one, each would walk the whole potential of a large model.
void Derivation::potential_slopes() {
  std::vector<int> slots = members(m_.potential, in_.q(0), in_.nq);
  for (int& slot : slots) slot = in_.q(slot);
  const std::vector<Node> gradient = g_.gradient(m_.potential, slots);
  for (std::size_t k = 0; k < slots.size(); ++k) V_q_.emplace_back(slots[k] - in_.q(0), gradient[k]);
}

void Derivation::forces() {
  const Node zero = g_.constant(0.0);
  std::vector<std::vector<Node>> on_coordinate(at(in_.nq)), on_speed(at(in_.nv));
  std::vector<Node> power, friction;
  nonideal(friction);
  for (const Force& f : m_.forces) {
    (f.on_speed ? on_speed : on_coordinate)[at(f.index)].push_back(f.value);
    if (f.kind == ForceKind::signal) continue;
    (f.kind == ForceKind::friction ? friction : power)
        .push_back(times(f.value, f.on_speed ? g_.input(in_.v(f.index)) : rate(f.index)));
  }
  out_.add(TermKind::power_applied, 0, 0, sum_of(power));
  out_.add(TermKind::power_friction, 0, 0, sum_of(friction));
  for (const auto& [i, slope] : V_q_) on_coordinate[at(i)].push_back(g_.make(Op::neg, slope));

  std::vector<std::vector<Node>> terms = std::move(on_speed);
  for (int i = 0; i < in_.nq; ++i) {
    if (on_coordinate[at(i)].empty()) continue;
    const Node f = sum_of(on_coordinate[at(i)]);
    for (const int j : members(rate(i), in_.v(0), in_.nv))
      terms[at(j)].push_back(times(g_.derivative(rate(i), in_.v(j)), f));
  }
  Q_.assign(at(in_.nv), zero);
  for (int j = 0; j < in_.nv; ++j) {
    terms[at(j)].push_back(inertia_force(j));
    Q_[at(j)] = sum_of(terms[at(j)]);
    out_.add(TermKind::force, j, 0, Q_[at(j)]);
  }
}

void Derivation::constraint_row(int row, Node w) {
  auto& entries = A_.emplace_back();
  for (const int j : members(w, in_.v(0), in_.nv)) {
    const Node entry = g_.derivative(w, in_.v(j));
    if (g_.is_zero(entry)) continue;
    entries.emplace_back(j, entry);
    out_.add(TermKind::jacobian, row, j, entry);
  }
  const Node minus_b = along_motion(w);
  out_.add(TermKind::bias, row, 0, g_.make(Op::neg, minus_b));
  slopes(TermKind::row_slope, row, w, in_.q(0), in_.nq);
  std::vector<Node> acceleration{minus_b};
  for (const auto& [j, entry] : entries) acceleration.push_back(times(entry, g_.input(in_.a(j))));
  const Node e = sum_of(acceleration);
  slopes(TermKind::acceleration_slope_q, row, e, in_.q(0), in_.nq);
  slopes(TermKind::acceleration_slope_v, row, e, in_.v(0), in_.nv);
}

/// Between two rows, where nobody holds a node but what is named here.
void Derivation::drop_unused() {
  if (g_.size() < most_nodes_) return;
  expr::rest(g_);  // before the list of what is held, which is long itself
  std::vector<Node*> held{&kinetic_};
  for (auto* some : {&P_, &p_, &Q_, &F_, &T_q_})
    for (Node& node : *some) held.push_back(&node);
  for (auto& [i, slope] : V_q_) held.push_back(&slope);
  for (auto& row : A_)
    for (auto& [j, entry] : row) held.push_back(&entry);
  for (auto& nodes : out_.nodes)
    for (Node& node : nodes) held.push_back(&node);
  drop_unused_nodes(m_, std::move(held));
  set_most_nodes();
}

bool Derivation::has_angle(Node n) const {
  if (in_.na == 0) return false;
  const std::vector<int> slots = g_.inputs_of(n);
  const auto first = std::lower_bound(slots.begin(), slots.end(), in_.anchor(0));
  return first != slots.end() && *first < in_.anchor(0) + in_.na;
}

void Derivation::constraints() {
  int row = 0, position_rows = 0;
  for (ConstraintRow& c : m_.constraints) {
    drop_unused();
    if (is_position_level(c.kind)) {
      // angles of many turns, in gears and drivers, cancel without loss
      if (has_angle(c.residual)) c.residual = expr::cancel_first(g_, c.residual, in_.anchor(0), in_.na);
      const Node phi_dot = along_motion(c.residual);
      out_.add(TermKind::phi, row, 0, c.residual);
      out_.add(TermKind::phi_dot, row, 0, phi_dot);
      out_.add(TermKind::phi_t, row, 0, at_rest(m_, phi_dot));
      if (m_.general_speeds)
        for (const int i : members(c.residual, in_.q(0), in_.nq))
          out_.add(TermKind::gradient, row, i, g_.derivative(c.residual, in_.q(i)));
      constraint_row(row, phi_dot);
      ++position_rows;
    } else {
      out_.add(TermKind::psi, row - position_rows, 0, c.residual);
      constraint_row(row, c.residual);
    }
    ++row;
  }
}

/// One row of a matrix of derivatives: of n in the inputs [first, first + count).
void Derivation::slopes(TermKind quantity, int row, Node n, int first, int count) {
  for (const int j : members(n, first, count))
    if (const Node entry = g_.derivative(n, first + j); !g_.is_zero(entry)) out_.add(quantity, row, j, entry);
}

void Derivation::hold_mass() {
  constexpr auto place_of = [](TermKind k) { return static_cast<std::size_t>(k); };
  auto& places = out_.places[place_of(TermKind::mass)];
  auto& mass = out_.nodes[place_of(TermKind::mass)];
  out_.held = find_held_mass(m_, places, mass, A_);
  if (out_.held.rows.empty()) return;
  std::map<std::pair<int, int>, std::size_t> known;
  for (std::size_t k = 0; k < places.size(); ++k) known.emplace(places[k], k);
  const auto add_mass = [&](int i, int j, Node entry) {
    const auto [it, fresh] = known.emplace(std::pair(i, j), mass.size());
    if (fresh)
      out_.add(TermKind::mass, i, j, entry);
    else
      mass[it->second] = g_.make(Op::add, mass[it->second], entry);
  };
  Node& kinetic = out_.nodes[place_of(TermKind::kinetic)][0];
  for (const auto& [row, inertia] : out_.held.rows) {
    const Node D = g_.constant(inertia), b = out_.nodes[place_of(TermKind::bias)][at(row)];
    for (const auto& [i, A_i] : A_[at(row)]) {
      const Node DA = times(D, A_i);
      for (const auto& [j, A_j] : A_[at(row)]) add_mass(i, j, times(DA, A_j));
      Q_[at(i)] = g_.make(Op::add, Q_[at(i)], times(DA, b));
      out_.nodes[place_of(TermKind::force)][at(i)] = Q_[at(i)];
    }
    if (m_.constraints[at(row)].kind == ConstraintKind::nonlinear_velocity) continue;  // no energy belongs to it
    const auto phi = static_cast<int>(out_.nodes[place_of(TermKind::phi_dot)].size());
    const Node w = row < phi ? out_.nodes[place_of(TermKind::phi_dot)][at(row)] : m_.constraints[at(row)].residual;
    kinetic = g_.make(Op::add, kinetic, times(g_.constant(0.5 * inertia), times(w, w)));
  }
}

/// K = d(M a - Q - F)/dq, C = d(M a - Q - F)/dv, H = d(A^T lambda)/dq, R = d(A^T lambda)/dv.
void Derivation::tangents() {
  std::vector<std::vector<Node>> residual(at(in_.nv)), reaction(at(in_.nv));
  const auto& mass_places = out_.places[static_cast<std::size_t>(TermKind::mass)];
  const auto& mass_nodes = out_.nodes[static_cast<std::size_t>(TermKind::mass)];
  for (std::size_t k = 0; k < mass_places.size(); ++k)
    residual[at(mass_places[k].first)].push_back(times(mass_nodes[k], g_.input(in_.a(mass_places[k].second))));
  for (std::size_t row = 0; row < A_.size(); ++row)
    for (const auto& [j, entry] : A_[row])
      if (!g_.is_constant(entry)) reaction[at(j)].push_back(times(entry, g_.input(in_.lambda(static_cast<int>(row)))));
  // M depends on velocities only by rows nonlinear in them that hold what has no mass
  const bool mass_of_v = std::any_of(out_.held.rows.begin(), out_.held.rows.end(), [&](const HoldingRow& r) {
    return m_.constraints[at(r.row)].kind == ConstraintKind::nonlinear_velocity;
  });
  for (int i = 0; i < in_.nv; ++i) {
    const Node minus_Q = g_.make(Op::neg, F_.empty() ? Q_[at(i)] : g_.make(Op::add, Q_[at(i)], F_[at(i)]));
    residual[at(i)].push_back(minus_Q);
    const Node unbalanced = sum_of(residual[at(i)]);
    slopes(TermKind::stiffness, i, unbalanced, in_.q(0), in_.nq);
    slopes(TermKind::damping, i, mass_of_v ? unbalanced : minus_Q, in_.v(0), in_.nv);
    slopes(TermKind::curvature, i, sum_of(reaction[at(i)]), in_.q(0), in_.nq);
    slopes(TermKind::reaction_slope, i, sum_of(reaction[at(i)]), in_.v(0), in_.nv);
  }
}

/// Power that neither forces nor constraint rows account for: V_t, and what hidden drives in T or in the kinematical
/// equations do. For T quadratic and homogeneous in v = q' and free of t there is none of the latter.
void Derivation::energies() {
  out_.add(TermKind::kinetic, 0, 0, m_.signal_energy ? g_.make(Op::sub, kinetic_, *m_.signal_energy) : kinetic_);
  out_.add(TermKind::potential, 0, 0, m_.potential);
  bool homogeneous = !g_.depends_on(kinetic_, in_.t()) && g_.is_zero(at_rest(m_, kinetic_));
  for (const Node P : P_) homogeneous = homogeneous && g_.is_zero(at_rest(m_, P));
  for (const Node r : m_.rate) homogeneous = homogeneous && g_.is_zero(at_rest(m_, r));
  std::vector<Node> power;
  if (g_.depends_on(m_.potential, in_.t())) power.push_back(g_.derivative(m_.potential, in_.t()));
  if (!homogeneous) {
    // dT/dt along the motion, minus the power of everything that acts: M a + A^T lambda = Q holds, so
    // dT/dt = T_v a + along_motion(T), and forces, V and reactions give v.(M a - inertia forces)
    power.push_back(along_motion(kinetic_));
    for (int j = 0; j < in_.nv; ++j) power.push_back(times(P_[at(j)], g_.input(in_.a(j))));
    const auto& places = out_.places[static_cast<std::size_t>(TermKind::mass)];
    const auto& nodes = out_.nodes[static_cast<std::size_t>(TermKind::mass)];
    for (std::size_t k = 0; k < places.size(); ++k)
      power.push_back(g_.make(
          Op::neg, times(nodes[k], times(g_.input(in_.v(places[k].first)), g_.input(in_.a(places[k].second))))));
    for (int j = 0; j < in_.nv; ++j) power.push_back(times(inertia_force(j), g_.input(in_.v(j))));
    // forces and V act on q', of which only T v went through the equations of motion
    for (const auto* forces : {&m_.forces, &m_.nonideal})
      for (const Force& f : *forces)
        if (!f.on_speed) power.push_back(g_.make(Op::neg, times(f.value, at_rest(m_, rate(f.index)))));
    for (const auto& [i, slope] : V_q_) power.push_back(times(slope, at_rest(m_, rate(i))));
  }
  out_.add(TermKind::power_driving, 0, 0, sum_of(power));
}

void Derivation::rates_and_outputs() {
  for (int i = 0; i < in_.nq; ++i) {
    out_.add(TermKind::q_dot, i, 0, rate(i));
    out_.add(TermKind::q_ddot, i, 0, time_derivative(m_, rate(i)));
    if (!m_.general_speeds) continue;
    slopes(TermKind::rate_slope_q, i, rate(i), in_.q(0), in_.nq);
    slopes(TermKind::rate_slope_v, i, rate(i), in_.v(0), in_.nv);
  }
  int k = 0;
  for (const Output& o : m_.outputs) out_.add(TermKind::outputs, k++, 0, o.value);
}

EquationTerms Derivation::run() {
  mass_and_momenta();
  potential_slopes();
  forces();
  constraints();
  energies();
  hold_mass();
  tangents();
  rates_and_outputs();
  return std::move(out_);
}

}  // namespace

EquationTerms derive_equations(Model& model) { return Derivation(model).run(); }

}  // namespace rheon
