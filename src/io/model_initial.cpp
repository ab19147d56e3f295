// Sections `initial` and `guess`.
#include <fmt/format.h>

#include <algorithm>

#include "core/number_text.hpp"
#include "io/model_sections.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

struct Target {
  InitialValue* value = nullptr;
  Dim dim;
};

class InitialReader {
 public:
  explicit InitialReader(Context& context) : context_(context), model_(context.model()) {}

  void read(const Yaml& map, bool guess) {
    for (std::size_t k = 0; k < map.keys.size(); ++k) {
      const Yaml& key = map.keys[k];
      const std::string element = fmt::format("{} \"{}\"", guess ? "guess" : "initial value", key.text);
      const auto number = context_.number(map.items[k], element);
      if (!guess && is_expression(key.text)) {
        if (number) start_with(key, map.items[k], element, *number);
        continue;
      }
      const Target target = find(key, element);
      if (!target.value) continue;
      if (target.dim.known() && number) {
        context_.expect(map.items[k], element, number->dim, target.dim.dimension, "the unit of the coordinate");
      }
      set(*target.value, key, element, number ? number->value : 0.0, guess);
    }
  }

 private:
  void set(InitialValue& target, const Yaml& key, const std::string& element, double value, bool guess) {
    if (guess && target.given) {
      context_.report(key, element, "is also given as an initial value",
                      fmt::format("at line {}, column {}", target.place.line, target.place.column),
                      "keep the guess if the value is to be solved for, the initial value if not");
      return;
    }
    if (guess) {
      target.guess = value;
    } else {
      target.given = value;
    }
    target.place = context_.place(key);
  }

  /// Anything but a coordinate, a speed or a rate, such as `crank.angle'` or `x + y`.
  bool is_expression(const std::string& text) {
    if (text.find_first_of("+-*/^(") != std::string::npos) return true;
    const Symbol* symbol = context_.find(text.substr(0, text.find('\'')));
    return symbol && (symbol->kind == Symbol::Kind::quantity || symbol->kind == Symbol::Kind::definition);
  }

  /// An equation that holds at the start only.
  void start_with(const Yaml& key, const Yaml& number, const std::string& element, const Number& value) {
    const auto lowered = context_.expression(key, Use{element, on_motion, "an initial value"});
    if (!lowered || lowered->tainted) return;
    if (lowered->dim.known())
      context_.expect(number, element, value.dim, lowered->dim.dimension, "the unit of the left side");
    expr::Graph& g = model_.graph;
    ConstraintRow row{key.text,
                      "initial",
                      g.make(expr::Op::sub, lowered->node, g.constant(value.value)),
                      ConstraintKind::holonomic,
                      key.text + " = " + shortest_text(value.value),
                      context_.place(key)};
    row.kind = classify(model_, row.residual);
    const auto first_rate = std::find_if(model_.starting.begin(), model_.starting.end(),
                                         [](const ConstraintRow& r) { return !is_position_level(r.kind); });
    model_.starting.insert(is_position_level(row.kind) ? first_rate : model_.starting.end(), row);
  }

  Target find(const Yaml& key, const std::string& element) {
    const bool prime = key.text.ends_with('\'');
    const std::string name = prime ? key.text.substr(0, key.text.size() - 1) : key.text;
    Symbol* symbol = context_.find(name);
    const bool coordinate = symbol && symbol->kind == Symbol::Kind::coordinate;
    const bool speed = symbol && symbol->kind == Symbol::Kind::speed;
    const auto index = symbol ? static_cast<std::size_t>(symbol->index) : 0;
    if (coordinate && !prime) return {&model_.coordinates[index].position, symbol->by_primes[0].dim};
    if (speed && !prime) return {&model_.speeds[index].value, symbol->by_primes[0].dim};
    if (coordinate && !model_.general_speeds) {
      return {&model_.speeds[index].value, per_second(symbol->by_primes[0].dim)};
    }
    if (coordinate) {
      context_.report(key, element, "this model has speeds of its own", "", "give the speeds: " + speed_names());
    } else if (!context_.incomplete()) {
      std::vector<std::string> names;
      for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
      for (const Speed& s : model_.speeds) names.push_back(s.name);
      context_.report(key, element, speed ? "a speed has no initial rate" : "there is no such coordinate or rate", "",
                      did_you_mean(key.text, names));
    }
    return {};
  }

  std::string speed_names() const {
    std::string all;
    for (const Speed& speed : model_.speeds) {
      if (all.size() > 60) return all + ", …";
      all += (all.empty() ? "" : ", ") + speed.name;
    }
    return all;
  }

  Context& context_;
  Model& model_;
};

}  // namespace

void read_initial(Context& context, const Keyed& sections) {
  InitialReader reader(context);
  if (const Yaml* map = map_section(context, sections, "initial")) reader.read(*map, false);
  if (const Yaml* map = map_section(context, sections, "guess")) reader.read(*map, true);
}

}  // namespace rheon::reader
