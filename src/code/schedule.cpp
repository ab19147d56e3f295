#include "code/schedule.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <utility>

namespace rheon::code {

namespace {

/// Operations that a processor begins in a cycle when nothing waits, about.
constexpr int width = 2;
/// How far an instruction may be moved ahead of the first that is left: further, and too many values wait in memory.
constexpr Ref window = 400;
/// Longer lists keep more values in memory in any case, and lose by it more than they gain.
constexpr std::ptrdiff_t most_operations = 4000;
/// Of a call, with what is saved and fetched for it.
constexpr int call_latency = 60;

/// Cycles until the result is there, on processors of the last ten years.
int latency(Operation op) {
  switch (op) {
    case Operation::add:
    case Operation::sub:
    case Operation::mul:
    case Operation::max: return 4;
    case Operation::div: return 14;
    case Operation::sqrt: return 18;
    case Operation::neg:
    case Operation::abs: return 1;
    case Operation::load:
    case Operation::cosine:
    case Operation::store: return 0;
    default: return call_latency;
  }
}

class Scheduler {
 public:
  explicit Scheduler(Section& s) : section_(s), list_(s.list), size_(static_cast<Ref>(s.list.size())) {}

  void run() {
    if (!waits() || !find_written_places()) return;
    find_edges();
    find_weights();
    arrange();
    rewrite();
  }

 private:
  /// Sine and cosine are one.
  Ref node_of(Ref v) const { return list_[v].op == Operation::cosine ? list_[v].a : v; }
  bool moves(Ref v) const { return list_[v].op != Operation::load && list_[v].op != Operation::cosine; }

  /// Is the processor idle in the longest chain of operations? If not, another order only costs registers.
  bool waits() const {
    std::vector<int> end(size_, 0);
    int longest = 0;
    std::ptrdiff_t operations = 0;
    for (Ref v = 0; v < size_; ++v) {
      const int needed = latency(list_[v].op);
      each_operand(section_.calls, list_[v], [&](Ref a) { end[v] = std::max(end[v], end[a]); });
      end[v] += needed;
      longest = std::max(longest, end[v]);
      operations += is_call(list_[v].op) ? width * needed : needed > 0 ? 1 : 0;  // nothing goes on beside a call
    }
    return operations <= most_operations && operations < width * static_cast<std::ptrdiff_t>(longest);
  }

  /// What is done at a place that is written to.
  struct WrittenPlace {
    std::vector<Ref> readers{};  ///< of what was there before
    Ref writer = none;
  };

  /// False: a place is written to twice, or is not known.
  bool find_written_places() {
    for (const Instruction& i : list_) {
      if ((i.op == Operation::load || i.op == Operation::store) && i.base > constant_base) return false;
      if (i.op == Operation::store && !written_.try_emplace(key_of(i)).second) return false;
    }
    return true;
  }

  static std::uint64_t key_of(const Instruction& i) {
    return (std::uint64_t{i.base} << 32) | static_cast<std::uint32_t>(i.number);
  }

  WrittenPlace* written_place(const Instruction& i) {
    const auto found = written_.find(key_of(i));
    return found == written_.end() ? nullptr : &found->second;
  }

  /// Who waits for whom.
  void find_edges() {
    std::vector<Ref> written_before(size_, none);  // of a load: the store that it must wait for
    for (Ref v = 0; v < size_; ++v) {
      const Instruction& i = list_[v];
      WrittenPlace* const place = i.op == Operation::load || i.op == Operation::store ? written_place(i) : nullptr;
      if (i.op == Operation::load && place != nullptr) written_before[v] = place->writer;
      if (!moves(v)) continue;
      each_operand(section_.calls, i, [&](Ref a) { wait_for(a, written_before[a], v); });
      if (i.op != Operation::store) continue;
      for (const Ref r : place->readers)
        if (r != v) edges_.emplace_back(r, v);
      place->writer = v;
    }
    start_.assign(size_ + 1, 0);
    waits_for_.assign(size_, 0);
    for (const auto& [from, to] : edges_) {
      ++start_[from + 1];
      ++waits_for_[to];
    }
    for (Ref v = 0; v < size_; ++v) start_[v + 1] += start_[v];
    std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
    after_.resize(edges_.size());
    for (const auto& [from, to] : edges_) after_[next[from]++] = to;
  }

  void wait_for(Ref operand, Ref written_before, Ref v) {
    if (list_[operand].op != Operation::load)
      edges_.emplace_back(node_of(operand), v);
    else if (written_before != none)
      edges_.emplace_back(written_before, v);
    else if (WrittenPlace* const place = written_place(list_[operand]))
      place->readers.push_back(v);
  }

  /// Cycles from the beginning of each to the end of all that hangs on it.
  void find_weights() {
    weight_.assign(size_, 0);
    for (Ref v = size_; v-- > 0;) {
      int after = 0;
      for (std::size_t e = start_[v]; e < start_[v + 1]; ++e) after = std::max(after, weight_[after_[e]]);
      weight_[v] = after + latency(list_[v].op);
    }
  }

  /// Cycle after cycle: of the instructions whose operands are there, those first that most hangs on.
  void arrange() {
    ready_.assign(size_, 0);
    done_.assign(size_, false);
    for (Ref v = 0; v < size_; ++v) {
      if (!moves(v))
        done_[v] = true;
      else if (waits_for_[v] == 0)
        enter(v);
    }
    move_window();
    int now = 0, begun = 0;
    while (first_ < size_) {
      for (; !soon_.empty() && soon_.top().first <= now; soon_.pop())
        able_.emplace(weight_[soon_.top().second], size_ - soon_.top().second);
      if (able_.empty()) {
        now = soon_.top().first;
        begun = 0;
        continue;
      }
      const Ref v = size_ - able_.top().second;
      able_.pop();
      const int needed = latency(list_[v].op);
      if (is_call(list_[v].op)) now += needed;
      carry_out(v, is_call(list_[v].op) ? now : now + needed);
      if (needed > 0 && ++begun == width) {
        ++now;
        begun = 0;
      }
    }
  }

  void carry_out(Ref v, int end) {
    order_.push_back(v);
    done_[v] = true;
    for (std::size_t e = start_[v]; e < start_[v + 1]; ++e) {
      const Ref w = after_[e];
      ready_[w] = std::max(ready_[w], end);
      if (--waits_for_[w] == 0) enter(w);
    }
    move_window();
  }

  void enter(Ref v) {
    if (v < first_ + window)
      soon_.emplace(ready_[v], v);
    else
      far_.push(v);
  }

  void move_window() {
    while (first_ < size_ && done_[first_]) ++first_;
    for (; !far_.empty() && far_.top() < first_ + window; far_.pop()) soon_.emplace(ready_[far_.top()], far_.top());
  }

  void rewrite() {
    std::vector<Instruction> list;
    std::vector<Ref> number(size_);
    list.reserve(size_);
    const auto append = [&](Ref v) {
      Instruction i = list_[v];
      const int count = operand_count(i.op);
      if (count > 0) i.a = number[i.a];
      if (count > 1) i.b = number[i.b];
      if (count > 2) {
        Ref& c = section_.calls[static_cast<std::size_t>(i.number)].c;
        c = number[c];
      }
      number[v] = static_cast<Ref>(list.size());
      list.push_back(i);
    };
    for (Ref v = 0; v < size_; ++v)
      if (list_[v].op == Operation::load) append(v);
    for (const Ref v : order_) {
      append(v);
      if (list_[v].op == Operation::sine) append(v + 1);
    }
    list_ = std::move(list);
  }

  static constexpr Ref none = 0xffffffffu;
  Section& section_;
  std::vector<Instruction>& list_;
  Ref size_;
  std::unordered_map<std::uint64_t, WrittenPlace>
      written_;                             ///< by base and number: few of the places of a long program
  std::vector<std::pair<Ref, Ref>> edges_;  ///< who is waited for, and who waits
  std::vector<Ref> after_;                  ///< who waits for each, one after the other
  std::vector<std::size_t> start_;          ///< where those of each begin
  std::vector<int> waits_for_, weight_;
  std::vector<int> ready_;  ///< the cycle in which the operands are there
  std::vector<bool> done_;
  Ref first_ = 0;  ///< that is not done
  using Due = std::pair<int, Ref>;
  std::priority_queue<Due> able_;                                    ///< by weight, then the first in the list
  std::priority_queue<Due, std::vector<Due>, std::greater<>> soon_;  ///< by the cycle in which they are able
  std::priority_queue<Ref, std::vector<Ref>, std::greater<>> far_;   ///< beyond the window
  std::vector<Ref> order_;
};

}  // namespace

void schedule(Section& section) { Scheduler(section).run(); }

}  // namespace rheon::code
