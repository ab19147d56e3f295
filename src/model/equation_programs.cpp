#include "model/equation_programs.hpp"

#include "core/free_memory.hpp"
#include "expr/unused.hpp"
#include "model/unused_nodes.hpp"

namespace rheon {

namespace {

/// Tapes of so many nodes take tens of megabytes while they are made: memory is given back before, which takes time.
constexpr std::size_t many_nodes = 100000;

/// Linear in v and zero at rest: such a row does no work.
bool homogeneous(Model& model, const ConstraintRow& row) {
  if (row.kind != ConstraintKind::linear_velocity) return false;
  return model.graph.is_zero(at_rest(model, row.residual));
}

}  // namespace

EquationPrograms::EquationPrograms(Model& model) : model_(&model), terms_(derive_equations(model)) {
  std::vector<expr::Node> all;
  for (const auto& nodes : terms_.nodes) all.insert(all.end(), nodes.begin(), nodes.end());
  switching_times_ = model.graph.switching_times(all);
  for (const TermKind k : {TermKind::power_applied, TermKind::power_friction, TermKind::power_driving, TermKind::phi_t})
    for (const expr::Node node : nodes(k)) power_ = power_ || !model.graph.is_zero(node);
  for (const expr::Node node : nodes(TermKind::mass)) constant_mass_ = constant_mass_ && model.graph.is_constant(node);
  for (const ConstraintRow& row : model.constraints)
    power_ = power_ || (!is_position_level(row.kind) && !homogeneous(model, row));
}

void EquationPrograms::drop_unused(Model& model) {
  expr::rest(model.graph);  // before the list of what is needed, which is long itself
  std::size_t count = 0;
  for (auto& nodes : terms_.nodes) {
    nodes.shrink_to_fit();
    count += nodes.size();
  }
  std::vector<expr::Node*> needed;
  needed.reserve(count + model.rate.size() + model.constraints.size() + model.outputs.size() + 2 * model.angles.size());
  for (auto& nodes : terms_.nodes)
    for (expr::Node& node : nodes) needed.push_back(&node);
  drop_unused_nodes(model, std::move(needed));
}

const EquationProgram& EquationPrograms::of(Want want) const {
  const auto find = [&](const Entry* entry) {
    while (entry != nullptr && entry->program.want != want) entry = entry->next;
    return entry;
  };
  if (const Entry* known = find(newest_.load(std::memory_order_acquire))) return known->program;
  const std::lock_guard lock(making_);
  const Entry* const newest = newest_.load(std::memory_order_relaxed);
  if (const Entry* known = find(newest)) return known->program;
  made_.push_back(std::make_unique<const Entry>(Entry{compile(want), newest}));
  newest_.store(made_.back().get(), std::memory_order_release);
  return made_.back()->program;
}

EquationProgram EquationPrograms::compile(Want want) const {
  if (model_->graph.size() > many_nodes) scratch_is_free();  // before a tape that may be long
  EquationProgram program;
  program.want = want;
  std::vector<expr::Node> nodes;
  for (std::size_t k = 0; k < term_kind_count; ++k) {
    if (!has(want, want_of(k)) || terms_.nodes[k].empty()) continue;
    program.parts.push_back({static_cast<TermKind>(k), nodes.size(), terms_.nodes[k].size()});
    nodes.insert(nodes.end(), terms_.nodes[k].begin(), terms_.nodes[k].end());
  }
  program.tape = expr::Tape(model_->graph, nodes);
  return program;
}

}  // namespace rheon
