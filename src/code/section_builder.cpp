#include "code/section_builder.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "code/section_places.hpp"

namespace rheon::code {

namespace {

constexpr int nowhere = -1;

/// Where values that leave their section, or their repetition of a loop, are kept.
class KeptValues {
 public:
  KeptValues(const Computations& all, const std::vector<Stretch>& stretches, int& work_size)
      : all_(all), wanted_(all.size(), false) {
    for (const Stretch& s : stretches) find_wanted(s);
    for (const Stretch& s : stretches) give_places(s, work_size);
    std::vector<bool>().swap(wanted_);
  }

  std::size_t rank_at(const Stretch& s, int repeat, std::size_t t) const {
    return s.first + static_cast<std::size_t>(repeat) * s.length + t;
  }

  /// Where in each repetition an operand is computed; the length of the stretch: not always at the same position of it.
  std::size_t position_within(const Stretch& s, std::size_t t, int k) const {
    std::size_t position = s.length;
    for (int r = 0; r < s.repeats; ++r) {
      const Value v = all_.operand(all_[rank_at(s, r, t)], k);
      if (all_.definition(v).op == Op::load) return s.length;
      const std::size_t begin = rank_at(s, r, 0);
      if (all_.rank(v) < begin || (r > 0 && all_.rank(v) - begin != position)) return s.length;
      position = all_.rank(v) - begin;
    }
    return position;
  }

  Spot spot_of(Value v) const {
    const Instruction& d = all_.definition(v);
    return d.op == Op::load ? Spot{d.base, d.number} : Spot{work_base, place(all_.rank(v))};
  }
  int place(std::size_t rank) const {
    if (rank < places_[last_].stretch->first || rank >= places_[last_].end) last_ = find(rank);
    const Places& p = places_[last_];
    const std::size_t since = rank - p.stretch->first, repeat = since / p.stretch->length;
    const int k = p.index[since - repeat * p.stretch->length];
    return k == nowhere ? nowhere : p.first + static_cast<int>(repeat) * p.kept + k;
  }

 private:
  void find_wanted(const Stretch& s) {
    for (std::size_t t = 0; t < s.length; ++t)
      for (int k = 0; k < operand_count(all_[rank_at(s, 0, t)].op); ++k) {
        if (position_within(s, t, k) < s.length) continue;
        for (int r = 0; r < s.repeats; ++r) {
          const Value v = all_.operand(all_[rank_at(s, r, t)], k);
          if (all_.definition(v).op != Op::load) wanted_[all_.rank(v)] = true;
        }
      }
  }

  /// Repetition after repetition, so that places move on evenly.
  void give_places(const Stretch& s, int& work_size) {
    Places& p = places_.emplace_back();
    p.stretch = &s;
    p.end = rank_at(s, s.repeats, 0);
    p.first = work_size;
    p.index.assign(s.length, nowhere);
    for (std::size_t t = 0; t < s.length; ++t) {
      bool any = false;
      for (int r = 0; r < s.repeats && !any; ++r) any = wanted_[rank_at(s, r, t)];
      if (any) p.index[t] = p.kept++;
    }
    work_size += s.repeats * p.kept;
  }

  /// Of the places of one stretch.
  struct Places {
    const Stretch* stretch;
    std::size_t end;         ///< rank behind it
    int first, kept = 0;     ///< place of the first; how many a repetition has
    std::vector<int> index;  ///< of each position among those kept
  };
  std::size_t find(std::size_t rank) const {
    const auto next = std::upper_bound(places_.begin(), places_.end(), rank,
                                       [](std::size_t at, const Places& p) { return at < p.stretch->first; });
    return static_cast<std::size_t>(next - places_.begin()) - 1;
  }

  const Computations& all_;
  std::vector<Places> places_;    ///< in the order of the stretches
  mutable std::size_t last_ = 0;  ///< found last: neighbours are asked for one after the other
  std::vector<bool> wanted_;      ///< by rank
};

/// One section: places first, then the list.
class Builder {
 public:
  Builder(const Computations& all, const KeptValues& values, const Stretch& stretch)
      : all_(all), values_(values), s_(stretch), places_(section_) {
    section_.repeats = s_.repeats;
  }

  Section run() {
    bool calls = false;
    references_.reserve(s_.length);
    made_.reserve(s_.length);
    for (std::size_t t = 0; t < s_.length; ++t) {
      find_places(t);
      calls = calls || is_call(first(t).op);
    }
    places_.settle(calls);
    for (std::size_t t = 0; t < s_.length; ++t) append(t);
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

  const Instruction& first(std::size_t t) const { return all_[values_.rank_at(s_, 0, t)]; }

  template <class SpotOf>
  int use(SpotOf&& spot_of) {
    index_.clear();
    int base = 0;
    for (int r = 0; r < s_.repeats; ++r) {
      const Spot spot = spot_of(r);
      base = spot.base;
      index_.push_back(spot.index);
    }
    return places_.use(base, index_);
  }

  void find_places(std::size_t t) {
    References& refs = references_.emplace_back();
    const auto instruction = [&](int r) -> const Instruction& { return all_[values_.rank_at(s_, r, t)]; };
    for (int k = 0; k < operand_count(first(t).op); ++k) {
      refs.operand[k].position = static_cast<std::uint32_t>(values_.position_within(s_, t, k));
      if (refs.operand[k].position == s_.length)
        refs.operand[k].place = use([&](int r) { return values_.spot_of(all_.operand(instruction(r), k)); });
    }
    if (first(t).op == Op::store)
      refs.stored = use([&](int r) { return Spot{instruction(r).base, instruction(r).number}; });
    if (values_.place(values_.rank_at(s_, 0, t)) != nowhere)
      refs.kept = use([&](int r) { return Spot{work_base, values_.place(values_.rank_at(s_, r, t))}; });
  }

  Value append(const Instruction& i) {
    section_.list.push_back(i);
    return static_cast<Value>(section_.list.size() - 1);
  }

  Value value_of(const Reference& r) {
    if (r.place == nowhere) return made_[r.position];
    const auto [entry, is_new] = loaded_.try_emplace(r.place, 0);
    if (is_new) {
      const Spot from = places_.reach(r.place);
      entry->second = append({Op::load, static_cast<std::uint8_t>(from.base), from.index});
    }
    return entry->second;
  }

  void append_store(int place, Value v) {
    const Spot to = places_.reach(place);
    append({Op::store, static_cast<std::uint8_t>(to.base), to.index, v});
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
    if (i.op == Op::store) {
      append_store(refs.stored, i.a);
      made_.push_back(0);
      return;
    }
    made_.push_back(append(i));
    if (i.op == Op::sine) return;  // its cosine must follow at once
    if (i.op == Op::cosine && references_[t - 1].kept != nowhere) append_store(references_[t - 1].kept, made_[t - 1]);
    if (refs.kept != nowhere) append_store(refs.kept, made_[t]);
  }

  const Computations& all_;
  const KeptValues& values_;
  const Stretch& s_;
  Section section_;
  SectionPlaces places_;
  std::vector<int> index_;  ///< of the place that is looked at
  std::vector<References> references_;
  std::vector<Value> made_;                ///< of each position, in the list of the section
  std::unordered_map<int, Value> loaded_;  ///< of places
};

}  // namespace

void build_sections(const Computations& all, const std::vector<Stretch>& stretches, Sections& sections) {
  const KeptValues values(all, stretches, sections.work_size);
  for (const Stretch& s : stretches) sections.list.push_back(Builder(all, values, s).run());
}

}  // namespace rheon::code
