// Which velocity-level rows are the rate of something, so that they could be written at position level.
//
// What the forms G(x) dx = 0 of all rows allow, D(x) = ker G(x), moves along itself by the flows of fields X = P d (P:
// projector onto D, d: constant). A form w of the rows is integrable together with the others if and only if it
// annihilates all of D carried back by such flows: the orbit through x then has w = 0 as one of its equations (Frobenius,
// for all depths of brackets at once [Sussmann1973]). Along x' = X the form is carried by
//
//     p' = lambda^T (dG/dx) X,   lambda = (G^T)^+ p,      p(0) = w,
//
// and stays in the rows exactly then: P p = 0.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

struct IntegrabilityReport {
  struct IntegrableRow {
    int row = -1;
    bool alone = false;    ///< also without the other constraints
    bool implied = false;  ///< position-level rows say the same already
    bool rheonomic = false;
    double defect = 0.0;  ///< largest |P p| met, with |p| = 1 at the start
  };
  std::vector<IntegrableRow> integrable;
  bool single_path = false;  ///< the rows leave one motion: then each of them is integrable, whatever it says
  /// Rows of which only combinations are integrable, as many as `combinations`.
  std::vector<int> combined;
  int combinations = 0;
  std::vector<int> undecided;  ///< velocity-level rows that were not examined
  std::string reason;          ///< why
};

/// Beyond this many coordinates nothing is examined: every stage of every step is a dense decomposition. A choice.
inline constexpr int max_integrability_coordinates = 100;
/// Below this |P p| a row counts as integrable: Runge-Kutta leaves some 1e-8 over a path; a bicycle, whose brackets are
/// five deep and move slowly in this metric, makes 1e-4 and more.
inline constexpr double integrability_tolerance = 1e-7;

/// At a state that satisfies the constraints. Rows nonlinear in the rates are left out, and those of `drivers` are not
/// judged: who prescribes a rate wants to.
IntegrabilityReport examine_integrability(const System& system, const State& state,
                                          const std::vector<std::string>& drivers = {});

}  // namespace rheon
