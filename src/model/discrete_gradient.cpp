#include "model/discrete_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/index.hpp"

namespace rheon {

namespace {

/// Where the inner functions change by less than this part of themselves in the step, the correction is below round-off
/// of F (it falls with the cube of the change, 1e-15) and would only bring noise.
constexpr double negligible = 1e-5;

}  // namespace

DiscreteGradient::DiscreteGradient(Model& model) : map_(model.inputs) {
  if (model.general_speeds) return;
  add(model, -1, model.potential);
  int row = 0;
  for (const ConstraintRow& c : model.constraints)
    if (is_position_level(c.kind)) add(model, row++, c.residual);
}

void DiscreteGradient::add(Model& model, int row, expr::Node f) {
  auto& g = model.graph;
  const int fresh = map_.size();
  for (const expr::Composition& c : g.compose(f, map_.q(0), map_.nq, fresh)) {
    Part& part = parts_.emplace_back();
    part.row = row;
    part.count = c.inner.size();
    part.inner = expr::Tape(g, c.inner);
    std::vector<expr::Node> outer{c.outer}, gradient;
    // all slopes in one sweep: one by one, each would walk all of F
    std::vector<int> slots(c.inner.size());
    std::iota(slots.begin(), slots.end(), fresh);
    for (const expr::Node slope : g.gradient(c.outer, slots)) outer.push_back(slope);
    for (std::size_t k = 0; k < c.inner.size(); ++k) {
      for (const int slot : g.inputs_of(c.inner[k])) {
        if (slot < map_.q(0) || slot >= map_.q(0) + map_.nq) continue;
        const expr::Node entry = g.derivative(c.inner[k], slot);
        if (g.is_zero(entry)) continue;
        gradient.push_back(entry);
        part.entries.push_back({k, slot - map_.q(0), -1});
      }
    }
    part.outer = expr::Tape(g, outer);
    part.gradient = expr::Tape(g, gradient);
  }
}

void DiscreteGradient::find_places(const Pattern& jacobian) {
  for (Part& part : parts_)
    if (part.row >= 0)
      for (auto& entry : part.entries) entry.place = jacobian.find(part.row, entry.j);
}

DiscreteGradient::Work DiscreteGradient::make_work() const {
  std::size_t inner = 0, entries = 0, scratch = 0;
  for (const Part& p : parts_) {
    inner = std::max(inner, p.count);
    entries = std::max(entries, p.entries.size());
    scratch = std::max({scratch, p.inner.work_size(), p.outer.work_size(), p.gradient.work_size()});
  }
  Work work;
  work.inputs.resize(at(map_.size()) + inner);
  for (auto* v : {&work.w0, &work.w1, &work.wm, &work.dw}) v->resize(inner);
  work.gradient.resize(entries);
  work.outer.resize(inner + 1);
  work.slope.resize(inner);
  work.scratch.resize(scratch);
  return work;
}

void DiscreteGradient::correct(const State& from, const State& mid, const State& end, Terms& terms, Work& work) const {
  double* const in = work.inputs.data();
  double* const fresh = in + map_.size();
  in[map_.t()] = mid.t;
  in[map_.side()] = mid.side;
  std::copy_n(mid.anchors.data(), map_.na, in + map_.anchor(0));
  const auto at_q = [&](const Vec& q) { std::copy_n(q.data(), q.size(), in + map_.q(0)); };
  for (const Part& p : parts_) {
    at_q(from.q);
    p.inner.evaluate(in, work.w0.data(), work.scratch.data());
    at_q(end.q);
    p.inner.evaluate(in, work.w1.data(), work.scratch.data());
    at_q(mid.q);
    p.inner.evaluate(in, work.wm.data(), work.scratch.data());
    p.gradient.evaluate(in, work.gradient.data(), work.scratch.data());
    const auto outer = [&](const std::vector<double>& w) {
      std::copy_n(w.data(), p.count, fresh);
      p.outer.evaluate(in, work.outer.data(), work.scratch.data());
      return work.outer[0];
    };
    const double f0 = outer(work.w0), f1 = outer(work.w1);
    outer(work.wm);
    std::copy_n(work.outer.begin() + 1, p.count, work.slope.begin());  // at w(q_m): what the terms contain
    for (std::size_t k = 0; k < p.count; ++k) work.wm[k] = 0.5 * (work.w0[k] + work.w1[k]);
    outer(work.wm);
    // dw_k = grad w_k(q_m) . dq, exact for what is at most quadratic
    std::fill_n(work.dw.begin(), p.count, 0.0);
    for (std::size_t e = 0; e < p.entries.size(); ++e)
      work.dw[p.entries[e].k] += work.gradient[e] * (end.q[p.entries[e].j] - from.q[p.entries[e].j]);
    double linear = 0.0, squares = 0.0, change = 0.0;
    for (std::size_t k = 0; k < p.count; ++k) {
      const double size = std::max({std::abs(work.w0[k]), std::abs(work.w1[k]), std::abs(work.dw[k])});
      const double slope = size > 0.0 ? (std::abs(f0) + std::abs(f1)) / size : 0.0;
      const double F_k = work.outer[k + 1];
      linear += F_k * work.dw[k];
      work.wm[k] = (F_k * F_k + slope * slope) * work.dw[k];  // from here on: g_k dw_k
      squares += work.wm[k] * work.dw[k];
      if (size > 0.0) change = std::max(change, std::abs(work.dw[k]) / size);
    }
    const double missing = change > negligible && squares > 0.0 ? (f1 - f0 - linear) / squares : 0.0;
    for (std::size_t e = 0; e < p.entries.size(); ++e) {
      const auto& entry = p.entries[e];
      const double factor = work.outer[entry.k + 1] - work.slope[entry.k] + missing * work.wm[entry.k];
      const double c = factor * work.gradient[e];
      if (p.row < 0)
        terms.Q[entry.j] -= c;
      else if (entry.place >= 0)
        terms.A[at(entry.place)] += c;
    }
  }
}

}  // namespace rheon
