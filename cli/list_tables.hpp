// The tables of kinds as text and as JSON, for `rheon list`. Nothing is said here that is not in a table's row.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "rheon/core/options.hpp"
#include "rheon/expr/syntax.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/mechanism/kinds.hpp"
#include "rheon/sim/results.hpp"

namespace rheon::cli {

std::string overview_text();  ///< one line a formulation and integrator
std::string to_text(const FormulationKind& kind);
std::string to_text(const IntegratorKind& kind);
std::string to_text(const PartKind& kind);
/// Kinds of one section: `bodies`, `joints`, `drivers`, `forces`.
std::vector<PartKind> parts_of(const std::string& section);
std::string to_text(std::span<const OptionSpec> options);
std::string to_text(std::span<const expr::FunctionInfo> functions);

using Json = nlohmann::ordered_json;
Json to_json(const FormulationKind& kind);
Json to_json(const IntegratorKind& kind);
Json to_json(const PartKind& kind);
Json to_json(std::span<const OptionSpec> options);
Json to_json(std::span<const expr::FunctionInfo> functions);

/// An option, and which formulations or integrators have it; none: it belongs to no single method.
struct ListedOption {
  OptionSpec spec;
  std::vector<std::string> owners;
};
std::vector<ListedOption> all_options();
/// Those of this name; if there is none, those that may take it as their value.
std::vector<ListedOption> options_named(const std::string& name);
std::string to_text(const std::vector<ListedOption>& options);
Json to_json(const std::vector<ListedOption>& options);

/// A channel of a model, and what the command must be given for it; "" if it is always there.
struct ListedChannel {
  Channel channel;
  std::string needs;
};
/// Those with `word` in their name, capitals or not, in the order of the results. Throws ModelError, and UsageError if
/// there is none.
std::vector<ListedChannel> channels_of(const std::string& model, const std::string& word);
std::string to_text(const std::vector<ListedChannel>& channels);
Json to_json(const std::vector<ListedChannel>& channels);

/// Names of the integrators that a formulation pairs with, and the other way round.
std::vector<std::string> partners(const FormulationKind& kind);
std::vector<std::string> partners(const IntegratorKind& kind);

}  // namespace rheon::cli
