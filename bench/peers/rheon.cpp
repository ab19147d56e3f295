// rheon itself, by its library: any formulation with any integrator.
//
// Methods: FORMULATION[/INTEGRATOR[/OPTION=VALUE...]], for example lagrange/dop853/projection=velocity.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "peers/driver.hpp"
#include "peers/natural.hpp"
#include "peers/rheon_motion.hpp"
#include "peers/rheon_text.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"

namespace {

using peers::Mechanism;
using peers::Vec3;

constexpr int stride_without_dense_output = 50;  // steps end at a look then

rheon::RunRequest request_of(const Mechanism& m, const peers::Setting& setting) {
  rheon::RunRequest request;
  std::istringstream parts(setting.method);
  std::string part;
  for (int k = 0; std::getline(parts, part, '/'); ++k) {
    if (k == 0)
      request.formulation = part;
    else if (k == 1)
      request.integrator = part;
    else
      request.options.push_back({part.substr(0, part.find('=')), part.substr(part.find('=') + 1), {}});
  }
  if (setting.step > 0.0)
    request.step = setting.step;
  else
    request.tolerance = setting.tolerance;
  request.duration = m.end;
  request.samples = 1;
  return request;
}

/// How the bodies are found in a state of the system, and its start.
class Bodies {
 public:
  virtual ~Bodies() = default;
  virtual std::string model_text() const = 0;
  virtual void set_velocities(const rheon::System& system, rheon::State& s) = 0;
  virtual void find(const rheon::System& system, const rheon::State& at, peers::State& s) = 0;
  virtual bool has_rotation() const = 0;
};

/// In the plane: two points of each body are coordinates.
class PinnedBodies : public Bodies {
 public:
  explicit PinnedBodies(const Mechanism& m)
      : natural_(m), number_(static_cast<std::size_t>(natural_.coordinates()), -1), q_(number_.size()), v_(q_) {}
  std::string model_text() const override { return planar_text(natural_); }

  void set_velocities(const rheon::System& system, rheon::State& s) override {
    std::map<std::string, int> known;
    const auto& coordinates = system.model().coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) known[coordinates[i].name] = static_cast<int>(i);
    for (std::size_t p = 0; p < natural_.points.size(); ++p)
      for (int x = 0; x < 2 && natural_.points[p].q >= 0; ++x) {
        const auto k = static_cast<std::size_t>(natural_.points[p].q + x);
        number_[k] = known.at(fmt::format("P{}.{}", p, x == 0 ? 'x' : 'y'));
        s.v[number_[k]] = natural_.v0[k];
      }
  }
  void find(const rheon::System&, const rheon::State& at, peers::State& s) override {
    for (std::size_t k = 0; k < number_.size(); ++k) {
      q_[k] = at.q[number_[k]];
      v_[k] = at.v[number_[k]];
    }
    natural_.state(q_.data(), v_.data(), s);
  }
  bool has_rotation() const override { return true; }

 private:
  peers::NaturalModel natural_;
  std::vector<int> number_;  ///< in the system, of each natural coordinate
  std::vector<double> q_, v_;
};

/// Centres are outputs of the model. The mechanism starts as one rigid body that turns about the origin, or as the model
/// says.
class NamedCentres : public Bodies {
 public:
  explicit NamedCentres(const Mechanism& m) : m_(m) {}
  std::string model_text() const override {
    return !m_.skates.empty() ? sleigh_text(m_) : !m_.discs.empty() ? disc_text(m_) : spatial_text(m_);
  }

  void set_velocities(const rheon::System& system, rheon::State& s) override {
    if (!m_.holonomic()) return;
    for (rheon::Index i = 0; i + 2 < system.layout().nq; i += 3)
      s.v.segment<3>(i) = m_.bodies[0].spin.cross(Vec3(s.q.segment<3>(i)));
  }
  void find(const rheon::System& system, const rheon::State& at, peers::State& s) override {
    if (!terms_) {
      terms_ = system.make_terms();
      const auto& outputs = system.model().outputs;
      for (std::size_t k = 0; k < outputs.size(); ++k) number_[outputs[k].name] = static_cast<int>(k);
    }
    if (const auto ok = system.evaluate(at, rheon::Want::outputs, *terms_); !ok)
      throw std::runtime_error(system.describe(ok));
    for (std::size_t b = 0; b < s.size(); ++b)
      for (int k = 0; k < (m_.planar ? 2 : 3); ++k)
        s[b].x[k] = terms_->outputs[number_.at(fmt::format("c{}{}", b, "xyz"[k]))];
  }
  bool has_rotation() const override { return false; }

 private:
  const Mechanism& m_;
  std::optional<rheon::Terms> terms_;
  std::map<std::string, int> number_;
};

std::unique_ptr<Bodies> make_bodies(const Mechanism& m) {
  if (m.planar && m.skates.empty()) return std::make_unique<PinnedBodies>(m);
  return std::make_unique<NamedCentres>(m);
}

class RheonEngine : public peers::Engine {
 public:
  RheonEngine(const Mechanism& m, const peers::Setting& setting)
      : bodies_(make_bodies(m)),
        system_(rheon::read_model_text(bodies_->model_text(), m.name + ".yaml")),
        motion_(system_, request_of(m, setting)) {
    rheon::InitialResult initial = find_initial_state(system_);
    if (!initial.problems.empty()) throw rheon::ModelError(std::move(initial.problems));
    start_ = std::move(initial.state);
    bodies_->set_velocities(system_, start_);
  }
  void reset() override { motion_.start(start_); }
  void advance(double t) override { motion_.advance(t); }
  void state(peers::State& s) override { bodies_->find(system_, motion_.state(), s); }
  long steps() const override { return motion_.steps(); }
  long divided_steps() const override { return motion_.divided_steps(); }
  int stride() const override { return motion_.interpolates() ? 1 : stride_without_dense_output; }
  std::string version() const override { return std::string("rheon ") + rheon::version(); }
  double energy(const Mechanism& m, const peers::State& s) override {
    if (bodies_->has_rotation()) return peers::energy(m, s);
    if (!terms_) terms_ = system_.make_terms();
    if (const auto ok = system_.evaluate(motion_.state(), rheon::Want::energy, *terms_); !ok)
      throw std::runtime_error(system_.describe(ok));
    return terms_->kinetic + terms_->potential;
  }
  double gap(const Mechanism& m, const peers::State& s) override {
    return bodies_->has_rotation() ? peers::gap(m, s) : 0.0;
  }

 private:
  std::unique_ptr<Bodies> bodies_;
  rheon::System system_;
  peers::RheonMotion motion_;
  rheon::State start_;
  std::optional<rheon::Terms> terms_;
};

std::unique_ptr<peers::Engine> make_engine(const Mechanism& m, const peers::Setting& setting) {
  return std::make_unique<RheonEngine>(m, setting);
}

}  // namespace

int main(int argc, char** argv) { return peers::run(argc, argv, make_engine); }
