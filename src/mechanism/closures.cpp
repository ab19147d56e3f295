#include "mechanism/closures.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "la/eigenvalues.hpp"

namespace rheon::mechanism {

namespace {

/// Of rates in a unit motion (1 m/s or 1 rad/s about the origin), where positions count in m: users give them to nine digits or
/// more.
constexpr double rank_round_off = 1e-9;

bool has(const std::vector<int>& list, int item) { return std::find(list.begin(), list.end(), item) != list.end(); }

/// Relative motions of two bodies in the reference configuration, (v, omega) about the origin, that features in common
/// leave. Both bodies see the features at rest, so what is left is the same in all positions.
class RelativeMotion {
 public:
  explicit RelativeMotion(bool planar) : left_(Eigen::MatrixXd::Identity(6, 6)) {
    if (!planar) return;
    left_ = Eigen::MatrixXd::Zero(6, 3);  // vx, vy, omega_z
    left_(0, 0) = left_(1, 1) = left_(5, 2) = 1.0;
  }
  /// How the feature can still move, as orthonormal directions: v + omega x P of a point, omega x u of a vector.
  std::vector<Vec3> of(const Feature& f) const {
    std::vector<Vec3> directions;
    const Eigen::MatrixXd rates = map(f) * left_;
    if (rates.cols() == 0) return directions;
    const LeftSingular singular = left_singular_by_rotations(rates);
    for (Eigen::Index k = 0; k < singular.values.size(); ++k)
      if (singular.values[k] > rank_round_off) directions.emplace_back(singular.U.col(k));
    return directions;
  }
  void hold(const Feature& f) {
    const Eigen::MatrixXd rates = map(f) * left_;
    if (rates.cols() == 0) return;
    const PivotedQr<double> qr = pivoted_qr(Eigen::MatrixXd(rates.transpose()), Basis::whole);
    const Eigen::Index rank = (qr.pivots.array() > rank_round_off).count();
    left_ = (left_ * qr.Q.rightCols(rates.cols() - rank)).eval();
  }

 private:
  static Eigen::MatrixXd map(const Feature& f) {
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3, 6);
    if (!f.is_vector) m.leftCols(3).setIdentity();
    const Vec3& p = f.reference;
    m.rightCols(3) << 0, p[2], -p[1], -p[2], 0, p[0], p[1], -p[0], 0;  // omega x p
    return m;
  }
  Eigen::MatrixXd left_;
};

}  // namespace

void reduce_closures(const Geometry& geometry, const std::vector<SharedByJoint>& joints, FeatureLayout& layout) {
  for (const SharedByJoint& joint : joints) {
    const auto closes = [&](const Closure& c) {
      const int definer = geometry.features[at(c.feature)].definer;
      return has(joint.features, c.feature) &&
             ((c.body == joint.a && definer == joint.b) || (c.body == joint.b && definer == joint.a));
    };
    RelativeMotion motion(geometry.planar());
    for (const int f : joint.features)
      if (std::none_of(layout.closures.begin(), layout.closures.end(),
                       [&](const Closure& c) { return c.feature == f && closes(c); }))
        motion.hold(geometry.features[at(f)]);
    for (Closure& c : layout.closures) {
      if (!closes(c)) continue;
      const Feature& f = geometry.features[at(c.feature)];
      const std::vector<Vec3> open = motion.of(f);
      const std::size_t all = (f.is_vector ? 2u : 3u) - (geometry.planar() ? 1u : 0u);
      if (open.size() < all) c.only = open;
      motion.hold(f);
    }
  }
}

}  // namespace rheon::mechanism
