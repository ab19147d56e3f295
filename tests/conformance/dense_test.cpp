// Formulations with dense matrices: what is too large for them is refused, instead of a step that never ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/formulations/kind.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {
namespace {

System masses(int count) {
  std::string names, kinetic = "0";
  for (int i = 0; i < count; ++i) {
    names += (i > 0 ? ", x" : "x") + std::to_string(i);
    kinetic += " + x" + std::to_string(i) + "'^2";
  }
  return System(read_model_text("rheon: 1\nname: masses\ncoordinates: [" + names + "]\nkinetic: " + kinetic + "\n",
                                "masses.yaml"));
}

TEST(DenseFormulations, RefuseWhatIsTooLarge) {
  const System largest = masses(1000), larger = masses(1001);
  std::vector<std::string> refusing;
  for (const FormulationKind& f : formulations()) {
    EXPECT_EQ(objection(largest, f), "") << f.name;
    const std::string why = objection(larger, f);
    if (why.empty()) continue;
    refusing.emplace_back(f.name);
    EXPECT_THAT(why, testing::HasSubstr("up to 1000 velocities, and the model has 1001")) << f.name;
  }
  EXPECT_THAT(refusing, testing::UnorderedElementsAre("udwadia-kalaba", "kane", "np-ode"));
}

}  // namespace
}  // namespace rheon
