// Command line, timing and report that all engines of the race share.
//
// One pass looks at energy, gaps and positions on the way; others run the stepping loop alone and take its time. The
// result is one line of JSON.
#pragma once

#include <memory>
#include <string>

#include "peers/mechanism.hpp"

namespace peers {

/// A method of an engine with its setting: a fixed step, or (step 0) a tolerance.
struct Setting {
  std::string method;
  double step = 0.0, tolerance = 0.0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void reset() = 0;            ///< back to t = 0
  virtual void advance(double t) = 0;  ///< steps up to t; throws if that fails
  virtual void state(State& s) = 0;    ///< at the time last asked for
  virtual long steps() const = 0;      ///< since reset
  /// Of these, how many were taken in parts because they failed as a whole.
  virtual long divided_steps() const { return 0; }
  virtual std::string version() const = 0;
  /// Samples left out between two looks: engines whose steps end at a look would gain accuracy by being looked at.
  virtual int stride() const { return 1; }
  /// Kinetic and potential energy at the time last asked for. An engine that only gives the centres of bodies gives its
  /// own, and no gap (0).
  virtual double energy(const Mechanism& m, const State& s) { return peers::energy(m, s); }
  virtual double gap(const Mechanism& m, const State& s) { return peers::gap(m, s); }
};

using MakeEngine = std::unique_ptr<Engine> (*)(const Mechanism&, const Setting&);

/// The whole program. 0: done, or the JSON says why not; 2: wrong use.
int run(int argc, char** argv, MakeEngine make);

}  // namespace peers
