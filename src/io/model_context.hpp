// What the readers of all sections share: the names known so far, and the way from a scalar to a node.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/model_units.hpp"
#include "io/model_yaml.hpp"
#include "rheon/expr/syntax.hpp"
#include "rheon/model/model.hpp"

namespace rheon::reader {

/// What an expression depends on; also what a place in the model lets it depend on.
enum : unsigned { on_time = 1, on_coordinates = 2, on_rates = 4, on_accelerations = 8, on_multipliers = 16 };
inline constexpr unsigned on_nothing = 0;
inline constexpr unsigned on_motion = on_time | on_coordinates | on_rates;
inline constexpr unsigned on_everything = on_motion | on_accelerations | on_multipliers;

struct Meaning {
  expr::Node node{};
  unsigned depends = on_nothing;
  Dim dim;
};

struct Symbol {
  enum class Kind : unsigned char {
    parameter,
    table,
    coordinate,
    speed,
    definition,
    output,
    point,
    body,
    joint,
    driver,
    force,
    quantity  ///< of a mechanism: `crank.angle`
  };
  Kind kind = Kind::parameter;
  int index = 0;
  Place place;
  /// Not usable, and already reported: what is built on it is not reported again.
  bool failed = false;
  std::vector<Meaning> by_primes;  ///< meaning of x, x', x'', as far as asked for
};
std::string_view to_text(Symbol::Kind kind);
/// Part of a mechanism: a point, body, joint, driver or force.
bool is_part(Symbol::Kind kind);

/// How a scalar is used: its element for messages, and what it may contain.
struct Use {
  std::string element;
  unsigned allowed = on_nothing;
  std::string_view holder = "this value";  ///< subject of `… may only contain …`
  bool outputs = false;                    ///< may name outputs
  bool tables = true;
  bool primes = true;               ///< may write x'
  std::string_view elsewhere = {};  ///< what may stand here, if `allowed` does not say it all
  /// Names that mean something here only.
  const std::vector<std::pair<std::string, expr::Node>>* local = nullptr;
  const expr::Node* find_local(std::string_view name, int times) const {
    if (local && times == 0)
      for (const auto& [own, node] : *local)
        if (own == name) return &node;
    return nullptr;
  }
};

/// A scalar after parsing: either a number with or without unit, or a tree.
struct Parsed {
  const Yaml* scalar = nullptr;
  Use use;
  bool equation = false;
  std::string text;
  bool from_file = true;         ///< false: the text came as an override, offsets mean nothing in the file
  std::optional<double> number;  ///< as written
  std::optional<Unit> unit;
  std::string unit_text;
  expr::SyntaxTree tree;
};

/// A scalar after names got their meaning.
struct Lowered {
  expr::Node node{};
  unsigned depends = on_nothing;
  Dim dim;
  bool tainted = false;  ///< uses something that failed: values and structure mean nothing
};

struct Number {
  double value = 0.0;  ///< SI
  Dim dim;
  bool tainted = false;
};

class Context {
 public:
  Context(const Source& source, Model& model, Problems& problems);

  const Source& source() const { return source_; }
  Model& model() { return model_; }
  Place place(const Yaml& value) const { return source_.place(value.offset); }

  // --- problems
  void report(Problem problem);
  void report(const Yaml& at, std::string element, std::string what, std::string numbers = "", std::string remedy = "");
  void report(const Parsed& parsed, const expr::SyntaxError& error);
  bool any_problem() const { return !problems_.empty(); }
  /// Adds `and n more` if reports were left out, then throws if there are any.
  void finish();

  // --- names
  Symbol* find(const std::string& name);
  /// Makes a name known; refuses what is no name, reserved, or taken. The first owner keeps a name.
  bool declare(const Yaml& at, const std::string& name, Symbol::Kind kind, int index);
  /// Makes a name known that no user wrote, such as `A.x`.
  void introduce(const std::string& name, Symbol symbol);
  /// Gives meaning to names with points that nothing else knows.
  using Quantities = std::function<std::optional<Meaning>(const std::string&)>;
  void set_quantities(Quantities quantities) { quantities_ = std::move(quantities); }
  /// What may be meant by such a name that is unknown, constraint forces included or not; "" if nothing is near enough.
  using Guesses = std::function<std::string(const std::string&, bool)>;
  void set_guesses(Guesses guesses) { guesses_ = std::move(guesses); }
  std::vector<std::string> names_of(Symbol::Kind kind) const;
  /// After this, unknown names are not reported: some section that names things could not be read.
  void names_are_incomplete() { incomplete_ = true; }
  bool incomplete() const { return incomplete_; }
  /// Meaning of a symbol with primes; nothing if there is none (a parameter has no rate).
  const Meaning* meaning(Symbol& symbol, int primes);
  unsigned depends(expr::Node n) const;
  std::vector<std::string> names(bool with_outputs) const;
  std::vector<std::string> table_names() const;
  std::vector<std::string> constraint_names() const;
  /// Rows of a constraint in the user's order; valid once all constraints are read.
  std::unordered_map<std::string, std::vector<int>>& constraint_rows() { return rows_; }

  // --- expressions
  /// Nothing after a problem was reported. A scalar is expected; other types are reported.
  std::optional<Parsed> parse(const Yaml& value, Use use);
  std::optional<Parsed> parse_equation(const Yaml& value, Use use);
  std::optional<Parsed> parse_override(const Yaml& at, const std::string& text, Use use);
  std::optional<Lowered> lower(const Parsed& parsed);
  std::optional<Lowered> expression(const Yaml& value, Use use);
  /// Value of a constant expression; reports what is not finite.
  std::optional<Number> evaluate(const Parsed& parsed);
  std::optional<Number> number(const Yaml& value, const std::string& element);
  /// Reports if the unit is known and is not `expected`. `thing`: `a time`, `an energy`.
  bool expect(const Yaml& at, const std::string& element, const Dim& dim, const Dimension& expected,
              std::string_view thing);

 private:
  std::optional<Parsed> parse_text(Parsed parsed);
  void check_names(const Parsed& parsed, std::vector<expr::SyntaxError>& errors, bool& tainted);
  void check_name(const Parsed& parsed, const expr::SyntaxNode& node, std::vector<expr::SyntaxError>& errors,
                  bool& tainted);
  std::string meant_by(const std::string& name, const Use& use) const;
  Dim leaf_dim(const expr::SyntaxTree& tree, const expr::SyntaxNode& node);

  const Source& source_;
  Model& model_;
  Problems& problems_;
  std::unordered_map<std::string, Symbol> symbols_;
  std::vector<std::string> order_;  ///< names in the order of declaration
  std::unordered_map<std::string, std::vector<int>> rows_;
  Quantities quantities_;
  Guesses guesses_;
  bool incomplete_ = false;
  std::size_t left_out_ = 0;
};

/// Latin or Greek letters, digits and _, not starting with a digit: what the expression language calls a name.
bool is_identifier(std::string_view name);
inline constexpr std::string_view name_rule = "use letters, digits and _, and start with a letter";

/// Value used for whatever failed: no neutral element, so nothing cancels by accident.
inline constexpr double stand_in = 0.7390851332151607;

/// Gives meaning to the names of one expression.
class NameResolver : public expr::Resolver {
 public:
  NameResolver(Context& context, const Use& use) : context_(context), use_(use) {}
  std::optional<expr::Node> name(std::string_view id, int primes) override;
  std::optional<expr::Node> call(const expr::SyntaxTree& tree, const expr::SyntaxNode& node,
                                 std::vector<expr::SyntaxError>& errors) override;
  std::vector<std::string> candidates() const override;
  bool tainted() const { return tainted_; }

 private:
  expr::Node failed();
  expr::Node table(const Symbol& symbol, const expr::SyntaxTree& tree, const expr::SyntaxNode& node,
                   std::vector<expr::SyntaxError>& errors);
  expr::Node multiplier(const std::vector<int>& rows, const expr::SyntaxTree& tree, const expr::SyntaxNode& node,
                        std::vector<expr::SyntaxError>& errors);
  expr::Node reaction_along(const std::vector<int>& rows, const expr::SyntaxTree& tree, const expr::SyntaxNode& node,
                            std::vector<expr::SyntaxError>& errors);

  Context& context_;
  const Use& use_;
  bool tainted_ = false;
};

/// Items that name each other: the order in which they can be evaluated, and circles among them.
struct Ordering {
  std::vector<int> order;
  std::vector<std::vector<int>> circles;  ///< each item of a circle needs the next one, the last needs the first
  std::vector<int> circular;              ///< all items that are part of some circle
};
Ordering order_by_need(const std::vector<std::vector<int>>& needs);

/// Orders parsed items of one kind by the names in them, reports circles and marks their symbols as failed.
std::vector<int> order_items(Context& context, Symbol::Kind kind, const std::vector<std::string>& names,
                             const std::vector<std::optional<Parsed>>& items);

}  // namespace rheon::reader
