#include "code/piece_order.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace rheon::code {

namespace {

/// For each piece a list of others.
struct Lists {
  std::vector<std::uint32_t> start{0}, other{};
};

class Order {
 public:
  explicit Order(const Computations& all) : all_(all), pieces_(all.pieces()), placed_(pieces_, false) {
    find_needs();
    find_users();
    deepest_first();
    pending_.reserve(pieces_);
    for (std::size_t p = 0; p < pieces_; ++p) pending_.push_back(needs_.start[p + 1] - needs_.start[p]);
    next_.assign(needs_.start.begin(), needs_.start.end() - 1);
    order_.reserve(pieces_);
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t p = 0; p < pieces_; ++p)
      if (has_call(p)) ask_for(p);
    ready_.clear();
    prompt_ = true;
    for (const std::uint32_t p : ends_) ask_for(p);
    return std::move(order_);
  }

 private:
  void find_needs() {
    std::vector<std::uint32_t> asked_by(pieces_, static_cast<std::uint32_t>(pieces_));
    for (std::uint32_t p = 0; p < pieces_; ++p) {
      for (std::uint32_t r = all_.piece_start(p); r < all_.piece_start(p + 1); ++r) {
        const Instruction& i = all_[r];
        for (int k = 0; k < operand_count(i.op); ++k) {
          const Ref v = all_.operand(i, k);
          if (all_.definition(v).op == Operation::load) continue;
          const std::size_t rank = all_.rank(v);
          if (rank >= all_.piece_start(p)) continue;
          const auto from = static_cast<std::uint32_t>(all_.piece_at(rank));
          if (asked_by[from] == p) continue;
          asked_by[from] = p;
          needs_.other.push_back(from);
        }
      }
      needs_.start.push_back(static_cast<std::uint32_t>(needs_.other.size()));
    }
    needs_.other.shrink_to_fit();
  }

  void find_users() {
    users_.start.assign(pieces_ + 1, 0);
    for (const std::uint32_t p : needs_.other) ++users_.start[p + 1];
    for (std::size_t p = 0; p < pieces_; ++p) users_.start[p + 1] += users_.start[p];
    users_.other.resize(needs_.other.size());
    std::vector<std::uint32_t> next(users_.start.begin(), users_.start.end() - 1);
    for (std::uint32_t p = 0; p < pieces_; ++p)
      for (std::uint32_t k = needs_.start[p]; k < needs_.start[p + 1]; ++k) users_.other[next[needs_.other[k]]++] = p;
  }

  /// What is at the end of the longest chain is asked for first: all else follows where that chain passes it by.
  void deepest_first() {
    std::vector<std::uint32_t> depth(pieces_, 0);
    const auto deeper = [&](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; };
    for (std::uint32_t p = 0; p < pieces_; ++p) {
      const auto first = needs_.other.begin() + needs_.start[p], last = needs_.other.begin() + needs_.start[p + 1];
      std::stable_sort(first, last, deeper);
      if (first != last) depth[p] = depth[*first] + 1;
      if (users_.start[p] == users_.start[p + 1]) ends_.push_back(p);
    }
    std::stable_sort(ends_.begin(), ends_.end(), deeper);
  }

  bool has_call(std::uint32_t p) const {
    for (std::uint32_t r = all_.piece_start(p); r < all_.piece_start(p + 1); ++r)
      if (is_call(all_[r].op)) return true;
    return false;
  }

  /// What it needs first, without recursion.
  void ask_for(std::uint32_t piece) {
    stack_.push_back(piece);
    while (!stack_.empty()) {
      const std::uint32_t p = stack_.back();
      while (next_[p] < needs_.start[p + 1] && placed_[needs_.other[next_[p]]]) ++next_[p];
      if (next_[p] < needs_.start[p + 1]) {
        stack_.push_back(needs_.other[next_[p]]);
        continue;
      }
      stack_.pop_back();
      place(p);
      for (; prompt_ && !ready_.empty(); ready_.pop_front()) place(ready_.front());
    }
  }

  void place(std::uint32_t p) {
    if (placed_[p]) return;
    placed_[p] = true;
    order_.push_back(p);
    for (std::uint32_t k = users_.start[p]; k < users_.start[p + 1]; ++k)
      if (--pending_[users_.other[k]] == 0) ready_.push_back(users_.other[k]);
  }

  const Computations& all_;
  std::size_t pieces_;
  Lists needs_, users_;
  std::vector<bool> placed_;
  std::vector<std::uint32_t> pending_;  ///< how many of its needs have no place yet
  std::vector<std::uint32_t> next_;     ///< of its needs, the first that may have no place yet
  std::vector<std::uint32_t> ends_;     ///< pieces that no other needs
  std::vector<std::uint32_t> stack_, order_;
  std::deque<std::uint32_t> ready_;  ///< pieces whose needs all have their places
  bool prompt_ = false;              ///< are they placed at once?
};

/// Does the program write to a place twice, or to one that it reads?
bool rewrites(const Program& program) {
  std::array<std::vector<bool>, constant_base> touched;
  const auto touch = [&](const Instruction& i) {
    if (i.base == constant_base) return false;
    auto& places = touched[i.base];
    const auto k = static_cast<std::size_t>(i.number);
    if (k >= places.size()) places.resize(std::max(k + 1, 2 * places.size()));
    const bool before = places[k];
    places[k] = true;
    return before;
  };
  for (const Instruction& i : program)
    if (i.op == Operation::load) touch(i);
  for (const Instruction& i : program)
    if (i.op == Operation::store && touch(i)) return true;
  return false;
}

}  // namespace

std::vector<std::uint32_t> order_by_need(Computations& all) {
  all.writes_once = !rewrites(*all.program);
  if (!all.writes_once) return {};
  return Order(all).run();
}

}  // namespace rheon::code
