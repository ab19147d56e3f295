#include "cli/statics_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_rows = 40;  // of a table on the screen; files and JSON have all
constexpr int most_directions = 4;

std::string line(std::string_view label, std::string_view text) { return fmt::format("  {:<15}{}\n", label, text); }
std::string number(double x) { return fmt::format("{:.10g}", x); }

std::string named(const std::string& name, double value, const std::string& unit) {
  return fmt::format("{} = {}{}", name, number(value), unit.empty() || unit == "1" ? "" : " " + unit);
}

std::string stiffness_text(const Equilibrium& e) {
  if (e.freedom == 0) return "the constraints hold it: no degree of freedom";
  std::string text = fmt::format("{:.4g}", e.stiffness[0]);
  if (e.freedom > 1) text += fmt::format(" .. {:.4g}", e.stiffness[e.stiffness.size() - 1]);
  return text + fmt::format(" 1/s^2, softest along {}", e.direction);
}

std::string verdict(const Equilibrium& e) {
  std::string text = to_text(e.stability);
  if (e.negative > 0) text += fmt::format(", {} of {} stiffnesses negative", e.negative, e.freedom);
  if (e.zero > 0) text += fmt::format(", {} of {} stiffnesses zero: neutral along {}", e.zero, e.freedom, e.neutral);
  if (!e.symmetric) text += "; forces without potential: against slow motion only";
  if (e.stability == Stability::unstable) text += "; --stable goes on to a stable one";
  return text;
}

// The components that a row's reaction has, the largest first.
std::string reaction_text(const System& system, const Equilibrium& e, int row) {
  std::vector<int> order;
  const auto size = [&](int j) { return std::abs(e.reactions(row, j)); };
  for (int j = 0; j < e.reactions.cols(); ++j)
    if (size(j) > 0.0) order.push_back(j);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) > size(b); });
  std::string text;
  for (std::size_t k = 0; k < order.size() && k < most_directions; ++k)
    text +=
        fmt::format("{}{:.6g} along {}", k > 0 ? ", " : "", e.reactions(row, order[k]), system.velocity_name(order[k]));
  return order.size() > most_directions ? text + ", ..." : text;
}

template <class Row>
std::string table(std::string_view label, std::size_t rows, Row&& row) {
  std::string out;
  for (std::size_t i = 0; i < std::min(rows, most_rows); ++i)
    out += line(i == 0 ? label : "", row(static_cast<int>(i)));
  if (rows > most_rows) out += line("", fmt::format("and {} more; -o FILE or --json has all", rows - most_rows));
  return out;
}

/// Those that somebody asked for, not those of the picture.
std::vector<int> named_outputs(const System& system, const Equilibrium& e) {
  std::vector<int> which;
  for (int i = 0; i < static_cast<int>(e.outputs.size()); ++i)
    if (!system.model().outputs[static_cast<std::size_t>(i)].for_view) which.push_back(i);
  return which;
}

Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json equilibrium_json(const System& system, const Equilibrium& e) {
  Json j{{"found", e.found}, {"reason", e.reason}, {"t", e.state.t}};
  j["coordinates"] = j["lambda"] = j["reactions"] = Json::object();
  for (Eigen::Index i = 0; i < e.state.q.size(); ++i)
    j["coordinates"][system.model().coordinates[static_cast<std::size_t>(i)].name] = finite(e.state.q[i]);
  for (int i = 0; i < e.reactions.rows(); ++i) {
    j["lambda"][system.row_name(i)] = finite(e.state.lambda[i]);
    Json& row = j["reactions"][system.row_name(i)] = Json::object();
    for (int k = 0; k < e.reactions.cols(); ++k)
      if (e.reactions(i, k) != 0.0) row[system.velocity_name(k)] = finite(e.reactions(i, k));
  }
  j["outputs"] = Json::object();
  for (const int i : named_outputs(system, e))
    j["outputs"][system.model().outputs[static_cast<std::size_t>(i)].name] = finite(e.outputs[i]);
  j["potential"] = finite(e.potential);
  j["residual"] = {{"value", finite(e.residual)}, {"along", e.residual_at}};
  j["moved"] = finite(e.moved);
  j["jumped"] = e.jumped;
  j["iterations"] = e.iterations;
  j["degrees_of_freedom"] = e.freedom;
  j["stability"] = e.found ? Json(to_text(e.stability)) : Json(nullptr);
  j["stiffness"] = std::vector<double>(e.stiffness.begin(), e.stiffness.end());
  j["negative"] = e.negative;
  j["zero"] = e.zero;
  j["symmetric"] = e.symmetric;
  j["softest"] = e.direction;
  j["neutral"] = e.neutral;
  j["notes"] = e.notes;
  return j;
}

Json header(const System& system) {
  return {{"model", system.model().name}, {"file", system.model().file}, {"version", version()}};
}

std::string dump(const Json& j) { return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string title(const System& system) {
  return system.model().name.empty() ? system.model().file : system.model().name;
}

}  // namespace

std::string to_text(const System& system, const Equilibrium& e) {
  const Model& m = system.model();
  std::string out = fmt::format("{}   statics at t = {:.6g} s\n", title(system), e.state.t);
  out += e.found ? line("equilibrium", verdict(e)) : line("NONE FOUND", e.reason);
  if (e.found) out += line("stiffness", stiffness_text(e));
  out += line("search", fmt::format("{} iteration{}, moved by up to {:.4g}; force left over {:.3g}{}", e.iterations,
                                    e.iterations == 1 ? "" : "s", e.moved, e.residual,
                                    e.residual_at.empty() ? "" : " along " + e.residual_at));
  out += line("potential", fmt::format("{:.8g} J", e.potential));
  out += table("coordinates", m.coordinates.size(), [&](int i) {
    const Coordinate& c = m.coordinates[static_cast<std::size_t>(i)];
    return named(c.name, e.state.q[i], c.unit);
  });
  out += table("reactions", m.constraints.size(), [&](int i) {
    const std::string along = e.reactions.rows() > i ? reaction_text(system, e, i) : "";
    return fmt::format("{}: lambda = {:.8g}{}", system.row_name(i), e.state.lambda[i],
                       along.empty() ? "" : "; " + along);
  });
  const std::vector<int> outputs = named_outputs(system, e);
  out += table("outputs", outputs.size(), [&](int row) {
    const int i = outputs[static_cast<std::size_t>(row)];
    const Output& o = m.outputs[static_cast<std::size_t>(i)];
    return named(o.name, e.outputs[i], o.unit);
  });
  for (const std::string& note : e.notes) out += line("note", note);
  return out;
}

std::string to_json(const System& system, const Equilibrium& e) {
  Json j = header(system);
  j.update(equilibrium_json(system, e));
  return dump(j);
}

std::string sweep_text(const System& system, const std::string& parameter, const std::vector<SweepPoint>& points) {
  std::string out = fmt::format("{}   statics along {}\n", title(system), parameter);
  out += fmt::format("  {:>14}  {:<9}{:>12}{:>12}{:>12}\n", parameter, "", "softest", "potential", "moved");
  for (const SweepPoint& p : points) {
    const Equilibrium& e = p.equilibrium;
    const std::string softest = e.stiffness.size() > 0 ? fmt::format("{:.4g}", e.stiffness[0]) : "-";
    out +=
        fmt::format("  {:>14.8g}  {:<9}{:>12}{:>12.5g}{:>12.4g}{}\n", p.value, e.found ? to_text(e.stability) : "none",
                    softest, e.potential, e.moved, e.jumped ? "  jumped: the path of the equilibria before ends" : "");
  }
  return out;
}

std::string sweep_json(const System& system, const std::string& parameter, const std::vector<SweepPoint>& points) {
  Json j = header(system);
  j["parameter"] = parameter;
  j["points"] = Json::array();
  for (const SweepPoint& p : points) {
    Json point{{"value", p.value}};
    point.update(equilibrium_json(system, p.equilibrium));
    j["points"].push_back(std::move(point));
  }
  return dump(j);
}

}  // namespace rheon::cli
