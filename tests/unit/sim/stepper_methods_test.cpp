// Steps by hand: kinds that a refusal names are those of the caller's Methods.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

constexpr double a[] = {2.0 / 3}, b[] = {0.25, 0.75}, c[] = {0.0, 2.0 / 3};
constexpr Tableau ralston{.stages = 2, .a = a, .b = b, .c = c, .error = {}, .second_error = {}};
constexpr IntegratorKind ralston_kind{
    .name = "ralston", .title = "Ralston's method", .reference = "", .order = 2, .tableau = &ralston};

TEST(StepperMethods, RefusalNamesThem) {
  const System system(read_model_text("rheon: 1\ncoordinates: {x: m}\nmass: [1 kg]\n", "mass.yaml"));
  Methods methods;
  methods.add(ralston_kind);
  Problems none;
  const OptionValues options = OptionValues::resolve({}, {}, none);
  const auto refusal_by = [&](auto&&... more) {
    return message_of([&] {
      (void)make_stepper(system, find_formulation("lagrange"), find_integrator("newmark"), options, more...);
    });
  };
  EXPECT_THAT(refusal_by(methods), HasSubstr("integrators that do: ralston"));
  EXPECT_THAT(refusal_by(), HasSubstr("integrators that do: "));
  EXPECT_THAT(refusal_by(), testing::Not(HasSubstr("ralston")));
}

}  // namespace
}  // namespace rheon::test
