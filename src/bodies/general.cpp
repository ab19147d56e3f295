// A body by its numbers: mass, centre of mass, inertia about it.
#include "bodies/kind.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/eigenvalues.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_general[] = {
    {"centre", FieldType::place, true, "m", "centre of mass in the reference configuration", "centre: [0.1, 0, 0]"},
    {"mass", FieldType::number, true, "kg", "mass", "mass: 1 kg"},
    {"inertia", FieldType::numbers, false, "kg*m^2",
     "about the centre: one number in the plane; in space Ixx, Iyy, Izz, or these and Ixy, Ixz, Iyz (entries of the "
     "tensor)",
     "inertia: [0.1, 0.2, 0.3]"},
    along_field,
    up_field,
    points_field,
};

/// A real body has positive second moments along every axis: no moment of inertia exceeds the sum of the other two.
void check(Fields& fields, const Eigen::Matrix3d& J) {
  const Eigen::Vector3d I = symmetric_eigen(J).values;
  const std::string seen = "principal moments " + brief_text(I[0]) + ", " + brief_text(I[1]) + ", " + brief_text(I[2]);
  // of moments that are given with nine digits or fewer: thin bodies are at the limit
  const double round_off = 1e-9 * I[2];
  if (I[0] < -round_off)
    fields.report("inertia", "is not positive", seen, "look at the products of inertia and their signs");
  else if (I[2] > I[0] + I[1] + round_off)
    fields.report("inertia", "no body has this inertia: one moment exceeds the sum of the other two", seen,
                  "correct it; moments about the centre of mass are expected");
}

Eigen::Matrix3d read_inertia(Fields& fields, bool planar) {
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
  if (!fields.has("inertia")) return J;
  const std::vector<double> I = fields.numbers("inertia");
  if (planar) {
    if (I.size() != 1)
      fields.report("inertia", "a body of the plane has one moment of inertia", "", "write one number");
    if (!I.empty()) J(2, 2) = I[0];
    if (J(2, 2) < 0.0) fields.report("inertia", "is negative", brief_text(J(2, 2)) + " kg*m^2", "correct the sign");
    return J;
  }
  if (I.size() == 1) J.diagonal().setConstant(I[0]);
  if (I.size() == 3 || I.size() == 6) J.diagonal() << I[0], I[1], I[2];
  if (I.size() == 6) {
    J(0, 1) = J(1, 0) = I[3];
    J(0, 2) = J(2, 0) = I[4];
    J(1, 2) = J(2, 1) = I[5];
  }
  if (I.size() != 1 && I.size() != 3 && I.size() != 6)
    fields.report("inertia", "needs 1, 3 or 6 numbers, not " + std::to_string(I.size()), "",
                  "write [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]");
  else
    check(fields, J);
  return J;
}

void make_general(Fields& fields, Geometry& geometry, int body) {
  const int p = fields.point("centre");
  const Eigen::Matrix3d R = mechanism::axes_of(fields, geometry.planar());
  const Eigen::Matrix3d J = read_inertia(fields, geometry.planar());
  auto& it = geometry.bodies[at(body)];
  it.mass = fields.number("mass", 1.0);
  if (it.mass <= 0.0)
    fields.report("mass", "must be greater than 0", brief_text(it.mass) + " kg",
                  it.mass == 0.0 ? "a link without mass is a joint: {distance: [A, B]}" : "correct the sign");
  it.centre = geometry.features[at(p)].reference;
  it.axes = R;
  it.inertia = R * J * R.transpose();
  if (geometry.features[at(p)].named) geometry.attach(p, body);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& general_kind() {
  static constexpr BodyKind kind{"centre",    "body given by mass, centre and inertia", true, true, fields_of_general,
                                 make_general};
  return kind;
}

}  // namespace rheon::bodies
