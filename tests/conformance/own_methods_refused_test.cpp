// Formulations and integrators of the user's own that are refused: beyond their claims, or as rows that make no sense.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "conformance/own_methods.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using namespace own_methods;
using testing::HasSubstr;

TEST(OwnMethods, AreHeldToTheirClaims) {
  const System system = load_system("pursuit");
  RunRequest r = own_request("saddle", "heun3");
  r.step = 0.01;
  r.duration = 0.1;
  const std::string message = message_of([&] { run(system, r); });
  EXPECT_THAT(message, HasSubstr("formulation \"saddle\" cannot run this model"));
  EXPECT_THAT(message, testing::Not(HasSubstr("formulations that can: saddle")));
}

TEST(OwnMethods, MakersThatFailAreRefused) {
  const System system = pendulum();
  const auto refused = [&](FormulationKind kind) {
    kind.name = "mine";
    RunRequest r = request("mine", std::string(kind.default_integrator));
    r.methods = Methods().add(heun3_kind).add(kind);
    r.step = 1e-2;
    r.duration = 0.1;
    return message_of([&] { run(system, r); });
  };
  FormulationKind rate = saddle_kind, step = verlet_kind;
  rate.make_rate = [](const System&, const OptionValues&) { return std::unique_ptr<RateForm>(); };
  step.make_midpoint = [](const System&, const OptionValues&) { return std::unique_ptr<StepForm>(); };
  EXPECT_THAT(refused(rate), HasSubstr("formulation \"mine\": its maker returned nothing"));
  EXPECT_THAT(refused(step), HasSubstr("formulation \"mine\": its maker returned nothing"));
}

/// Gives, as `shape` says, what no model has.
class Misshapen final : public RateForm {
 public:
  enum Shape { long_a, no_a, long_lambda, other_time, right };
  explicit Misshapen(const System& system) : system_(&system), terms_(system.make_terms()) {}
  struct Kept {
    double number = 0.0;
    static void fields(auto&& field, auto&... m) { field(field_name, any_number, m.number...); }
  };
  Memory make_memory() const override { return Memory(Kept{}); }
  Status rate(State& s, Rates& rates) override {
    const Layout& n = system_->layout();
    s.a = Vec::Zero(shape == long_a ? n.nv + 3 : shape == no_a ? 0 : n.nv);
    s.lambda = Vec::Zero(shape == long_lambda ? 77 : n.rows());
    if (shape == other_time) s.t = std::numeric_limits<double>::quiet_NaN();
    return complete_rates(*system_, terms_, s, rates);
  }
  Counters counters() const override { return {}; }
  static inline Shape shape = right;
  static inline const char* field_name = "number";

 private:
  const System* system_;
  Terms terms_;
};

std::string refusal_of_run(const FormulationKind& kind) {
  RunRequest r = request(std::string(kind.name), "rk4");
  r.methods.add(kind);
  r.step = 1e-2;
  r.duration = 0.1;
  return message_of([&] { run(pendulum(), r); });
}

TEST(OwnMethods, WhatHasTheWrongLengthIsRefused) {
  FormulationKind kind = saddle_kind;
  kind.name = "misshapen";
  kind.options = {};
  kind.make_rate = [](const System& system, const OptionValues&) -> std::unique_ptr<RateForm> {
    return std::make_unique<Misshapen>(system);
  };
  const auto with = [&](Misshapen::Shape shape) {
    Misshapen::shape = shape;
    return refusal_of_run(kind);
  };
  EXPECT_THAT(with(Misshapen::long_a), HasSubstr("gives a the length 5; for this model it is 2"));
  EXPECT_THAT(with(Misshapen::no_a), HasSubstr("gives a the length 0; for this model it is 2"));
  EXPECT_THAT(with(Misshapen::long_lambda), HasSubstr("gives lambda the length 77; for this model it is 1"));
  EXPECT_THAT(with(Misshapen::other_time), HasSubstr("changes the time t"));
  EXPECT_EQ(with(Misshapen::right), "(no error)");
  Misshapen::field_name = "a number";
  EXPECT_THAT(with(Misshapen::right), HasSubstr("a field of its memory, \"a number\", must be one word"));
  Misshapen::field_name = "number";
  constexpr OptionSpec taken[] = {{.name = "projection", .type = OptionType::number, .fallback = "0", .help = "mine"}};
  kind.options = taken;
  EXPECT_THAT(with(Misshapen::right), HasSubstr("option \"projection\" is declared twice"));
}

template <class Kind, class Change>
std::string refusal(Kind kind, Change&& change) {
  change(kind);
  return message_of([&] { own().add(kind); });
}

constexpr double wrong_times[] = {0.0, 1.0 / 3, 3.0 / 4};

TEST(OwnMethods, RowsThatMakeNoSenseAreRefused) {
  const auto formulation = [](auto&& change) { return refusal(saddle_kind, change); };
  EXPECT_THAT(formulation([](auto&) {}), HasSubstr("formulation \"saddle\": the name is taken"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "lagrange"; }), HasSubstr("the name is taken"));
  EXPECT_THAT(formulation([](auto& k) { k.name = ""; }), HasSubstr("it needs a name"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "auto"; }), HasSubstr("a meaning of its own"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "two words"; }), HasSubstr("neither blanks nor +"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "a+b"; }), HasSubstr("neither blanks nor +"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "x", k.make_rate = nullptr; }),
              HasSubstr("no function that makes it"));
  EXPECT_THAT(formulation([](auto& k) { k.name = "x", k.default_integrator = ""; }), HasSubstr("default integrator"));

  const auto integrator = [](auto&& change) { return refusal(heun3_kind, change); };
  EXPECT_THAT(integrator([](auto& k) { k.name = "rk4"; }), HasSubstr("integrator \"rk4\": the name is taken"));
  EXPECT_THAT(integrator([](auto& k) { k.name = "x", k.tableau = nullptr; }), HasSubstr("it serves no family"));
  EXPECT_THAT(integrator([](auto& k) { k.name = "x", k.order = 0; }), HasSubstr("an order of at least 1"));
  const auto tableau = [&](auto&& change) {
    Tableau t = heun3;
    change(t);
    return integrator([&](auto& k) { k.name = "x", k.tableau = &t; });
  };
  EXPECT_THAT(tableau([](Tableau& t) { t.a = std::span(a).first(2); }),
              HasSubstr("list a of its tableau has 2 numbers, not 3"));
  EXPECT_THAT(tableau([](Tableau& t) { t.c = {}; }), HasSubstr("list c of its tableau has 0 numbers, not 3"));
  EXPECT_THAT(tableau([](Tableau& t) { t.b = error; }), HasSubstr("add up to 0, not to 1"));
  EXPECT_THAT(tableau([](Tableau& t) { t.error = b; }),
              HasSubstr("list error of its tableau adds up to 1, not to 0; it is the difference b - b_hat"));
  EXPECT_THAT(tableau([](Tableau& t) { t.second_error = b; }),
              HasSubstr("list second_error of its tableau adds up to 1"));
  EXPECT_THAT(tableau([](Tableau& t) { t.c = wrong_times; }),
              HasSubstr("c of stage 3 of its tableau is 0.75, and its row of a adds up to 0.666667"));
  EXPECT_THAT(tableau([](Tableau& t) { t.error_order = 0; }), HasSubstr("without order"));
  EXPECT_THAT(tableau([](Tableau& t) { t.last_is_end = true; }), HasSubstr("not the end of the step"));
  const auto dense = [&](int order) {
    const DenseOutput without_terms{.order = order, .end = 0, .a = {}, .c = {}, .terms = {}};
    return tableau([&](Tableau& t) { t.dense = &without_terms; });
  };
  EXPECT_THAT(dense(-4), HasSubstr("its dense output needs an order of at least 1"));
  EXPECT_THAT(tableau([](Tableau& t) { t.stages = 40; }), HasSubstr("1 to 32 stages, not 40"));
}

TEST(OwnMethods, RowsOfTheTablesAreComplete) {
  // what the tables themselves have would be accepted, under another name
  for (FormulationKind kind : formulations())
    EXPECT_EQ(refusal(kind, [](auto& k) { k.name = "x"; }), "(no error)") << kind.name;
  for (IntegratorKind kind : integrators())
    EXPECT_EQ(refusal(kind, [](auto& k) { k.name = "x"; }), "(no error)") << kind.title;
}

}  // namespace
}  // namespace rheon::test
