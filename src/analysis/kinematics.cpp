// Positions at given times by Newton's method from the positions before:
//
//   phi(q, t) = 0,   A v = -phi_t,   A a = b,   A^T lambda = Q - M a
//
// A step predicts q + h q' + h^2/2 q'' and corrects. The correction must be small against the movement: then the same
// branch of the solution is followed. Otherwise the step is halved.
#include "rheon/analysis/kinematics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "analysis/drive.hpp"
#include "constraints/index1.hpp"
#include "constraints/lost_rows.hpp"
#include "constraints/near_dependence.hpp"
#include "constraints/projector.hpp"
#include "constraints/reaction_split.hpp"
#include "core/lobatto.hpp"
#include "core/number_text.hpp"
#include "la/products.hpp"
#include "methods/energy_equations.hpp"
#include "model/angle_status.hpp"
#include "model/model_times.hpp"
#include "motion/switch_crossing.hpp"
#include "motion/turns.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/monitor_interval.hpp"
#include "sim/recorder.hpp"
#include "sim/step_control.hpp"
#include "sim/summarise.hpp"

namespace rheon {

namespace {

using Clock = std::chrono::steady_clock;
/// Largest correction of a prediction, as a part of the movement: (h omega)^2/6 for a rotation, so 8 steps a turn.
constexpr double largest_correction = 0.1;
/// Corrections this small against the coordinates (or 1 in their unit) are round-off of a mechanism at rest.
constexpr double round_off = 1e-9;
/// Steps are not made shorter than this part of the distance between rows, nor than 16 units in the last place of the time: after
/// 30 halvings nothing can be followed. A choice.
constexpr double shortest_step = 1e-9;
/// Positions from rows at velocity level have to be integrated; then with this.
constexpr const char* integrated_by[] = {"lagrange", "dop853"};
/// Relative. Positions that follow from equations are met to round-off; these come as near as error control can, some thousand
/// roundings.
constexpr double integration_tolerance = 1e-12;

std::string number(double x) { return brief_text(x); }

class Follower {
 public:
  Follower(const System& system, double duration, int samples)
      : system_(&system),
        end_(duration),
        samples_(samples),
        projector_(system),
        index1_(system),
        split_(system),
        recorder_(system, static_cast<std::size_t>(samples) + 1, {}),
        watch_(system),
        turns_(system),
        terms_(system.make_terms()),
        metric_(system.mass_pattern()),
        switching_times_(ModelTimes(system).switching(0.0, duration)) {
    if (!switching_times_.empty()) switch_crossing_.emplace(system);
  }

  Results run(InitialResult initial, const Monitor& monitor);

 private:
  double row_time(std::int64_t k) const { return whole_time(0.0, end_, k, samples_); }
  double slack() const { return round_off * end_ / samples_; }
  double next_switch(double t) const;
  double piece_middle(double t) const;
  void begin(InitialResult initial);
  bool go_to(double target);
  enum class Attempt : unsigned char { arrived, failed, off_prediction };
  Attempt attempt(double t, Status& failure);
  Status complete(State& s);
  Status split_reactions(State& s);
  Status add_work(double h);
  Status predict(const State& from);
  void extrapolate(double h, State& to) const;
  bool close_to_prediction(double h);
  bool enter_piece(double t);
  bool cross_switch();
  bool arrive();
  bool record();
  bool stop(const std::string& why);
  bool stop_at(const Status& status);
  bool cannot_go_on(const Status& status, double tried);
  Progress progress() const;
  Results results();

  const System* system_;
  double end_;
  int samples_;
  Projector projector_;
  Index1 index1_;
  ReactionSplit split_;
  Recorder recorder_;
  SingularWatch watch_;
  TurnCounter turns_;
  Terms terms_;
  DiagonalMass metric_;
  std::vector<double> switching_times_;
  std::optional<SwitchCrossing> switch_crossing_;
  State now_, next_, inner_;
  State recorded_;      ///< of the last row
  Vec q_dot_, q_ddot_;  ///< at `now_`
  Vec force_;
  double step_ = 0.0;   ///< proposed next
  double taken_ = 0.0;  ///< length of the last step
  Summary summary_;
  Clock::time_point began_ = Clock::now();
  double cpu_began_ = thread_cpu_seconds();
  bool over_ = false;
  long long jumps_ = 0, passed_ = 0;
  double first_jump_ = 0.0, first_passed_ = 0.0, drift_ = 0.0;
};

double Follower::next_switch(double t) const {
  const auto next = std::upper_bound(switching_times_.begin(), switching_times_.end(), t + slack());
  return next == switching_times_.end() || *next >= end_ - slack() ? end_ : *next;
}

double Follower::piece_middle(double t) const { return 0.5 * (t + next_switch(t)); }

bool Follower::stop(const std::string& why) {
  over_ = true;
  summary_.ending = Ending::stopped;
  summary_.message = "stopped at t = " + number(now_.t) + " s: " + why;
  return false;
}

bool Follower::stop_at(const Status& status) { return stop(system_->describe(status)); }

/// `status` of the last attempt; good where it was off the prediction.
bool Follower::cannot_go_on(const Status& status, double tried) {
  const bool row_known = status.row >= 0 && status.row < system_->layout().rows();
  std::string why;
  if (status.code == Code::not_finite || status.where == std::string_view(turns_of_an_angle))
    why = system_->describe(status);
  else if (status)
    why = "the positions jump from one branch of the solution to another, however short the step";
  else if (std::string_view(status.where).starts_with("position"))
    why = "the mechanism cannot be assembled beyond this time";
  else
    why = "beyond this time the constraints do not determine velocities and accelerations: a singular position";
  if (!status && row_known)
    why += ": " + system_->describe_row(status.row) + " is off by " + brief_text(status.value, 3);
  why += " (steps down to " + brief_text(tried, 3) + " s)";
  const std::string rank = lost_rank(*system_, now_);
  return stop(why + (rank.empty() ? "" : "; " + rank) + "; look at the lengths and at the range of the drive");
}

/// v, a, lambda and the powers from t and q near the solution.
Status Follower::complete(State& s) {
  if (auto ok = projector_.position(s); !ok) return ok;
  if (auto ok = projector_.velocity(s); !ok) return ok;
  if (auto ok = index1_.solve(s); !ok) return ok;
  return system_->layout().rows() > system_->layout().nv ? split_reactions(s) : Status{};
}

/// Shares of redundant rows from A^T lambda = Q - M a: exact, where the solution with a leaves 1e-9 of them open.
Status Follower::split_reactions(State& s) {
  const Terms& terms = index1_.terms();
  force_ = terms.Q;
  multiply_add(system_->mass_pattern(), terms.M, s.a.data(), -1.0, force_.data());
  return split_.find(terms, force_, s.lambda);
}

Status Follower::predict(const State& from) {
  if (auto ok = system_->evaluate(from, Want::rates | Want::outputs | Want::mass, terms_); !ok) return ok;
  q_dot_ = terms_.q_dot;
  q_ddot_ = terms_.q_ddot;
  metric_.set(terms_.M);
  return {};
}

void Follower::extrapolate(double h, State& to) const {
  to.t = now_.t + h;
  to.same_piece(now_);
  to.q = now_.q + h * q_dot_ + 0.5 * h * h * q_ddot_;
  to.v = now_.v + h * now_.a;
  to.a = now_.a;
}

bool Follower::close_to_prediction(double h) {
  const Vec correction = next_.q - (now_.q + h * q_dot_ + 0.5 * h * h * q_ddot_), movement = next_.q - now_.q;
  const Vec size = now_.q.cwiseAbs().cwiseMax(1.0);
  // with generalised speeds coordinates have no metric of their own
  const bool plain = system_->model().general_speeds;
  const auto norm = [&](const Vec& x) { return plain ? x.norm() : metric_.norm(x.data()); };
  return norm(correction) <= largest_correction * norm(movement) + round_off * norm(size);
}

/// Work over the step from `now_` to `next_`: Lobatto's rule with two more positions inside.
Status Follower::add_work(double h) {
  if (!system_->has_power()) return {};
  const double(&b)[4] = lobatto::weights_4;
  Works sum = b[0] * now_.power + b[3] * next_.power;
  for (const int i : {1, 2}) {
    extrapolate(lobatto::nodes_4[i] * h, inner_);
    if (auto ok = complete(inner_); !ok) return ok;
    sum += b[i] * inner_.power;
  }
  next_.work = now_.work + h * sum;
  return {};
}

/// From `now_` to `next_` at time t. `failure` says why it failed.
Follower::Attempt Follower::attempt(double t, Status& failure) {
  const double h = t - now_.t;
  extrapolate(h, next_);
  next_.t = t;
  failure = complete(next_);
  if (!failure) return Attempt::failed;
  if (!close_to_prediction(h)) return Attempt::off_prediction;
  failure = turns_.count(now_, next_, terms_);
  if (failure) failure = add_work(h);
  return failure ? Attempt::arrived : Attempt::failed;
}

/// In as many steps as it takes. False if the analysis cannot go on.
bool Follower::go_to(double target) {
  const double least = std::max(shortest_step * end_ / samples_, 16 * std::numeric_limits<double>::epsilon() * end_);
  while (now_.t < target) {
    if (auto ok = predict(now_); !ok) return stop_at(ok);
    double h = std::min(step_, target - now_.t);
    Status failure;
    for (;; h *= 0.5) {
      if (h < least) return cannot_go_on(failure, 2 * h);
      const bool last = h >= target - now_.t - least;
      if (attempt(last ? target : now_.t + h, failure) == Attempt::arrived) break;
      ++summary_.refused_steps;
      step_ = 0.5 * h;
    }
    h = taken_ = next_.t - now_.t;
    summary_.smallest_step = std::min(summary_.smallest_step, h);
    summary_.largest_step = std::max(summary_.largest_step, h);
    step_ = std::max(step_, 2.0 * h);
    ++summary_.steps;
    std::swap(now_, next_);
  }
  return true;
}

bool Follower::enter_piece(double t) {
  now_.side = piece_middle(t);
  const Status ok = complete(now_);
  return ok ? true : stop_at(ok);
}

bool Follower::cross_switch() {
  Jump jump;
  if (auto ok = switch_crossing_->cross(now_, piece_middle(now_.t), jump); !ok) return stop_at(ok);
  if (!jump.refusal.empty()) return stop(jump.refusal);
  if (jump.velocity_row >= 0 && jumps_++ == 0) first_jump_ = now_.t;
  return enter_piece(now_.t);
}

/// What is to be said about the position reached.
bool Follower::arrive() {
  const SingularWatch::Finding finding = watch_.look(now_);
  if (finding.singular)
    return stop("a singular position (dead centre): the constraints do not determine " + finding.free +
                " here; choose --samples so that no row falls on this time, or drive another coordinate");
  if (finding.passed && passed_++ == 0) first_passed_ = now_.t;
  Drifts drifts;
  if (auto ok = measure_drift(*system_, now_, terms_, drifts); !ok) return stop_at(ok);
  keep_largest(*system_, drifts, now_.t, summary_);
  drift_ = drifts.position.norm;
  return true;
}

bool Follower::record() {
  recorded_ = now_;
  const Status ok = recorder_.record(now_, {taken_, summary_.steps, summary_.refused_steps, 0});
  return ok ? true : stop_at(ok);
}

void Follower::begin(InitialResult initial) {
  summary_ = summary_of(*system_);
  summary_.formulation = "kinematics";
  summary_.duration = end_;
  summary_.smallest_step = std::numeric_limits<double>::infinity();
  summary_.notes = std::move(initial.notes);
  now_ = std::move(initial.state);
  step_ = end_ / samples_;
  const bool entered = enter_piece(0.0);
  if (auto ok = system_->evaluate(now_, Want::energy, terms_); ok)
    now_.energy_start = summary_.energy_start = mechanical_energy(terms_);
  if (entered) arrive();
  next_ = inner_ = now_;
  if (!over_) record();
}

Progress Follower::progress() const {
  return {now_.t, 0.0, end_, summary_.steps, drift_, std::chrono::duration<double>(Clock::now() - began_).count()};
}

Results Follower::results() {
  // what lies between the last row and a singular position has no digits
  if (summary_.ending == Ending::stopped && recorded_.q.size() > 0) now_ = recorded_;
  summary_.end_time = now_.t;
  const Counters c = index1_.counters() + projector_.counters();
  summary_.evaluations = c.evaluations;
  summary_.factorisations = c.factorisations;
  if (summary_.steps == 0) summary_.smallest_step = 0.0;
  if (auto ok = system_->evaluate(now_, Want::energy, terms_); ok) summary_.energy_end = mechanical_energy(terms_);
  summary_.work = now_.work;
  summary_.energy_unexplained = unexplained_energy(summary_.energy_end, summary_.energy_start, summary_.work);
  if (jumps_ > 0)
    summary_.notes.push_back("the drives ask for another speed at " + counted(jumps_, "switching time") + " (" +
                             (jumps_ > 1 ? "first " : "") + "t = " + number(first_jump_) +
                             " s): the impulse there is not among the reactions");
  if (passed_ > 0)
    summary_.notes.push_back("the mechanism went through a singular position " + counted(passed_, "time") +
                             (passed_ > 1 ? " (first" : " (") + " before t = " + number(first_passed_) +
                             " s), where it could go on in several ways: the smoothest was taken");
  if (!watch_.on()) summary_.notes.push_back("too many rows: singular positions were not looked for");
  summary_.cpu_seconds = thread_cpu_seconds() - cpu_began_;
  summary_.wall_seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  Results results = recorder_.take();
  summarise(results, summary_);
  return results;
}

Results Follower::run(InitialResult initial, const Monitor& monitor) {
  begin(std::move(initial));
  auto reported = Clock::now();
  for (std::int64_t k = 1; k <= samples_ && !over_;) {
    const double row = row_time(k), change = next_switch(now_.t);
    const bool row_due = row <= change + slack(), switches = change <= row + slack() && change < end_;
    if (!go_to(switches ? change : row) || (switches && !cross_switch()) || !arrive()) break;
    if (row_due) {
      if (!record()) break;
      ++k;
    }
    if (!monitor || std::chrono::duration<double>(Clock::now() - reported).count() < monitor_interval) continue;
    reported = Clock::now();
    if (monitor(progress())) continue;
    over_ = true;
    summary_.ending = Ending::interrupted;
    summary_.message = "interrupted at t = " + number(now_.t) + " s";
  }
  return results();
}

/// Rows at velocity level do not determine positions.
Results integrate(const System& system, double duration, int samples, const Monitor& monitor) {
  RunRequest request;
  request.formulation = integrated_by[0];
  request.integrator = integrated_by[1];
  request.tolerance = integration_tolerance;
  request.duration = duration;
  request.samples = samples;
  Results results = rheon::run(system, request, monitor);
  results.summary.notes.push_back(
      "the constraints determine the velocities but not all coordinates: positions are integrated (tolerance " +
      number(integration_tolerance) + ")");
  return results;
}

}  // namespace

Results kinematics(const System& system, const KinematicsRequest& request, const Monitor& monitor) {
  const double duration = request.duration.value_or(default_duration(system));
  const int samples = request.samples.value_or(default_samples(system));
  if (!(duration > 0.0) || !std::isfinite(duration))
    throw UsageError("duration must be a positive number of seconds, not " + number(duration));
  if (samples < 1) throw UsageError("samples must be at least 1, not " + std::to_string(samples));
  refuse_nonideal(system, "kinematics");
  refuse_integrals(system, "kinematics");
  InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
  for (std::string& note : near_dependence_notes(system, initial.state)) initial.notes.push_back(std::move(note));
  if (examine_drive(system, initial.state) == Drive::velocities) return integrate(system, duration, samples, monitor);
  return Follower(system, duration, samples).run(std::move(initial), monitor);
}

}  // namespace rheon
