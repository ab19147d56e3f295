// Names of rows and velocities, and what a status means in words.
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "model/angle_status.hpp"
#include "model/feedback_status.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

std::string System::row_name(int row) const { return model().constraints[at(row)].name; }

std::string System::describe_row(int row) const {
  const auto& c = model().constraints[at(row)];
  return "constraint \"" + c.name + "\" (" + c.place.file + ":" + std::to_string(c.place.line) + ")";
}

std::string System::velocity_name(int i) const { return model().speeds[at(i)].name; }

std::string System::describe(const Status& status) const {
  const auto number = [](double x) { return brief_text(x, 3); };
  const bool on_row = status.row >= 0 && status.row < layout().rows();
  const std::string row = on_row ? describe_row(status.row) : std::string();
  const std::string where = status.where != nullptr ? status.where : "";  // of a user's own form
  switch (status.code) {
    case Code::ok: return "ok";
    case Code::not_converged:
      if (where == turns_of_an_angle)
        return "angle \"" + model().angles[at(status.iterations)].name + "\" seems to move by " + number(status.value) +
               " turns in one step: its turns cannot be counted; try a smaller step";
      return where + " did not converge in " + counted(status.iterations, "iteration") + " (still off by " +
             number(status.value) + ")" + (on_row ? ", worst at " + row : "") + "; try a smaller step";
    case Code::singular:
      if (where == feedback_lost)
        return where + ": at " + row +
               " a force that the reaction makes changes that reaction by more than its size (" + "determinant " +
               number(status.value) + " of the multipliers' equations, 1 without such forces): rigid " +
               "bodies have no motion here, or several (Painleve's paradox); less friction, another direction of " +
               "sliding, or a contact that gives way (a spring in place of the constraint)";
      if (where.starts_with("option ")) return where;  // the user's choice, which says what is wrong with it
      return where + ": the matrix is singular" +
             (status.row >= 0 && status.row < layout().nv ? " at " + velocity_name(status.row) : "") + " (pivot " +
             number(status.value) +
             " of its diagonal): a coordinate without mass that no constraint holds, or constraints that lost their "
             "rank";
    case Code::rank_lost:
      return where + ": " + row + " cannot be satisfied (residual " + number(status.value) +
             "): the step is too large, its gradient vanishes, or it contradicts the other constraints here; try a "
             "smaller step, or `rheon check`";
    case Code::not_finite: {
      const bool on_velocity = where == "generalised force" || where == "mass matrix" ||
                               where.ends_with("of the forces") || where == "motion" || where == "acceleration";
      const bool known = on_velocity && status.row >= 0 && status.row < layout().nv;
      return where + " of " +
             (known                    ? velocity_name(status.row)
              : on_row && !on_velocity ? row
                                       : std::string("the system")) +
             " is not a finite number: an expression left its domain (division by zero, root or logarithm of a "
             "negative number) or the motion grows without bound";
    }
    case Code::step_too_small:
      return "the step fell to " + number(status.value) +
             " s without reaching the tolerance: the motion is too stiff or singular here, or the tolerance too tight";
  }
  return where;
}

}  // namespace rheon
