// From a scalar to a node: parse, give names their meaning, check units, evaluate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "io/model_context.hpp"
#include "io/model_quantity.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

using expr::SyntaxError;
using expr::SyntaxNode;

constexpr std::string_view expected_scalar = "a number or an expression";

/// A unit in the middle of an expression, as in `x = 2 m`: says how to do it.
void explain_unit(const std::string& text, SyntaxError& error) {
  const std::string_view before = std::string_view(text).substr(0, std::min(error.offset, text.size()));
  const std::size_t last = before.find_last_not_of(" \t");
  if (last == std::string_view::npos || before[last] < '0' || before[last] > '9') return;
  std::string_view word = std::string_view(text).substr(before.size());
  word = word.substr(0, word.find_first_of(" \t=+-,)<>"));
  if (!word.empty() && parse_unit(word)) {
    error.remedy =
        fmt::format("units stand on whole values only: make it a parameter, as in `parameters: {{p: 1 {}}}`", word);
  }
}

/// The part of the motion that is not allowed, in words.
std::string_view forbidden_part(unsigned bits) {
  if (bits & on_multipliers) return "a constraint force";
  if (bits & on_accelerations) return "an acceleration";
  if (bits & on_rates) return "a rate";
  if (bits & on_coordinates) return "a coordinate";
  return "the time";
}

std::string allowed_text(unsigned bits) {
  std::string text;
  if (bits & on_coordinates) text += "coordinates, ";
  if (bits & on_rates) text += "rates, ";
  if (bits & on_accelerations) text += "accelerations, ";
  if (bits & on_time) text += "the time t, ";
  return text + "parameters";
}

bool takes_names_only(const SyntaxNode& node) {
  return node.kind == SyntaxNode::Kind::call && (node.name == "lambda" || node.name == "reaction");
}

}  // namespace

std::optional<Parsed> Context::parse(const Yaml& value, Use use) {
  Parsed parsed;
  parsed.scalar = &value;
  parsed.use = std::move(use);
  if (!value.is_scalar()) {
    report(value, parsed.use.element, fmt::format("expected {}, found {}", expected_scalar, describe(value)), "",
           value.is_null() ? "give it a value or remove it" : "");
    return std::nullopt;
  }
  parsed.text = value.text;
  return parse_text(std::move(parsed));
}

std::optional<Parsed> Context::parse_override(const Yaml& at, const std::string& text, Use use) {
  Parsed parsed;
  parsed.scalar = &at;
  parsed.use = std::move(use);
  parsed.from_file = false;
  parsed.text = text;
  return parse_text(std::move(parsed));
}

std::optional<Parsed> Context::parse_text(Parsed parsed) {
  if (parsed.text == "true" || parsed.text == "false" || parsed.text.empty()) {
    report(*parsed.scalar, parsed.use.element, fmt::format("expected {}, found \"{}\"", expected_scalar, parsed.text));
    return std::nullopt;
  }
  QuantityResult quantity = read_quantity(parsed.text);
  if (quantity.error) {
    report(parsed, *quantity.error);
    return std::nullopt;
  }
  if (quantity.quantity) {
    parsed.number = quantity.quantity->number;
    parsed.unit = quantity.quantity->unit;
    parsed.unit_text = quantity.quantity->unit_text;
    return parsed;
  }
  auto result = expr::parse(parsed.text);
  if (auto* error = std::get_if<SyntaxError>(&result)) {
    explain_unit(parsed.text, *error);
    report(parsed, *error);
    return std::nullopt;
  }
  parsed.tree = std::move(std::get<expr::SyntaxTree>(result));
  return parsed;
}

std::optional<Parsed> Context::parse_equation(const Yaml& value, Use use) {
  Parsed parsed;
  parsed.scalar = &value;
  parsed.use = std::move(use);
  parsed.equation = true;
  if (!value.is_scalar()) {
    report(value, parsed.use.element, "expected an equation, found " + describe(value), "",
           "write an equation such as x^2 + y^2 = L^2");
    return std::nullopt;
  }
  parsed.text = value.text;
  auto result = expr::parse_equation(parsed.text);
  if (auto* error = std::get_if<SyntaxError>(&result)) {
    explain_unit(parsed.text, *error);
    report(parsed, *error);
    return std::nullopt;
  }
  parsed.tree = std::move(std::get<expr::SyntaxTree>(result));
  return parsed;
}

void Context::check_names(const Parsed& parsed, std::vector<SyntaxError>& errors, bool& tainted) {
  const auto& nodes = parsed.tree.nodes;
  std::vector<bool> skip(nodes.size(), false);
  for (const SyntaxNode& node : nodes) {
    if (!takes_names_only(node)) continue;
    for (const int child : node.children) skip[static_cast<std::size_t>(child)] = true;
  }
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (skip[k]) continue;
    if (nodes[k].kind == SyntaxNode::Kind::name) {
      check_name(parsed, nodes[k], errors, tainted);
    } else if (nodes[k].kind == SyntaxNode::Kind::number && !std::isfinite(nodes[k].number)) {
      errors.push_back({nodes[k].offset, nodes[k].length, "the number is not finite", "give one of ordinary size"});
    }
  }
}

void Context::check_name(const Parsed& parsed, const SyntaxNode& node, std::vector<SyntaxError>& errors,
                         bool& tainted) {
  const Use& use = parsed.use;
  const std::string shown = node.name + std::string(static_cast<std::size_t>(node.primes), '\'');
  const auto error = [&](std::string what, std::string remedy) {
    errors.push_back({node.offset, node.length, std::move(what), std::move(remedy)});
  };
  if ((node.name == "pi" || node.name == "π") && node.primes == 0) return;
  if (node.name == "t") {
    if (node.primes > 0) return error("the time has no rate", "write t");
    if (!(use.allowed & on_time)) {
      error(fmt::format("{} must not contain the time", use.holder), "use " + allowed_text(use.allowed));
    }
    return;
  }
  if (use.find_local(node.name, node.primes)) return;
  Symbol* symbol = find(node.name);
  if (!symbol) {
    tainted = true;
    if (incomplete_) return;
    for (const expr::FunctionInfo& f : expr::functions()) {
      if (f.name == node.name)
        return error(fmt::format("\"{}\" is a function", shown), fmt::format("write {}", f.signature));
    }
    // The search for the nearest name costs time; after many misses it helps nobody.
    const bool search = problems_.size() < 20;
    return error(fmt::format("unknown name \"{}\"", shown), search ? meant_by(node.name, use) : std::string());
  }
  if (symbol->failed) {
    tainted = true;
    return;
  }
  if (symbol->kind == Symbol::Kind::table) {
    return error(fmt::format("\"{}\" is a table", shown), fmt::format("write {}(t) or the like", shown));
  }
  if (is_part(symbol->kind)) {
    return error(fmt::format("\"{}\" is a {}, not a number", shown, to_text(symbol->kind)),
                 fmt::format("name one of its numbers, such as {}.{}", node.name,
                             symbol->kind == Symbol::Kind::point   ? "x"
                             : symbol->kind == Symbol::Kind::joint ? "fx"
                             : symbol->kind == Symbol::Kind::body  ? "x"
                                                                   : "force"));
  }
  if (symbol->kind == Symbol::Kind::output && !use.outputs) {
    return error(fmt::format("\"{}\" is an output; only outputs may use outputs", shown), "make it a definition");
  }
  if (node.primes > 0 && !use.primes) {
    return error(fmt::format("{} must not contain rates such as \"{}\"", use.holder, shown), "use the speeds");
  }
  const Meaning* found = meaning(*symbol, node.primes);
  if (!found) {
    if (symbol->kind == Symbol::Kind::parameter) {
      return error(fmt::format("\"{}\" is a parameter and has no rate", node.name), "remove the '");
    }
    return error(fmt::format("\"{}\" is not available here", shown),
                 "a motion has values, rates (x') and accelerations (x'')");
  }
  if (const unsigned excess = found->depends & ~use.allowed) {
    const bool itself = symbol->kind == Symbol::Kind::coordinate || symbol->kind == Symbol::Kind::speed;
    error(fmt::format("{} must not contain {}; \"{}\" {}", use.holder, forbidden_part(excess), shown,
                      itself ? "is one" : "contains one"),
          "use " + (use.elsewhere.empty() ? allowed_text(use.allowed) + " only" : std::string(use.elsewhere)));
  }
}

std::string Context::meant_by(const std::string& name, const Use& use) const {
  std::string guess;
  if (guesses_ && name.find('.') != std::string::npos) guess = guesses_(name, (use.allowed & on_multipliers) != 0);
  return guess.empty() ? did_you_mean(name, names(use.outputs)) : guess;
}

bool is_part(Symbol::Kind kind) {
  return kind == Symbol::Kind::point || kind == Symbol::Kind::body || kind == Symbol::Kind::joint ||
         kind == Symbol::Kind::driver || kind == Symbol::Kind::force;
}

Dim Context::leaf_dim(const expr::SyntaxTree& tree, const SyntaxNode& node) {
  if (node.kind == SyntaxNode::Kind::name) {
    if (node.name == "t") return {Dim::Kind::weak, dimension_of("s"), false};
    if (node.name == "pi" || node.name == "π") return pure_dim();
    Symbol* symbol = find(node.name);
    if (!symbol || symbol->failed) return unknown_dim();
    const Meaning* found = meaning(*symbol, node.primes);
    return found ? found->dim : unknown_dim();
  }
  if (node.name != "reaction" || node.children.size() != 2) return unknown_dim();
  // A generalised force times its coordinate is an energy, times its speed a power.
  Symbol* along = find(tree.nodes[static_cast<std::size_t>(node.children[1])].name);
  const Meaning* moved = along && !along->failed ? meaning(*along, 0) : nullptr;
  if (!moved || !moved->dim.known()) return unknown_dim();
  return measured_dim(dimension_of(along->kind == Symbol::Kind::speed ? "W" : "J") / moved->dim.dimension);
}

std::optional<Lowered> Context::lower(const Parsed& parsed) {
  Lowered result;
  if (parsed.number) {
    const double value = *parsed.number * (parsed.unit ? parsed.unit->factor : 1.0);
    result.node = model_.graph.constant(value);
    result.dim = parsed.unit ? measured_dim(parsed.unit->dimension) : value == 0.0 ? pure_dim() : unknown_dim();
    return result;
  }
  std::vector<SyntaxError> errors;
  check_names(parsed, errors, result.tainted);
  NameResolver resolver(*this, parsed.use);
  result.node = expr::lower(parsed.tree, model_.graph, resolver, errors);
  result.tainted = result.tainted || resolver.tainted();
  if (errors.empty()) {
    const LeafDim leaf = [&](const SyntaxNode& node) { return leaf_dim(parsed.tree, node); };
    result.dim = check_units(parsed.tree, leaf, parsed.equation, errors);
  }
  std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  for (const SyntaxError& error : errors) report(parsed, error);
  if (!errors.empty()) return std::nullopt;
  result.depends = depends(result.node);
  return result;
}

std::optional<Lowered> Context::expression(const Yaml& value, Use use) {
  const auto parsed = parse(value, std::move(use));
  return parsed ? lower(*parsed) : std::nullopt;
}

std::optional<Number> Context::evaluate(const Parsed& parsed) {
  const auto lowered = lower(parsed);
  if (!lowered) return std::nullopt;
  Number result{0.0, lowered->dim, lowered->tainted};
  if (lowered->tainted) return result;
  if (model_.graph.is_constant(lowered->node)) {
    result.value = model_.graph.value(lowered->node);
  } else {
    // A table, or something that the graph would not fold because it is not finite.
    const expr::Tape tape(model_.graph, std::span(&lowered->node, 1));
    std::vector<double> work(tape.work_size());
    const std::vector<double> inputs(static_cast<std::size_t>(model_.inputs.size()), 0.0);
    tape.evaluate(inputs.data(), &result.value, work.data());
  }
  if (std::isfinite(result.value)) return result;
  report(parsed, SyntaxError{0, parsed.text.size(),
                             fmt::format("its value is not finite: {}", without_sign_of_nan(result.value)),
                             "look for a division by zero or a root or logarithm of a negative number"});
  return std::nullopt;
}

std::optional<Number> Context::number(const Yaml& value, const std::string& element) {
  const auto parsed = parse(value, Use{element, on_nothing, "a constant value"});
  return parsed ? evaluate(*parsed) : std::nullopt;
}

bool Context::expect(const Yaml& at, const std::string& element, const Dim& dim, const Dimension& expected,
                     std::string_view thing) {
  if (!dim.known() || same(dim.dimension, expected)) return true;
  report(at, element,
         fmt::format("is in {}, but {} ({}) is expected", to_text(dim.dimension), thing, to_text(expected)), "",
         "correct the unit");
  return false;
}

}  // namespace rheon::reader
