#include "joints/kinds.hpp"

#include <set>

#include "core/index.hpp"
#include "core/number_text.hpp"

namespace rheon::joints {

namespace {

std::string quoted(const Geometry& g, int body) {
  return body == mechanism::ground ? "the ground" : "\"" + g.bodies[at(body)].name + "\"";
}

/// Who says that they share the point decides what can be done about it.
Refusal shared_point(const Geometry& g, const mechanism::Feature& f, int a, int b) {
  const std::string point = f.named ? "point \"" + f.name + "\"" : "place of joint \"" + f.name + "\"";
  std::string remedy = "let " + quoted(g, b == mechanism::ground ? a : b) +
                       " have a point of its own there: another name at the same place";
  for (const mechanism::Attachment& it : f.attachments)
    if ((it.body == a || it.body == b) && it.joint >= 0)
      remedy = "leave out joint \"" + it.claimant + "\", which holds them together there, or this one";
  const Vec3& p = f.reference;
  return {
      quoted(g, a) + " and " + quoted(g, b) + " share the " + point + " and are connected there, so nothing can slide",
      "at [" + brief_text(p[0]) + ", " + brief_text(p[1]) + (g.planar() ? "]" : ", " + brief_text(p[2]) + "]"), remedy};
}

}  // namespace

std::vector<Turning> two_joints(Fields& fields, std::string_view field, std::array<Freedom, 2> wanted) {
  std::vector<Turning> joints = fields.joints(field, wanted);
  if (joints.size() != 2) {
    fields.report(field, "needs two joints that have an angle or a distance", "", "name two joints defined before it");
    return {Turning{0}, Turning{0}};
  }
  if (joints[0].joint >= 0 && joints[0].joint == joints[1].joint && joints[0].freedom == joints[1].freedom)
    fields.report(field, "names the same joint twice", "", "name two different joints");
  return joints;
}

std::vector<int> bodies_of_joints(const Equations& e, const std::vector<Turning>& joints) {
  std::vector<int> all;
  std::set<int> seen;
  for (const Turning& joint : joints)
    for (const int body : e.bodies_of(joint))
      if (seen.insert(body).second) all.push_back(body);
  return all;
}

std::optional<Refusal> PairJoint::locked(const Geometry& g, bool anywhere) const {
  for (const mechanism::Feature& f : g.features) {
    if (f.is_vector || !f.on(a_) || !f.on(b_)) continue;
    const bool here = (f.reference - g.features[at(at_)].reference).norm() == 0.0;
    if (anywhere || here) return shared_point(g, f, a_, b_);
  }
  return std::nullopt;
}

std::optional<Refusal> PointJoint::refusal(const Geometry& g) const {
  const mechanism::Feature& f = g.features[at(point_)];
  if (!f.on(carrier_)) return std::nullopt;
  const bool alone = f.attachments.size() == 1;
  return Refusal{"point \"" + f.name + "\" is a point of " + quoted(g, carrier_) + " itself and cannot move on it", "",
                 alone ? "name a point of another body" : "let the other body have a point of its own there"};
}

void PairJoint::stay_on_axis(Equations& e, const Vec3& axis) const {
  const Vector gap = place_on(e, b_) - place_on(e, a_);
  const auto [v, w] = across(axis);
  e.row(dot(gap, e.vector_of(a_, v)), "no offset across the axis");
  e.row(dot(gap, e.vector_of(a_, w)), "no offset across the axis, second direction");
}

}  // namespace rheon::joints
