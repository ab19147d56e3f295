#include "joints/kinds.hpp"

#include <set>

namespace rheon::joints {

std::vector<int> two_joints(Fields& fields, std::string_view field) {
  std::vector<int> joints = fields.joints(field);
  if (joints.size() == 2) return joints;
  fields.report(field, "needs two joints that have an angle or a distance", "", "name two joints defined before it");
  return {0, 0};
}

std::vector<int> bodies_of_joints(const Equations& e, const std::vector<int>& joints) {
  std::vector<int> all;
  std::set<int> seen;
  for (const int k : joints)
    for (const int body : e.joint(k).bodies(e))
      if (seen.insert(body).second) all.push_back(body);
  return all;
}

void PairJoint::stay_on_axis(Equations& e, const Vec3& axis) const {
  const Vector gap = place_on(e, b_) - place_on(e, a_);
  const auto [v, w] = across(axis);
  e.row(dot(gap, e.vector_of(a_, v)), "no offset across the axis");
  e.row(dot(gap, e.vector_of(a_, w)), "no offset across the axis, second direction");
}

}  // namespace rheon::joints
