#include "sim/doubts.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace rheon {

namespace {
/// What constraints that are springs may make of the energy of a system at rest, as a part of its potential: they take up the
/// load at the start, and integrators lose what that sets free. A choice: with smaller ones such rests are doubted, and larger ones
/// hide errors where a potential is large.
constexpr double given_way = 1e-5;
/// The same of others: some thousand roundings, as of a long run. A potential may be large by where its zero is, and must not
/// hide anything.
constexpr double energy_round_off = 1e-12;
/// J: keeps from doubt what is round-off of energies around 1 J, where nothing moves and no potential shows a size. A model whose energies
/// are all below it is not judged.
constexpr double nothing = 1e-12;
/// A part of the energy that moves is doubted from here on; a motion is usually off by as much. Beyond the second it is not to be
/// trusted. Choices: smaller ones doubt motions of coarse steps that show what is wanted, larger ones let wrong motions pass.
constexpr double noticeable_part = 0.05, untrusted_part = 0.5;
/// The same of violations, as parts of their scales (ViolationScales). A choice like the one above.
constexpr double noticeable_violation = 0.05;
/// Of accelerations, which some methods keep off the constraints by O(h) while the motion is right: hence ten times more.
constexpr double wrong_acceleration = 0.5;

}  // namespace

std::string percent_text(double part) {
  const double percent = 100 * part;
  return percent < 10 ? brief_text(percent, 2) : brief_text(std::round(percent), 6);
}

std::string doubt_of_energy(const RowSurvey& rows, const Summary& summary, const EnergyFlow& flow, bool springs) {
  if (summary.steps == 0 || rows.rows() == 0) return {};
  const RowSurvey::Range kinetic = rows.of("energy.kinetic"), potential = rows.of("energy.potential");
  // what kinetic energy could come from; a run that blows up shows more of it than that
  const double sources = kinetic.first + potential.most - potential.least + flow.works;
  const double at_rest =
      (springs ? given_way : energy_round_off) * std::max(std::abs(potential.least), std::abs(potential.most)) +
      nothing;
  const RowSurvey::Energy worst = rows.worst_energy(flow.before);
  const bool at_end = std::abs(summary.energy_unexplained - flow.before) >= std::abs(worst.unexplained);
  const double unexplained = at_end ? summary.energy_unexplained - flow.before : worst.unexplained;
  // between two rows a motion may come to rest, and what drives it has moved it all the same
  const double moved = std::min(std::max(kinetic.most, flow.works), sources);
  if (std::abs(unexplained) <= noticeable_part * moved + at_rest) return {};
  const std::string what = brief_text(unexplained) + " J are unexplained" +
                           (at_end ? "" : " at t = " + brief_text(worst.time) + " s") + ", against at most " +
                           brief_text(kinetic.most) + " J of kinetic energy in the rows and " + brief_text(sources) +
                           " J that it could come from: ";
  if (std::abs(unexplained) <= untrusted_part * moved + at_rest)
    return what + "see whether a tighter tolerance or a smaller step changes the motion";
  return what + "this motion is not to be trusted; take a tighter tolerance, a smaller step or another method";
}

std::vector<std::string> doubts_of_violations(const System& system, const ViolationScales& violations, double duration,
                                              bool springs) {
  std::vector<std::string> doubts;
  const auto judge = [&](const ViolationScales::Worst& w, double allowed, const char* level, const char* against,
                         const char* doubted) {
    if (w.row < 0 || w.part <= allowed) return;
    doubts.push_back("constraint \"" + system.row_name(w.row) + "\" is violated at " + level + " level by " +
                     brief_text(w.violation, 3) + " (at t = " + brief_text(w.time) + " s), " + percent_text(w.part) +
                     " % of " + against + ": " + doubted);
  };
  judge(violations.position(springs), noticeable_violation, "position", "what its coordinates cover",
        "this is not the motion of the model; take a smaller step, other gains or another method");
  judge(violations.velocity(duration), noticeable_violation, "velocity", "its speeds",
        "this is not the motion of the model; take a smaller step, other gains or another method");
  if (springs) return doubts;
  judge(violations.acceleration(duration), wrong_acceleration, "acceleration", "its accelerations",
        "accelerations and reactions are not to be trusted; take a smaller step or another method");
  return doubts;
}

}  // namespace rheon
