#include "forces/controller.hpp"

namespace rheon::forces {

namespace {

/// Units of gains are known if what is acted on is also what is measured.
void expect_units(Fields& fields, Freedom freedom) {
  const auto expect = [&](std::string_view field, std::string_view by_angle, std::string_view by_distance) {
    fields.expect(field, {freedom == Freedom::angle ? by_angle : by_distance});
  };
  expect("equals", "N*m", "N");
  expect("limit", "N*m", "N");
  if (fields.has("measure")) return;
  expect("target", "rad", "m");
  expect("p", "N*m", "N/m");
  expect("i", "N*m/s", "N/m/s");
  expect("d", "N*m*s", "N*s/m");
}

}  // namespace

Controller::Controller(Fields& fields, bool known, Freedom freedom)
    : fields_(fields), controlled_(fields.has("target")) {
  if (known) expect_units(fields, freedom);
  p_ = fields.number("p", 0.0);
  i_ = fields.number("i", 0.0);
  d_ = fields.number("d", 0.0);
  limit_ = fields.number("limit", 0.0);
  const bool expressed = fields.has("equals");
  if (expressed == controlled_)
    fields.report(expressed ? "target" : "", expressed ? "is given in addition to `equals`" : "has no value", "",
                  expressed ? "remove one of them" : "add `equals: 10`, or `target: 0.5` with gains `p`, `i`, `d`");
  if (controlled_ && p_ == 0.0 && i_ == 0.0 && d_ == 0.0)
    fields.report("target", "there is no gain", "", "add `p: 100`, and `i`, `d` as needed");
  if (!controlled_)
    for (const char* field : {"measure", "p", "i", "d", "limit"})
      if (fields.has(field))
        fields.report(field, "belongs to a controller, which needs a target", "", "add `target: 0.5`");
  if (fields.has("limit") && limit_ <= 0.0) fields.report("limit", "must be greater than 0", "", "correct it");
  if (fields.has("limit") && i_ != 0.0 && !(p_ * i_ > 0.0))
    fields.report("limit", "needs a gain `p` of the same sign as `i`, so that the integral does not wind up", "",
                  "add `p: 100`");
}

void Controller::attach(Geometry& g) {
  if (controlled_ && i_ != 0.0) memory_ = g.add_memory();
}

Scalar Controller::error(const Scalar& x) const {
  return fields_.expression("target", 0.0) - (fields_.has("measure") ? fields_.expression("measure", 0.0) : x);
}

Scalar Controller::unlimited(const Equations& e, const Scalar& x) const {
  const Scalar off = error(x);
  Scalar u = p_ * off;
  if (memory_ >= 0) u = u + i_ * e.memory(memory_);
  if (d_ != 0.0) u = u + d_ * e.rate(off);
  return u;
}

Scalar Controller::cut_off(const Scalar& u) const { return fields_.has("limit") ? max(min(u, limit_), -limit_) : u; }

Scalar Controller::effort(const Equations& e, const Scalar& x) const {
  return controlled_ ? cut_off(unlimited(e, x)) : fields_.expression("equals", 0.0);
}

void Controller::write(Equations& e, const Scalar& x) const {
  if (!controlled_) return;
  if (d_ != 0.0 && e.depends_on_rates(error(x)))
    fields_.report("d", "the error contains velocities: its rate would contain accelerations", "",
                   "remove `d`, or measure a position");
  if (memory_ < 0) return;
  const Scalar u = unlimited(e, x);
  e.integrate(memory_, fields_.has("limit") ? error(x) + (cut_off(u) - u) * (1.0 / p_) : error(x));
}

std::vector<Readout> Controller::quantities(const Equations& e, const Scalar& x, const std::string& name,
                                            const std::string& unit) const {
  for (const char* field : {"equals", "target", "measure"})
    if (fields_.reading(field)) return {};
  std::vector<Readout> all{{name, unit, effort(e, x)}};
  if (controlled_) all.push_back({"error", "", error(x)});
  if (memory_ >= 0) all.push_back({"integral", "", e.memory(memory_)});
  return all;
}

}  // namespace rheon::forces
