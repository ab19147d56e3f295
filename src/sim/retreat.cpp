#include "sim/retreat.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/number_text.hpp"

namespace rheon {

namespace {
/// A step below this part of the last long one has collapsed. Error control shortens a step by less where a motion is
/// smooth, and by this much at corners of the forces, where a retreat costs some steps and does no harm.
constexpr double collapsed = 0.01;
/// A step of at least this part of the longest is long.
constexpr double long_part = 0.5;
/// The longest is that of so many steps: approaching a pole, each step is about 3/4 of the one before.
constexpr int memory = 30;
/// Lengths with which to begin again, in parts of the longest step; the last is for the step that is insisted on: the
/// position is up to 1/2 + 3/8 + ... = 2 of them away, and it must end well beyond.
constexpr double beginnings[] = {0.8, 0.65, 0.9, 3.0};

/// Places in State::control.
enum Place : Index {
  length_at,                ///< of the last long step; 0: none yet
  since_at,                 ///< steps since then
  place_at,                 ///< up to where the retreats from one collapse are counted
  from_here_at,             ///< such retreats so far
  insisting_at,             ///< 1: the next step is to be taken up to `loosened`
  hopeless_at,              ///< steps in a row that will never arrive
  watching_at,              ///< 1: steps are collapsed, and there is nothing left to try
  watch_at,                 ///< five numbers of Watch; the velocity at its begin comes last of all
  origin_at = watch_at + 5  ///< the state at which the last long step began
};

/// Everything in a state but `control`, `h` and `energy_start`, which stay as they are.
template <class S, class Number, class Block>
void visit(S& s, Number&& number, Block&& block) {
  for (auto* x : {&s.t, &s.side, &s.error, &s.power.applied, &s.power.friction, &s.power.driving, &s.work.applied,
                  &s.work.friction, &s.work.driving, &s.energy_constraint, &s.energy_projected})
    number(*x);
  for (auto* x : {&s.q, &s.v, &s.a, &s.lambda, &s.z, &s.anchors}) block(*x);
}

Index size_of_control(const State& s) {
  Index size = origin_at + 2 + static_cast<Index>(s.v.size());  // with n, the size of z, and v of Watch
  visit(
      s, [&](double) { ++size; }, [&](const Vec& x) { size += static_cast<Index>(x.size()); });
  return size;
}

void keep(const State& s, Vec& control) {
  if (control.size() != size_of_control(s)) {  // a saved state may have a shorter z
    const Vec velocity = control.tail(s.v.size());
    control.conservativeResize(size_of_control(s));
    control.tail(s.v.size()) = velocity;
  }
  double* to = control.data() + origin_at;
  *to++ = static_cast<double>(s.n);
  *to++ = static_cast<double>(s.z.size());
  visit(
      s, [&](double x) { *to++ = x; }, [&](const Vec& x) { to = std::copy_n(x.data(), x.size(), to); });
}

}  // namespace

void Retreat::bring_back(State& s) {
  const double* from = s.control.data() + origin_at;
  s.n = static_cast<std::int64_t>(*from++);
  s.z.resize(static_cast<Index>(*from++));
  visit(
      s, [&](double& x) { x = *from++; },
      [&](Vec& x) {
        std::copy_n(from, x.size(), x.data());
        from += x.size();
      });
}

bool Retreat::watching(const State& s) { return s.control[watching_at] != 0.0; }

Retreat::Watch Retreat::watch(const State& s) {
  const double* w = s.control.data() + watch_at;
  return {w[0], w[1], w[2], w[3], w[4]};
}

void Retreat::keep_watch(State& s, const Watch& watch) {
  double* w = s.control.data() + watch_at;
  w[0] = watch.t;
  w[1] = watch.length;
  w[2] = watch.speed;
  w[3] = watch.acceleration;
  w[4] = watch.explained;
}

void Retreat::prepare(State& s) {
  if (s.control.size() != size_of_control(s)) s.control = Vec::Zero(size_of_control(s));
}

/// Counts and marks are used as such, and the state to go back to is taken as it is.
std::string Retreat::objection_to(const State& s) {
  const Vec& c = s.control;
  if (c.size() == 0) return {};
  if (c.size() != size_of_control(s))
    return "error control keeps " + std::to_string(c.size()) + " numbers in it, and here it keeps " +
           std::to_string(size_of_control(s));
  const auto is_count = [&](Index at, double most) {
    return c[at] >= 0.0 && c[at] <= most && c[at] == std::floor(c[at]);
  };
  constexpr double most_steps = 9007199254740992.0;  // 2^53: whole numbers up to there are exact
  const bool sound = c[length_at] >= 0.0 && is_count(since_at, most_steps) &&
                     is_count(from_here_at, static_cast<double>(std::size(beginnings))) &&
                     is_count(insisting_at, 1.0) && is_count(hopeless_at, 1e9) && is_count(watching_at, 1.0) &&
                     is_count(origin_at, most_steps) &&
                     (c[origin_at + 1] == static_cast<double>(s.z.size()) || c[length_at] == 0.0);
  return sound ? "" : "what error control keeps in it are no counts and marks";
}

double Retreat::way_back(const State& s) { return s.control[origin_at + 2]; }

bool Retreat::has_way_back(const State& s) { return s.control.size() > 0 && s.control[length_at] > 0.0; }

void Retreat::forget(State& s) {
  if (s.control.size() > 0) s.control[length_at] = 0.0;
}

double Retreat::last_long(const State& s) { return s.control.size() > 0 ? s.control[length_at] : 0.0; }

int Retreat::count_short(State& now, bool hopeless) {
  double& count = now.control[hopeless_at];
  count = hopeless ? count + 1.0 : 0.0;
  return static_cast<int>(count);
}

bool Retreat::will_insist(const State& now) { return now.control[insisting_at] != 0.0; }
void Retreat::renounce(State& now) { now.control[insisting_at] = 0.0; }

bool Retreat::insists(State& now) { return std::exchange(now.control[insisting_at], 0.0) != 0.0; }

/// From the first collapsed step on with which there is nothing left to try, until steps are long again.
void Retreat::watch_on(const State& from, double h, State& to) {
  Vec& c = to.control;
  const bool before = c[watching_at] != 0.0;
  const double length = before ? watch(to).length : c[length_at];
  const bool tried_all = c[from_here_at] == static_cast<double>(std::size(beginnings)) && from.t <= c[place_at];
  c[watching_at] = tried_all && h < collapsed * length ? 1.0 : 0.0;
  if (before || c[watching_at] == 0.0) return;
  keep_watch(to, {.t = from.t, .length = length});
  c.tail(from.v.size()) = from.v;
}

void Retreat::passed(State& from, double h, double error, State& to) {
  if (error > 1.0) {
    ++insisted_;
    worst_error_ = std::max(worst_error_, error);
  }
  std::swap(from.control, to.control);
  const bool watched = watching(to);
  watch_on(from, h, to);
  Vec& c = to.control;
  // what is watched is compared with where it came from
  if (h >= c[length_at] || (!watching(to) && (watched || ++c[since_at] > memory))) {
    c[length_at] = h;
    c[since_at] = 0.0;
  }
  if (h >= long_part * c[length_at]) keep(from, c);
}

bool Retreat::due(const State& now) {
  const Vec& c = now.control;
  const double length = c[length_at], origin = c[origin_at + 2];
  if (!(now.h < collapsed * length) || !(origin < now.t)) return false;
  return now.t > c[place_at] || static_cast<std::size_t>(c[from_here_at]) < std::size(beginnings);
}

double Retreat::behind(const State& now) { return now.control[place_at]; }

bool Retreat::take(State& now) {
  if (!due(now)) return false;
  Vec& c = now.control;
  const double length = c[length_at];
  if (now.t > c[place_at]) {
    c[from_here_at] = 0.0;
    c[place_at] = now.t + 2 * length;
  }
  const auto tried = static_cast<std::size_t>(c[from_here_at]);
  bring_back(now);
  now.h = beginnings[tried] * length;
  c[from_here_at] += 1.0;
  c[insisting_at] = tried + 1 == std::size(beginnings) ? 1.0 : 0.0;
  ++taken_;
  return true;
}

void Retreat::tell(const std::string& where, std::vector<std::string>& notes) const {
  if (taken_ > 0)
    notes.push_back("steps collapsed " + counted(taken_, "time") + " " + where +
                    "; each time the run went back to where they were long and began with another length");
  if (insisted_ > 0)
    notes.push_back(counted(insisted_, "step") + " across such places taken with an estimated error of up to " +
                    brief_text(worst_error_) + " times the tolerance");
}

}  // namespace rheon
