// Rods and discs in space: bodies that leave some of their coordinates without mass.
#include <Eigen/Geometry>
#include <algorithm>

#include "core/index.hpp"
#include "la/definiteness.hpp"
#include "la/eigenvalues.hpp"
#include "mechanism/assembly.hpp"

namespace rheon::mechanism {

using expr::Node;

/// Do its own mass and inertia leave a coordinate of the body without mass?
bool Assembly::is_thin(int number) const {
  const Body& body = geometry.bodies[at(number)];
  const Frame& frame = frames_[at(number)];
  std::vector<Weights> rates{frame.point(body.centre)};
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(1 + frame.directions(), 1 + frame.directions());
  mass(0, 0) = body.mass;
  mass.bottomRightCorner(frame.directions(), frame.directions()) = frame.moments(body.inertia);
  for (int i = 0; i < frame.directions(); ++i) rates.push_back(frame.vector(frame.direction(i)));
  // M = W^T mass W, with W from the rates of free basis features to those of the centre and the directions; in the plane
  // a weight a + b J is the 2 x 2 block [a -b; b a]
  const int k = geometry.planar() ? 2 : 1;
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < body.basis.size(); ++i)
    if (geometry.features[at(body.basis[i])].definer != ground) free.push_back(i);
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(mass.rows() * k, static_cast<Eigen::Index>(free.size()) * k);
  for (std::size_t r = 0; r < rates.size(); ++r)
    for (std::size_t c = 0; c < free.size(); ++c) {
      const Weight& w = rates[r][free[c]];
      const auto row = static_cast<Eigen::Index>(r) * k, col = static_cast<Eigen::Index>(c) * k;
      W(row, col) = w.a;
      if (k == 2) W.block(row, col, 2, 2) << w.a, -w.b, w.b, w.a;
    }
  Eigen::MatrixXd big = Eigen::MatrixXd::Zero(W.rows(), W.rows());
  for (Eigen::Index r = 0; r < mass.rows(); ++r)
    for (Eigen::Index c = 0; c < mass.cols(); ++c)
      big.block(r * k, c * k, k, k) = mass(r, c) * Eigen::MatrixXd::Identity(k, k);
  Eigen::MatrixXd M = W.transpose() * big * W;
  if (M.size() == 0) return false;
  if (M.diagonal().minCoeff() <= 0.0) return true;
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  // of an eigenvalue, with the diagonal scaled to 1: some thousand roundings, as in model/held_mass.cpp
  constexpr double round_off = 1e-12;
  return symmetric_eigenvalues(scale.asDiagonal() * M * scale.asDiagonal())[0] < round_off;
}

/// Is the mass matrix of this kinetic energy constant, and singular or nearly so along a unit vector of a thin body?
bool Assembly::lacks_mass(Node kinetic, const std::vector<int>& thin) {
  auto& g = model_.graph;
  const InputMap& in = model_.inputs;
  std::vector<int> slots;
  for (int i = 0; i < in.nv; ++i) slots.push_back(in.v(i));
  const std::vector<Node> momenta = g.gradient(kinetic, slots);
  std::vector<std::pair<int, int>> places;
  SparseValues values;
  for (int i = 0; i < in.nv; ++i) {
    places.emplace_back(i, i);
    values.push_back(0.0);
    for (const int slot : g.inputs_of(momenta[at(i)])) {
      if (slot < in.v(0) || slot >= in.a(0)) continue;
      const Node entry = g.derivative(momenta[at(i)], slot);
      if (!g.is_constant(entry)) return false;
      places.emplace_back(i, slot - in.v(0));
      values.push_back(g.value(entry));
    }
  }
  const Pattern pattern = Pattern::from_entries(in.nv, in.nv, places);
  SparseValues M(pattern.col.size(), 0.0);
  for (std::size_t k = 0; k < places.size(); ++k) M[at(pattern.find(places[k].first, places[k].second))] += values[k];
  constexpr double little = 1e-6;  // of the body's own: other bodies hang on it at a tiny distance from its plane
  for (const int b : thin)
    for (const int f : geometry.bodies[at(b)].basis) {
      const int c = geometry.features[at(f)].is_vector ? geometry.features[at(f)].coordinate : -1;
      const double own = second_moments(geometry.bodies[at(b)].inertia).trace();
      if (c >= 0 && M[at(pattern.find(c, c))] < little * own) return true;
    }
  return singular_direction(pattern, M) >= 0;
}

/// A thin body (rod, disc) leaves some of its coordinates without mass. Half the squared rate of its rigidity rows, times
/// a mass, is added to its kinetic energy: zero in every motion that keeps the rows, and its inertia force is a multiple
/// of the rows' second rate, so neither the motion nor the reactions change.
void Assembly::add_inertia_of_thin_body(int number, std::vector<Node>& kinetic) {
  const Body& body = geometry.bodies[at(number)];
  const Frame& frame = frames_[at(number)];
  Equations e = equations();
  write_rigidity(number, e);
  double size = second_moments(body.inertia).trace();
  for (int i = 0; i < frame.directions() && size <= 0.0; ++i) size = body.mass * frame.direction(i).squaredNorm();
  std::size_t k = 0;
  for (int i = 0; i < frame.directions(); ++i)
    for (int j = 0; j <= i; ++j) {
      const Scalar& row = e.written.rows[k++].residual;
      if (row.is_constant()) continue;
      const double mu = size / (frame.direction(i).squaredNorm() * frame.direction(j).squaredNorm());
      const Scalar rate = e.rate(row);
      kinetic.push_back((0.5 * mu * rate * rate).node());
    }
}

}  // namespace rheon::mechanism
