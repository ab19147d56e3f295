#include "model/model_digest.hpp"

#include "expr/digest.hpp"

namespace rheon {

std::uint64_t digest_of(const Model& m) {
  expr::Digest d;
  std::vector<expr::Node> nodes(m.rate);
  for (const Coordinate& q : m.coordinates) d.add(q.name);
  for (const Speed& v : m.speeds) d.add(v.name);
  for (const auto& one : {m.kinetic, m.signal_energy}) {
    d.add(static_cast<std::uint64_t>(one.has_value()));
    if (one) nodes.push_back(*one);
  }
  for (const auto& row : m.mass) nodes.insert(nodes.end(), row.begin(), row.end());
  nodes.push_back(m.potential);
  for (const auto* forces : {&m.forces, &m.nonideal})
    for (const Force& f : *forces) {
      for (const int number : {f.index, static_cast<int>(f.on_speed), static_cast<int>(f.kind)})
        d.add(static_cast<std::uint64_t>(number));
      nodes.push_back(f.value);
    }
  for (const ConstraintRow& row : m.constraints) {
    d.add(row.name);
    d.add(static_cast<std::uint64_t>(row.kind));
    nodes.push_back(row.residual);
  }
  for (const TrackedAngle& angle : m.angles) nodes.insert(nodes.end(), {angle.sine, angle.cosine});
  d.add(static_cast<std::uint64_t>(nodes.size()));
  d.add(expr::digest(m.graph, nodes));
  return d.value();
}

}  // namespace rheon
