#include "code/kept_values.hpp"

#include <algorithm>

namespace rheon::code {

KeptValues::KeptValues(const Computations& all, const std::vector<Stretch>& stretches, const std::vector<Run>& runs,
                       int& work_size)
    : all_(all), stretches_(stretches) {
  std::size_t positions = 0;
  places_.reserve(stretches.size());
  for (const Stretch& s : stretches) {
    places_.push_back({positions});
    positions += s.length;
  }
  positions_.resize(positions);
  for (const Run& run : runs) find_wanted(run);
  agree_on_bases();
  for (std::size_t k = 0; k < stretches.size(); ++k) give_places(k, work_size);
  shared_ = {};
  not_from_store_ = {};
}

KeptValues::Found KeptValues::find(std::size_t rank) const {
  const auto holds = [&](const Stretch& s) {
    return rank >= s.first && rank < s.first + s.length * static_cast<std::size_t>(s.repeats);
  };
  if (!holds(stretches_[last_])) {
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), rank,
                                        [](std::size_t r, const Stretch& s) { return r < s.first; });
    last_ = static_cast<std::size_t>(after - stretches_.begin()) - 1;
  }
  const Stretch& s = stretches_[last_];
  const std::size_t repeat = (rank - s.first) / s.length;
  return {last_, repeat, places_[last_].first_position + (rank - s.first) - repeat * s.length};
}

std::size_t KeptValues::position_within(const Run& run, std::size_t t, int k) const {
  const std::size_t nowhere = run.stretch->length;
  std::size_t position = nowhere;
  for (int r = 0; r < run.repeats(); ++r) {
    const Ref v = all_.operand(all_[run.rank_at(r, t)], k);
    if (all_.definition(v).op == Operation::load) return nowhere;
    const std::size_t begin = run.rank_at(r, 0), rank = all_.rank(v);
    if (rank < begin || (r > 0 && rank - begin != position)) return nowhere;
    position = rank - begin;
  }
  return position;
}

Spot KeptValues::spot_of(Ref v) const {
  const Instruction& d = all_.definition(v);
  if (d.op == Operation::load) return {d.base, d.number};
  const Found found = find(all_.rank(v));
  const Position& p = positions_[found.position];
  const Stretch& s = stretches_[found.stretch];
  switch (p.keeping) {
    case Keeping::stored: {
      const Instruction& store = all_[s.first + found.repeat * s.length + static_cast<std::size_t>(p.place)];
      return {store.base, store.number};
    }
    case Keeping::place_each: {
      const WorkIndices& places = places_[found.stretch];
      return {work_base, places.first + static_cast<int>(found.repeat) * places.per_repeat + p.place};
    }
    default: return {work_base, p.place};
  }
}

void KeptValues::find_wanted(const Run& run) {
  const Stretch& s = *run.stretch;
  std::vector<Found> sources;
  for (std::size_t t = 0; t < s.length; ++t)
    for (int k = 0; k < operand_count(all_[run.rank_at(0, t)].op); ++k) {
      if (position_within(run, t, k) < s.length) continue;
      sources.clear();
      for (int r = 0; r < run.repeats(); ++r) {
        const Ref v = all_.operand(all_[run.rank_at(r, t)], k);
        if (all_.definition(v).op == Operation::load) continue;
        const Found source = note_use(s, all_.rank(v), run.rank_at(r, t));
        if (std::none_of(sources.begin(), sources.end(),
                         [&](const Found& known) { return known.position == source.position; }))
          sources.push_back(source);
      }
      if (sources.size() > 1) shared_.push_back(sources);
    }
}

/// What a loop reads in turn from several positions has to be on one base; that of the work array always does.
void KeptValues::agree_on_bases() {
  const auto base = [&](const Found& source) -> int {
    const std::size_t store = own_store(source.stretch, source.position);
    return store == source.position ? work_base : all_[rank_of(source.stretch, store)].base;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& sources : shared_) {
      const int first = base(sources.front());
      if (std::all_of(sources.begin(), sources.end(), [&](const Found& s) { return base(s) == first; })) continue;
      changed = true;
      for (const Found& s : sources) not_from_store_.insert(s.position);
    }
  }
}

/// One place does for all repetitions if each uses what the one before has left there before it leaves its own.
KeptValues::Found KeptValues::note_use(const Stretch& user, std::size_t rank, std::size_t used_at) {
  const Found found = find(rank);
  const Stretch& s = stretches_[found.stretch];
  const std::size_t end = s.first + (found.repeat + 1) * s.length, next = rank + s.length;
  const bool in_time =
      &s == &user ? used_at >= end && used_at <= next : found.repeat + 1 == static_cast<std::size_t>(s.repeats);
  Position& p = positions_[found.position];
  p.keeping = Keeping::wanted;
  p.outlives = p.outlives || !in_time;
  return found;
}

/// Position of a store of the value within its piece and stretch; its own if there is none.
std::size_t KeptValues::own_store(std::size_t stretch, std::size_t position) const {
  if (!all_.writes_once || not_from_store_.contains(position)) return position;
  const Stretch& s = stretches_[stretch];
  const std::size_t rank = rank_of(stretch, position);
  const std::size_t end = std::min<std::size_t>(all_.piece_start(all_.piece_at(rank) + 1), s.first + s.length);
  const Ref value = all_.value_at(rank);
  for (std::size_t k = rank + 1; k < end; ++k)
    if (all_[k].op == Operation::store && all_[k].a == value) return position + (k - rank);
  return position;
}

/// Repetition after repetition, so that places move on evenly.
void KeptValues::give_places(std::size_t stretch, int& work_size) {
  const Stretch& s = stretches_[stretch];
  WorkIndices& places = places_[stretch];
  for (std::size_t t = 0; t < s.length; ++t) {
    Position& p = positions_[places.first_position + t];
    if (p.keeping == Keeping::none) continue;
    const std::size_t store = own_store(stretch, places.first_position + t) - places.first_position;
    if (store != t) {
      p.keeping = Keeping::stored;
      p.place = static_cast<int>(store);
    } else if (s.repeats > 1 && !p.outlives) {
      p.keeping = Keeping::one_place;
      p.place = work_size++;
    } else {
      p.keeping = Keeping::place_each;
      p.place = places.per_repeat++;
    }
  }
  places.first = work_size;
  work_size += s.repeats * places.per_repeat;
}

}  // namespace rheon::code
