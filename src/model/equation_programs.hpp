// Evaluation of the equations of motion: for each combination of wants a tape that computes common parts once, made when
// it is asked for first.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "model/equations.hpp"

namespace rheon {

/// A tape for several quantities, and where the run of each is among its outputs.
struct EquationProgram {
  Want want = Want::none;
  expr::Tape tape;
  struct Part {
    TermKind quantity;
    std::size_t from, count;
  };
  std::vector<Part> parts;
};

class EquationPrograms {
 public:
  /// `model` keeps the graph and must outlive this.
  explicit EquationPrograms(Model& model);
  const std::array<EntryPositions, term_kind_count>& places() const { return terms_.places; }
  /// Thread-safe; allocates the first time.
  const EquationProgram& of(Want want) const;
  /// The nodes of a quantity, as `places` has them.
  const std::vector<expr::Node>& nodes(TermKind k) const { return terms_.nodes[static_cast<std::size_t>(k)]; }
  bool constant_mass() const { return constant_mass_; }  ///< does no entry of the mass depend on anything?
  const HeldMass& held() const { return terms_.held; }
  bool has_power() const { return power_; }  ///< can forces, drives or rows have power?
  const std::vector<double>& switching_times() const { return switching_times_; }
  void forget_places() { terms_.places = {}; }  ///< once they have been laid out
  /// Drops the nodes of the model that neither it nor its equations need. Not while others may call `of`.
  void drop_unused(Model& model);

 private:
  EquationProgram compile(Want want) const;

  const Model* model_;
  EquationTerms terms_;
  bool power_ = false, constant_mass_ = true;
  std::vector<double> switching_times_;
  /// A list that only grows at its head: readers need no lock.
  struct Entry {
    EquationProgram program;
    const Entry* next;
  };
  mutable std::atomic<const Entry*> newest_ = nullptr;
  mutable std::mutex making_;
  mutable std::vector<std::unique_ptr<const Entry>> made_;
};

}  // namespace rheon
