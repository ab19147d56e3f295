// The doctor: counts, rank, redundant and conflicting constraints of a system at its initial configuration. Any thread.
//
//   const CheckReport report = check(system, variants_of(system.model()));
//   std::puts(to_text(report).c_str());
#pragma once

#include <string>
#include <vector>

#include "rheon/analysis/variants.hpp"
#include "rheon/core/api.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Something worth knowing that does not forbid a run. Texts as those of a Problem; the element is empty, `rows` names it.
struct Finding {
  /// redundant, flat, singular, nearly singular, integrable, unconnected, not examined
  std::string kind;
  std::vector<std::string> rows;  ///< names of the constraint rows that it is about
  Problem text;
};
RHEON_API std::string to_text(const Finding& finding);

/// A value that refers to nothing.
struct CheckReport {
  int coordinates = 0, velocities = 0, position_rows = 0, velocity_rows = 0;
  bool rank_known = false;     ///< false: the initial configuration cannot be evaluated
  int rank = 0;                ///< of A at the initial configuration, rows and columns scaled
  double rank_gap = 0.0;       ///< smallest kept over largest dropped pivot of QR (0: nothing dropped)
  int degrees_of_freedom = 0;  ///< velocities - rank; integrals of controllers do not count
  struct CheckedRow {
    std::string name;
    std::string kind;
    std::string text;
  };
  std::vector<CheckedRow> constraints;
  /// The smallest singular values of A at the initial configuration, with rows of unit length in the metric of the
  /// masses: ascending, up to four of them; those of dependent rows are zero to round-off.
  std::vector<double> smallest_singular_values;
  std::vector<std::vector<std::string>> redundant;  ///< each set: rows of which one is implied by the others
  std::vector<Finding> findings;                    ///< about redundant sets too, with what to do
  /// Multipliers and outputs that redundant rows leave open, here or in a position next to it: which of their values is reported is a
  /// matter of convention.
  std::vector<std::string> indeterminate;
  std::vector<std::string> determinate;  ///< outputs that contain multipliers and are determined all the same
  std::vector<Problem> problems;         ///< conflicts and initial values that cannot be met
  std::vector<std::string> notes;        ///< e.g. initial values that were solved for
};

/// Never throws for what it finds: everything is in the report. With `variants` (io/model_variants.hpp) remedies are tried on
/// the model, and only those that cure are reported; without, those that follow from the rows alone.
RHEON_API CheckReport check(const System& system, const ModelVariants& variants = {});

RHEON_API std::string to_text(const CheckReport& report);
RHEON_API std::string to_json(const CheckReport& report);

}  // namespace rheon
