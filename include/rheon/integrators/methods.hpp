// Methods: the formulations and integrators that a run may name. Those of rheon's tables, and the user's own in addition.
//
//   Methods methods;
//   methods.add(my_integrator).add(my_formulation);                // rows as those of the tables
//   RunRequest request;
//   request.methods = methods;
//   request.formulation = "mine";                                  // now a name like any other
//   const Results results = run(system, request);
//
// A program is in examples/cpp/own_method.cpp. `run`, `Simulation`, `make_stepper` and `check_pairing` take Methods; `compare` and
// `tune` know the tables alone. A formulation may be a class of the user's own, an integrator is data (rheon/integrators/kind.hpp).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/integrators/kind.hpp"

namespace rheon {

/// A value; copies are cheap and share the rows. Without rows of its own it is rheon's tables, and costs nothing.
///
/// Rows are copied, what they refer to is not: texts, options, tableaus and the functions that make forms must stay until the
/// last copy and the last run with it are gone. Constants of the program do.
///
/// Any thread may ask; `add` must not be called while another one does.
class RHEON_API Methods {
 public:
  /// Adds a kind; returns these methods. Throws UsageError, and adds nothing, if its name is taken, empty, `auto` or `all`, or has
  /// blanks or `+` in it; or if the row is not complete: a formulation without maker or default integrator, an integrator without
  /// a family or an order, a tableau whose lists have wrong lengths or numbers that are not finite, whose weights do not add up to
  /// 1, or with more than `most_stages` stages. That the order is the true one is not looked at.
  Methods& add(const FormulationKind& kind);
  Methods& add(const IntegratorKind& kind);

  /// All kinds, the user's own first. Pointers hold as long as a copy of these methods does.
  std::vector<const FormulationKind*> formulations() const;
  std::vector<const IntegratorKind*> integrators() const;

  /// By name, the user's own first; throw UsageError with the nearest name.
  const FormulationKind& find_formulation(std::string_view name) const;
  const IntegratorKind& find_integrator(std::string_view name) const;

 private:
  std::vector<std::shared_ptr<const FormulationKind>> formulations_;
  std::vector<std::shared_ptr<const IntegratorKind>> integrators_;
};

}  // namespace rheon
