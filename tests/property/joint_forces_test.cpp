// Forces in the joints of random structures, where loads act on points that several bodies share: against the equations of
// Newton and Euler, set up apart from the coordinates, rows and multipliers of the program.
#include <gtest/gtest.h>

#include <cstdlib>

#include "property/structure_forces.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

unsigned long long seed() {
  const char* wanted = std::getenv("RHEON_SEED");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 1u;
}

/// Largest difference relative to the largest force; -1 if nothing could be compared.
double difference(const Structure& structure, const Results& results, std::size_t row, std::string& where) {
  const auto forces = structure.forces(results, row);
  double size = 0.0, worst = -1.0;
  for (const auto& f : forces) size = std::max(size, std::abs(f.expected));
  for (const auto& f : forces) {
    const int c = results.find(f.channel);  // what is zero by its nature is no channel
    const double off = std::abs((c < 0 ? 0.0 : results.at(row, at(c))) - f.expected) / size;
    if (off > worst) where = f.channel;
    worst = std::max(worst, off);
  }
  return worst;
}

class RandomStructures : public ::testing::TestWithParam<bool> {};

// Round-off times the condition of the equations: structures whose smallest pivot is below 1e-3 of the largest are left
// out, and coordinates may square that.
constexpr double round_off = 1e-9;

TEST_P(RandomStructures, AtRest) {
  std::printf("seed %llu (set RHEON_SEED to change it)\n", seed());
  int compared = 0;
  for (unsigned long long k = 0; k < 60; ++k) {
    const Structure structure(1000 * seed() + k, GetParam(), false);
    const System system(read_model_text(structure.text(), "random.yaml", {}, {.balance = true, .reactions = true}));
    const Equilibrium e = find_equilibrium(system);
    const Results results = to_results(system, e);
    std::string where;
    const double off = difference(structure, results, 0, where);
    if (off < 0.0) continue;
    ++compared;
    EXPECT_LT(off, round_off) << where << " of structure " << k << "\n" << structure.text();
  }
  EXPECT_GT(compared, 6);
}

TEST_P(RandomStructures, InMotion) {
  std::printf("seed %llu (set RHEON_SEED to change it)\n", seed());
  int compared = 0;
  for (unsigned long long k = 0; k < 20; ++k) {
    const Structure structure(1000 * seed() + 500 + k, GetParam(), true);
    const System system(read_model_text(structure.text(), "random.yaml", {}, {.balance = true}));
    for (const char* formulation : {"lagrange", "ali3p", "lagrange-index3"}) {
      RunRequest r = request(formulation);
      r.step = 1e-3;
      r.duration = 0.01;
      r.samples = 2;
      const Results results = run(system, r);
      std::string where;
      const double off = results.rows() < 3 ? -1.0 : difference(structure, results, 2, where);
      if (off < 0.0) continue;
      ++compared;
      EXPECT_LT(off, round_off) << where << " by " << formulation << ", structure " << k << "\n" << structure.text();
    }
  }
  EXPECT_GT(compared, 6);
}

INSTANTIATE_TEST_SUITE_P(Spaces, RandomStructures, ::testing::Bool(),
                         [](const auto& space) { return space.param ? "plane" : "space"; });

}  // namespace
}  // namespace rheon::test
