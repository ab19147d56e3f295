// Who keeps a System alive: what refers to one takes a handle or a named object, never a temporary.
#include <gtest/gtest.h>

#include <type_traits>

#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using Handle = std::shared_ptr<const System>;

static_assert(std::is_constructible_v<Simulation, const System&, const RunRequest&>);
static_assert(std::is_constructible_v<Simulation, System&, const RunRequest&>);
static_assert(std::is_constructible_v<Simulation, Handle, const RunRequest&>);
static_assert(std::is_constructible_v<Simulation, std::shared_ptr<System>, const RunRequest&>);
static_assert(std::is_constructible_v<Simulation, Handle, const RunRequest&, const SavedState&>);
static_assert(std::is_constructible_v<Simulation, Handle, const RunRequest&, const State&>);
static_assert(!std::is_constructible_v<Simulation, System, const RunRequest&>);
static_assert(!std::is_constructible_v<Simulation, const System, const RunRequest&>);
static_assert(!std::is_constructible_v<Simulation, System, const RunRequest&, const SavedState&>);
static_assert(!std::is_constructible_v<Simulation, System, const RunRequest&, const State&>);
static_assert(!std::is_constructible_v<Simulation, Model, const RunRequest&>);

template <class S>
concept MakesStepper = requires(S&& system, const FormulationKind& f, const IntegratorKind& i, const OptionValues& o) {
  make_stepper(std::forward<S>(system), f, i, o);
};
static_assert(MakesStepper<const System&>);
static_assert(!MakesStepper<System>);
static_assert(!MakesStepper<const System>);

// results refer to nothing: here a temporary lives long enough
static_assert(std::is_invocable_v<decltype(&rheon::run), System, const RunRequest&, const Monitor&>);

static_assert(!std::is_copy_constructible_v<System>);

RunRequest tenth_of_a_second() {
  RunRequest request;
  request.formulation = "lagrange";
  request.integrator = "rk4";
  request.step = 1e-2;
  request.duration = 0.1;
  return request;
}

void finish(Simulation& simulation) {
  while (simulation.step()) {
  }
  EXPECT_TRUE(simulation.done());
}

TEST(Ownership, ManySimulationsShareOneSystem) {
  auto system = std::make_shared<const System>(load_system("pendulum"));
  const std::weak_ptr<const System> watch = system;
  std::vector<Simulation> simulations;
  for (int k = 0; k < 3; ++k) simulations.emplace_back(system, tenth_of_a_second());
  EXPECT_EQ(watch.use_count(), 4);
  simulations.emplace_back(system, tenth_of_a_second(), simulations.front().save());
  simulations.emplace_back(system, tenth_of_a_second(), simulations.front().state());
  system.reset();
  EXPECT_EQ(watch.use_count(), 5);
  for (Simulation& simulation : simulations) finish(simulation);
  for (const Simulation& simulation : simulations) EXPECT_EQ(simulation.state().q, simulations.front().state().q);
  Simulation moved = std::move(simulations.back());
  simulations.clear();
  EXPECT_EQ(watch.use_count(), 1);
  EXPECT_GT(moved.results().rows(), 1u);
}

TEST(Ownership, HandleAndReferenceGiveTheSameBits) {
  const auto system = std::make_shared<const System>(load_system("pendulum"));
  Simulation by_handle(system, tenth_of_a_second()), by_reference(*system, tenth_of_a_second());
  finish(by_handle);
  finish(by_reference);
  EXPECT_EQ(by_handle.state().q, by_reference.state().q);
  EXPECT_EQ(system.use_count(), 2);
}

TEST(Ownership, AnEmptyHandleIsRefused) { EXPECT_THROW(Simulation(Handle{}, tenth_of_a_second()), UsageError); }

}  // namespace
}  // namespace rheon::test
