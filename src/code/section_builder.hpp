// From stretches of a program to sections with places of their own.
#pragma once

#include "code/repetition.hpp"
#include "code/sections.hpp"

namespace rheon::code {

void build_sections(const Computations& all, const std::vector<Stretch>& stretches, Sections& sections);

}  // namespace rheon::code
