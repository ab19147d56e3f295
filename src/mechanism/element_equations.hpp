// What components see when they write equations: points, vectors and angles of bodies as expressions, and a sink for
// rows, potentials and forces.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanism/component.hpp"
#include "mechanism/frame.hpp"
#include "mechanism/geometry.hpp"
#include "rheon/model/model.hpp"

namespace rheon::mechanism {

/// What one component writes.
struct Written {
  struct RowEquation {
    Scalar residual;
    std::string text;
    bool idle = false;  ///< its multiplier does nothing to a body: the length of a unit vector
  };
  struct Load {
    Scalar force, rate;
    bool dissipates;
  };
  std::vector<RowEquation> rows;
  std::vector<Scalar> potentials;
  std::vector<Load> loads;
  struct Integrand {
    int memory;
    Scalar rate;
  };
  std::vector<Integrand> integrands;
};

class Equations {
 public:
  using Joint = std::function<const Component&(int)>;
  Equations(Model& model, const Geometry& geometry, const std::vector<Frame>& frames,
            const std::vector<int>& body_angles, Joint joint)
      : model_(model), geometry_(geometry), frames_(frames), body_angles_(body_angles), joint_(std::move(joint)) {}

  bool planar() const { return geometry_.planar(); }
  Scalar number(double value) const { return {model_.graph, value}; }
  Scalar time() const { return {model_.graph, model_.graph.input(model_.inputs.t())}; }

  // --- kinematics
  Vector point(int feature) const;  ///< as a point of its owner
  int owner(int feature) const { return geometry_.owner(feature); }
  Vector point_on(int body, int feature) const;  ///< as a point of that body
  Vector point_of(int body, const Vec3& reference) const;
  Vector vector_of(int body, const Vec3& reference) const;
  Vector normal() const { return Vector::constant(model_.graph, Vec3::UnitZ()); }  ///< of the plane
  /// The i-th basis feature of a body.
  Vector basis_of(int body, int i) const;
  Scalar angle(int k) const;
  /// Angle or distance of a joint, or the angle of a body of the plane.
  Scalar coordinate(const Turning& turning) const;
  std::vector<int> bodies_of(const Turning& turning) const;
  /// Where it turns: the place of the joint, or the first point of the body's basis.
  Vector place_of(const Turning& turning) const;
  /// The axis of the joint, or of the plane.
  Vector axis_of(const Turning& turning) const;
  /// How an effort along it is drawn: a torque about its axis, or a force along it.
  Look look_of(const Turning& turning, const Scalar& effort) const;
  const Component& joint(int k) const { return joint_(k); }
  Scalar rate(const Scalar& s) const;
  bool depends_on_rates(const Scalar& s) const;
  Vector rate(const Vector& v) const { return {rate(v.x), rate(v.y), rate(v.z)}; }
  const Vec3& reference(int feature) const { return geometry_.features[static_cast<std::size_t>(feature)].reference; }
  const Geometry& geometry() const { return geometry_; }

  // --- what a component writes
  /// residual = 0, at position or velocity level.
  void row(const Scalar& residual, std::string text) { written.rows.push_back({residual, std::move(text)}); }
  void idle_row(const Scalar& residual, std::string text) { written.rows.push_back({residual, std::move(text), true}); }
  void potential(const Scalar& energy) { written.potentials.push_back(energy); }
  /// A force along anything that moves at `rate`: its power is force times rate.
  void force(const Scalar& force, const Scalar& rate) { written.loads.push_back({force, rate, false}); }
  void force(const Vector& force, const Vector& rate) {
    for (int k = 0; k < 3; ++k)
      if (!force[k].is_zero()) this->force(force[k], rate[k]);
  }
  /// The same for what can only take energy away: friction, dampers, drag.
  void friction(const Scalar& force, const Scalar& rate) { written.loads.push_back({force, rate, true}); }
  void friction(const Vector& force, const Vector& rate) {
    for (int k = 0; k < 3; ++k)
      if (!force[k].is_zero()) friction(force[k], rate[k]);
  }
  void integrate(int memory, const Scalar& rate) { written.integrands.push_back({memory, rate}); }
  /// What a memory has integrated so far.
  Scalar memory(int k) const {
    const int coordinate = geometry_.integrals[static_cast<std::size_t>(k)].coordinate;
    return {model_.graph, model_.graph.input(model_.inputs.v(coordinate))};
  }
  Written written;

  // --- displacing one body, to find what acts on it
  /// From here on the basis features of this body are displaced by inputs of their own; -1: none is.
  void displace(int body) { displaced_ = body; }
  int displacement_input(int feature, int axis) const { return model_.inputs.size() + 3 * feature + axis; }
  int velocity_input(int feature, int axis) const { return displacement_input(max_basis + feature, axis); }
  static constexpr int max_basis = 4;  ///< features: a point, and three directions or points
  /// Inputs that stand for forces which rigid bodies leave open.
  int share_input(int k) const { return velocity_input(max_basis, 0) + k; }

 private:
  std::vector<Vector> basis_values(int body) const;
  /// Does the body have the feature by rows that close a loop, not by its own coordinates?
  bool is_tied(int body, const Feature& f, int feature) const;
  void check_span(int body, const Vec3& direction) const;

  Model& model_;
  const Geometry& geometry_;
  const std::vector<Frame>& frames_;
  const std::vector<int>& body_angles_;
  Joint joint_;
  int displaced_ = -1;
};

}  // namespace rheon::mechanism
