// Which methods are compared, and what each is asked to do.
#include <algorithm>

#include "analysis/compare_parts.hpp"
#include "rheon/core/names.hpp"
#include "sim/advisor.hpp"

namespace rheon {

std::vector<Method> parse_methods(const std::vector<std::string>& texts) {
  std::vector<Method> methods;
  const auto add = [&](const FormulationKind& f, const std::string& integrator) {
    const std::string name(f.name);
    if (integrator == "all") {
      for (const IntegratorKind& i : integrators())
        if (pairs(f, i)) methods.push_back({name, std::string(i.name)});
    } else {
      methods.push_back({name, integrator.empty() ? "" : std::string(find_integrator(integrator).name)});
    }
  };
  for (const std::string& text : texts) {
    const std::size_t plus = text.find('+');
    const std::string formulation = text.substr(0, plus);
    const std::string integrator = plus == text.npos ? "" : text.substr(plus + 1);
    if (formulation.empty() || (plus != text.npos && integrator.empty()))
      throw UsageError("\"" + text + "\": expected a formulation, or formulation+integrator, such as lagrange+rk4");
    if (formulation == automatic && integrator == "all")
      throw UsageError("\"" + text + "\": \"auto\" chooses one integrator; name one of them, or leave it out");
    if (formulation == "all")
      for (const FormulationKind& f : formulations()) add(f, integrator);
    else if (formulation == automatic)
      methods.push_back({formulation, integrator.empty() ? "" : std::string(find_integrator(integrator).name), true});
    else
      add(find_formulation(formulation), integrator);
  }
  return methods;
}

std::string name_of(const Method& method) {
  const bool chosen = method.formulation != automatic;
  std::string name = method.automatic && chosen ? std::string(automatic) + ": " : "";
  name += method.formulation;
  if (!method.integrator.empty()) name += " + " + method.integrator;
  for (const Setting& s : method.added_options) name += ", " + s.name + "=" + s.value;
  return name;
}

namespace comparing {

namespace {

/// Not chosen yet.
bool is_open(const Method& method) { return method.formulation == automatic; }

bool knows(std::span<const OptionSpec> specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.name == name; });
}

std::vector<OptionSpec> options_of(const Method& method) {
  if (is_open(method)) {  // whatever may be chosen
    std::vector<OptionSpec> all;
    for (const FormulationKind& f : formulations()) all.insert(all.end(), f.options.begin(), f.options.end());
    for (const IntegratorKind& i : integrators()) all.insert(all.end(), i.options.begin(), i.options.end());
    return all;
  }
  return stepper_options(find_formulation(method.formulation), find_integrator(method.integrator));
}

std::string why_not(const System& system, const CompareRequest& request, const Method& method) {
  const FormulationKind& formulation = find_formulation(method.formulation);
  if (auto why = objection(system, formulation); !why.empty()) return why;
  if (auto why = objection(formulation, find_integrator(method.integrator)); !why.empty()) return why;
  if (request.tolerance && !request.step && !has_error_control(method))
    return "integrator \"" + method.integrator + "\" has no error control here; give a step besides the tolerance";
  return {};
}

void set_labels(std::vector<CompareRow>& rows) {
  for (CompareRow& row : rows) {
    const auto same = std::count_if(rows.begin(), rows.end(), [&](const CompareRow& other) {
      return other.method.formulation == row.method.formulation;
    });
    row.label = row.method.formulation + (same > 1 ? "+" + row.method.integrator : "");
  }
}

}  // namespace

bool has_error_control(const Method& method) {
  return has_error_control(find_formulation(method.formulation), find_integrator(method.integrator));
}

std::vector<CompareRow> choose_rows(const System& system, const CompareRequest& request) {
  std::vector<CompareRow> rows;
  for (Method method : request.methods.empty() ? parse_methods({"all"}) : request.methods) {
    if (method.integrator.empty() && (!is_open(method) || request.integrator))
      method.integrator = request.integrator ? std::string(find_integrator(*request.integrator).name)
                                             : default_integrator(system, method.formulation);
    const bool there = std::any_of(rows.begin(), rows.end(), [&](const CompareRow& row) {
      return row.method.formulation == method.formulation && row.method.integrator == method.integrator;
    });
    if (there) continue;
    CompareRow row;
    row.method = method;
    if (!is_open(method)) row.reason = why_not(system, request, method);
    if (!row.reason.empty()) row.outcome = Outcome::refused;
    rows.push_back(std::move(row));
  }
  set_labels(rows);
  return rows;
}

void choose_automatically(const System& system, const CompareRequest& request, Comparison& comparison) {
  for (CompareRow& row : comparison.rows) {
    if (!is_open(row.method)) continue;
    RunRequest run;
    run.formulation = automatic;
    if (!row.method.integrator.empty()) run.integrator = row.method.integrator;
    run.duration = comparison.duration;
    run.options = request.options;
    if (comparison.tolerance > 0.0)
      run.tolerance = comparison.tolerance;
    else
      run.step = comparison.step;
    try {
      const Advice advice = advise(system, run);
      row.method = {advice.formulation, advice.integrator, true, advice.options};
      row.reason = why_not(system, request, row.method);
    } catch (const UsageError& e) {
      row.reason = e.what();
    }
    if (!row.reason.empty()) row.outcome = Outcome::refused;
  }
}

void check_options(const std::vector<CompareRow>& rows, const CompareRequest& request) {
  const std::vector<OptionSpec> shared = run_options();
  std::vector<std::string> names;
  for (const OptionSpec& spec : shared) names.emplace_back(spec.name);
  for (const CompareRow& row : rows)
    for (const OptionSpec& spec : options_of(row.method)) names.emplace_back(spec.name);
  for (const Setting& setting : request.options)
    if (std::find(names.begin(), names.end(), setting.name) == names.end())
      throw UsageError("no method that is compared has an option \"" + setting.name + "\"; " +
                       did_you_mean(setting.name, names));
}

RunRequest run_request(const Comparison& comparison, const CompareRequest& request, const Method& method,
                       const StepChoice& choice) {
  RunRequest run;
  run.formulation = method.formulation;
  run.integrator = method.integrator;
  run.duration = comparison.duration;
  run.times = comparison.times;
  if (choice.step > 0.0) run.step = choice.step;
  if (choice.tolerance > 0.0) run.tolerance = choice.tolerance;
  const std::vector<OptionSpec> own = options_of(method), shared = run_options(), stepping = shared_options();
  for (const Setting& setting : request.options) {
    const bool control = knows(shared, setting.name) && !knows(stepping, setting.name);
    if (control ? choice.tolerance > 0.0 : knows(own, setting.name)) run.options.push_back(setting);
  }
  if (choice.tolerance > 0.0)
    run.options.insert(run.options.end(), method.added_options.begin(), method.added_options.end());
  return run;
}

}  // namespace comparing

}  // namespace rheon
