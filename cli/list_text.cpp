#include <fmt/format.h>

#include <algorithm>

#include "cli/list_tables.hpp"

namespace rheon::cli {

namespace {

std::string line(std::string_view label, std::string_view text) {
  return text.empty() ? "" : fmt::format("  {:<14}{}\n", label, text);
}

// Lines of at most 100 columns, all indented alike.
std::string wrapped(std::string_view text, int indent) {
  constexpr std::size_t width = 100;
  const std::size_t room = width - static_cast<std::size_t>(indent);
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.size() <= room ? text.npos : text.rfind(' ', room);
    if (end == text.npos && text.size() > room) end = text.find(' ', room);
    out += fmt::format("{:{}}{}\n", "", indent, text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string claims_text(const Claims& claims) {
  std::vector<std::string> parts{"position-level constraints"};
  if (claims.nonholonomic) parts.push_back("velocity-level constraints linear in velocity");
  if (claims.nonlinear_nonholonomic) parts.push_back("velocity-level constraints nonlinear in velocity");
  if (claims.redundant) parts.push_back("redundant constraints");
  if (claims.general_speeds) parts.push_back("generalised speeds");
  if (claims.nonideal) parts.push_back("constraints that do work");
  if (claims.varying_mass) parts.push_back("a mass matrix that varies");
  if (claims.most_velocities > 0) parts.push_back(fmt::format("up to {} velocities", claims.most_velocities));
  return fmt::format("{}", fmt::join(parts, ",\n                "));
}

template <class Kinds>
std::size_t longest_name(const Kinds& kinds) {
  std::size_t longest = 0;
  for (const auto& kind : kinds) longest = std::max(longest, kind.name.size());
  return longest;
}

std::string order_text(const IntegratorKind& kind) {
  const auto controlled = controlled_formulations(kind);
  if (controlled.empty()) return fmt::format("order {}", kind.order);
  if (controlled.size() == partners(kind).size()) return fmt::format("order {}, error control", kind.order);
  return fmt::format("order {}, error control with {}", kind.order, fmt::join(controlled, ", "));
}

}  // namespace

std::vector<std::string> partners(const FormulationKind& kind) {
  std::vector<std::string> names;
  for (const IntegratorKind& integrator : integrators()) {
    if (pairs(kind, integrator)) names.emplace_back(integrator.name);
  }
  return names;
}

std::vector<std::string> partners(const IntegratorKind& kind) {
  std::vector<std::string> names;
  for (const FormulationKind& form : formulations()) {
    if (pairs(form, kind)) names.emplace_back(form.name);
  }
  return names;
}

std::string overview_text() {
  const std::size_t width = std::max(longest_name(formulations()), longest_name(integrators())) + 2;
  std::string out = "Formulations: how the constraints are met\n";
  for (const FormulationKind& kind : formulations()) out += fmt::format("  {:<{}}{}\n", kind.name, width, kind.title);
  out += "\nIntegrators: how time advances\n";
  for (const IntegratorKind& kind : integrators()) {
    out += fmt::format("  {:<{}}{} ({})\n", kind.name, width, kind.title, order_text(kind));
  }
  return out +
         "\nMore: rheon list formulations | integrators | options | functions | bodies | joints | drivers | "
         "forces,\nor rheon list NAME for one of them\n";
}

std::string to_text(const FormulationKind& kind) {
  std::string out = fmt::format("{}: {}\n", kind.name, kind.title);
  out += line("honours", claims_text(kind.claims));
  std::string order = kind.claims.order > 0 ? std::to_string(kind.claims.order) : "that of the integrator";
  if (kind.claims.needs_damping) order += ", with integrators that damp";
  if (kind.claims.reaction_order == 0) order += "; reactions need not converge";
  out += line("order", order);
  out += line("integrators", fmt::format("{} (default {})", fmt::join(partners(kind), ", "), kind.default_integrator));
  out += line("reference", kind.reference);
  if (!kind.options.empty()) out += line("options", "(--option NAME=VALUE)") + to_text(kind.options);
  return out;
}

std::string to_text(const IntegratorKind& kind) {
  std::string out = fmt::format("{}: {}\n", kind.name, kind.title);
  out += line("order", std::to_string(kind.order));
  const auto controlled = controlled_formulations(kind);
  const bool always = controlled.size() == partners(kind).size();
  out += line("step", controlled.empty() ? "fixed (--step)"
                      : always           ? "fixed (--step), or error control (--tolerance)"
                                         : fmt::format("fixed (--step), or error control (--tolerance) with {}",
                                                       fmt::join(controlled, ", ")));
  out += line("formulations", fmt::format("{}", fmt::join(partners(kind), ", ")));
  out += line("reference", kind.reference);
  if (!kind.options.empty()) out += line("options", "(--option NAME=VALUE)") + to_text(kind.options);
  return out;
}

std::string to_text(std::span<const OptionSpec> options) {
  std::string out;
  for (const OptionSpec& option : options) {
    const std::string unit = option.unit.empty() ? "" : fmt::format(" {}", option.unit);
    const std::string range = range_text(option);
    out += fmt::format("    {} = {}{}{}\n", option.name, option.fallback, unit,
                       range.empty() ? "" : fmt::format("   ({})", range));
    out += wrapped(option.help, 8);
  }
  return out;
}

std::string to_text(std::span<const expr::FunctionInfo> functions) {
  std::size_t width = 0;
  for (const auto& function : functions) width = std::max(width, function.signature.size());
  std::string out = "Functions in expressions\n";
  for (const auto& function : functions) {
    out += fmt::format("  {:<{}}  {}\n", function.signature, width, function.help);
  }
  return out;
}

}  // namespace rheon::cli
