#include <cmath>

#include "cli/list_tables.hpp"

namespace rheon::cli {

namespace {

const char* type_name(OptionType type) {
  switch (type) {
    case OptionType::number: return "number";
    case OptionType::integer: return "integer";
    case OptionType::boolean: return "boolean";
    case OptionType::choice: return "choice";
    case OptionType::gains: return "gains";
    case OptionType::names: return "names";
  }
  return "";
}

Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json choices(std::string_view text) {
  Json list = Json::array();
  while (!text.empty()) {
    const std::size_t end = text.find('|');
    list.push_back(text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return list;
}

}  // namespace

Json to_json(const FormulationKind& kind) {
  const Claims& claims = kind.claims;
  return {{"name", kind.name},
          {"title", kind.title},
          {"reference", kind.reference},
          {"family", kind.is_step_form() ? "step" : "rate"},
          {"claims",
           {{"nonholonomic", claims.nonholonomic},
            {"nonlinear_nonholonomic", claims.nonlinear_nonholonomic},
            {"redundant", claims.redundant},
            {"general_speeds", claims.general_speeds},
            {"nonideal", claims.nonideal},
            {"most_velocities", claims.most_velocities},
            {"varying_mass", claims.varying_mass},
            {"order", claims.order > 0 ? Json(claims.order) : Json(nullptr)}}},
          {"default_integrator", kind.default_integrator},
          {"integrators", partners(kind)},
          {"options", to_json(kind.options)}};
}

Json to_json(const IntegratorKind& kind) {
  return {{"name", kind.name},
          {"title", kind.title},
          {"reference", kind.reference},
          {"formulations", partners(kind)},
          {"order", kind.order},
          {"error_control", controlled_formulations(kind)},
          {"options", to_json(kind.options)}};
}

Json to_json(std::span<const OptionSpec> options) {
  Json list = Json::array();
  for (const OptionSpec& option : options) {
    Json entry{{"name", option.name}, {"type", type_name(option.type)}, {"default", option.fallback},
               {"unit", option.unit}, {"min", bound(option.min)},       {"max", bound(option.max)},
               {"help", option.help}};
    if (option.type == OptionType::choice) entry["choices"] = choices(option.choices);
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(std::span<const expr::FunctionInfo> functions) {
  Json list = Json::array();
  for (const auto& function : functions) {
    list.push_back({{"name", function.name}, {"signature", function.signature}, {"help", function.help}});
  }
  return list;
}

}  // namespace rheon::cli
