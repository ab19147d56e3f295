#include "code/section_builder.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "code/kept_values.hpp"
#include "code/section_places.hpp"

namespace rheon::code {

namespace {

constexpr int nowhere = -1;

/// How the places of a pattern move on from one repetition to the next.
class Strides {
 public:
  Strides(const Computations& all, const std::vector<Stretch>& stretches) : all_(all), stretches_(stretches) {}

  /// The stretch as runs: repetitions at its ends that have other places than those between are carried out on their own,
  /// so that the loop needs no lists for their sake.
  void append_runs(const Stretch& s, std::vector<Run>& runs) const {
    int begin = 0, end = s.repeats;
    for (int k = 0; k < most_on_their_own && is_worth(s, begin, end, true); ++k)
      runs.push_back({&s, begin, begin + 1}), ++begin;
    std::vector<Run> last;
    for (int k = 0; k < most_on_their_own && is_worth(s, begin, end, false); ++k)
      last.push_back({&s, end - 1, end}), --end;
    runs.push_back({&s, begin, end});
    runs.insert(runs.end(), last.rbegin(), last.rend());
  }

 private:
  static constexpr int most_on_their_own = 4;
  static constexpr int fewest_repeats = 8;

  /// A place, without a number yet for values that will be kept: these have one for each repetition of a position.
  struct Where {
    std::size_t what;
    long index;
    bool operator==(const Where&) const = default;
  };
  Where where(Ref v) const {
    const Instruction& d = all_.definition(v);
    if (d.op == Operation::load) return {d.base, d.number};
    const std::size_t rank = all_.rank(v);
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), rank,
                                        [](std::size_t r, const Stretch& s) { return r < s.first; });
    const Stretch& s = *(after - 1);
    const std::size_t repeat = (rank - s.first) / s.length;
    return {constant_base + 1 + rank - repeat * s.length, static_cast<long>(repeat)};
  }

  /// Are there more numbers in the lists for the sake of the first or last repetition than instructions in it?
  bool is_worth(const Stretch& s, int begin, int end, bool first) const {
    if (end - begin <= fewest_repeats) return false;
    const int middle = (begin + end) / 2, edge = first ? begin : end - 2;
    std::size_t uneven = 0;
    const auto look = [&](auto&& at) {
      const Where a = at(middle), b = at(middle + 1), c = at(edge), d = at(edge + 1);
      uneven += a.what == b.what && !(c.what == d.what && c.what == a.what && d.index - c.index == b.index - a.index);
    };
    for (std::size_t t = 0; t < s.length; ++t) {
      const auto instruction = [&](int r) { return all_[s.first + static_cast<std::size_t>(r) * s.length + t]; };
      const Operation op = instruction(middle).op;
      for (int k = 0; k < operand_count(op); ++k) look([&](int r) { return where(all_.operand(instruction(r), k)); });
      if (op == Operation::store) look([&](int r) { return Where{instruction(r).base, instruction(r).number}; });
    }
    return uneven * static_cast<std::size_t>(end - begin) > 2 * s.length;
  }

  const Computations& all_;
  const std::vector<Stretch>& stretches_;
};

/// One section: places first, then the list.
class Builder {
 public:
  Builder(const Computations& all, const KeptValues& values, const Run& run)
      : all_(all), values_(values), run_(run), length_(run.stretch->length), places_(section_) {
    section_.repeats = run_.repeats();
  }

  Section run() {
    bool calls = false;
    references_.reserve(length_);
    made_.reserve(length_);
    for (std::size_t t = 0; t < length_; ++t) {
      find_places(t);
      calls = calls || is_call(first(t).op);
    }
    places_.choose_reach(calls);
    for (std::size_t t = 0; t < length_; ++t) append(t);
    return std::move(section_);
  }

 private:
  /// What an instruction reads or writes: a position of the pattern, or a place.
  struct Reference {
    std::uint32_t position = 0;
    int place = nowhere;
  };
  struct References {
    Reference operand[3];
    int stored = nowhere;  ///< what a store writes to
    int kept = nowhere;    ///< where the value is kept as well
  };

  Instruction first(std::size_t t) const { return all_[run_.rank_at(0, t)]; }

  template <class SpotOf>
  int use(SpotOf&& spot_of) {
    index_.clear();
    int base = 0;
    for (int r = 0; r < run_.repeats(); ++r) {
      const Spot spot = spot_of(r);
      base = spot.base;
      index_.push_back(spot.index);
    }
    return places_.use(base, index_);
  }

  void find_places(std::size_t t) {
    References& refs = references_.emplace_back();
    const auto instruction = [&](int r) { return all_[run_.rank_at(r, t)]; };
    for (int k = 0; k < operand_count(first(t).op); ++k) {
      refs.operand[k].position = static_cast<std::uint32_t>(values_.position_within(run_, t, k));
      if (refs.operand[k].position == length_)
        refs.operand[k].place = use([&](int r) { return values_.spot_of(all_.operand(instruction(r), k)); });
    }
    if (first(t).op == Operation::store)
      refs.stored = use([&](int r) { return Spot{instruction(r).base, instruction(r).number}; });
    if (values_.has_to_be_kept(run_.rank_at(0, t)))
      refs.kept = use([&](int r) { return values_.spot_of(all_.value_at(run_.rank_at(r, t))); });
  }

  Ref append(const Instruction& i) {
    section_.list.push_back(i);
    return static_cast<Ref>(section_.list.size() - 1);
  }

  Ref value_of(const Reference& r) {
    if (r.place == nowhere) return made_[r.position];
    const auto [entry, is_new] = loaded_.try_emplace(r.place, 0);
    if (is_new) {
      const Spot from = places_.reach(r.place);
      entry->second = append({Operation::load, static_cast<std::uint8_t>(from.base), from.index});
    }
    return entry->second;
  }

  void append_store(int place, Ref v) {
    const Spot to = places_.reach(place);
    append({Operation::store, static_cast<std::uint8_t>(to.base), to.index, v});
  }

  void append(std::size_t t) {
    const References& refs = references_[t];
    Instruction i = first(t);
    const int operands = operand_count(i.op);
    if (operands > 0) i.a = value_of(refs.operand[0]);
    if (operands > 1) i.b = value_of(refs.operand[1]);
    if (is_call(i.op)) {
      Call call = all_.call(i);
      if (operands > 2) call.c = value_of(refs.operand[2]);
      i.number = static_cast<int>(section_.calls.size());
      section_.calls.push_back(call);
    }
    if (i.op == Operation::store) {
      append_store(refs.stored, i.a);
      made_.push_back(0);
      return;
    }
    made_.push_back(append(i));
    if (i.op == Operation::sine) return;  // its cosine must follow at once
    if (i.op == Operation::cosine && references_[t - 1].kept != nowhere)
      append_store(references_[t - 1].kept, made_[t - 1]);
    if (refs.kept != nowhere) append_store(refs.kept, made_[t]);
  }

  const Computations& all_;
  const KeptValues& values_;
  Run run_;
  std::size_t length_;
  Section section_;
  SectionPlaces places_;
  std::vector<int> index_;  ///< of the place that is looked at
  std::vector<References> references_;
  std::vector<Ref> made_;                ///< of each position, in the list of the section
  std::unordered_map<int, Ref> loaded_;  ///< of places
};

}  // namespace

void build_sections(const Computations& all, const std::vector<Stretch>& stretches, Sections& sections) {
  const Strides strides(all, stretches);
  std::vector<Run> runs;
  for (const Stretch& s : stretches) strides.append_runs(s, runs);
  const KeptValues values(all, stretches, runs, sections.work_size);
  for (const Run& run : runs) sections.list.push_back(Builder(all, values, run).run());
}

}  // namespace rheon::code
