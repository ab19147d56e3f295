// What `check` found, put into words: what, the numbers, what to do about it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/integrability.hpp"
#include "analysis/remedies.hpp"
#include "constraints/singularity.hpp"
#include "rheon/analysis/check.hpp"

namespace rheon {

/// Of a redundant set: what transmits the forces that it leaves open.
struct Transmission {
  std::set<std::string> hinges;       ///< in space: they could turn into joints with more freedom
  std::vector<std::string> carriers;  ///< joints and points of a mechanism with a force in it
};
/// Rows that others imply. What to do about them follows from the rows; `excesses` gets those for which more can be tried.
void append_redundancies(const System& system, const std::vector<RankAnalysis::Set>& sets,
                         const std::vector<Transmission>& by, std::vector<Finding>& all,
                         std::vector<FindingOfExcess>& excesses);
std::vector<Finding> singularity_findings(const System& system, const SingularityReport& report, int rank_here,
                                          const std::vector<double>& values_here);
/// Rows that nearly depend on each other although the rank counts them as independent.
std::vector<Finding> weakness_findings(const System& system, const WeakRows& rows, int rank);
/// Of models with more rows than are analysed densely: the rows that others imply; none if not even the rank is known.
std::vector<Finding> large_rank_findings(const System& system, const std::vector<int>& dependent, int most_rows);
/// Joints that hold their bodies by more than needed without redundant rows.
void append_overheld(const Model& model, std::vector<Finding>& all, std::vector<FindingOfExcess>& excesses);
/// Bodies that nothing connects with the rest.
std::vector<Finding> unconnected_findings(const Model& model, const std::vector<std::string>& bodies);
std::vector<Finding> integrability_findings(const System& system, const IntegrabilityReport& report);

}  // namespace rheon
