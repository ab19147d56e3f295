// Where a status says so: forces that depend on multipliers (section nonideal) leave none, or several.
#pragma once

namespace rheon {

/// `singular`: value is the determinant of 1 - (dlambda/dF) (dF/dlambda), 1 where no force depends on a multiplier; row is the
/// constraint row that feeds back most on itself.
inline constexpr const char* feedback_lost = "feedback of the forces in section nonideal";

}  // namespace rheon
