// Infix text of a node. Shared parts are written out each time they occur, so the text is cut at a fixed length:
// a graph of sixty nodes can have a text of 2^60 characters.
#include <string_view>

#include "core/number_text.hpp"
#include "expr/graph_core.hpp"

namespace rheon::expr {
namespace {

constexpr std::size_t longest_text = 20000;

std::string_view name_of(Op op) {
  switch (op) {
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::atan2: return "atan2";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::sqrt: return "sqrt";
    case Op::abs: return "abs";
    case Op::sign: return "sign";
    case Op::min: return "min";
    case Op::max: return "max";
    case Op::hypot: return "hypot";
    case Op::floor: return "floor";
    case Op::select: return "if";
    case Op::logical_not: return "not ";
    case Op::neg: return "-";
    case Op::add: return " + ";
    case Op::sub: return " - ";
    case Op::mul: return "*";
    case Op::div: return "/";
    case Op::pow: return "^";
    case Op::less: return " < ";
    case Op::less_equal: return " <= ";
    case Op::equal: return " == ";
    case Op::logical_and: return " and ";
    case Op::logical_or: return " or ";
    default: return "?";
  }
}

constexpr int level_lowest = 0, level_unary = 7, level_atom = 9;

/// How tightly an operator binds; calls and names bind tightest.
int level_of(Op op) {
  switch (op) {
    case Op::logical_or: return 1;
    case Op::logical_and: return 2;
    case Op::logical_not: return 3;
    case Op::less:
    case Op::less_equal:
    case Op::equal: return 4;
    case Op::add:
    case Op::sub: return 5;
    case Op::mul:
    case Op::div: return 6;
    case Op::neg: return level_unary;
    case Op::pow: return 8;
    default: return level_atom;
  }
}

/// Either a piece of text, or a node that must bind at least as tightly as `level`.
struct Piece {
  std::string text;
  Id node = 0;
  int level = -1;
};

class Writer {
 public:
  Writer(const GraphCore& graph, std::span<const std::string> names) : graph_(graph), names_(names) {}

  std::string write(Id root) {
    push(root, level_lowest);
    while (!open_.empty()) {
      if (out_.size() > longest_text) return out_ + "…";
      const Piece piece = std::move(open_.back());
      open_.pop_back();
      if (piece.level < 0) {
        out_ += piece.text;
      } else {
        expand(piece.node, piece.level);
      }
    }
    return std::move(out_);
  }

 private:
  void push(std::string_view text) { open_.push_back({std::string(text)}); }
  void push(Id n, int level) { open_.push_back({{}, n, level}); }

  /// Pushes the parts of a node in reverse, since the stack gives the last one first.
  void expand(Id n, int level) {
    const NodeData& data = graph_.node(n);
    if (data.op == Op::constant) return write_number(data.value(), level);
    if (data.op == Op::input) {
      out_ += data.arg[0] < names_.size() ? names_[data.arg[0]] : "#" + std::to_string(data.arg[0]);
      return;
    }
    const int own = level_of(data.op);
    if (own == level_atom) return expand_call(data);
    const bool bracket = own < level;
    if (bracket) push(")");
    if (arity(data.op) == 1) {
      push(data.arg[0], own);
      push(name_of(data.op));
    } else {
      // Left operands may bind as loosely as the operator itself, right ones only if the operator is associative.
      const bool left_tighter = data.op == Op::pow || own == 4;
      const bool right_tighter = data.op != Op::add && data.op != Op::pow && data.op != Op::mul;
      push(data.arg[1], own + (right_tighter || data.op == Op::mul ? 1 : 0));
      push(name_of(data.op));
      push(data.arg[0], own + (left_tighter ? 1 : 0));
    }
    if (bracket) push("(");
  }

  void write_number(double value, int level) {
    const bool bracket = value < 0.0 && level > 5;
    out_ += bracket ? "(" + shortest_text(value) + ")" : shortest_text(value);
  }

  void expand_call(const NodeData& data) {
    push(")");
    const std::size_t count = data.op == Op::table ? 1 : data.children().size();
    for (std::size_t k = count; k-- > 0;) {
      push(data.arg[k], level_lowest);
      if (k > 0) push(", ");
    }
    push("(");
    if (data.op == Op::table) {
      push("table" + std::to_string(data.arg[2]) + std::string(data.order, '\''));
    } else {
      push(name_of(data.op));
    }
  }

  const GraphCore& graph_;
  std::span<const std::string> names_;
  std::vector<Piece> open_;
  std::string out_;
};

}  // namespace

std::string GraphCore::to_text(Id n, std::span<const std::string> names) const { return Writer(*this, names).write(n); }

}  // namespace rheon::expr
