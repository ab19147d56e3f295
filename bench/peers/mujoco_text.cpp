#include "peers/mujoco_text.hpp"

#include <sstream>

namespace peers {

namespace {

constexpr int deepest_nesting = 80;
constexpr double second_point = 0.5;  // metres along the axis of a revolute joint that closes a loop in space

std::ostringstream text_stream() {
  std::ostringstream out;
  out.precision(17);
  return out;
}

std::string numbers(const Vec3& v) {
  auto out = text_stream();
  out << v.x() << ' ' << v.y() << ' ' << v.z();
  return out.str();
}

std::string inertia_text(const Mat3& I) {
  auto out = text_stream();
  if (I.isDiagonal(1e-14))
    out << "diaginertia='" << numbers(I.diagonal()) << "'";
  else
    out << "fullinertia='" << numbers(I.diagonal()) << ' ' << I(0, 1) << ' ' << I(0, 2) << ' ' << I(1, 2) << "'";
  return out.str();
}

class Mjcf {
 public:
  explicit Mjcf(const Mechanism& m) : m_(m), children_(m.bodies.size() + 1) {
    for (const Joint& j : m.joints)
      if (!j.closes_loop) children_[static_cast<std::size_t>(j.a + 1)].push_back(j.b);
  }

  MujocoFiles write(double step) {
    const auto bodies = static_cast<long>(m_.bodies.size());
    const auto loops = static_cast<long>(m_.joints.size()) - bodies;
    out_ << "<mujoco><compiler angle='radian' inertiafromgeom='false' balanceinertia='true'/>"
         << "<size njmax='" << 6 * loops + 50 << "' nconmax='1' nstack='" << 4000000L + 60L * bodies * bodies << "'/>"
         << "<option solver='Newton' iterations='50' tolerance='1e-10'><flag contact='disable'/></option><worldbody>";
    write_sites(ground);
    for (const int child : children_[0]) write_body(child, 1);
    out_ << "</worldbody>";
    write_springs();
    if (loops > 0) write_loops(2.0 * step);
    out_ << "</mujoco>";
    files_.insert(files_.begin(), {"model.xml", out_.str()});
    return std::move(files_);
  }

 private:
  void write_sites(int body) {
    for (std::size_t k = 0; k < m_.springs.size(); ++k) {
      const Spring& s = m_.springs[k];
      if (s.a == body) out_ << "<site name='a" << k << "' pos='" << numbers(m_.local(body, s.at_a)) << "'/>";
      if (s.b == body) out_ << "<site name='b" << k << "' pos='" << numbers(m_.local(body, s.at_b)) << "'/>";
    }
  }

  void write_body(int i, int depth) {
    const Body& b = m_.bodies[static_cast<std::size_t>(i)];
    const Joint& j = m_.joints[static_cast<std::size_t>(i)];
    out_ << "<body name='b" << i << "' pos='" << numbers(m_.local(j.a, b.centre)) << "'><inertial pos='0 0 0' mass='"
         << b.mass << "' " << inertia_text(b.inertia) << "/>";
    const char* const kind = j.kind == JointKind::spherical   ? "ball"
                             : j.kind == JointKind::prismatic ? "slide"
                                                              : "hinge";
    write_joint(kind, j.axis, m_.local(i, j.at));
    if (j.kind == JointKind::universal) write_joint(kind, j.second_axis, m_.local(i, j.at));
    write_sites(i);
    for (const int child : children_[static_cast<std::size_t>(i + 1)])
      if (depth < deepest_nesting)
        write_body(child, depth + 1);
      else
        include_body(child);
    out_ << "</body>";
  }

  void include_body(int i) {
    const std::string name = "b" + std::to_string(i) + ".xml";
    out_ << "<include file='" << name << "'/>";
    std::ostringstream includes = text_stream();
    std::swap(out_, includes);
    out_ << "<mujocoinclude>";
    write_body(i, 1);
    out_ << "</mujocoinclude>";
    std::swap(out_, includes);
    files_.emplace_back(name, includes.str());
  }

  void write_joint(const char* kind, const Vec3& axis, const Vec3& at) {
    out_ << "<joint type='" << kind << "' axis='" << numbers(axis) << "' pos='" << numbers(at) << "'/>";
  }

  void write_springs() {
    if (m_.springs.empty()) return;
    out_ << "<tendon>";
    for (std::size_t k = 0; k < m_.springs.size(); ++k)
      out_ << "<spatial stiffness='" << m_.springs[k].stiffness << "' damping='" << m_.springs[k].damping
           << "' springlength='" << m_.springs[k].length << "'><site site='a" << k << "'/><site site='b" << k
           << "'/></spatial>";
    out_ << "</tendon>";
  }

  /// One point in the plane; two on the axis of a revolute joint in space.
  void write_loops(double time_constant) {
    out_ << "<equality>";
    for (const Joint& j : m_.joints) {
      if (!j.closes_loop) continue;
      const int ends = m_.planar || j.kind == JointKind::spherical ? 1 : 2;
      for (int end = 0; end < ends; ++end) {
        out_ << "<connect body1='b" << j.b << "' ";
        if (j.a != ground) out_ << "body2='b" << j.a << "' ";
        out_ << "anchor='" << numbers(m_.local(j.b, j.at + end * second_point * j.axis)) << "' solref='"
             << time_constant << " 1' solimp='0.9999 0.9999 0.001 0.5 2'/>";
      }
    }
    out_ << "</equality>";
  }

  const Mechanism& m_;
  std::vector<std::vector<int>> children_;
  MujocoFiles files_;
  std::ostringstream out_ = text_stream();
};

}  // namespace

MujocoFiles mujoco_files(const Mechanism& m, double step) { return Mjcf(m).write(step); }

}  // namespace peers
