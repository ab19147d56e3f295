// Readers of the sections of a model, in the order in which they run.
#pragma once

#include <span>

#include "io/model_context.hpp"
#include "io/model_keys.hpp"

namespace rheon::reader {

class MechanismReader;

void read_parameters(Context& context, const Keyed& sections, const Yaml& root, std::span<const Setting> overrides);
void read_tables(Context& context, const Keyed& sections);

/// Coordinates and speeds; after it the numbers of the expression inputs are settled (but for the multipliers).
void read_coordinates(Context& context, const Keyed& sections, bool with_mechanism);

/// Definitions get their meaning in two turns, so that kinematics may use those that contain no rates.
class Definitions {
 public:
  Definitions(Context& context, const Keyed& sections);
  void without_rates();
  void with_rates();

 private:
  void lower(std::size_t item);

  Context& context_;
  std::vector<std::string> names_;
  std::vector<std::optional<Parsed>> items_;
  std::vector<int> order_;
  std::vector<bool> has_rates_;
};

void read_kinematics(Context& context, const Keyed& sections);
/// Kinetic or mass; a mechanism brings its own.
void read_inertia(Context& context, const Keyed& sections, const Yaml& root, bool with_mechanism);
void read_potential(Context& context, const Keyed& sections);
void read_forces(Context& context, const Keyed& sections);
void read_nonideal(Context& context, const Keyed& sections);  ///< after the constraints
void read_constraints(Context& context, const Keyed& sections);
void read_initial(Context& context, const Keyed& sections);
/// After read_initial: compares entries of the mass matrix that are not equal by their text.
void check_symmetry(Context& context, const Keyed& sections);
void read_outputs(Context& context, const Keyed& sections);
/// After all outputs: what the mechanism and the section `view` draw becomes the scene of the model, if it is wanted.
void read_view(Context& context, const Keyed& sections, MechanismReader& mechanism, bool wanted);
void read_simulate(Context& context, const Keyed& sections);

/// The section as a map; nullptr if it is absent. Another type is reported.
const Yaml* map_section(Context& context, const Keyed& sections, std::string_view name);

}  // namespace rheon::reader
