// A tape is a program of code/, with the tables that it reads.
#include "expr/lowered.hpp"
#include "expr/node_program.hpp"

namespace rheon::expr {

struct Tape::Impl {
  std::vector<Interpolant> tables;
  code::Executable code;
  std::size_t output_size = 0;
};

Tape::Tape() = default;
Tape::~Tape() = default;
Tape::Tape(Tape&&) noexcept = default;
Tape& Tape::operator=(Tape&&) noexcept = default;

Tape::Tape(const Graph& graph, std::span<const Node> outputs) {
  std::vector<Id> ids;
  for (const Node n : outputs) ids.push_back(id_of(n));
  impl_ = std::make_unique<Impl>();
  impl_->output_size = ids.size();
  // The lists of long tapes are large: each is gone before the next step of the translation needs room.
  impl_->code = code::Executable([&] {
    Lowered list = lower_to_values(*graph.impl_, ids);
    impl_->tables = std::move(list.tables);
    return node_program(list, impl_->tables);
  }());
}

std::size_t Tape::work_size() const { return impl_ ? impl_->code.work_size() : 0; }
std::size_t Tape::output_size() const { return impl_ ? impl_->output_size : 0; }
std::size_t Tape::instruction_count() const { return impl_ ? impl_->code.operations() : 0; }

void Tape::evaluate(const double* inputs, double* outputs, double* work) const noexcept {
  if (impl_) impl_->code.run(inputs, outputs, work);
}

}  // namespace rheon::expr
