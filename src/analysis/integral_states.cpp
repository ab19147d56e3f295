#include "analysis/integral_states.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

RealMatrix without_rows(const RealMatrix& B, const std::vector<int>& rows) {
  RealMatrix kept(B.rows() - std::ssize(rows), B.cols());
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < B.rows(); ++i)
    if (!std::binary_search(rows.begin(), rows.end(), static_cast<int>(i))) kept.row(next++) = B.row(i);
  return kept;
}

}  // namespace

std::vector<int> integral_coordinates(const Model& model) {
  std::vector<int> all;
  for (const Force& f : model.forces)
    if (f.kind == ForceKind::signal) all.push_back(f.index);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string integral_name(const Model& model, int coordinate) {
  const std::string& name = model.coordinates[at(coordinate)].name;
  const auto dot = name.rfind('.');
  return (dot == std::string::npos ? name : name.substr(0, dot)) + ".integral";
}

/// J w = 0 for the directions w of these coordinates: on the quotient by them it is U^T J U, U orthonormal to them.
void drop_coordinates(LinearFlow& flow, const std::vector<int>& coordinates) {
  if (coordinates.empty()) return;
  const Eigen::Index size = flow.J.rows(), count = std::ssize(coordinates);
  RealMatrix W(size, count);
  for (Eigen::Index k = 0; k < count; ++k) W.col(k) = flow.S.col(coordinates[static_cast<std::size_t>(k)]);
  const RealMatrix Q = pivoted_qr(W, Basis::whole).Q;
  const RealMatrix U = Q.rightCols(size - count), sizes = U.cwiseAbs();
  flow.J = (U.transpose() * flow.J * U).eval();
  flow.noise = (sizes.transpose() * flow.noise * sizes).eval();
  flow.zero_noise = (sizes.transpose() * flow.zero_noise * sizes).eval();
  flow.X = without_rows(flow.X * U, coordinates);
  flow.position_freedoms -= static_cast<int>(count);
}

double share_of_rows(const LinearFlow& flow, std::complex<Real> eigenvalue, const ComplexMatrix& vector,
                     const std::vector<int>& rows) {
  using Complex = std::complex<double>;
  Eigen::MatrixXcd shifted = flow.J.cast<double>().cast<Complex>();
  shifted.diagonal().array() -= Complex(eigenvalue);
  // the left singular vector of the singular value zero
  const Eigen::VectorXcd left = least_left_singular(shifted), right = vector.cast<Complex>();
  const double whole = std::abs(left.dot(right));
  if (!(whole > 0.0)) return 0.0;
  double share = 0.0;
  for (const int row : rows) {
    // the state is a direction of the basis: x_i = X_i y, and its part of w . y is (w . X_i) (X_i . y) / |X_i|^2
    const Eigen::VectorXcd along = flow.X.row(row).cast<double>().cast<Complex>().transpose();
    share += std::abs(left.dot(along) * along.dot(right)) / (along.squaredNorm() * whole);
  }
  return std::min(share, 1.0);
}

}  // namespace rheon
