#include "analysis/moving_frame.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <optional>

#include "analysis/tethers.hpp"
#include "analysis/third_derivative.hpp"
#include "core/index.hpp"
#include "la/decompositions.hpp"
#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

using Vec3 = Eigen::Vector3d;

/// A part of the fastest turning (of the fastest speed, of points) that is round-off: ten thousand of its roundings.
constexpr double frame_round_off = 1e-11;
/// How well the equations for w hold, relative to what is turning: given states are rarely better. A choice; larger, and frames are
/// tried that do not make the motion steady, which the linearisation then notices.
constexpr double frame_agreement = 1e-7;
/// The same of what an elimination or a sum over a body has made of it: a hundred times as much.
constexpr double solved_round_off = 1e-9;
/// A spin below this part of the fastest turning is none: ten times round-off, since a difference of two turnings.
constexpr double no_spin = 1e-10;
/// Second derivatives enter with the third only above this part of what turning makes of the first: third derivatives are
/// differences, and those of a smaller one would have no digits left.
constexpr double clear_second = 1e-4;
/// Where w is polished, rates below this part of the fastest and directions that the equations determine less are left out:
/// they are known to fewer digits than w already is (frame_agreement).
constexpr double clear_rate = 1e-6;
/// A direction from the ground is new if so much of it is not along the others: the frame is found from well-conditioned
/// directions, and what is not new is not needed. A choice.
constexpr double new_direction = 0.01;
/// Frames that are tried at the most; each costs a linearisation. A choice; if there are more, a note says so.
constexpr std::size_t most_candidates = 8;

Eigen::Matrix3d cross_matrix(const Vec3& w) {
  Eigen::Matrix3d W;
  W << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
  return W;
}

/// A point, a vector or a direction between points, with its derivatives in time.
struct Course {
  Vec3 value, rate, second, third;
};

/// A direction of a body as an affine function of coordinates: feature minus feature or minus a place that stands still,
/// in the plane turned.
struct Direction {
  int plus = -1, minus = -1;  ///< first coordinates
  bool turned = false;
  Course course;
};

/// How a body moves, as far as its own coordinates show.
struct BodyMotion {
  std::vector<int> points, vectors;  ///< first coordinates
  std::vector<Direction> directions;
  Eigen::MatrixXd D;   ///< the directions as columns
  bool turns = false;  ///< two directions or more: the angular velocity is known
  Vec3 omega = Vec3::Zero(), alpha = Vec3::Zero(), alpha_rate = Vec3::Zero();
};

class Finder {
 public:
  Finder(const System& system, const State& state, const LinearFlow& flow)
      : model_(system.model()), q_(state.q), v_(state.v), a_(flow.a.cast<double>()) {
    planar_ = !model_.triads.empty() && model_.triads[0][0] == 2;
    jerk_ = third_derivative(system, state, flow);
    tethers_ = tethers(system, state, axes());
  }

  MovingFrames run();

 private:
  int axes() const { return planar_ ? 2 : 3; }
  Vec3 part(const Eigen::VectorXd& x, int first) const {
    Vec3 p = Vec3::Zero();
    p.head(axes()) = x.segment(first, axes());
    return p;
  }
  Course course(int first) const { return {part(q_, first), part(v_, first), part(a_, first), part(jerk_, first)}; }
  Direction direction(int plus, int minus, bool turned) const;
  BodyMotion motion(const std::vector<int>& basis) const;
  void solve_angular(BodyMotion& body) const;
  void ask(const Course& x, double least);
  void ask(const Vec3& x, const Vec3& y, double least);
  void collect_equations();
  void measure_turning();
  std::vector<Vec3> turnings() const;
  Vec3 polished(const Vec3& w) const;
  std::optional<MovingFrame> frame_of(const Vec3& w) const;
  bool add_body(const BodyMotion& body, const Vec3& w, Eigen::MatrixXd& G, std::vector<bool>& said) const;
  std::optional<Eigen::MatrixXd> spun(const BodyMotion& body, const Vec3& b) const;

  const Model& model_;
  const Eigen::VectorXd &q_, &v_;
  Eigen::VectorXd a_, jerk_;
  bool planar_ = false;
  std::vector<Tether> tethers_;
  std::vector<BodyMotion> bodies_;
  double fastest_ = 0.0, speed_ = 0.0, reach_ = 0.0;  ///< largest turning, velocity of a point, length of a direction
  std::vector<std::pair<Vec3, Vec3>> equations_;      ///< (x, y) of w x x = y, x of unit length
};

Direction Finder::direction(int plus, int minus, bool turned) const {
  Direction d{plus, minus, turned, course(plus)};
  const Course from = minus < 0 ? Course{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()} : course(minus);
  const auto made = [&](Vec3 Course::*member) {
    const Vec3 x = d.course.*member - from.*member;
    d.course.*member = turned ? Vec3(-x[1], x[0], 0.0) : x;
  };
  for (Vec3 Course::*member : {&Course::value, &Course::rate, &Course::second, &Course::third}) made(member);
  return d;
}

/// d' = omega x d;  d'' = alpha x d + omega x d';  d''' = alpha' x d + 2 alpha x d' + omega x d''
void Finder::solve_angular(BodyMotion& body) const {
  const auto k = static_cast<Eigen::Index>(body.directions.size());
  const auto course_of = [&](Eigen::Index i) -> const Course& {
    return body.directions[static_cast<std::size_t>(i)].course;
  };
  Eigen::MatrixXd A(3 * k, 3);
  for (Eigen::Index i = 0; i < k; ++i) A.middleRows(3 * i, 3) = -cross_matrix(course_of(i).value);
  const Eigen::MatrixXd inverse = pseudo_inverse(A);
  const auto solved = [&](auto right) {
    Eigen::VectorXd b(3 * k);
    for (Eigen::Index i = 0; i < k; ++i) b.segment(3 * i, 3) = right(course_of(i));
    return Vec3(inverse * b);
  };
  body.turns = true;
  body.omega = solved([&](const Course& d) { return d.rate; });
  body.alpha = solved([&](const Course& d) { return Vec3(d.second - body.omega.cross(d.rate)); });
  body.alpha_rate = solved(
      [&](const Course& d) { return Vec3(d.third - 2.0 * body.alpha.cross(d.rate) - body.omega.cross(d.second)); });
}

BodyMotion Finder::motion(const std::vector<int>& basis) const {
  BodyMotion body;
  for (std::size_t k = 1; k < basis.size(); ++k)
    (model_.coordinates[at(basis[k])].unit == "1" ? body.vectors : body.points).push_back(basis[k]);
  const auto add = [&](int plus, int minus) {
    body.directions.push_back(direction(plus, minus, false));
    if (planar_) body.directions.push_back(direction(plus, minus, true));
  };
  for (const int e : body.vectors) add(e, -1);
  for (std::size_t k = 1; k < body.points.size(); ++k) add(body.points[k], body.points[0]);
  const auto columns = [&] {
    Eigen::MatrixXd D(3, static_cast<Eigen::Index>(body.directions.size()));
    for (std::size_t i = 0; i < body.directions.size(); ++i)
      D.col(static_cast<Eigen::Index>(i)) = body.directions[i].course.value;
    return D;
  };
  body.D = columns();
  for (const Tether& t : tethers_) {  // directions from the ground, as far as they are new
    if (std::find(body.points.begin(), body.points.end(), t.point) == body.points.end()) continue;
    const Vec3 d = part(q_, t.point) - t.place;
    const Vec3 rest = body.D.cols() > 0 ? Vec3(d - body.D * (pseudo_inverse(body.D) * d)) : d;
    if (rest.norm() <= new_direction * d.norm()) continue;
    add(t.point, -1);
    const std::size_t last = body.directions.size() - 1;
    if (planar_) body.directions[last].course.value = Vec3(-d[1], d[0], 0.0);
    body.directions[planar_ ? last - 1 : last].course.value = d;
    body.D = columns();
  }
  if (body.directions.size() >= 2) solve_angular(body);
  return body;
}

void Finder::measure_turning() {
  for (const BodyMotion& b : bodies_) {
    fastest_ = std::max(fastest_, b.omega.norm());
    for (const int p : b.points) speed_ = std::max(speed_, part(v_, p).norm());
    for (const Direction& d : b.directions) {
      fastest_ = std::max(fastest_, d.course.rate.norm() / d.course.value.norm());
      reach_ = std::max(reach_, d.course.value.norm());
    }
  }
  for (const BodyMotion& b : bodies_)
    for (const int p : b.points)
      if (const double v = part(v_, p).norm(); v > frame_round_off * speed_)
        fastest_ = std::max(fastest_, part(a_, p).norm() / v);
}

/// w x x = y, unless x is round-off.
void Finder::ask(const Vec3& x, const Vec3& y, double least) {
  if (x.norm() > least) equations_.emplace_back(x / x.norm(), y / x.norm());
}

/// The same for the first derivatives; for the second ones if they stand out, as round-off of a state does not.
void Finder::ask(const Course& x, double least) {
  ask(x.rate, x.second, least);
  if (!jerk_.isZero(0.0)) ask(x.second, x.third, std::max(clear_second * fastest_ * x.rate.norm(), least * fastest_));
}

void Finder::collect_equations() {
  for (const BodyMotion& b : bodies_) {
    if (b.turns) {  // its points may be off the axis of its spin
      ask({b.omega, b.omega, b.alpha, b.alpha_rate}, frame_round_off * fastest_);
      continue;
    }
    for (const int p : b.points) ask(course(p), frame_round_off * speed_);
    for (const Direction& d : b.directions) ask(d.course, frame_round_off * fastest_ * d.course.value.norm());
  }
}

/// Rows of a generator that give the vector b, fixed to the body, as a linear function of coordinates.
std::optional<Eigen::MatrixXd> Finder::spun(const BodyMotion& body, const Vec3& b) const {
  const int n = axes();
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(n, model_.inputs.nq);
  const Eigen::VectorXd g = pseudo_inverse(body.D) * b;
  if ((body.D * g - b).norm() > solved_round_off * b.norm() + frame_round_off * fastest_) return std::nullopt;
  const Eigen::MatrixXd quarter = cross_matrix(Vec3::UnitZ()).topLeftCorner(n, n),
                        one = Eigen::MatrixXd::Identity(n, n);
  for (std::size_t j = 0; j < body.directions.size(); ++j) {
    const Direction& d = body.directions[j];
    const Eigen::MatrixXd block = g[static_cast<Eigen::Index>(j)] * (d.turned ? quarter : one);
    rows.middleCols(d.plus, n) += block;
    if (d.minus >= 0) rows.middleCols(d.minus, n) -= block;
  }
  return rows;
}

/// Adds what the generator does to the coordinates of a body; false if it has no such frame, or bodies contradict.
bool Finder::add_body(const BodyMotion& body, const Vec3& w, Eigen::MatrixXd& G, std::vector<bool>& said) const {
  const int n = axes();
  const Vec3 spin = body.turns ? Vec3(body.omega - w) : Vec3(Vec3::Zero());
  const bool spins = spin.norm() > no_spin * fastest_;
  const auto take = [&](int first, const Vec3& more) {
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(n, G.cols());
    rows.middleCols(first, n) = cross_matrix(w).topLeftCorner(n, n);
    if (spins) {
      const auto spun_rows = spun(body, more);
      if (!spun_rows) return false;
      rows += *spun_rows;
    }
    if (said[at(first)]) return (G.middleRows(first, n) - rows).norm() <= solved_round_off * (fastest_ + w.norm());
    said[at(first)] = true;
    G.middleRows(first, n) = rows;
    return true;
  };
  for (const int e : body.vectors)
    if (!take(e, spin.cross(part(q_, e)))) return false;
  // a point at rho from the axis of the spin:  a - w x v = omega x (spin x rho)
  const Eigen::Matrix3d B = cross_matrix(body.omega) * cross_matrix(spin);
  for (const int p : body.points) {
    const Vec3 off = part(a_, p) - w.cross(part(v_, p));
    Vec3 rho = Vec3::Zero();
    if (off.norm() > solved_round_off * fastest_ * (speed_ + fastest_ * reach_)) {
      if (!spins) return false;
      rho = least_squares(B, off, solved_round_off).x;
      if ((B * rho - off).norm() > frame_agreement * off.norm()) return false;
    }
    if (!take(p, spin.cross(rho))) return false;
  }
  return true;
}

std::optional<MovingFrame> Finder::frame_of(const Vec3& w) const {
  MovingFrame frame{Eigen::MatrixXd::Zero(model_.inputs.nq, model_.inputs.nq), w};
  std::vector<bool> said(at(model_.inputs.nq), false);
  for (const BodyMotion& body : bodies_)
    if (!add_body(body, w, frame.generator, said)) return std::nullopt;
  if (frame.generator.norm() <= frame_round_off * fastest_) return std::nullopt;
  return frame;
}

/// The least w, and where the equations leave it open those in which a body, or a point of it, stands still besides.
std::vector<Vec3> Finder::turnings() const {
  const auto count = static_cast<Eigen::Index>(equations_.size());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * count + 2, 3);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(3 * count + 2);
  for (std::size_t k = 0; k < equations_.size(); ++k) {
    A.middleRows(3 * static_cast<Eigen::Index>(k), 3) = -cross_matrix(equations_[k].first);
    b.segment(3 * static_cast<Eigen::Index>(k), 3) = equations_[k].second;
  }
  if (planar_) A.bottomRows(2).leftCols(2).setIdentity();
  const LeastSquares least = least_squares(A, b, frame_agreement);
  const Vec3 first = least.x;
  if ((A * first - b).norm() > frame_agreement * (b.norm() + fastest_)) return {};
  std::vector<Vec3> all{first};
  if (least.rank == 3) return all;
  const Eigen::MatrixXd open = symmetric_eigen(Eigen::Matrix3d(A.transpose() * A)).vectors.leftCols(3 - least.rank);
  const auto add = [&](const Vec3& w) {
    const auto same = [&](const Vec3& other) { return (w - other).norm() <= frame_agreement * fastest_; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(w);
  };
  for (const BodyMotion& body : bodies_) {
    if (!body.turns) continue;
    for (const int p : body.points) {  // (first + open s) x v = a
      const Vec3 v = part(v_, p), a = part(a_, p);
      if (v.norm() <= frame_round_off * speed_) continue;
      const Eigen::MatrixXd B = -cross_matrix(v) * open;
      const Eigen::VectorXd right = a - first.cross(v), s = least_squares(B, right, frame_agreement).x;
      if ((B * s - right).norm() <= frame_agreement * (right.norm() + fastest_ * v.norm())) add(first + open * s);
    }
    add(first + open * (open.transpose() * (body.omega - first)));
  }
  return all;
}

/// Differences have fewer digits than accelerations: the nearest w that satisfies all equations without differences
/// which it nearly satisfies.
Vec3 Finder::polished(const Vec3& w) const {
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Vec3 b = Vec3::Zero();
  const auto use = [&](const Vec3& x, const Vec3& y, double least) {
    const Vec3 off = (y - w.cross(x)) / x.norm();
    if (!(x.norm() > least) || off.norm() > frame_agreement * fastest_) return;
    const Eigen::Matrix3d C = -cross_matrix(x / x.norm());
    A += C.transpose() * C;
    b += C.transpose() * off;
  };
  for (const BodyMotion& body : bodies_) {
    use(body.omega, body.alpha, clear_rate * fastest_);
    for (const int p : body.points) use(part(v_, p), part(a_, p), clear_rate * speed_);
    for (const Direction& d : body.directions)
      use(d.course.rate, d.course.second, clear_rate * fastest_ * d.course.value.norm());
  }
  return w + Vec3(least_squares(A, b, clear_rate).x);
}

MovingFrames Finder::run() {
  MovingFrames found;
  for (const std::vector<int>& basis : model_.triads) bodies_.push_back(motion(basis));
  measure_turning();
  if (!(fastest_ > 0.0)) return found;
  collect_equations();
  std::vector<Vec3> all = turnings();
  found.all = all.size() <= most_candidates;
  if (!found.all) all.resize(most_candidates);
  for (Vec3& w : all) {
    w = polished(w);
    if (w.norm() <= frame_round_off * fastest_) w.setZero();
    if (auto frame = frame_of(w)) found.candidates.push_back(std::move(*frame));
  }
  return found;
}

}  // namespace

MovingFrames moving_frames(const System& system, const State& state, const LinearFlow& flow) {
  const bool moves = state.v.size() > 0 && state.v.cwiseAbs().maxCoeff() > 0.0;
  if (system.model().triads.empty() || system.model().general_speeds || !moves) return {};
  return Finder(system, state, flow).run();
}

}  // namespace rheon
