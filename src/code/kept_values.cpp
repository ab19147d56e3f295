#include "code/kept_values.hpp"

#include <algorithm>

namespace rheon::code {

KeptValues::KeptValues(const Computations& all, const std::vector<Stretch>& stretches, const std::vector<Run>& runs,
                       int& work_size)
    : all_(all),
      stretches_(stretches),
      place_(all.size(), -1),
      keeping_(all.size(), Keeping::none),
      outlives_(all.size(), false) {
  for (const Run& run : runs) find_wanted(run);
  agree_on_bases();
  for (const Stretch& s : stretches) give_places(s, work_size);
}

std::size_t KeptValues::position_within(const Run& run, std::size_t t, int k) const {
  const std::size_t nowhere = run.stretch->length;
  std::size_t position = nowhere;
  for (int r = 0; r < run.repeats(); ++r) {
    const Value v = all_.operand(all_[run.rank_at(r, t)], k);
    if (all_.definition(v).op == Op::load) return nowhere;
    const std::size_t begin = run.rank_at(r, 0);
    if (all_.rank[v] < begin || (r > 0 && all_.rank[v] - begin != position)) return nowhere;
    position = all_.rank[v] - begin;
  }
  return position;
}

Spot KeptValues::spot_of(Value v) const {
  const Instruction& d = all_.definition(v);
  if (d.op == Op::load) return {d.base, d.number};
  const std::size_t rank = all_.rank[v];
  if (keeping_[rank] == Keeping::stored) {
    const Instruction& store = all_[static_cast<std::size_t>(place_[rank])];
    return {store.base, store.number};
  }
  return {work_base, place_[rank]};
}

void KeptValues::find_wanted(const Run& run) {
  const Stretch& s = *run.stretch;
  for (std::size_t t = 0; t < s.length; ++t)
    for (int k = 0; k < operand_count(all_[run.rank_at(0, t)].op); ++k) {
      if (position_within(run, t, k) < s.length) continue;
      std::vector<std::size_t> sources;
      for (int r = 0; r < run.repeats(); ++r) {
        const Value v = all_.operand(all_[run.rank_at(r, t)], k);
        if (all_.definition(v).op == Op::load) continue;
        keeping_[all_.rank[v]] = Keeping::wanted;
        const std::size_t source = note_use(s, all_.rank[v], run.rank_at(r, t));
        if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
      }
      if (sources.size() > 1) shared_.push_back(std::move(sources));
    }
}

/// What a loop reads in turn from several positions has to be on one base; that of the work array always does.
void KeptValues::agree_on_bases() {
  const auto base = [&](std::size_t source) {
    const std::size_t store = own_store(source);
    return store == source ? work_base : all_[store].base;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& sources : shared_) {
      const int first = base(sources.front());
      if (std::all_of(sources.begin(), sources.end(), [&](std::size_t s) { return base(s) == first; })) continue;
      changed = true;
      not_from_store_.insert(sources.begin(), sources.end());
    }
  }
}

/// One place does for all repetitions if each uses what the one before has left there before it leaves its own.
std::size_t KeptValues::note_use(const Stretch& user, std::size_t rank, std::size_t used_at) {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), rank,
                                      [](std::size_t r, const Stretch& s) { return r < s.first; });
  const Stretch& s = *(after - 1);
  const std::size_t repeat = (rank - s.first) / s.length, t = (rank - s.first) % s.length;
  const std::size_t next = rank + s.length;
  const bool in_time = &s == &user ? used_at > rank - t + s.length - 1 && used_at <= next
                                   : repeat + 1 == static_cast<std::size_t>(s.repeats);
  if (!in_time) outlives_[s.first + t] = true;
  return s.first + t;
}

/// Rank of a store of the value within its piece; its own rank if there is none.
std::size_t KeptValues::own_store(std::size_t rank) const {
  if (!all_.writes_once || not_from_store_.contains(rank)) return rank;
  const auto end = std::upper_bound(all_.piece_start.begin(), all_.piece_start.end(), rank);
  for (std::size_t k = rank + 1; k < *end; ++k)
    if (all_[k].op == Op::store && all_.rank[all_[k].a] == rank && all_.definition(all_[k].a).op != Op::load) return k;
  return rank;
}

/// Repetition after repetition, so that places move on evenly.
void KeptValues::give_places(const Stretch& s, int& work_size) {
  const auto rank_at = [&](int r, std::size_t t) { return s.first + static_cast<std::size_t>(r) * s.length + t; };
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < s.length; ++t) {
    bool any = false;
    for (int r = 0; r < s.repeats && !any; ++r) any = keeping_[rank_at(r, t)] == Keeping::wanted;
    if (!any) continue;
    const std::size_t store = own_store(rank_at(0, t)) - s.first;
    if (store != t) {
      for (int r = 0; r < s.repeats; ++r) {
        keeping_[rank_at(r, t)] = Keeping::stored;
        place_[rank_at(r, t)] = static_cast<int>(rank_at(r, store));
      }
    } else if (s.repeats > 1 && !outlives_[rank_at(0, t)]) {
      for (int r = 0; r < s.repeats; ++r) {
        keeping_[rank_at(r, t)] = Keeping::own;
        place_[rank_at(r, t)] = work_size;
      }
      ++work_size;
    } else {
      kept.push_back(t);
    }
  }
  for (int r = 0; r < s.repeats; ++r)
    for (const std::size_t t : kept) {
      keeping_[rank_at(r, t)] = Keeping::own;
      place_[rank_at(r, t)] = work_size++;
    }
}

}  // namespace rheon::code
