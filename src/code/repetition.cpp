#include "code/repetition.hpp"

#include <algorithm>
#include <unordered_map>

namespace rheon::code {

namespace {

/// Loops of fewer repetitions than this are not worth their values' way through memory.
constexpr std::size_t fewest_repeats = 8;
/// What does not repeat is cut at this length: translating takes ten times the memory of what is translated.
constexpr std::size_t longest_plain = 1u << 15;
/// Pieces of a pattern that repeats, at most.
constexpr std::size_t longest_pattern = 1024;

/// Numbers pieces so that those that are alike have the same number: same operations, with operands of the same kind, from
/// the same place where they come from within the piece.
class Kinds {
 public:
  explicit Kinds(const Computations& all) : all_(all) {
    const std::size_t pieces = all.pieces();
    kind.reserve(pieces);
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> known;  // by hash: one piece of each kind
    for (std::uint32_t p = 0; p < pieces; ++p) {
      auto& candidates = known[hash(p)];
      const auto same =
          std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t other) { return alike(p, other); });
      kind.push_back(same == candidates.end() ? p : *same);
      if (same == candidates.end()) candidates.push_back(p);
    }
  }

  std::vector<std::uint32_t> kind;

 private:
  static constexpr std::uint64_t from_elsewhere = 1u << 20;

  /// The same for two operands iff these may have the same role.
  std::uint64_t role(Ref v, std::uint32_t first) const {
    const Instruction& d = all_.definition(v);
    if (d.op == Operation::load) return from_elsewhere + 1 + d.base;
    const std::size_t rank = all_.rank(v);
    return rank >= first ? rank - first : from_elsewhere;
  }

  template <class Consumer>
  void describe(std::uint32_t piece, Consumer&& add) const {
    const std::uint32_t first = all_.piece_start(piece);
    for (std::uint32_t r = first; r < all_.piece_start(piece + 1); ++r) {
      const Instruction& i = all_[r];
      add(static_cast<std::uint64_t>(i.op));
      if (i.op == Operation::store) add(i.base);
      if (is_call(i.op)) {
        const Call& c = all_.call(i);
        add(reinterpret_cast<std::uintptr_t>(c.function));
        add(reinterpret_cast<std::uintptr_t>(c.object));
        add(static_cast<std::uint64_t>(c.number));
      }
      for (int k = 0; k < operand_count(i.op); ++k) add(role(all_.operand(i, k), first));
    }
  }

  std::uint64_t hash(std::uint32_t piece) const {
    std::uint64_t h = 0;
    describe(piece, [&](std::uint64_t x) {
      h = (h ^ x) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    });
    return h;
  }

  bool alike(std::uint32_t a, std::uint32_t b) const {
    if (length(a) != length(b)) return false;
    std::vector<std::uint64_t> of_a, of_b;
    describe(a, [&](std::uint64_t x) { of_a.push_back(x); });
    describe(b, [&](std::uint64_t x) { of_b.push_back(x); });
    return of_a == of_b;
  }

  std::uint32_t length(std::uint32_t p) const { return all_.piece_start(p + 1) - all_.piece_start(p); }

  const Computations& all_;
};

struct Pattern {
  std::size_t period = 1, repeats = 1;
  std::size_t covered() const { return period * repeats; }
};

/// The pattern from piece `i` on that covers most; of those that cover alike, the shortest.
Pattern best_pattern(const std::vector<std::uint32_t>& kind, std::size_t i) {
  Pattern best;
  for (std::size_t period = 1; period <= longest_pattern && i + period < kind.size(); ++period) {
    if (kind[i] != kind[i + period]) continue;
    std::size_t same = 0;
    while (i + same + period < kind.size() && kind[i + same] == kind[i + same + period]) ++same;
    const Pattern found{period, same / period + 1};
    // a whole period more must be gained
    if (found.repeats >= fewest_repeats && found.covered() >= best.covered() + period) best = found;
  }
  return best;
}

}  // namespace

void Computations::Starts::make_hints() {
  hint.clear();
  hint.reserve(start.back() / stride + 1);
  std::uint32_t piece = 0;
  for (std::size_t rank = 0; rank < start.back(); rank += stride) {
    while (start[piece + 1] <= rank) ++piece;
    hint.push_back(piece);
  }
}

Computations::Computations(const Program& p) : program(&p), loads_since_(p.size()) {
  for (const Instruction& i : p) size_ += i.op != Operation::load;
  shift_since_.resize(size_);
  loads_before_.resize(p.size() / stride + 1);
  shift_before_.resize(size_ / stride + 1);
  std::vector<std::uint32_t>& start = written_.start;
  start.reserve(p.pieces().size() + 2);
  std::uint32_t rank = 0;
  const auto begin_piece = [&] {
    if (start.empty() || start.back() != rank) start.push_back(rank);
  };
  std::size_t piece = 0;
  for (Ref v = 0; v < p.size(); ++v) {
    const std::uint32_t loads = v - rank;
    if (v % stride == 0) loads_before_[v / stride] = loads;
    loads_since_[v] = static_cast<std::uint8_t>(loads - loads_before_[v / stride]);
    for (; piece < p.pieces().size() && p.pieces()[piece] <= v; ++piece) begin_piece();
    if (p[v].op == Operation::load) continue;
    if (start.empty()) start.push_back(0);
    if (rank % stride == 0) shift_before_[rank / stride] = loads;
    const std::uint32_t since = loads - shift_before_[rank / stride];
    shift_since_[rank] = static_cast<std::uint16_t>(since < far ? since : far);
    if (since >= far) far_[rank] = v;
    ++rank;
  }
  begin_piece();
  written_.make_hints();
}

void Computations::arrange(std::vector<std::uint32_t> pieces) {
  order_ = std::move(pieces);
  arranged_ = {};
  turn_ = std::vector<std::uint32_t>(order_.size());
  if (order_.empty()) return;
  std::uint32_t rank = 0;
  arranged_.start.reserve(order_.size() + 1);
  for (std::uint32_t turn = 0; turn < order_.size(); ++turn) {
    const std::uint32_t p = order_[turn];
    turn_[p] = turn;
    arranged_.start.push_back(rank);
    rank += written_.start[p + 1] - written_.start[p];
  }
  arranged_.start.push_back(rank);
  arranged_.make_hints();
}

bool worth_rolling(const Computations& all) { return all.size() >= fits_the_caches && all.pieces() >= fewest_repeats; }

std::vector<Stretch> find_stretches(const Computations& all) {
  const std::size_t pieces = all.pieces();
  std::vector<Stretch> stretches;
  if (!worth_rolling(all)) return {{0, all.size(), 1}};
  const Kinds kinds(all);
  std::size_t done = 0;
  const auto add_plain = [&](std::size_t until) {
    for (std::size_t first = all.piece_start(done); until > done && first < all.piece_start(until);) {
      std::size_t end = std::min<std::size_t>(first + longest_plain, all.piece_start(until));
      if (end < all.piece_start(until) && all[end].op == Operation::cosine) ++end;  // follows its sine at once
      stretches.push_back({first, end - first, 1});
      first = end;
    }
  };
  for (std::size_t i = 0; i < pieces;) {
    const Pattern pattern = best_pattern(kinds.kind, i);
    if (pattern.repeats == 1) {
      ++i;
      continue;
    }
    add_plain(i);
    const std::size_t first = all.piece_start(i);
    stretches.push_back({first, all.piece_start(i + pattern.period) - first, static_cast<int>(pattern.repeats)});
    i = done = i + pattern.covered();
  }
  add_plain(pieces);
  return stretches;
}

}  // namespace rheon::code
