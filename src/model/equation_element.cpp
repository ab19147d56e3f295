// The element of an equation model: its expressions lowered to tapes, one for each combination of wants that the hot
// loops use, so that common parts are computed once, and one for each single want for everything else.
#include <algorithm>
#include <numeric>

#include "model/element.hpp"
#include "model/equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// A tape for several quantities, and where each run of its outputs goes in the local array.
struct Program {
  Want want = Want::none;
  expr::Tape tape;
  struct Run {
    std::size_t from, count, to;
  };
  std::vector<Run> runs;
};

/// Linear in v and zero at rest: such a row does no work.
bool homogeneous(Model& model, const ConstraintRow& row) {
  if (row.kind != ConstraintKind::linear_velocity) return false;
  return model.graph.is_zero(at_rest(model, row.residual));
}

class EquationElement final : public Element {
 public:
  explicit EquationElement(Model& model);
  const std::array<Places, quantity_count>& places() const override { return places_; }
  std::size_t work_size() const override { return work_size_; }
  void evaluate(const double* inputs, Want want, double* local, double* work) const override;
  bool constant_mass() const override { return constant_mass_; }
  bool has_power() const override { return power_; }
  std::vector<double> switching_times() const override { return switching_times_; }

 private:
  Program compile(const Model& model, const EquationTerms& terms, Want want);
  static void run(const Program& program, const double* inputs, double* local, double* work);

  std::array<Places, quantity_count> places_;
  std::array<std::size_t, quantity_count> offset_{};
  std::vector<Program> combined_;
  std::array<Program, want_bits> single_;
  std::size_t work_size_ = 0;
  bool power_ = false, constant_mass_ = true;
  std::vector<double> switching_times_;
};

EquationElement::EquationElement(Model& model) {
  const EquationTerms terms = derive_equations(model);
  places_ = terms.places;
  std::vector<expr::Node> all;
  std::size_t offset = 0;
  for (std::size_t k = 0; k < quantity_count; ++k) {
    offset_[k] = offset;
    offset += terms.nodes[k].size();
    all.insert(all.end(), terms.nodes[k].begin(), terms.nodes[k].end());
  }
  switching_times_ = model.graph.switching_times(all);
  for (const Quantity k : {Quantity::power_applied, Quantity::power_friction, Quantity::power_driving, Quantity::phi_t})
    for (const expr::Node node : terms.nodes[static_cast<std::size_t>(k)])
      power_ = power_ || !model.graph.is_zero(node);
  for (const expr::Node node : terms.nodes[static_cast<std::size_t>(Quantity::mass)])
    constant_mass_ = constant_mass_ && model.graph.is_constant(node);
  for (const ConstraintRow& row : model.constraints)
    power_ = power_ || (!is_position_level(row.kind) && !homogeneous(model, row));
  for (const Want want : hot_wants) combined_.push_back(compile(model, terms, want));
  for (int bit = 0; bit < want_bits; ++bit)
    single_[static_cast<std::size_t>(bit)] = compile(model, terms, static_cast<Want>(1u << bit));
}

Program EquationElement::compile(const Model& model, const EquationTerms& terms, Want want) {
  Program program;
  program.want = want;
  std::vector<expr::Node> nodes;
  for (std::size_t k = 0; k < quantity_count; ++k) {
    if (!has(want, want_of(k)) || terms.nodes[k].empty()) continue;
    const Program::Run next{nodes.size(), terms.nodes[k].size(), offset_[k]};
    nodes.insert(nodes.end(), terms.nodes[k].begin(), terms.nodes[k].end());
    if (!program.runs.empty() && program.runs.back().to + program.runs.back().count == next.to)
      program.runs.back().count += next.count;
    else
      program.runs.push_back(next);
  }
  program.tape = expr::Tape(model.graph, nodes);
  work_size_ = std::max(work_size_, program.tape.work_size() + nodes.size());
  return program;
}

void EquationElement::run(const Program& program, const double* inputs, double* local, double* work) {
  if (program.runs.size() == 1) {
    program.tape.evaluate(inputs, local + program.runs.front().to, work);
    return;
  }
  double* const outputs = work + program.tape.work_size();
  program.tape.evaluate(inputs, outputs, work);
  for (const auto& r : program.runs) std::copy_n(outputs + r.from, r.count, local + r.to);
}

void EquationElement::evaluate(const double* inputs, Want want, double* local, double* work) const {
  for (const Program& program : combined_)
    if (program.want == want) return run(program, inputs, local, work);
  for (const Program& program : single_)
    if (has(want, program.want) && !program.runs.empty()) run(program, inputs, local, work);
}

}  // namespace

std::unique_ptr<Element> make_equations(Model& model) { return std::make_unique<EquationElement>(model); }

}  // namespace rheon
