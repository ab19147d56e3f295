// A saved state as text, exact to the last bit: save it, load it, and the run goes on as if nothing had happened. Any thread.
//
//   const std::string text = save_state(simulation.save());
//   Simulation later(system, request, load_state(text, *system));  // the same model, method and step, perhaps another process
#pragma once

#include <string>
#include <string_view>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// Names the method and the model; numbers in hexadecimal, one quantity a line. What the method keeps (`memory`) and what error
/// control remembers (`control`, and `origin`, the state that it would go back to) are fields with names, kinds and lengths. The
/// form has a version of its own: a rheon that writes another one refuses it.
RHEON_API std::string save_state(const SavedState& saved);

/// Throws ModelError with the reason if the text is not a saved state of this system: another model, lengths that do not
/// fit, numbers that are not finite, anything missing or too much. What belongs to the method is judged by `Simulation`, which
/// knows the user's own methods by RunRequest::methods and gives it its struct; until then it is fields by name.
RHEON_API SavedState load_state(std::string_view text, const System& system);

}  // namespace rheon
