// Bodies are laid out from the ground outwards. A body takes as basis, in this order of preference: what the ground
// holds, what bodies before it have given already, what it shares with bodies still to come, its own features, and new
// unit vectors. So a chain costs one point a link, and a loop is closed by points that both sides name.
#include "mechanism/feature_layout.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "core/index.hpp"
#include "la/eigenvalues.hpp"
#include "mechanism/frame.hpp"

namespace rheon::mechanism {

namespace {

/// Directions at a smaller angle (its sine) to the span of the others are not taken, a new unit vector does better: the rows of
/// the body would nearly depend on each other, and lose as much. A choice: larger, and bodies get more coordinates.
constexpr double good_angle = 0.05;
/// Lengths this far below those of the body (and second moments, its squares) are round-off.
constexpr double dependent = 1e-9;
/// Angles and lengths (of unit vectors) that differ by less are the same: which direction is taken must not depend on rounding.
constexpr double same_angle = 1e-6, same_length = 1e-9;

class Chooser {
 public:
  Chooser(std::vector<Body>& bodies, std::vector<Feature>& features, bool planar)
      : bodies_(bodies), features_(features), planar_(planar) {}

  FeatureLayout run() {
    for (Feature& f : features_)
      if (f.on(ground)) f.definer = ground;
    for (const int b : from_the_ground()) place(b);
    return std::move(layout_);
  }

 private:
  std::vector<int> from_the_ground() const;
  void place(int body);
  Eigen::Matrix3d span_of(const Body& body) const;
  int choose_point(int number);
  int choose_direction(int number, const Eigen::Matrix3d& chosen, int count, const Vec3& origin);
  int new_vector(int number, const Eigen::Matrix3d& span, const Eigen::Matrix3d& chosen, int count);
  int cost(int feature) const;
  int add(Feature feature, int body);
  Feature& feature(int k) { return features_[at(k)]; }

  std::vector<Body>& bodies_;
  std::vector<Feature>& features_;
  bool planar_;
  FeatureLayout layout_;
};

/// Breadth first over shared features, so that neighbours come one after the other; then what hangs on nothing.
std::vector<int> Chooser::from_the_ground() const {
  std::vector<std::vector<int>> on_body(bodies_.size());
  for (std::size_t f = 0; f < features_.size(); ++f)
    for (const Attachment& a : features_[f].attachments) on_body[at(a.body)].push_back(static_cast<int>(f));
  std::vector<bool> seen(bodies_.size(), false);
  std::vector<int> order;
  for (std::size_t start = 0; start < bodies_.size(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    std::deque<int> queue{static_cast<int>(start)};
    while (!queue.empty()) {
      const int b = queue.front();
      queue.pop_front();
      if (b != ground) order.push_back(b);
      for (const int f : on_body[at(b)])
        for (const Attachment& a : features_[at(f)].attachments)
          if (!seen[at(a.body)]) {
            seen[at(a.body)] = true;
            queue.push_back(a.body);
          }
    }
  }
  return order;
}

int Chooser::cost(int f) const {
  const Feature& feature = features_[at(f)];
  if (feature.definer == ground) return 0;
  if (feature.definer > ground) return 1;
  return feature.attachments.size() > 1 ? 2 : 3;
}

int Chooser::add(Feature f, int body) {
  f.attachments.push_back({body, bodies_[at(body)].name, -1});
  f.place = bodies_[at(body)].place;
  features_.push_back(std::move(f));
  const int k = static_cast<int>(features_.size()) - 1;
  bodies_[at(body)].features.push_back(k);
  return k;
}

/// Projector onto the directions that the body's features and its mass span; nothing for a point mass.
Eigen::Matrix3d Chooser::span_of(const Body& body) const {
  std::vector<Vec3> directions;
  Vec3 origin = body.centre;
  for (const int f : body.features)
    if (!features_[at(f)].is_vector) origin = body.where(f, features_);
  for (const int f : body.features) {
    const Feature& g = features_[at(f)];
    directions.push_back(g.is_vector ? g.reference : Vec3(body.where(f, features_) - origin));
  }
  if (body.mass > 0.0) {
    directions.emplace_back(body.centre - origin);
    const SymmetricEigen<3> spread = symmetric_eigen(Eigen::Matrix3d(second_moments(body.inertia) / body.mass));
    for (int k = 0; k < 3; ++k)  // squared lengths
      if (spread.values[k] > dependent * spread.values[2])
        directions.emplace_back(std::sqrt(spread.values[k]) * spread.vectors.col(k));
  }
  double size = 0.0;
  for (const Vec3& d : directions) size = std::max(size, d.norm());
  if (planar_) return size > 0.0 ? Eigen::Matrix3d(Vec3(1.0, 1.0, 0.0).asDiagonal()) : Eigen::Matrix3d::Zero().eval();
  if (body.oriented) return Eigen::Matrix3d::Identity();
  Eigen::Matrix3d projector = Eigen::Matrix3d::Zero();
  for (int k = 0; k < 3; ++k) {  // the direction that sticks out most, made orthogonal twice
    Vec3 most = Vec3::Zero();
    for (const Vec3& d : directions)
      if (const Vec3 rest = d - projector * d; rest.norm() > most.norm()) most = rest;
    if (most.norm() <= dependent * size) break;
    most = (most / most.norm() - projector * (most / most.norm())).normalized();
    projector += most * most.transpose();
  }
  return projector;
}

int Chooser::choose_point(int number) {
  int best = -1;
  for (const int f : bodies_[at(number)].features)
    if (!features_[at(f)].is_vector && (best < 0 || cost(f) < cost(best))) best = f;
  if (best >= 0) return best;
  Feature centre;
  centre.name = bodies_[at(number)].name + ".centre";
  centre.reference = bodies_[at(number)].centre;
  return add(std::move(centre), number);
}

/// The cheapest feature that points out of the span of the chosen ones; among equals the one at the largest angle.
int Chooser::choose_direction(int number, const Eigen::Matrix3d& chosen, int count, const Vec3& origin) {
  int best = -1, best_cost = 4;
  double best_angle = 0.0;
  for (const int f : bodies_[at(number)].features) {
    const Feature& g = features_[at(f)];
    const Vec3 d = g.is_vector ? g.reference : Vec3(bodies_[at(number)].where(f, features_) - origin);
    if (d.norm() == 0.0) continue;
    const auto before = chosen.leftCols(count);
    const double angle = (d - before * (before.transpose() * d)).norm() / d.norm();
    const int c = cost(f);
    if (angle < good_angle || c > best_cost || (c == best_cost && angle <= best_angle * (1.0 + same_angle))) continue;
    best = f;
    best_cost = c;
    best_angle = angle;
  }
  return best;
}

/// A unit vector of the span at right angles to the chosen ones, along an axis of the ground if possible.
int Chooser::new_vector(int number, const Eigen::Matrix3d& span, const Eigen::Matrix3d& chosen, int count) {
  Vec3 best = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = span.col(k);
    const Vec3 d = axis - chosen.leftCols(count) * (chosen.leftCols(count).transpose() * axis);
    if (d.norm() > best.norm() + same_length) best = d;
  }
  Feature f;
  f.is_vector = true;
  f.reference = best.normalized();
  f.name = bodies_[at(number)].name + ".e" + std::to_string(count + 1);
  return add(std::move(f), number);
}

void Chooser::place(int number) {
  const Eigen::Matrix3d span = span_of(bodies_[at(number)]);
  // in the plane one direction determines the other
  const int dimensions = static_cast<int>(std::lround(span.trace())) - (planar_ && span.trace() > 0.0 ? 1 : 0);
  std::vector<int> basis{choose_point(number)};
  const Vec3 origin = bodies_[at(number)].where(basis[0], features_);
  Eigen::Matrix3d chosen = Eigen::Matrix3d::Zero();
  for (int count = 0; count < dimensions; ++count) {
    int f = choose_direction(number, chosen, count, origin);
    if (f < 0) f = new_vector(number, span, chosen, count);
    const Feature& g = features_[at(f)];
    const Vec3 d = g.is_vector ? g.reference : Vec3(bodies_[at(number)].where(f, features_) - origin);
    const auto before = chosen.leftCols(count);
    chosen.col(count) = (d - before * (before.transpose() * d)).normalized();
    basis.push_back(f);
  }
  for (const int f : basis) {
    if (feature(f).definer >= 0) continue;
    feature(f).definer = number;
    layout_.coordinates.push_back(f);
  }
  Body& body = bodies_[at(number)];
  for (const int f : body.features) {
    Feature& g = feature(f);
    if (std::find(basis.begin(), basis.end(), f) != basis.end()) continue;
    if (g.definer < 0) {
      g.definer = number;
      continue;
    }
    if (g.definer == number) continue;
    for (const Attachment& a : g.attachments)
      if (a.body == number) {
        layout_.closures.push_back({f, number, a.claimant});
        break;
      }
  }
  body.basis = std::move(basis);
  layout_.order.push_back(number);
}

}  // namespace

FeatureLayout lay_out(std::vector<Body>& bodies, std::vector<Feature>& features, bool planar) {
  return Chooser(bodies, features, planar).run();
}

}  // namespace rheon::mechanism
