#include "rheon/analysis/statics.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/drive.hpp"
#include "analysis/statics_search.hpp"
#include "constraints/near_dependence.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/eigenvalues.hpp"
#include "rheon/core/names.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/recorder.hpp"
#include "sim/summarise.hpp"

namespace rheon {

namespace {

/// Part of its largest entry by which a stiffness may be unsymmetric: beyond, it belongs to forces without a potential. Half the
/// digits, far above round-off and far below a follower force that matters.
constexpr double symmetric_to = 1e-8;
/// Differences of forces (generalised speeds) have fewer digits (`digits_of_slopes`).
constexpr double digits_of_differences = 1e-6;

void refuse_nonlinear(const System& system) {
  std::vector<Problem> problems;
  for (const ConstraintRow& c : system.model().constraints)
    if (c.kind == ConstraintKind::nonlinear_velocity)
      problems.push_back({c.place, "constraint \"" + c.name + "\"",
                          "it is nonlinear in the velocities: at rest it does not say which movements it allows",
                          c.text, "leave it out, or write it linear in the rates"});
  if (!problems.empty()) throw ModelError(std::move(problems));
}

/// What moves by a drive is held where it is.
void note_drives(const System& system, const State& s, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  Terms terms = system.make_terms();
  const bool known = static_cast<bool>(system.evaluate(s, Want::jacobian, terms));
  const Layout& n = system.layout();
  for (int i = 0; i < n.rows(); ++i) {
    const bool drives = i < n.nphi ? system.model().constraints[at(i)].kind == ConstraintKind::rheonomic
                                   : known && terms.psi[i - n.nphi] != 0.0;
    if (drives) names.push_back(system.row_name(i));
  }
  if (!names.empty()) notes.push_back("drives are held as they are at t = " + brief_text(s.t) + " s: " + listed(names));
}

InitialResult start_of(const System& system, const StaticsRequest& request) {
  refuse_nonideal(system, "statics");
  refuse_nonlinear(system);
  refuse_integrals(system, "statics");
  InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
  for (std::string& note : near_dependence_notes(system, initial.state)) initial.notes.push_back(std::move(note));
  if (!request.start) return initial;
  if (request.start->size() != system.layout().nq)
    throw UsageError("the start has " + std::to_string(request.start->size()) + " coordinates, the model " +
                     std::to_string(system.layout().nq));
  initial.state.q = *request.start;
  if (auto ok = Projector(system).position(initial.state); !ok)
    throw UsageError("the start cannot be moved onto the constraints: " + system.describe(ok));
  return initial;
}

/// Columns of the motions without stiffness, by the symmetric part of J.
Eigen::MatrixXd neutral_motions(const StaticPoint& p, const Softness& soft) {
  Eigen::MatrixXd motions(soft.motions.rows(), 0);
  for (Eigen::Index k = 0; k < soft.values.size(); ++k) {
    if (std::abs(soft.values[k]) > p.stiffness_noise) continue;
    motions.conservativeResize(Eigen::NoChange, motions.cols() + 1);
    motions.rightCols(1) = soft.motions.col(k);
  }
  return motions;
}

/// Eigenvalues of the stiffness and what they say.
void judge_stability(const System& system, const StaticPoint& p, Equilibrium& e) {
  e.freedom = static_cast<int>(p.J.cols());
  if (e.freedom == 0) return;
  const double size = p.J.cwiseAbs().maxCoeff();
  const double digits = system.model().general_speeds ? digits_of_differences : symmetric_to;
  e.symmetric = (p.J - p.J.transpose()).cwiseAbs().maxCoeff() <= digits * size + p.stiffness_noise;
  const Softness soft = softness(p.J);
  e.stiffness = soft.values;
  if (!e.symmetric) {
    const Eigen::VectorXcd values = eigenvalues(p.J);
    e.stiffness = values.real();
    std::sort(e.stiffness.begin(), e.stiffness.end());
    if (values.imag().cwiseAbs().maxCoeff() > digits * size + p.stiffness_noise)
      e.notes.push_back("the stiffness has complex eigenvalues: without enough damping the system flutters here");
  }
  const double zero = p.stiffness_noise;
  for (double& k : e.stiffness) {
    if (std::abs(k) <= zero) k = 0.0;
    e.negative += k < 0.0, e.zero += k == 0.0;
  }
  e.stability = e.negative > 0 ? Stability::unstable : e.zero > 0 ? Stability::neutral : Stability::stable;
  e.direction = free_velocities(system, p.Z * soft.motions.col(0));
  e.neutral = free_velocities(system, p.Z * neutral_motions(p, soft));
}

void fill(const System& system, const StaticPoint& p, Equilibrium& e) {
  e.state = p.s;
  e.reactions = p.reactions;
  e.potential = p.potential;
  if (p.residual.size() == 0) return;
  Eigen::Index worst = 0;
  p.residual.cwiseAbs().maxCoeff(&worst);
  e.residual = p.residual[worst];
  e.residual_at = system.velocity_name(static_cast<int>(worst));
}

/// From an unstable equilibrium on to a stable one.
bool make_stable(StaticsSearch& search, StaticPoint& p, Equilibrium& e) {
  if (p.J.cols() == 0 || softness(p.J).values[0] >= -p.stiffness_noise) return true;
  if (search.descend(p)) {
    e.notes.push_back("the equilibrium nearest to the start is unstable; this is a stable one next to it");
    return true;
  }
  e.reason = "from an unstable equilibrium no stable one was reached: " + search.reason;
  return false;
}

/// Follows, relaxes, descends; true with `p` at the equilibrium.
bool search_from(const System& system, const StaticsRequest& request, StaticsSearch& search, StaticPoint& p,
                 Equilibrium& e) {
  if (auto ok = search.begin(p); !ok) {
    e.reason = system.describe(ok);
    return false;
  }
  if (p.g.size() > 0 && !search.follow(p)) {
    const std::string followed = search.reason;
    if (!search.relax(p)) {
      p = search.best();
      fill(system, p, e);
      e.reason = "no equilibrium was reached: " + search.reason + "; at best a force of " + brief_text(e.residual, 4) +
                 " along " + e.residual_at + " is left over";
      return false;
    }
    e.jumped = true;
    e.notes.push_back("no equilibrium follows from the start without a jump (" + followed +
                      "): this is where the system comes to rest from there");
  }
  if (!request.stable) return true;
  return make_stable(search, p, e);
}

}  // namespace

const char* to_text(Stability stability) {
  switch (stability) {
    case Stability::stable: return "stable";
    case Stability::neutral: return "neutral";
    case Stability::unstable: break;
  }
  return "unstable";
}

Equilibrium find_equilibrium(const System& system, const StaticsRequest& request) {
  InitialResult initial = start_of(system, request);
  Equilibrium e;
  e.notes = std::move(initial.notes);
  note_drives(system, initial.state, e.notes);
  StaticsSearch search(system);
  StaticPoint p;
  p.s = initial.state;
  e.found = search_from(system, request, search, p, e);
  e.iterations = search.iterations;
  fill(system, p, e);
  if (p.s.q.size() > 0) e.moved = (p.s.q - initial.state.q).cwiseAbs().maxCoeff();
  Terms terms = system.make_terms();
  if (system.evaluate(e.state, Want::outputs, terms)) e.outputs = terms.outputs;
  if (e.found) judge_stability(system, p, e);
  return e;
}

Results to_results(const System& system, const Equilibrium& e) {
  Recorder recorder(system, 1, {.steps = false});
  Summary summary = summary_of(system);
  summary.formulation = "statics";
  summary.start_time = summary.end_time = e.state.t;
  summary.iterations = e.iterations;
  summary.energy_start = summary.energy_end = e.potential;
  summary.notes = e.notes;
  Terms terms = system.make_terms();
  Drifts drifts;
  if (measure_drift(system, e.state, terms, drifts)) keep_largest(system, drifts, e.state.t, summary);
  if (!e.found) summary.ending = Ending::stopped, summary.message = e.reason;
  State state = e.state;
  state.energy_start = e.potential;
  if (auto ok = recorder.record(state); !ok) throw Error("the equilibrium cannot be recorded: " + system.describe(ok));
  Results results = recorder.take();
  summarise(results, std::move(summary));
  return results;
}

}  // namespace rheon
