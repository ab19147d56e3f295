#include "mechanism/reactions.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::mechanism {

using expr::Node;

namespace {

/// Shares and resistances are about 1, and found from systems of a few equations: what is below these is round-off.
constexpr double no_share = 1e-12, resistance_round_off = 1e-9;

bool contains(const std::vector<int>& list, int item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

int index_in(const std::vector<int>& list, int item) {
  return static_cast<int>(std::find(list.begin(), list.end(), item) - list.begin());
}

/// Transposed weight times a force: (a + b J)^T F.
Vector back(const Weight& w, const Vector& force) { return force * w.a + perp(force) * -w.b; }

}  // namespace

Reactions::Reactions(Assembly& mechanism) : m_(mechanism) {
  const auto& constraints = m_.model().constraints;
  for (std::size_t k = 0; k < constraints.size(); ++k) row_index_[constraints[k].name] = static_cast<int>(k);
  items_on_.resize(m_.geometry.bodies.size());
  closures_on_.resize(m_.geometry.bodies.size());
  const Equations e = m_.equations();
  for (std::size_t k = 0; k < m_.items.size(); ++k) {
    const std::vector<int> bodies = m_.items[k].component->bodies(e);
    for (const int f : m_.items[k].component->shared()) items_sharing_[f].push_back(static_cast<int>(k));
    for (const int b : std::set<int>(bodies.begin(), bodies.end())) items_on_[at(b)].push_back(static_cast<int>(k));
  }
  const auto count_shares = [&](const ElementRows& rows) {
    for (const ElementRow& row : rows)
      for (const RowPart& part : row.follows_from)
        if (row.share >= 0) shares_of_[part.row].push_back({row.share, part.factor});
  };
  for (std::size_t b = 1; b < m_.geometry.bodies.size(); ++b) count_shares(m_.body_rows(static_cast<int>(b)));
  for (const auto& item : m_.items) count_shares(item.rows);
  for (std::size_t k = 0; k < m_.layout().closures.size(); ++k) {
    count_shares(m_.closure_rows(k));
    const Closure& c = m_.layout().closures[k];
    closures_on_[at(c.body)].push_back(k);
    closures_on_[at(m_.geometry.features[at(c.feature)].definer)].push_back(k);
  }
}

Vector Reactions::zero() const { return Vector::constant(m_.model().graph, Vec3::Zero()); }

Scalar Reactions::multiplier(const ElementRow& row) const {
  auto& g = m_.model().graph;
  const Equations e = m_.equations();
  const auto share = [&](int k) { return Scalar(g, g.input(e.share_input(k))); };
  if (row.name.empty()) return row.share >= 0 ? share(row.share) : Scalar(g, 0.0);
  const auto found = row_index_.find(row.name);
  if (found == row_index_.end()) return {g, 0.0};
  Scalar own(g, g.input(m_.model().inputs.lambda(found->second)));
  if (const auto others = shares_of_.find(row.name); others != shares_of_.end())
    for (const Share& other : others->second) own = own - share(other.number) * other.factor;
  return own;
}

/// What the rows, potentials and loads of a component do to the basis features of a displaced body.
Reactions::Loads Reactions::loads_of(const Written& written, const ElementRows& rows, int body) const {
  auto& g = m_.model().graph;
  const Equations e = m_.equations();
  const std::size_t n = m_.geometry.bodies[at(body)].basis.size();
  std::vector<expr::Replacement> at_zero;
  for (int slot = e.displacement_input(0, 0); slot < e.velocity_input(Equations::max_basis, 0); ++slot)
    at_zero.push_back({slot, g.constant(0.0)});
  const auto slope = [&](const Scalar& s, int input) {
    return Scalar(
        g, g.depends_on(s.node(), input) ? g.substitute(g.derivative(s.node(), input), at_zero) : g.constant(0.0));
  };
  std::vector<bool> at_velocity;
  for (const Written::RowEquation& row : written.rows) at_velocity.push_back(e.depends_on_rates(row.residual));
  Loads loads;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Scalar> sum(3, Scalar(g, 0.0));
    for (int axis = 0; axis < 3; ++axis) {
      const int q = e.displacement_input(static_cast<int>(i), axis), v = e.velocity_input(static_cast<int>(i), axis);
      for (std::size_t k = 0; k < written.rows.size(); ++k) {
        if (rows[k].name.empty() && rows[k].share < 0) continue;
        const Scalar& row = written.rows[k].residual;
        const Scalar along = slope(row, at_velocity[k] ? v : q);
        if (!along.is_zero()) sum[at(axis)] = sum[at(axis)] - along * multiplier(rows[k]);
      }
      for (const Scalar& potential : written.potentials) sum[at(axis)] = sum[at(axis)] - slope(potential, q);
      for (const Written::Load& load : written.loads)
        sum[at(axis)] = sum[at(axis)] + Scalar(g, g.substitute(load.force.node(), at_zero)) * slope(load.rate, v);
    }
    loads.push_back({sum[0], sum[1], sum[2]});
  }
  return loads;
}

Reactions::Loads Reactions::loads_of_rigidity(int body) {
  Equations e = m_.equations();
  e.displace(body);
  m_.write_rigidity(body, e);
  return loads_of(e.written, m_.body_rows(body), body);
}

Reactions::Loads Reactions::loads_of_item(int item, int body) {
  Equations e = m_.equations();
  e.displace(body);
  m_.items[at(item)].component->write(e);
  return loads_of(e.written, m_.items[at(item)].rows, body);
}

Reactions::Loads Reactions::loads_of_closure(std::size_t k, int body) {
  Equations e = m_.equations();
  e.displace(body);
  m_.write_closure(m_.layout().closures[k], e);
  return loads_of(e.written, m_.closure_rows(k), body);
}

/// Inertia and weight on the basis features: m w_G^T (G'' - g) + sum_ij S_ij (d d_i/de)^T d_j''.
Reactions::Loads Reactions::inertia_of(int number) const {
  const Body& body = m_.geometry.bodies[at(number)];
  const Frame& frame = m_.frame(number);
  const Equations e = m_.equations();
  const Vector pull = Vector::constant(m_.model().graph, m_.gravity);
  const Vector a = e.rate(e.rate(m_.centre(e, number))) - pull;
  const Weights w = frame.point(body.centre);
  Loads loads;
  for (const Weight& weight : w) loads.push_back(back(weight, a * body.mass));
  const Eigen::MatrixXd S = frame.moments(body.inertia);
  for (int i = 0; i < frame.directions(); ++i) {
    Vector turning = zero();
    for (int j = 0; j < frame.directions(); ++j)
      if (S(i, j) != 0.0) turning = turning + e.rate(e.rate(e.vector_of(number, frame.direction(j)))) * S(i, j);
    loads[at(i) + 1] = loads[at(i) + 1] + turning;
    if (!m_.geometry.features[at(body.basis[at(i) + 1])].is_vector) loads[0] = loads[0] - turning;
  }
  return loads;
}

const Vector& Reactions::through(int number, int i) {
  const auto found = through_.find({number, i});
  if (found != through_.end()) return found->second;
  const Body& body = m_.geometry.bodies[at(number)];
  Loads need = inertia_of(number);
  const auto subtract = [&](const Loads& loads) {
    for (std::size_t k = 0; k < need.size(); ++k) need[k] = need[k] - loads[k];
  };
  subtract(loads_of_rigidity(number));
  for (const int item : items_on_[at(number)]) subtract(loads_of_item(item, number));
  for (const std::size_t k : closures_on_[at(number)]) subtract(loads_of_closure(k, number));
  for (const int f : body.features) {
    const Feature& feature = m_.geometry.features[at(f)];
    if (feature.definer != number || contains(body.basis, f)) continue;
    const Vector force = handed_over(f, number);
    const Weights w = feature.is_vector ? m_.frame(number).vector(feature.reference)
                                        : m_.frame(number).point(body.where(f, m_.geometry.features));
    for (std::size_t k = 0; k < need.size(); ++k) need[k] = need[k] - back(w[k], force);
  }
  for (std::size_t k = 0; k < need.size(); ++k) through_.emplace(std::pair(number, static_cast<int>(k)), need[k]);
  return through_.at({number, i});
}

/// What the bodies that use a feature as basis do to the body that defines it.
Vector Reactions::handed_over(int f, int definer) {
  Vector sum = zero();
  std::set<int> seen{definer};
  for (const Attachment& a : m_.geometry.features[at(f)].attachments)
    if (seen.insert(a.body).second)
      if (const auto r = implicit(f, a.body)) sum = sum - *r;
  return sum;
}

/// Force through a shared feature on a body that has it in its basis; nothing if rows connect the body instead.
std::optional<Vector> Reactions::implicit(int f, int body) {
  if (body == ground) return std::nullopt;
  const auto& basis = m_.geometry.bodies[at(body)].basis;
  if (!contains(basis, f)) return std::nullopt;
  return through(body, index_in(basis, f));
}

/// What acts on a body through a feature, from all others that have it: a force at a point, a torque for a unit vector.
/// Through the basis, by the rows that close a loop, or as the opposite of what acts on the others.
Wrench Reactions::through_feature(int f, int body) {
  const Feature& feature = m_.geometry.features[at(f)];
  Wrench sum{zero(), zero()};
  if (feature.definer == body) {
    std::set<int> seen{body};
    for (const Attachment& a : feature.attachments)
      if (seen.insert(a.body).second) {
        const Wrench other = through_feature(f, a.body);
        sum = {sum.force - other.force, sum.torque - other.torque};
      }
    return sum;
  }
  if (const auto r = implicit(f, body))
    return feature.is_vector ? Wrench{zero(), cross(*feature.value, *r)} : Wrench{*r, zero()};
  for (const std::size_t k : closures_on_[at(body)]) {
    const Closure& c = m_.layout().closures[k];
    if (c.feature != f || c.body != body) continue;
    const Wrench w = wrench(loads_of_closure(k, body), body, feature.is_vector ? zero() : *feature.value);
    sum = feature.is_vector ? Wrench{sum.force, sum.torque + w.torque} : Wrench{sum.force + w.force, sum.torque};
  }
  return sum;
}

Vector Reactions::at_point(int f, int body) { return through_feature(f, body).force; }

Reactions::Pin Reactions::pin(int f) const {
  const Equations e = m_.equations();
  const Feature& feature = m_.geometry.features[at(f)];
  Pin pin;
  for (const Attachment& a : feature.attachments)
    if (!contains(pin.bodies, a.body)) pin.bodies.push_back(a.body);
  if (const auto found = items_sharing_.find(f); found != items_sharing_.end())
    for (const int k : found->second) {
      const std::vector<int> pair = m_.items[at(k)].component->bodies(e);
      if (contains(pin.bodies, pair[0]) && contains(pin.bodies, pair[1])) pin.edges.push_back({pair[0], pair[1], k});
    }
  std::set<int> joined{feature.definer};
  const auto grow = [&] {
    for (bool grew = true; grew;) {
      grew = false;
      for (const Pin::Edge& edge : pin.edges)
        if (joined.contains(edge.a) != joined.contains(edge.b)) joined.insert({edge.a, edge.b}), grew = true;
    }
  };
  grow();
  for (const int body : pin.bodies)
    if (!joined.contains(body)) {
      pin.edges.push_back({body, feature.definer, -1});
      grow();
    }
  const auto n = static_cast<Eigen::Index>(pin.bodies.size());
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(n, n);
  for (const Pin::Edge& edge : pin.edges) {
    const Eigen::Index i = pin.index(edge.a), j = pin.index(edge.b);
    L(i, i) += 1.0;
    L(j, j) += 1.0;
    L(i, j) -= 1.0;
    L(j, i) -= 1.0;
  }
  pin.division = pseudo_inverse(L);
  return pin;
}

/// The part of what goes through a feature that one connection with another body does.
Wrench Reactions::share(int f, const Pin& pin, int body, int other) {
  const int definer = m_.geometry.features[at(f)].definer;
  const Eigen::Index here = pin.index(body), there = pin.index(other);
  const auto weight = [&](int b) { return pin.division(here, pin.index(b)) - pin.division(there, pin.index(b)); };
  Wrench sum{zero(), zero()};
  for (const int b : pin.bodies) {
    if (b == definer) continue;
    const double part = weight(b) - weight(definer);  // what acts on a body acts on the definer the other way
    if (std::abs(part) < no_share) continue;
    const Wrench w = through_feature(f, b);
    sum = {sum.force + w.force * part, sum.torque + w.torque * part};
  }
  return sum;
}

Wrench Reactions::joint_share(int f, int item, int body) {
  const std::vector<int> pair = m_.items[at(item)].component->bodies(m_.equations());
  return share(f, pin(f), body, pair[0] == body ? pair[1] : pair[0]);
}

Vector Reactions::loose_share(int f, int body) {
  const Pin pin = this->pin(f);
  Vector sum = zero();
  for (const Pin::Edge& edge : pin.edges)
    if (edge.item < 0 && (edge.a == body || edge.b == body))
      sum = sum + share(f, pin, body, edge.a == body ? edge.b : edge.a).force;
  return sum;
}

/// A joint without which its bodies would still be connected at one of its features.
bool Reactions::is_split(int item) const {
  const std::vector<int> features = m_.items[at(item)].component->shared();
  return std::any_of(features.begin(), features.end(), [&](int f) {
    const std::vector<int> pair = m_.items[at(item)].component->bodies(m_.equations());
    const Pin pin = this->pin(f);
    const Eigen::Index i = pin.index(pair[0]), j = pin.index(pair[1]);
    const Eigen::MatrixXd& D = pin.division;
    // the resistance between them, 1 for the joint alone
    return D(i, i) + D(j, j) - 2.0 * D(i, j) < 1.0 - resistance_round_off;
  });
}

Wrench Reactions::wrench(const Loads& loads, int number, const Vector& about) const {
  const Equations e = m_.equations();
  Wrench w{zero(), zero()};
  const Body& body = m_.geometry.bodies[at(number)];
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const Vector value = e.basis_of(number, static_cast<int>(i));
    const bool is_vector = m_.geometry.features[at(body.basis[i])].is_vector;
    if (!is_vector) w.force = w.force + loads[i];
    w.torque = w.torque + cross(is_vector ? value : value - about, loads[i]);
  }
  return w;
}

Wrench Reactions::of_item(int item, int body) {
  const Equations e = m_.equations();
  const Component& component = *m_.items[at(item)].component;
  const Vector about = component.place(e);
  if (body == ground) {  // the ground feels the opposite of what the others do
    Wrench sum{zero(), zero()};
    for (const int other : component.bodies(e)) {
      if (other == ground) continue;
      const Wrench w = of_item(item, other);
      sum = {sum.force - w.force, sum.torque - w.torque};
    }
    return sum;
  }
  Wrench sum = wrench(loads_of_item(item, body), body, about);
  for (const int f : component.shared()) {
    const Feature& feature = m_.geometry.features[at(f)];
    const Wrench w = joint_share(f, item, body);
    sum = {sum.force + w.force, sum.torque + w.torque};
    if (!feature.is_vector) sum.torque = sum.torque + cross(*feature.value - about, w.force);
  }
  if (dynamic_cast<const PointContact*>(&component)) sum.torque = zero();
  return sum;
}

}  // namespace rheon::mechanism
