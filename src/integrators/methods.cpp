#include "rheon/integrators/methods.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

/// Weights that a user writes as decimals add up to 1 to about this, with ten digits each; a wrong digit shows.
constexpr double round_off_of_weights = 1e-9;

std::string quoted(const char* what, std::string_view name) {
  return std::string(what) + " \"" + std::string(name) + "\"";
}

/// Saved states name their method, separated by blanks; `a+b` is a pairing, `auto` and `all` are choices.
template <class Kind>
void check_name(const char* what, std::string_view name, const std::vector<const Kind*>& known) {
  const auto refuse = [&](const std::string& why) { throw UsageError(quoted(what, name) + ": " + why); };
  if (name.empty()) refuse("it needs a name");
  if (name == "auto" || name == "all") refuse("the name has a meaning of its own");
  if (name.find_first_of(" \t\r\n+") != std::string_view::npos) refuse("the name must have neither blanks nor +");
  if (std::any_of(known.begin(), known.end(), [&](const Kind* kind) { return kind->name == name; }))
    refuse("the name is taken");
}

/// Lists of a tableau are read without another look.
class TableauCheck {
 public:
  explicit TableauCheck(std::string_view name) : name_(name) {}
  [[noreturn]] void refuse(const std::string& why) const { throw UsageError(quoted("integrator", name_) + ": " + why); }
  void length(const char* list, std::span<const double> values, std::size_t wanted) const {
    if (values.size() != wanted)
      refuse(std::string("list ") + list + " of its tableau has " +
             counted(static_cast<long long>(values.size()), "number") + ", not " + std::to_string(wanted));
    if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
      refuse(std::string("list ") + list + " of its tableau has numbers that are not finite");
  }
  void optional_length(const char* list, std::span<const double> values, std::size_t wanted) const {
    if (!values.empty()) length(list, values, wanted);
  }
  void weights(std::span<const double> b) const {
    double sum = 0.0;
    for (const double x : b) sum += x;
    if (!(std::abs(sum - 1.0) <= round_off_of_weights))
      refuse("the weights b of its tableau add up to " + brief_text(sum) + ", not to 1");
  }
  /// Both solutions of a pair have weights that add up to 1.
  void difference_of_weights(const char* list, std::span<const double> error) const {
    double sum = 0.0, size = 1.0;
    for (const double x : error) {
      sum += x;
      size += std::abs(x);
    }
    if (!(std::abs(sum) <= round_off_of_weights * size))
      refuse(std::string("list ") + list + " of its tableau adds up to " + brief_text(sum) +
             ", not to 0; it is the difference b - b_hat of two lists of weights");
  }
  /// c_i is the sum of row i of a, which `row` is.
  void stage_time(std::size_t i, double c, std::span<const double> row) const {
    double sum = 0.0, size = 1.0;
    for (const double x : row) {
      sum += x;
      size += std::abs(x);
    }
    if (!(std::abs(c - sum) <= round_off_of_weights * size))
      refuse("c of stage " + std::to_string(i + 1) + " of its tableau is " + brief_text(c) +
             ", and its row of a adds up to " + brief_text(sum));
  }
  std::size_t stages(int count, int with_dense) const {
    if (count < 1 || with_dense > most_stages)
      refuse("a tableau has 1 to " + std::to_string(most_stages) + " stages, not " + std::to_string(with_dense));
    return static_cast<std::size_t>(count);
  }

 private:
  std::string_view name_;
};

void check_tableau(const TableauCheck& check, const Tableau& t) {
  const std::size_t s = check.stages(t.stages, t.all_stages());
  check.length("a", t.a, s * (s - 1) / 2);
  check.length("b", t.b, s);
  check.length("c", t.c, s);
  check.weights(t.b);
  if (t.c[0] != 0.0) check.refuse("c of its tableau begins with " + brief_text(t.c[0]) + ", not with 0");
  for (std::size_t i = 1; i < s; ++i) check.stage_time(i, t.c[i], t.a.subspan(i * (i - 1) / 2, i));
  const auto near = [](double x, double y) { return std::abs(x - y) <= round_off_of_weights; };
  if (t.last_is_end && (s < 2 || !std::equal(t.b.begin(), t.b.end() - 1, t.a.end() - std::ptrdiff_t(s - 1), near) ||
                        t.b[s - 1] != 0.0 || !near(t.c[s - 1], 1.0)))
    check.refuse("the last stage of its tableau is not the end of the step, as last_is_end says");
  check.optional_length("error", t.error, s);
  check.optional_length("second_error", t.second_error, s);
  check.difference_of_weights("error", t.error);
  check.difference_of_weights("second_error", t.second_error);
  if (!t.error.empty() && t.error_order < 1) check.refuse("its tableau has an error estimate without order");
  if (t.error.empty() && !t.second_error.empty())
    check.refuse("its tableau has a second error estimate without a first");
  if (t.dense == nullptr) return;
  const std::size_t all = static_cast<std::size_t>(t.all_stages());
  check.length("a of the dense output", t.dense->a, all * (all - 1) / 2 - s * (s - 1) / 2);
  check.length("c of the dense output", t.dense->c, all - s);
  for (std::size_t i = s; i < all; ++i)
    check.stage_time(i, t.dense->c[i - s], t.dense->a.subspan(i * (i - 1) / 2 - s * (s - 1) / 2, i));
  if (t.dense->order < 1) check.refuse("its dense output needs an order of at least 1");
  if (t.dense->end < 0 || t.dense->end >= t.all_stages())
    check.refuse("its dense output names a stage that is not there");
  if (t.dense->terms.size() % all != 0)
    check.refuse("terms of its dense output are not rows of " + counted(static_cast<long long>(all), "number"));
}

void check_tableau(const TableauCheck& check, const CollocationTableau& t) {
  const std::size_t s = check.stages(t.stages, t.stages);
  check.length("a", t.a, s * s);
  check.length("b", t.b, s);
  check.length("c", t.c, s);
  check.weights(t.b);
  for (std::size_t i = 0; i < s; ++i) check.stage_time(i, t.c[i], t.a.subspan(i * s, s));
  check.optional_length("error", t.error, s);
  if (!std::isfinite(t.error_start)) check.refuse("error_start of its tableau is not finite");
  if ((t.error_order > 0) == t.error.empty())
    check.refuse("its tableau has an error estimate without order, or the reverse");
}

template <class Kind>
std::vector<const Kind*> all_of(const std::vector<std::shared_ptr<const Kind>>& own, std::span<const Kind> table) {
  std::vector<const Kind*> all;
  for (const auto& kind : own) all.push_back(kind.get());
  for (const Kind& kind : table) all.push_back(&kind);
  return all;
}

template <class Kind>
const Kind& find(const char* what, std::string_view name, const std::vector<const Kind*>& all) {
  std::vector<std::string> known;
  for (const Kind* kind : all) {
    if (kind->name == name) return *kind;
    known.emplace_back(kind->name);
  }
  throw UsageError("unknown " + quoted(what, name) + "; " + did_you_mean(name, known));
}

}  // namespace

Methods& Methods::add(const FormulationKind& kind) {
  check_name("formulation", kind.name, formulations());
  const auto refuse = [&](const char* why) { throw UsageError(quoted("formulation", kind.name) + ": " + why); };
  if (kind.make_rate == nullptr && kind.make_newmark == nullptr && kind.make_midpoint == nullptr &&
      kind.make_collocation == nullptr)
    refuse("it has no function that makes it");
  if (kind.default_integrator.empty()) refuse("it needs a default integrator");
  formulations_.push_back(std::make_shared<const FormulationKind>(kind));
  return *this;
}

Methods& Methods::add(const IntegratorKind& kind) {
  check_name("integrator", kind.name, integrators());
  const TableauCheck check(kind.name);
  if (kind.tableau == nullptr && kind.rule == RateRule::none && kind.newmark == nullptr && !kind.midpoint &&
      kind.collocation == nullptr)
    check.refuse("it serves no family: it needs a tableau, a rule, newmark, midpoint or collocation");
  if (kind.order < 1) check.refuse("it needs an order of at least 1");
  if (kind.tableau != nullptr) check_tableau(check, *kind.tableau);
  if (kind.collocation != nullptr) check_tableau(check, *kind.collocation);
  integrators_.push_back(std::make_shared<const IntegratorKind>(kind));
  return *this;
}

std::vector<const FormulationKind*> Methods::formulations() const {
  return all_of(formulations_, rheon::formulations());
}
std::vector<const IntegratorKind*> Methods::integrators() const { return all_of(integrators_, rheon::integrators()); }

const FormulationKind& Methods::find_formulation(std::string_view name) const {
  return find("formulation", name, formulations());
}

const IntegratorKind& Methods::find_integrator(std::string_view name) const {
  return find("integrator", name, integrators());
}

}  // namespace rheon
