// Options of formulations, integrators and the like: declared once as table rows, read by CLI help, docs and checks.
//
//   constexpr OptionSpec options[] = {
//       {.name = "alpha", .fallback = "5", .unit = "1/s", .min = 0.0, .help = "damping of violations"}};
//   const Setting settings[] = {{"alpha", "20", {}}};              // what a user asked for
//   Problems problems;
//   const OptionValues values = OptionValues::resolve(options, settings, problems);
//   problems.throw_if_any();                                       // ModelError: unknown names, wrong types, out of range
//   const double alpha = values.number("alpha");                   // 20
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/core/error.hpp"

namespace rheon {

/// `gains` is one number for all constraint rows, a list `[a, b, …]` with one a row, or a matrix `[[a, b], [c, d]]`.
/// `names` is a list of words separated by commas, or empty.
enum class OptionType : unsigned char { number, integer, boolean, choice, gains, names };

/// One option. `fallback` is the default as a user would write it; `choices` are separated by '|'. Texts are not owned: they
/// are literals, as rows of tables are.
struct OptionSpec {
  std::string_view name = {};
  OptionType type = OptionType::number;
  std::string_view fallback = {};
  std::string_view unit = {};  ///< "" if dimensionless
  /// Of numbers, whole numbers, and gains that are no matrix; in `unit`, both ends allowed. A `min` of
  /// numeric_limits<double>::min() stands for "greater than 0".
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::string_view choices = {};
  std::string_view help = {};
};

/// What the user asked for: a name and a value, both as text, and where they stand.
struct Setting {
  std::string name;
  std::string value;
  Place place;
};

/// The values of a set of options after defaults and checks. A value that owns its texts; any thread may read it.
///
/// Asking for an option that the specs did not have, or by another type than theirs, is a mistake of the program:
/// Error.
class RHEON_API OptionValues {
 public:
  double number(std::string_view name) const;  ///< in the unit of its spec
  int integer(std::string_view name) const;
  bool boolean(std::string_view name) const;
  std::string_view choice(std::string_view name) const;  ///< as long as these values live
  /// Rows of an option of type gains: {{x}} for a number, {{a, b}} for a list, all rows of a matrix.
  std::vector<std::vector<double>> gains(std::string_view name) const;
  std::vector<std::string> names(std::string_view name) const;
  /// All values as text, in table order: for result files and the summary.
  const std::vector<Setting>& all() const { return values_; }

  /// Checks every setting against the specs (name, type, range) and fills in defaults. Does not throw: what is wrong goes to
  /// `problems`, and such an option then has its default. A setting that no spec knows is a problem with the nearest known name.
  static OptionValues resolve(std::span<const OptionSpec> specs, std::span<const Setting> settings, Problems& problems);

 private:
  const Setting& find(std::string_view name) const;
  std::vector<Setting> values_;
};

/// `0 .. 1`, `a | b`, `> 0` and the like: the range of an option for help texts and messages.
RHEON_API std::string range_text(const OptionSpec& spec);

}  // namespace rheon
