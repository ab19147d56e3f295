// The mechanism in its reference configuration, while components attach features to bodies.
#pragma once

#include <string>
#include <vector>

#include "mechanism/fields.hpp"
#include "mechanism/parts.hpp"

namespace rheon::mechanism {

/// The angle that a vector of body b makes with one of body a, about an axis: sine = b_dir . a_side, cosine = b_dir .
/// a_dir, all given in the reference configuration.
struct AngleSpec {
  std::string name;
  int a = ground, b = ground;
  Vec3 a_dir = Vec3::UnitX(), a_side = Vec3::UnitY(), b_dir = Vec3::UnitX();
};

/// Sine of the angle below which two given directions are parallel: they determine no third one. A choice, far above
/// round-off and far below directions that are meant to differ.
inline constexpr double parallel_below = 1e-6;

class Geometry {
 public:
  explicit Geometry(bool planar) : planar_(planar) {
    bodies.emplace_back();
    bodies[0].name = "ground";
  }

  bool planar() const { return planar_; }
  std::vector<Body> bodies;  ///< the first is the ground
  std::vector<Feature> features;
  std::vector<AngleSpec> angles;
  std::vector<SignalIntegral> integrals;

  /// The component that attaches now; for the claims.
  int component = -1;
  std::string claimant;

  int add_feature(Feature feature);
  /// A point without name, for the claimant.
  int add_place(const Vec3& reference);
  /// Says that the body has the feature. Attaching twice changes nothing.
  void attach(int feature, int body);
  /// Says that directions fixed to the body will be asked for, other than along its features.
  void orient(int body) { bodies[static_cast<std::size_t>(body)].oriented = true; }
  /// A unit vector of several bodies, named after the claimant. Orients them.
  int share_vector(const Vec3& direction, const std::string& suffix, std::initializer_list<int> sharing);
  /// Number of a memory: something that is integrated in time, beside the mechanics. Named after the claimant.
  int add_memory();
  /// Number of the angle. Orients both bodies.
  int add_angle(AngleSpec angle);
  /// The body that a force at a point acts on: one that has nothing else (a mass at the pin), or the first that has it.
  /// Final once owners are settled; before that, parts to come may change it.
  int owner(int feature) const;
  /// After all have attached, and before the layout gives bodies features that nobody asked for.
  void settle_owners();

 private:
  int find_owner(int feature) const;
  bool planar_;
};

/// Two unit vectors at right angles to a direction and to each other, a right-handed triple with it as third.
std::pair<Vec3, Vec3> across(const Vec3& axis);

/// Two different points; reports what is not.
std::vector<int> two_points(Fields& fields, std::string_view field);

/// A place that equations take as constant; reports a ground point that moves.
Vec3 still_place(Fields& fields, const Geometry& geometry, std::string_view field);

/// Axes of a body in the reference configuration: the fields `along` (first axis) and `up` (towards the second).
Eigen::Matrix3d axes_of(Fields& fields, bool planar);

}  // namespace rheon::mechanism
