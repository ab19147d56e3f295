// Runs whose violations are integrated over all steps.
#include <cmath>

#include "analysis/tune_parts.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon::tuning {

namespace {

/// Squares of the violations at one state.
struct Squares {
  double t = 0.0, position = 0.0, velocity = 0.0;
};

/// Norm over the rows of |A| |x|: the size of the sums that a row is made of.
double size_of_rows(const Pattern& A, const SparseValues& values, int rows, const Vec& x) {
  double squares = 0.0;
  for (int i = 0; i < rows; ++i) {
    const double size = row_size(A, i, values, x.data());
    squares += size * size;
  }
  return std::sqrt(squares);
}

class Integral {
 public:
  explicit Integral(const System& system) : system_(&system), terms_(system.make_terms()) {}

  void add(const State& s, Measured& m) {
    if (!system_->evaluate(s, want_drift, terms_)) return;
    const Squares now{s.t, terms_.phi.squaredNorm(), terms_.phi_dot.squaredNorm() + terms_.psi.squaredNorm()};
    if (begun_) {
      const double h = now.t - before_.t;
      position_ += 0.5 * h * (before_.position + now.position);
      velocity_ += 0.5 * h * (before_.velocity + now.velocity);
      time_ += h;
    }
    before_ = now;
    begun_ = true;
    size(s, m);
  }

  void finish(Measured& m) const {
    if (time_ <= 0.0) return;
    m.position = std::sqrt(position_ / time_);
    m.velocity = std::sqrt(velocity_ / time_);
  }

 private:
  void size(const State& s, Measured& m) {
    const Layout& n = system_->layout();
    m.largest_bias = std::max(m.largest_bias, terms_.b.cwiseAbs().maxCoeff());
    const Pattern& A = system_->jacobian_pattern();
    m.size_velocity = std::max(m.size_velocity, size_of_rows(A, terms_.A, n.rows(), s.v));
    if (!system_->model().general_speeds)
      m.size_position = std::max(m.size_position, size_of_rows(A, terms_.A, n.nphi, s.q));
    else if (n.nphi > 0)
      m.size_position = std::max(m.size_position, size_of_rows(system_->gradient_pattern(), gradient(s), n.nphi, s.q));
  }

  const SparseValues& gradient(const State& s) {
    if (!system_->evaluate(s, Want::gradient, terms_)) terms_.phi_q.assign(terms_.phi_q.size(), 0.0);
    return terms_.phi_q;
  }

  const System* system_;
  Terms terms_;
  Squares before_;
  double position_ = 0.0, velocity_ = 0.0, time_ = 0.0;
  bool begun_ = false;
};

}  // namespace

Measured measure(const System& system, const RunRequest& request, const Monitor& monitor) {
  Measured measured;
  Simulation simulation(system, request);
  Integral integral(system);
  integral.add(simulation.state(), measured);
  simulation.go_on(monitor, [&](const State& s) { integral.add(s, measured); });
  integral.finish(measured);
  measured.results = simulation.results();
  return measured;
}

bool Bench::report(const std::string& doing, const RunsProgress& progress) {
  if (!interrupted_ && request_->monitor)
    interrupted_ = !request_->monitor({doing, done_ + progress.done, progress.under_way, progress.progress});
  return !interrupted_;
}

void Bench::run(const std::string& doing, std::vector<RunRequest>& requests, std::vector<Measured>& measured) {
  measured.assign(requests.size(), {});
  for (Measured& m : measured) m.results.summary.ending = Ending::interrupted;  // until it has been run
  const auto make = [&](std::size_t i, const Monitor& monitor) {
    Progress begin;
    begin.end = requests[i].duration.value_or(1.0);
    if (!monitor(begin)) return false;
    measured[i] = measure(*system_, requests[i], monitor);
    return true;
  };
  done_ += make_runs(
               requests.size(), request_->jobs, [&](const RunsProgress& p) { return report(doing, p); }, make)
               .done;
}

}  // namespace rheon::tuning
