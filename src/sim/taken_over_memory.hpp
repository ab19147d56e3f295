// Memory of a state that comes from elsewhere, for both kinds of steppers.
#pragma once

#include <string>
#include <utility>

#include "rheon/model/state.hpp"

namespace rheon {

/// Puts the fields of its memory into the struct that the form makes. What is wrong with them, and then it is that struct as the
/// form makes it; "" if nothing is. `added`: numbers of z.
template <class Form>
std::string take_over_memory(const Form& form, Index added, State& s) {
  if (s.z.size() != added)
    return "it has " + std::to_string(s.z.size()) + " numbers added to the motion, and this method adds " +
           std::to_string(added);
  Memory memory = form.make_memory();
  std::string why = memory.unpack(s.memory.pack());
  s.memory = std::move(memory);
  return why;
}

}  // namespace rheon
