// The part of Reactions that puts in what rigid bodies leave open.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "mechanism/reactions.hpp"

namespace rheon::mechanism {

/// Diagonal of the box around all points in the reference configuration.
double Reactions::size() const {
  Vec3 low = Vec3::Constant(INFINITY), high = Vec3::Constant(-INFINITY);
  for (const Feature& f : m_.geometry.features) {
    if (f.is_vector) continue;
    low = low.cwiseMin(f.reference);
    high = high.cwiseMax(f.reference);
  }
  const double diagonal = (high - low).norm();
  return std::isfinite(diagonal) && diagonal > 0.0 ? diagonal : 1.0;
}

/// Of every joint, and of every point that bodies share without one: forces, and torques over the size of the mechanism.
std::vector<Sharing::Force> Reactions::all_forces() {
  std::vector<Sharing::Force> all;
  const double per_size = 1.0 / size();
  const auto add = [&](const Wrench& w, const std::string& joint) {
    for (int k = 0; k < 3; ++k) all.push_back({w.force[k], joint});
    for (int k = 0; k < 3; ++k) all.push_back({w.torque[k] * per_size, joint});
  };
  for (std::size_t k = 0; k < m_.items.size(); ++k) {
    const std::vector<int> bodies = m_.items[k].component->bodies(m_.equations());
    if (!m_.items[k].component->is_joint() || bodies.empty()) continue;
    add(of_item(static_cast<int>(k), bodies.back()), m_.items[k].name);
  }
  for (std::size_t f = 0; f < m_.geometry.features.size(); ++f) {
    if (m_.geometry.features[f].attachments.size() < 2) continue;
    const Pin pin = this->pin(static_cast<int>(f));
    const std::string& name = m_.geometry.features[f].name;
    // without joints no body is joined to another one in particular: of all, half the square counts
    if (std::all_of(pin.edges.begin(), pin.edges.end(), [](const Pin::Edge& edge) { return edge.item < 0; })) {
      for (const int body : pin.bodies) {
        const Wrench w = through_feature(static_cast<int>(f), body);
        add({w.force * std::sqrt(0.5), w.torque * std::sqrt(0.5)}, name);
      }
      continue;
    }
    for (const Pin::Edge& edge : pin.edges)
      if (edge.item < 0) add(share(static_cast<int>(f), pin, edge.a, edge.b), name);
  }
  return all;
}

/// What a unit of each open share does to the features of one of its bodies: forces, and torques over the size.
std::vector<Scalar> Reactions::share_sizes() {
  const Equations e = m_.equations();
  auto& g = m_.model().graph;
  std::vector<Scalar> sizes(at(m_.open_shares()), Scalar(g, 0.0));
  const double per_size = 1.0 / size();
  const auto add = [&](const ElementRows& rows, int body, const auto& loads_of_all) {
    if (body == ground || std::none_of(rows.begin(), rows.end(), [](const ElementRow& row) { return row.share >= 0; }))
      return;
    const Loads loads = loads_of_all();
    const auto& basis = m_.geometry.bodies[at(body)].basis;
    for (const ElementRow& row : rows)
      for (std::size_t i = 0; i < loads.size() && row.share >= 0; ++i)
        for (int k = 0; k < 3; ++k) {
          const Scalar slope(g, g.derivative(loads[i][k].node(), e.share_input(row.share)));
          const double unit = m_.geometry.features[at(basis[i])].is_vector ? per_size : 1.0;
          sizes[at(row.share)] = sizes[at(row.share)] + slope.apply(expr::Op::abs) * unit;
        }
  };
  for (std::size_t b = 1; b < m_.geometry.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    add(m_.body_rows(body), body, [&] { return loads_of_rigidity(body); });
    for (const int item : items_on_[b]) add(m_.items[at(item)].rows, body, [&] { return loads_of_item(item, body); });
  }
  for (std::size_t k = 0; k < m_.layout().closures.size(); ++k) {
    const int body = m_.layout().closures[k].body;
    add(m_.closure_rows(k), body, [&] { return loads_of_closure(k, body); });
  }
  return sizes;
}

const Sharing& Reactions::sharing() {
  if (!sharing_) {
    const Model& model = m_.model();
    const Equations e = m_.equations();
    std::vector<double> reference(at(e.share_input(m_.open_shares())), 0.0);
    for (std::size_t i = 0; i < model.coordinates.size(); ++i)
      reference[at(model.inputs.q(static_cast<int>(i)))] = model.coordinates[i].position.guess;
    for (const int f : m_.layout().coordinates)
      for (std::size_t k = 0; k < m_.axes().size(); ++k)
        reference[at(model.inputs.q(m_.geometry.features[at(f)].coordinate)) + k] =
            m_.geometry.features[at(f)].reference[static_cast<Eigen::Index>(k)];
    sharing_.emplace(m_.model().graph, e.share_input(0), all_forces(), std::move(reference), share_sizes());
  }
  return *sharing_;
}

Scalar Reactions::of_least_norm(const Scalar& value) {
  return m_.open_shares() == 0 ? value : sharing().of_least_norm(value);
}

bool Reactions::is_open(const Scalar& value) { return m_.open_shares() > 0 && sharing().is_open(value); }

}  // namespace rheon::mechanism
