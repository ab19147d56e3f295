// Simbody: joint coordinates, loops closed by constraints, error control or fixed steps.
//
// Methods: rkm, rk3, rkf, verlet, semi2, cpodes.
#include <Simbody.h>

#include <functional>
#include <map>
#include <stdexcept>

#include "peers/driver.hpp"

namespace {

using peers::Joint;
using peers::JointKind;
using SimTK::Transform;
using SimTK::UnitVec3;

SimTK::Vec3 vec(const peers::Vec3& v) { return {v.x(), v.y(), v.z()}; }
UnitVec3 unit(const peers::Vec3& v) { return UnitVec3(vec(v)); }

/// Simbody reports at fixed steps without shortening them; with error control a report ends a step.
constexpr int stride_with_error_control = 50;
constexpr double fixed_step_constraint_tolerance = 1e-6, largest_constraint_tolerance = 1e-4;

template <class T>
SimTK::Integrator* make(const SimTK::System& system) {
  return new T(system);
}

SimTK::Integrator* make_integrator(const std::string& method, const SimTK::System& system) {
  const std::map<std::string, SimTK::Integrator* (*)(const SimTK::System&)> known{
      {"rkm", make<SimTK::RungeKuttaMersonIntegrator>},     {"rk3", make<SimTK::RungeKutta3Integrator>},
      {"rkf", make<SimTK::RungeKuttaFeldbergIntegrator>},   {"verlet", make<SimTK::VerletIntegrator>},
      {"semi2", make<SimTK::SemiExplicitEuler2Integrator>}, {"cpodes", make<SimTK::CPodesIntegrator>}};
  const auto found = known.find(method);
  if (found == known.end()) throw std::runtime_error("Simbody has no method \"" + method + "\"");
  return found->second(system);
}

class SimbodyEngine : public peers::Engine {
 public:
  SimbodyEngine(const peers::Mechanism& m, const peers::Setting& setting) : m_(m), setting_(setting) {
    if (m.gravity.norm() > 0.0) SimTK::Force::Gravity(forces_, matter_, vec(m.gravity));
    for (std::size_t i = 0; i < m.bodies.size(); ++i) add_body(m.bodies[i], m.joints[i]);
    for (const Joint& j : m.joints)
      if (j.closes_loop) close_loop(j);
    for (const auto& s : m.skates)
      SimTK::Constraint::NoSlip1D(body(s.body), vec(m.local(s.body, s.at)), unit(peers::Vec3::UnitZ().cross(s.along)),
                                  matter_.Ground(), body(s.body));
    add_forces();
    start_ = system_.realizeTopology();
    system_.realizeModel(start_);
    for (std::size_t i = 0; i < m.bodies.size(); ++i) set_velocity(m.joints[i]);
  }

  void reset() override {
    integrator_.reset(make_integrator(setting_.method, system_));
    if (setting_.step > 0.0)
      integrator_->setFixedStepSize(setting_.step);
    else
      integrator_->setAccuracy(setting_.tolerance);
    integrator_->setConstraintTolerance(setting_.step > 0.0
                                            ? fixed_step_constraint_tolerance
                                            : std::min(largest_constraint_tolerance, 0.1 * setting_.tolerance));
    stepper_ = std::make_unique<SimTK::TimeStepper>(system_, *integrator_);
    stepper_->initialize(start_);
  }
  void advance(double t) override { stepper_->stepTo(t); }
  void state(peers::State& s) override;
  long steps() const override { return integrator_->getNumStepsTaken(); }
  int stride() const override { return setting_.step > 0.0 ? 1 : stride_with_error_control; }
  std::string version() const override {
    int major = 0, minor = 0, patch = 0;
    SimTK_version_simbody(&major, &minor, &patch);
    return "Simbody " + std::to_string(major) + "." + std::to_string(minor);
  }

 private:
  SimTK::MobilizedBody& body(int k) {
    if (k == peers::ground) return matter_.updGround();
    return bodies_[static_cast<std::size_t>(k)];
  }
  void add_body(const peers::Body& b, const Joint& j);
  void close_loop(const Joint& j);
  void add_forces();
  void set_velocity(const Joint& j);

  const peers::Mechanism& m_;
  peers::Setting setting_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  std::vector<SimTK::MobilizedBody> bodies_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  std::unique_ptr<SimTK::TimeStepper> stepper_;
  SimTK::State start_;
};

void SimbodyEngine::add_body(const peers::Body& b, const Joint& j) {
  const auto& I = b.inertia;
  const SimTK::Body::Rigid rigid(SimTK::MassProperties(
      b.mass, SimTK::Vec3(0), SimTK::Inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2))));
  const SimTK::Vec3 in_parent = vec(m_.local(j.a, j.at)), in_child = vec(m_.local(j.b, j.at));
  SimTK::MobilizedBody& parent = body(j.a);
  switch (j.kind) {
    case JointKind::revolute: {
      const SimTK::Rotation turn(unit(j.axis), SimTK::ZAxis);
      bodies_.push_back(
          SimTK::MobilizedBody::Pin(parent, Transform(turn, in_parent), rigid, Transform(turn, in_child)));
      break;
    }
    case JointKind::prismatic: {
      const SimTK::Rotation turn(unit(j.axis), SimTK::XAxis);
      bodies_.push_back(
          SimTK::MobilizedBody::Slider(parent, Transform(turn, in_parent), rigid, Transform(turn, in_child)));
      break;
    }
    case JointKind::spherical:
      bodies_.push_back(SimTK::MobilizedBody::Ball(parent, Transform(in_parent), rigid, Transform(in_child)));
      break;
    case JointKind::planar:
      bodies_.push_back(SimTK::MobilizedBody::Planar(parent, Transform(in_parent), rigid, Transform(in_child)));
      break;
  }
}

/// A planar loop by two equations, so that it is not redundant; a revolute joint in space by five.
void SimbodyEngine::close_loop(const Joint& j) {
  const SimTK::Vec3 in_a = vec(m_.local(j.a, j.at)), in_b = vec(m_.local(j.b, j.at));
  if (m_.planar) {
    SimTK::Constraint::PointOnLine(body(j.a), unit(j.axis), in_a, body(j.b), in_b);
    return;
  }
  SimTK::Constraint::Ball(body(j.a), in_a, body(j.b), in_b);
  if (j.kind == JointKind::spherical) return;
  const peers::Vec3 across = j.axis.unitOrthogonal();
  for (const peers::Vec3& side : {across, peers::Vec3(j.axis.cross(across))})
    SimTK::Constraint::ConstantAngle(body(j.a), unit(j.axis), body(j.b), unit(side));
}

void SimbodyEngine::add_forces() {
  for (const auto& s : m_.springs) {
    const SimTK::Vec3 in_a = vec(m_.local(s.a, s.at_a)), in_b = vec(m_.local(s.b, s.at_b));
    SimTK::Force::TwoPointLinearSpring(forces_, body(s.a), in_a, body(s.b), in_b, s.stiffness, s.length);
    if (s.damping > 0.0) SimTK::Force::TwoPointLinearDamper(forces_, body(s.a), in_a, body(s.b), in_b, s.damping);
  }
  for (const auto& t : m_.torques) SimTK::Force::ConstantTorque(forces_, body(t.body), SimTK::Vec3(0, 0, t.value));
}

/// All frames are aligned at the start, so that relative velocities need no transformation.
void SimbodyEngine::set_velocity(const Joint& j) {
  const peers::Body rest, &b = m_.bodies[static_cast<std::size_t>(j.b)];
  const peers::Body& a = j.a == peers::ground ? rest : m_.bodies[static_cast<std::size_t>(j.a)];
  const peers::Vec3 w = b.spin - a.spin;
  SimTK::MobilizedBody& mobilized = body(j.b);
  if (j.kind == JointKind::revolute) mobilized.setOneU(start_, 0, w.dot(j.axis));
  for (int k = 0; k < 3; ++k) {
    if (j.kind == JointKind::spherical) mobilized.setOneU(start_, k, w[k]);
    if (j.kind == JointKind::planar) mobilized.setOneU(start_, k, k == 0 ? w.z() : b.velocity[k - 1]);
  }
}

void SimbodyEngine::state(peers::State& s) {
  const SimTK::State& now = integrator_->getState();
  system_.realize(now, SimTK::Stage::Velocity);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Transform& X = bodies_[i].getBodyTransform(now);
    const SimTK::SpatialVec& V = bodies_[i].getBodyVelocity(now);
    for (int k = 0; k < 3; ++k) {
      s[i].x[k] = X.p()[k];
      s[i].v[k] = V[1][k];
      s[i].w[k] = V[0][k];
      for (int l = 0; l < 3; ++l) s[i].R(k, l) = X.R()[k][l];
    }
  }
}

std::unique_ptr<peers::Engine> make_engine(const peers::Mechanism& m, const peers::Setting& setting) {
  return std::make_unique<SimbodyEngine>(m, setting);
}

}  // namespace

int main(int argc, char** argv) { return peers::run(argc, argv, make_engine); }
