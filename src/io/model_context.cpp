#include "io/model_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace rheon::reader {
namespace {

constexpr std::size_t max_problems = 100;  // nobody reads more at once

bool is_reserved(const std::string& name) {
  static const std::unordered_set<std::string> reserved = [] {
    std::unordered_set<std::string> all = {"t",  "pi",  "π",      "if",       "else", "and",
                                           "or", "not", "lambda", "reaction", "true", "false"};
    for (const expr::FunctionInfo& function : expr::functions()) all.emplace(function.name);
    return all;
  }();
  return reserved.contains(name);
}

/// What a reserved name stands for.
std::string reserved_meaning(const std::string& name) {
  if (name == "t") return "it is the time in expressions";
  if (name == "pi" || name == "π") return "it is the number 3.14159... in expressions";
  for (const expr::FunctionInfo& function : expr::functions())
    if (function.name == name) return fmt::format("it is the function {} in expressions", function.signature);
  return "it is a word of expressions";
}

}  // namespace

bool is_identifier(std::string_view name) {
  const auto letter = [&](std::size_t k) -> std::size_t {
    const char c = name[k];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return 1;
    const bool greek = (c == '\xce' || c == '\xcf') && k + 1 < name.size();
    return greek ? 2 : 0;
  };
  if (name.empty() || letter(0) == 0) return false;
  for (std::size_t k = 0; k < name.size();) {
    const std::size_t length = name[k] >= '0' && name[k] <= '9' ? 1 : letter(k);
    if (length == 0) return false;
    k += length;
  }
  return true;
}

std::string_view to_text(Symbol::Kind kind) {
  switch (kind) {
    case Symbol::Kind::parameter: return "parameter";
    case Symbol::Kind::table: return "table";
    case Symbol::Kind::coordinate: return "coordinate";
    case Symbol::Kind::speed: return "speed";
    case Symbol::Kind::definition: return "definition";
    case Symbol::Kind::output: return "output";
    case Symbol::Kind::point: return "point";
    case Symbol::Kind::body: return "body";
    case Symbol::Kind::joint: return "joint";
    case Symbol::Kind::driver: return "driver";
    case Symbol::Kind::force: return "force";
    case Symbol::Kind::quantity: return "quantity";
  }
  return "name";
}

Context::Context(const Source& source, Model& model, Problems& problems)
    : source_(source), model_(model), problems_(problems) {}

void Context::report(Problem problem) {
  if (problems_.size() < max_problems) {
    problems_.add(std::move(problem));
  } else {
    ++left_out_;
  }
}

void Context::report(const Yaml& at, std::string element, std::string what, std::string numbers, std::string remedy) {
  report(Problem{place(at), std::move(element), std::move(what), std::move(numbers), std::move(remedy)});
}

void Context::report(const Parsed& parsed, const expr::SyntaxError& error) {
  const Yaml& scalar = *parsed.scalar;
  const bool exact = parsed.from_file && scalar.verbatim;
  const std::size_t offset = exact ? scalar.text_offset + error.offset : scalar.offset;
  report(
      Problem{source_.place(offset), parsed.use.element, error.what, expr::point_at(parsed.text, error), error.remedy});
}

void Context::finish() {
  if (left_out_ > 0) {
    problems_.add({{source_.file(), source_.place(source_.text().size()).line, 0},
                   "",
                   fmt::format("{} further problems are not shown", left_out_),
                   "",
                   "correct the first ones"});
  }
  problems_.throw_if_any();
}

Symbol* Context::find(const std::string& name) {
  const auto found = symbols_.find(name);
  if (found != symbols_.end()) return &found->second;
  if (!quantities_ || name.find('.') == std::string::npos) return nullptr;
  const auto meaning = quantities_(name);
  if (!meaning) return nullptr;
  introduce(name, {Symbol::Kind::quantity, 0, {}, false, {*meaning}});
  return &symbols_.at(name);
}

void Context::introduce(const std::string& name, Symbol symbol) {
  if (symbols_.try_emplace(name, std::move(symbol)).second) order_.push_back(name);
}

std::vector<std::string> Context::names_of(Symbol::Kind kind) const {
  std::vector<std::string> all;
  for (const std::string& name : order_)
    if (symbols_.at(name).kind == kind) all.push_back(name);
  return all;
}

bool Context::declare(const Yaml& at, const std::string& name, Symbol::Kind kind, int index) {
  const std::string element = fmt::format("{} \"{}\"", to_text(kind), name);
  if (!is_identifier(name)) {
    report(at, element, "is not a name", "", std::string(name_rule));
    return false;
  }
  if (is_reserved(name)) {
    report(at, element, fmt::format("the name \"{}\" has a meaning of its own", name), reserved_meaning(name),
           "choose another name");
    return false;
  }
  if (name == "violation" && is_part(kind)) {
    report(at, element, "the name \"violation\" has a meaning of its own",
           "channels violation.NAME show how well constraints hold", "choose another name");
    return false;
  }
  Symbol symbol{kind, index, place(at), false, {}};
  const auto [other, is_new] = symbols_.try_emplace(name, std::move(symbol));
  if (is_new) {
    order_.push_back(name);
    return true;
  }
  const Place& before = other->second.place;
  report(at, element, fmt::format("the name is already taken by a {}", to_text(other->second.kind)),
         fmt::format("first at line {}, column {}", before.line, before.column), "choose another name");
  return false;
}

unsigned Context::depends(expr::Node n) const {
  const InputMap& in = model_.inputs;
  unsigned found = on_nothing;
  for (const int slot : model_.graph.inputs_of(n)) {
    if (slot < in.anchor(0)) {
      found |= on_time;
    } else if (slot < in.v(0)) {
      found |= on_coordinates;
    } else if (slot < in.a(0)) {
      found |= on_rates;
    } else if (slot < in.lambda(0)) {
      found |= on_accelerations;
    } else {
      found |= on_multipliers;
    }
  }
  return found;
}

const Meaning* Context::meaning(Symbol& symbol, int primes) {
  const auto wanted = static_cast<std::size_t>(primes);
  if (symbol.by_primes.empty() || symbol.kind == Symbol::Kind::table) return nullptr;
  if (symbol.kind == Symbol::Kind::parameter && primes > 0) return nullptr;
  while (symbol.by_primes.size() <= wanted) {
    const Meaning last = symbol.by_primes.back();
    if (last.depends & (on_accelerations | on_multipliers)) return nullptr;
    const bool coordinate = symbol.kind == Symbol::Kind::coordinate && symbol.by_primes.size() == 1;
    const expr::Node node =
        coordinate ? model_.rate[static_cast<std::size_t>(symbol.index)] : time_derivative(model_, last.node);
    // x' counts as a rate even where the kinematics make it a number.
    symbol.by_primes.push_back({node, depends(node) | (coordinate ? on_rates : on_nothing), per_second(last.dim)});
  }
  return &symbol.by_primes[wanted];
}

std::vector<std::string> Context::names(bool with_outputs) const {
  std::vector<std::string> all;
  for (const std::string& name : order_) {
    const Symbol::Kind kind = symbols_.at(name).kind;
    if (kind != Symbol::Kind::table && (with_outputs || kind != Symbol::Kind::output)) all.push_back(name);
  }
  return all;
}

std::vector<std::string> Context::table_names() const {
  std::vector<std::string> all;
  for (const std::string& name : order_) {
    if (symbols_.at(name).kind == Symbol::Kind::table) all.push_back(name);
  }
  return all;
}

std::vector<std::string> Context::constraint_names() const {
  std::vector<std::string> all;
  for (const auto& [name, rows] : rows_) all.push_back(name);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace rheon::reader
