// A mechanism as all engines of the race are given it, and what is measured of its motion.
//
// Every body frame sits at the centre of mass and is aligned with the world at t = 0, so that a point that is at p then
// has the coordinates p - centre in the body. Planar mechanisms move in the plane xy.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

namespace peers {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

constexpr int ground = -1;

struct Body {
  double mass = 1.0;
  Mat3 inertia = Mat3::Identity();  ///< about the centre, in the axes of the world at t = 0
  Vec3 centre = Vec3::Zero();
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< at t = 0
};

enum class JointKind : unsigned char { revolute, spherical, prismatic, universal, planar, free };

/// Joint of bodies a and b at a point of the world at t = 0. `planar` leaves all motion in the plane free, `free` all.
struct Joint {
  JointKind kind = JointKind::revolute;
  int a = ground, b = 0;
  Vec3 at = Vec3::Zero(), axis = Vec3::UnitZ();
  Vec3 second_axis = Vec3::Zero();  ///< of a universal joint: fixed in b and across `axis`, which is fixed in a
  bool closes_loop = false;
};

struct Spring {
  int a = ground;
  Vec3 at_a;
  int b = 0;
  Vec3 at_b;
  double stiffness = 0.0, damping = 0.0, length = 0.0;
};

/// About z, from the ground.
struct Torque {
  int body = 0;
  double value = 0.0;
};

/// A blade: the point of the body has no velocity across `along`.
struct Skate {
  int body = 0;
  Vec3 at, along;
};

/// The body is a wheel with a sharp edge that rolls on the plane z = 0 without slipping; its centre is that of the body.
struct RollingDisc {
  int body = 0;
  double radius = 1.0;
  Vec3 axle = Vec3::UnitY();  ///< at t = 0; the inertia is the same across it in all directions
};

struct Mechanism {
  std::string name;
  int n = 0;
  bool planar = true;
  Vec3 gravity{0.0, -9.81, 0.0};
  std::vector<Body> bodies;
  std::vector<Joint> joints;  ///< those of the tree first: joints[i].b == i, a < b; then those that close loops
  std::vector<Spring> springs;
  std::vector<Torque> torques;
  std::vector<Skate> skates;
  std::vector<RollingDisc> discs;
  double end = 10.0;     ///< of the run
  double judged = 10.0;  ///< time at which positions are compared
  double sample = 0.01;  ///< time between two looks at the energy
  double size = 1.0;     ///< length that errors are relative to

  Vec3 local(int body, const Vec3& p) const { return body == ground ? p : Vec3(p - centre(body)); }
  bool holonomic() const { return skates.empty() && discs.empty(); }
  const Vec3& centre(int body) const { return bodies[static_cast<std::size_t>(body)].centre; }
};

struct BodyState {
  Vec3 x = Vec3::Zero();         ///< centre
  Mat3 R = Mat3::Identity();     ///< from the body to the world
  Vec3 v = Vec3::Zero(), w = v;  ///< of the centre; angular
};
using State = std::vector<BodyState>;

/// Kinetic energy, gravity and springs.
double energy(const Mechanism& m, const State& s);

/// Largest gap of a joint, in metres. Engines in natural coordinates share their joints, but links may stretch: their
/// relative error counts then.
double gap(const Mechanism& m, const State& s);

/// Largest distance between centres and where they should be; infinite if a number is not finite.
double position_error(const State& s, const std::vector<Vec3>& centres);

}  // namespace peers
