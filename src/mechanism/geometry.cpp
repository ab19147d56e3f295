#include "mechanism/geometry.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/index.hpp"
#include "core/number_text.hpp"

namespace rheon::mechanism {

int Geometry::add_feature(Feature feature) {
  features.push_back(std::move(feature));
  return static_cast<int>(features.size()) - 1;
}

int Geometry::add_place(const Vec3& reference) {
  Feature f;
  f.name = claimant;
  f.reference = reference;
  return add_feature(std::move(f));
}

void Geometry::attach(int f, int body) {
  Feature& feature = features[at(f)];
  if (feature.on(body)) return;
  feature.attachments.push_back({body, claimant, component});
  bodies[at(body)].features.push_back(f);
}

int Geometry::owner(int f) const { return features[at(f)].owner >= 0 ? features[at(f)].owner : find_owner(f); }

void Geometry::settle_owners() {
  for (std::size_t f = 0; f < features.size(); ++f) features[f].owner = find_owner(static_cast<int>(f));
}

int Geometry::find_owner(int f) const {
  const Feature& feature = features[at(f)];
  for (const Attachment& a : feature.attachments)
    if (a.body != ground && bodies[at(a.body)].features.size() == 1) return a.body;
  return feature.attachments.empty() ? ground : feature.attachments.front().body;
}

int Geometry::share_vector(const Vec3& direction, const std::string& suffix, std::initializer_list<int> sharing) {
  Feature f;
  f.name = claimant + "." + suffix;
  f.is_vector = true;
  f.reference = direction.normalized();
  const int k = add_feature(std::move(f));
  for (const int body : sharing) {
    attach(k, body);
    orient(body);
  }
  return k;
}

int Geometry::add_memory() {
  integrals.push_back({claimant + ".memory", -1});
  return static_cast<int>(integrals.size()) - 1;
}

int Geometry::add_angle(AngleSpec angle) {
  orient(angle.a);
  orient(angle.b);
  angles.push_back(std::move(angle));
  return static_cast<int>(angles.size()) - 1;
}

std::vector<int> two_points(Fields& fields, std::string_view field) {
  std::vector<int> points = fields.points(field);
  if (points.size() == 2 && points[0] != points[1]) return points;
  if (points.size() == 2)
    fields.report(field, "names the same point twice", "", "name two different points");
  else
    fields.report(field, "needs two points", counted(static_cast<long long>(points.size()), "point"), "write [A, B]");
  points.resize(2, points.empty() ? 0 : points[0]);
  return points;
}

Vec3 still_place(Fields& fields, const Geometry& geometry, std::string_view field) {
  const Feature& f = geometry.features[at(fields.point(field))];
  if (f.prescribed)
    fields.report(field, "the point moves as a function of time, and this place stays where it is", "",
                  "give its coordinates, or name a point that does not move");
  return f.reference;
}

Eigen::Matrix3d axes_of(Fields& fields, bool planar) {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  const Vec3 x = fields.has("along") ? fields.direction("along") : Vec3(Vec3::UnitX());
  if (planar) {
    R.col(0) = x;
    R.col(1) = Vec3(-x[1], x[0], 0.0);
    return R;
  }
  // cosine to the y axis, which is up otherwise: a choice, any axis that is not parallel will do
  constexpr double steep = 0.9;
  Vec3 up = fields.has("up") ? fields.direction("up") : Vec3(std::abs(x[1]) < steep ? Vec3::UnitY() : Vec3::UnitZ());
  if (x.cross(up).norm() < parallel_below) {
    fields.report(fields.has("up") ? "up" : "along", "the two axes are parallel", "", "choose another direction");
    return R;
  }
  R.col(0) = x;
  R.col(2) = x.cross(up).normalized();
  R.col(1) = R.col(2).cross(x);
  return R;
}

std::pair<Vec3, Vec3> across(const Vec3& axis) {
  constexpr double tie = 1e-12;  // of a unit vector: which direction is taken must not depend on rounding
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least]) - tie) least = k;
  const Vec3 first = (Vec3::Unit(least) - axis * axis[least]).normalized();
  return {first, axis.cross(first)};
}

}  // namespace rheon::mechanism
