// Simbody: joint coordinates, loops closed by constraints, error control or fixed steps.
//
// Methods: rkm, rk3, rkf, verlet, semi2, cpodes.
#include <Simbody.h>

#include <cmath>
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

/// A report ends a step: at fixed steps only whole ones are reported, with error control few.
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
    for (std::size_t i = 0; i < m.bodies.size() && m.discs.empty(); ++i) add_body(m.bodies[i], m.joints[i]);
    for (const auto& disc : m.discs) add_disc(disc);
    for (const Joint& j : m.joints)
      if (j.closes_loop) close_loop(j);
    for (const auto& s : m.skates)
      SimTK::Constraint::NoSlip1D(body(s.body), vec(m.local(s.body, s.at)), unit(peers::Vec3::UnitZ().cross(s.along)),
                                  matter_.Ground(), body(s.body));
    add_forces();
    start_ = system_.realizeTopology();
    system_.realizeModel(start_);
    for (std::size_t i = 0; i < m.bodies.size() && m.discs.empty(); ++i) set_velocity(m.joints[i]);
    for (const auto& disc : m.discs) set_velocity_of(disc);
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
  void advance(double t) override {
    if (setting_.step > 0.0) t = setting_.step * static_cast<double>(std::lround(t / setting_.step));
    if (t > integrator_->getTime()) stepper_->stepTo(t);
  }
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
  void add_disc(const peers::RollingDisc& disc);
  void set_velocity_of(const peers::RollingDisc& disc);
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

SimTK::Body::Rigid rigid_body(const peers::Body& b) {
  const auto& I = b.inertia;
  return SimTK::Body::Rigid(SimTK::MassProperties(
      b.mass, SimTK::Vec3(0), SimTK::Inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2))));
}

void SimbodyEngine::add_body(const peers::Body& b, const Joint& j) {
  const SimTK::Body::Rigid rigid = rigid_body(b);
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
    case JointKind::universal: {  // about x of the parent, then y of the child
      const SimTK::Rotation turn(unit(j.axis), SimTK::XAxis, vec(j.second_axis), SimTK::YAxis);
      bodies_.push_back(
          SimTK::MobilizedBody::Universal(parent, Transform(turn, in_parent), rigid, Transform(turn, in_child)));
      break;
    }
    case JointKind::free:
      bodies_.push_back(SimTK::MobilizedBody::Free(parent, Transform(in_parent), rigid, Transform(in_child)));
      break;
    case JointKind::spherical:
      bodies_.push_back(SimTK::MobilizedBody::Ball(parent, Transform(in_parent), rigid, Transform(in_child)));
      break;
    case JointKind::planar:
      bodies_.push_back(SimTK::MobilizedBody::Planar(parent, Transform(in_parent), rigid, Transform(in_child)));
      break;
  }
}

/// Rolling along one direction of the plane: p' - r turn' cos(heading - direction) = 0, a function of p', turn' and heading.
class RollsAlong : public SimTK::Function {
 public:
  RollsAlong(double radius, double direction) : radius_(radius), direction_(direction) {}
  SimTK::Real calcValue(const SimTK::Vector& x) const override {
    return x[0] - radius_ * x[1] * std::cos(x[2] - direction_);
  }
  SimTK::Real calcDerivative(const SimTK::Array_<int>& of, const SimTK::Vector& x) const override {
    const double c = radius_ * std::cos(x[2] - direction_), s = radius_ * std::sin(x[2] - direction_);
    int headings = 0, turns = 0, speeds = 0;
    for (const int k : of) ++(k == 0 ? speeds : k == 1 ? turns : headings);
    if (speeds > 0) return speeds == 1 && turns + headings == 0 ? 1.0 : 0.0;
    if (turns > 1) return 0.0;
    const double wave = headings == 0 ? -c : headings == 1 ? s : c;  // derivatives of -r cos
    return turns == 1 ? wave : x[1] * wave;
  }
  int getArgumentSize() const override { return 3; }
  int getMaxDerivativeOrder() const override { return 2; }

 private:
  double radius_, direction_;
};

/// The contact moves in the plane and turns about z, the disc leans about its tangent and turns about its axle: without
/// mass but the disc, and it touches whatever the coordinates are. Two constraints on the speeds of the contact and of
/// the axle forbid slip (NoSlip1D is for contacts at rest in a case: its accelerations are not those of this contact).
void SimbodyEngine::add_disc(const peers::RollingDisc& disc) {
  const peers::Body& b = m_.bodies[0];
  const peers::Vec3 axle = disc.axle.normalized(), tangent = axle.cross(peers::Vec3::UnitZ()).normalized();
  const peers::Vec3 contact = b.centre - disc.radius * tangent.cross(axle);
  const SimTK::Body::Massless massless;
  SimTK::MobilizedBody::Planar moving(matter_.updGround(), Transform(vec(contact)), massless, Transform());
  const SimTK::Rotation about_tangent(unit(tangent), SimTK::ZAxis), about_axle(unit(axle), SimTK::ZAxis);
  SimTK::MobilizedBody::Pin leaning(moving, Transform(about_tangent), massless, Transform(about_tangent));
  bodies_.push_back(SimTK::MobilizedBody::Pin(leaning, Transform(about_axle, vec(b.centre - contact)), rigid_body(b),
                                              Transform(about_axle)));
  const double heading = std::atan2(tangent.y(), tangent.x());  // that of coordinate 0
  for (int k = 0; k < 2; ++k) {
    const SimTK::Array_<SimTK::MobilizedBodyIndex> of_speeds{moving.getMobilizedBodyIndex(),
                                                             bodies_.back().getMobilizedBodyIndex()};
    const SimTK::Array_<SimTK::MobilizerUIndex> speeds{SimTK::MobilizerUIndex(1 + k), SimTK::MobilizerUIndex(0)};
    const SimTK::Array_<SimTK::MobilizedBodyIndex> of_heading{moving.getMobilizedBodyIndex()};
    const SimTK::Array_<SimTK::MobilizerQIndex> headings{SimTK::MobilizerQIndex(0)};
    SimTK::Constraint::SpeedCoupler(matter_, new RollsAlong(disc.radius, 0.5 * SimTK::Pi * k - heading), of_speeds,
                                    speeds, of_heading, headings);
  }
}

void SimbodyEngine::set_velocity_of(const peers::RollingDisc& disc) {
  const peers::Body& b = m_.bodies[0];
  if (b.spin.cross(disc.axle).norm() > 1e-12 * b.spin.norm())
    throw std::runtime_error("written for a disc that starts with spin about its axle alone");
  bodies_.back().setOneU(start_, 0, b.spin.dot(disc.axle));
  for (int k = 0; k < 2; ++k)  // the contact is as fast as the centre
    matter_.getMobilizedBody(SimTK::MobilizedBodyIndex(1)).setOneU(start_, 1 + k, b.velocity[k]);
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
