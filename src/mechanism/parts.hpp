// What a mechanism consists of before it has equations: bodies, and the points and unit vectors that they are made of.
//
// A feature (point or unit vector) that several bodies have in common is one feature: sharing a point is a spherical
// joint (in the plane a hinge), sharing a point and a vector a revolute one, and none of them costs an equation.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mechanism/symbol.hpp"
#include "model/view.hpp"
#include "rheon/core/error.hpp"

namespace rheon::mechanism {

inline constexpr int ground = 0;  ///< number of the body that does not move

/// Says that a body has a feature, and who asked for it: the body itself, or a joint.
struct Attachment {
  int body = ground;
  std::string claimant;  ///< name of the body or joint
  int joint = -1;        ///< number of the component that claims it, -1: the body itself
};

struct Feature {
  std::string name;  ///< `A`, `hinge.axis`
  Place place;
  bool is_vector = false;
  Vec3 reference = Vec3::Zero();  ///< where it is, or points, in the reference configuration
  std::vector<Attachment> attachments;
  bool named = false;   ///< by the user
  int definer = -1;     ///< the body that says where it is: as one of its coordinates, or by them
  int owner = -1;       ///< the body that forces at it act on; once all parts have attached theirs
  int coordinate = -1;  ///< first of its coordinates in the model, if it has any
  std::optional<Vector> value;
  std::optional<Vector> prescribed;  ///< a ground point that moves as a function of time

  bool on(int body) const {
    for (const Attachment& a : attachments)
      if (a.body == body) return true;
    return false;
  }
};

/// A coordinate z of unit mass that nothing holds, with the force f: z' is the integral of f over time. Its energy and
/// power are left out of every account.
struct SignalIntegral {
  std::string name;
  int coordinate = -1;
};

struct Body {
  std::string name;
  Place place;
  std::string_view kind;                               ///< `rod`
  view::Shape shape;                                   ///< how it is drawn
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< of the shape, in the reference configuration
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();                         ///< in the reference configuration
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, in the axes of the ground at reference
  std::vector<int> features;                          ///< in the order of their attachment
  std::vector<int> line;                              ///< of a rod: its two ends
  std::vector<int> basis;                             ///< features whose values say where the body is; a point first
  bool oriented = false;    ///< in space: directions are asked of it, so its basis must span them all
  std::map<int, Vec3> own;  ///< features that it has elsewhere than the reference says: a rod of given length

  Vec3 where(int feature, const std::vector<Feature>& all) const {
    const auto found = own.find(feature);
    return found != own.end() ? found->second : all[static_cast<std::size_t>(feature)].reference;
  }
};

}  // namespace rheon::mechanism
