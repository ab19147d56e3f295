// The error of a motion, found by further runs of the same method: one with longer steps, and where that differs one with
// shorter steps.
//
// The error of a method of order p falls with h^p, so a run with longer steps h' is off by (h'/h)^p times as much, and the
// difference of the two bounds the error of the better one. Unlike estimates of single steps, this contains what the
// motion itself makes of errors: in chaos and near unstable motions they grow beyond all bounds. Longer steps cost a
// fraction of the run; where they differ noticeably they may be at fault alone, and shorter steps decide.
#pragma once

#include <memory>

#include "rheon/sim/run.hpp"
#include "sim/plan.hpp"
#include "sim/trail.hpp"

namespace rheon {

class ErrorEstimator {
 public:
  /// Of a simulation that kept a trail of its steps; it must outlive the estimator.
  explicit ErrorEstimator(const Simulation& simulation);
  ~ErrorEstimator();
  /// Fills in the estimate, and a doubt if the motion is noticeably off. Nothing of a run that ended early.
  void judge(Summary& summary, const Monitor& monitor);

  /// The largest difference of two trails, and where the first of the size of a doubt is.
  struct Difference {
    double value = 0.0;
    Index coordinate = -1;
    double time = 0.0;  ///< when it first exceeded what makes a doubt; of the largest one otherwise
    bool complete = true;
    bool interrupted = false;
    std::string stopped;  ///< why, if the further run did
  };

 private:
  Difference compare(const Plan& plan, int stride, long long most_steps, const Monitor& monitor) const;
  Plan coarser() const;
  Plan finer() const;
  bool worth_coarser(const Summary& summary) const;
  void doubt(const Difference& d, const std::string& how, Summary& summary) const;

  const Simulation* simulation_;
  Vec scale_;  ///< of each coordinate: what it covers
};

}  // namespace rheon
