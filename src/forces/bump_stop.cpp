// One-sided spring and damper on the distance of two points: acts when they are closer than a limit.
//   d = max(limit - l, 0):  F = k d^p + c(d) l',  pushing the points apart; the damping fades in with d
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_bump_stop[] = {
    {"bump_stop", FieldType::points, true, "", "the two points", "bump_stop: [A, B]"},
    {"limit", FieldType::number, true, "m", "distance below which it acts", "limit: 0.1 m"},
    {"stiffness", FieldType::number, true, "", "force at a depth of 1 m", "stiffness: 1e5"},
    {"exponent", FieldType::number, false, "", "power of the depth; 1.5 if absent", "exponent: 1"},
    {"damping", FieldType::number, false, "N*s/m", "force per velocity, when fully in", "damping: 100 N*s/m"},
    {"fade", FieldType::number, false, "m", "depth over which the damping sets in; 1 % of the limit if absent",
     "fade: 1 mm"},
};

class BumpStop final : public ForceComponent {
 public:
  explicit BumpStop(Fields& fields) : points_(two_points(fields, "bump_stop")) {
    limit_ = fields.number("limit", 1.0);
    stiffness_ = fields.number("stiffness", 1.0);
    fields.expect("exponent", {"1"});
    exponent_ = fields.number("exponent", 1.5);
    damping_ = not_negative(fields, "damping");
    fade_ = fields.number("fade", 0.01 * limit_);
    if (limit_ <= 0.0) fields.report("limit", "must be greater than 0", "", "correct it");
    if (stiffness_ <= 0.0) fields.report("stiffness", "must be greater than 0", "", "correct it");
    if (exponent_ < 1.0) fields.report("exponent", "must be 1 or more", "", "correct it");
    if (fade_ <= 0.0) fields.report("fade", "must be greater than 0", "", "correct it");
  }
  void write(Equations& e) const override {
    const Scalar l = length(e), depth = this->depth(l);
    e.potential(stiffness_ / (exponent_ + 1.0) * pow(depth, exponent_ + 1.0));
    if (damping_ != 0.0) e.friction(-damping_ * smooth_step(depth / fade_) * e.rate(l), e.rate(l));
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(points_[0]), e.owner(points_[1])}; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  Look look(const Equations& e) const override {
    const Scalar l = length(e), depth = this->depth(l);
    const Scalar pull = damping_ * smooth_step(depth / fade_) * e.rate(l) - stiffness_ * pow(depth, exponent_);
    return {.ends = {e.point(points_[0]), e.point(points_[1])}, .pull = pull};
  }

 private:
  Scalar length(const Equations& e) const { return norm(e.point(points_[1]) - e.point(points_[0])); }
  Scalar depth(const Scalar& l) const { return max(l.like(limit_) - l, 0.0); }

  std::vector<int> points_;
  double limit_, stiffness_, exponent_, damping_, fade_;
};

}  // namespace

ComponentKind bump_stop_kind() {
  return {
      "bump_stop",
      "one-sided spring between two points",
      true,
      true,
      fields_of_bump_stop,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<BumpStop>(fields); }};
}

}  // namespace rheon::forces
