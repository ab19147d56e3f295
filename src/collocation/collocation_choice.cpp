#include "collocation/collocation_choice.hpp"

namespace rheon {

CollocationChoice::CollocationChoice(const System& system, const CollocationTableau& tableau,
                                     const CollocationSettings& settings)
    : system_(&system), tableau_(&tableau), settings_(settings), plain_(system, tableau, settings), form_(&plain_) {}

void CollocationChoice::choose(const State& s) {
  form_ = &plain_;
  if (settings_.stabilised || !CollocationForm::dependent(s)) return;
  if (!stabilised_) {
    CollocationSettings settings = settings_;
    settings.stabilised = true;
    stabilised_ = std::make_unique<CollocationForm>(*system_, *tableau_, settings);
  }
  form_ = stabilised_.get();
}

Status CollocationChoice::start(State& s) {
  if (auto ok = plain_.start(s); !ok) return ok;
  choose(s);
  return {};
}

Status CollocationChoice::begin(const Scheme& scheme, const State& from, double h) {
  choose(from);
  return form_->begin(scheme, from, h);
}

Counters CollocationChoice::counters() const {
  return stabilised_ ? plain_.counters() + stabilised_->counters() : plain_.counters();
}

}  // namespace rheon
