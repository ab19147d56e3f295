#include "reproduction/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "reproduction/embedded.hpp"

namespace rheon::reproduction {

namespace {

std::string_view find_text(std::span<const EmbeddedText> texts, const std::string& name) {
  for (const EmbeddedText& t : texts)
    if (t.name == name) return t.text;
  throw Error("nothing of the name \"" + name + "\" was compiled in");
}

std::string_view find_model(const std::string& name) {
  for (const EmbeddedText& t : embedded_benchmarks())
    if (t.name == name) return t.text;
  return find_text(embedded_models(), name);
}

std::string_view take(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return part;
}

// A cell that is no number (the letter of a variant) becomes the code of its first character.
double number_of(std::string_view cell) {
  double value = 0.0;
  const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (code == std::errc() && end == cell.data() + cell.size()) return value;
  return cell.size() == 1 ? cell[0] : std::numeric_limits<double>::quiet_NaN();
}

Table parse_csv(std::string_view text) {
  Table table;
  for (std::string_view head = take(text, '\n'); !head.empty();) table.names.emplace_back(take(head, ','));
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    for (const std::string& name : table.names) table.columns[name].push_back(number_of(take(line, ',')));
  }
  return table;
}

}  // namespace

const std::vector<double>& Table::operator[](const std::string& name) const {
  const auto it = columns.find(name);
  if (it == columns.end()) throw Error("the reference solution has no column \"" + name + "\"");
  return it->second;
}

RunSpec RunSpec::with_step(double h) const {
  RunSpec copy = *this;
  copy.step = h;
  return copy;
}

RunSpec RunSpec::with(const std::string& option, const std::string& value) const {
  RunSpec copy = *this;
  copy.options.emplace_back(option, value);
  return copy;
}

std::string RunSpec::key() const {
  std::string text =
      fmt::format("{} {} {} h={} tol={} T={} n={}", model, formulation, integrator, step, tolerance, duration, samples);
  for (const auto& [name, value] : options) text += " " + name + "=" + value;
  for (const auto& [name, value] : set) text += " set:" + name + "=" + value;
  return text;
}

RunRequest RunSpec::request() const {
  RunRequest r;
  if (!formulation.empty()) r.formulation = formulation;
  if (!integrator.empty()) r.integrator = integrator;
  if (step > 0.0) r.step = step;
  if (tolerance > 0.0) r.tolerance = tolerance;
  if (duration > 0.0) r.duration = duration;
  if (samples > 0) r.samples = samples;
  for (const auto& [name, value] : options) r.options.push_back({name, value, {}});
  return r;
}

Lab::Lab(ModelReader reader, ReproduceMonitor monitor) : reader_(std::move(reader)), monitor_(std::move(monitor)) {}

void Lab::report(const std::string& now) {
  now_ = now;
  if (monitor_ && !monitor_(now_)) throw Ended{};
}

const System& Lab::system(const std::string& model, const Settings& set) {
  std::string key = model;
  std::vector<Setting> overrides;
  for (const auto& [name, value] : set) {
    key += " " + name + "=" + value;
    overrides.push_back({name, value, {}});
  }
  auto& slot = systems_[key];
  if (!slot) {
    const auto added = added_models_.find(model);
    const std::string_view text = added != added_models_.end() ? std::string_view(added->second) : find_model(model);
    slot = std::make_unique<System>(reader_(text, model + ".yaml", overrides));
  }
  return *slot;
}

const Table& Lab::reference(const std::string& name) {
  auto it = references_.find(name);
  if (it == references_.end()) it = references_.emplace(name, parse_csv(find_text(embedded_references(), name))).first;
  return it->second;
}

const Results& Lab::run(const RunSpec& spec) {
  const std::string key = spec.key();
  if (const auto it = runs_.find(key); it != runs_.end()) return it->second;
  const Monitor go_on = [this](const Progress&) { return !monitor_ || monitor_(now_); };
  Results results = rheon::run(system(spec.model, spec.set), spec.request(), go_on);
  if (results.summary.ending == Ending::interrupted) throw Ended{};
  return runs_.emplace(key, std::move(results)).first->second;
}

const Results& Lab::run_on(const std::string& name, RunSpec spec) {
  const std::vector<double>& t = reference(name)["t"];
  std::size_t last = t.size() - 1;
  if (spec.duration > 0.0)
    while (last > 0 && t[last] > spec.duration * (1 + 1e-12)) --last;
  spec.duration = t[last];
  spec.samples = static_cast<int>(last);
  return run(spec);
}

}  // namespace rheon::reproduction
