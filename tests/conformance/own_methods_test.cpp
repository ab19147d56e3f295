// Formulations and integrators of the user's own go through `run` and Simulation as those of the tables do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

// ---- Heun's method of order 3, with an estimate of order 2
constexpr double a[] = {1.0 / 3, 0.0, 2.0 / 3};
constexpr double b[] = {1.0 / 4, 0.0, 3.0 / 4};
constexpr double c[] = {0.0, 1.0 / 3, 2.0 / 3};
constexpr double error[] = {3.0 / 4, -3.0 / 2, 3.0 / 4};
constexpr Tableau heun3{.stages = 3, .a = a, .b = b, .c = c, .error = error, .second_error = {}, .error_order = 2};
constexpr IntegratorKind heun3_kind{
    .name = "heun3", .title = "Heun's method of order 3", .reference = "", .order = 3, .tableau = &heun3};

struct Starts {
  int count = 0;
  static void fields(auto&& field, auto&... m) { field("count", not_negative, m.count...); }
};

/// M a + A^T lambda = Q, A a = b as one dense system; keeps the number of its starts, which a restart must not lose.
class Saddle final : public RateForm {
 public:
  Saddle(const System& system, const OptionValues& options)
      : system_(&system), terms_(system.make_terms()), alpha_(options.number("alpha")) {}
  Memory make_memory() const override { return Memory(Starts{}); }
  Status update_memory(State& s) override {
    ++s.memory.as<Starts>().count;
    return {};
  }
  Status rate(State& s, Rates& rates) override {
    const Layout& n = system_->layout();
    constexpr Want all = Want::mass | Want::force | Want::jacobian | Want::bias;
    if (auto ok = system_->evaluate(s, all, terms_); !ok) return ok;
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n.nv + n.rows(), n.nv + n.rows());
    fill(K, system_->mass_pattern(), terms_.M, 0);
    fill(K, system_->jacobian_pattern(), terms_.A, n.nv);
    K.topRightCorner(n.nv, n.rows()) = K.bottomLeftCorner(n.rows(), n.nv).transpose();
    Vec right(n.nv + n.rows());
    right << terms_.Q, terms_.b;
    right.tail(n.rows()).head(n.nphi) -= alpha_ * terms_.phi_dot;
    const Vec x = eliminate(K, right);
    if (!x.allFinite()) return {Code::singular, -1, 0, 0.0, "saddle"};
    s.a = x.head(n.nv);
    s.lambda = x.tail(n.rows());
    ++solves_;
    return complete_rates(*system_, terms_, s, rates);
  }
  Counters counters() const override { return {terms_.evaluations, solves_, 0, 0}; }

 private:
  static void fill(Eigen::MatrixXd& K, const Pattern& p, const SparseValues& values, int first_row) {
    for (int i = 0; i < p.rows; ++i)
      for (int k = p.start[static_cast<std::size_t>(i)]; k < p.start[static_cast<std::size_t>(i) + 1]; ++k)
        K(first_row + i, p.col[static_cast<std::size_t>(k)]) = values[static_cast<std::size_t>(k)];
  }
  /// Gauss with row pivots: a few rows.
  static Vec eliminate(Eigen::MatrixXd K, Vec x) {
    const Index n = static_cast<Index>(x.size());
    for (Index j = 0; j < n; ++j) {
      Eigen::Index pivot = 0;
      K.col(j).tail(n - j).cwiseAbs().maxCoeff(&pivot);
      K.row(j).swap(K.row(j + pivot));
      std::swap(x[j], x[j + static_cast<Index>(pivot)]);
      for (Index i = j + 1; i < n; ++i) {
        const double factor = K(i, j) / K(j, j);
        K.row(i) -= factor * K.row(j);
        x[i] -= factor * x[j];
      }
    }
    for (Index j = n - 1; j >= 0; --j) {
      for (Index k = j + 1; k < n; ++k) x[j] -= K(j, k) * x[k];
      x[j] /= K(j, j);
    }
    return x;
  }

  const System* system_;
  Terms terms_;
  double alpha_;
  long long solves_ = 0;
};

constexpr OptionSpec options[] = {{.name = "alpha", .fallback = "0", .unit = "1/s", .min = 0.0, .help = "gain"}};
constexpr FormulationKind saddle_kind{
    .name = "saddle",
    .title = "one dense system",
    .reference = "",
    .options = options,
    .default_integrator = "heun3",
    .make_rate = [](const System& system, const OptionValues& values) -> std::unique_ptr<RateForm> {
      return std::make_unique<Saddle>(system, values);
    }};

Methods own() { return Methods().add(heun3_kind).add(saddle_kind); }

RunRequest own_request(const std::string& formulation, const std::string& integrator) {
  RunRequest r = request(formulation, integrator);
  r.methods = own();
  return r;
}

// ---- a pendulum that is released at 60 degrees: after a quarter of its period, sqrt(L/g) K(sin 30°), it is at the bottom

constexpr double length = 0.8, gravity = 9.81, mass = 2.0;
const double amplitude = std::acos(-1.0) / 3;
const double quarter = std::sqrt(length / gravity) * std::comp_ellint_1(std::sin(amplitude / 2));

System pendulum(const std::string& more = "") {
  return System(read_model_text(
      "rheon: 1\nname: pendulum\nparameters: {L: 0.8 m, m: 2 kg, g: 9.81 m/s^2}\ncoordinates: [x, y]\n"
      "mass: [m, m]\npotential: m*g*y\nconstraints: {rod: x^2 + y^2 = L^2}\noutputs: {tension: \"reaction(rod, y)\"}\n"
      "initial: {x: L*sin(pi/3), x': 0}\nguess: {y: -L/2}\n" +
          more,
      "pendulum.yaml"));
}

struct Errors {
  double x, v, tension;
};

Errors errors_of(const System& system, RunRequest r) {
  r.duration = quarter;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const double speed = -std::sqrt(2 * gravity * length * (1 - std::cos(amplitude)));
  return {results.column("x").back(), results.column("x'").back() - speed,
          results.column("tension").back() - mass * gravity * (3 - 2 * std::cos(amplitude))};
}

TEST(OwnMethods, HaveTheirOrderAgainstTheClosedForm) {
  const System system = pendulum();
  for (const auto& [formulation, integrator] :
       {std::pair{"saddle", "heun3"}, std::pair{"lagrange", "heun3"}, std::pair{"udwadia-kalaba", "heun3"}}) {
    std::vector<Errors> found;
    for (const int steps : {40, 80, 160, 320}) {
      RunRequest r = own_request(formulation, integrator);
      r.step = quarter / steps;
      found.push_back(errors_of(system, r));
    }
    // least squares of log2 over four halvings
    const auto slope = [&](double Errors::*of) {
      double sum = 0.0;
      for (int k = 0; k < 4; ++k) sum -= (k - 1.5) * std::log2(std::abs(found[static_cast<std::size_t>(k)].*of)) / 5.0;
      return sum;
    };
    // the bounds of tests/order; v and tension gain from the turning point of the speed and may fall faster
    EXPECT_GT(slope(&Errors::x), 2.9) << formulation;
    EXPECT_LT(slope(&Errors::x), 3.3) << formulation;
    EXPECT_GT(slope(&Errors::v), 2.9) << formulation;
    EXPECT_GT(slope(&Errors::tension), 2.9) << formulation;
    EXPECT_LT(std::abs(found.back().x), 1e-6) << formulation;
  }
}

TEST(OwnMethods, AgreeWithTheTablesToRoundOff) {
  const System system = pendulum();
  for (const IntegratorKind& i : integrators()) {
    if (!pairs(saddle_kind, i)) continue;
    RunRequest r = own_request("saddle", std::string(i.name));
    r.step = quarter / 50;
    r.duration = quarter;
    const Results mine = run(system, r);
    EXPECT_EQ(mine.summary.formulation, "saddle");
    r.formulation = "lagrange";
    const Results theirs = run(system, r);
    // a few hundred operations a step, fifty steps, numbers of order 1; implicit rules iterate to 1e-10
    EXPECT_LT(max_difference(mine.column("x"), theirs.column("x")), 1e-9) << i.name;
    EXPECT_LT(max_difference(mine.column("tension"), theirs.column("tension")), 1e-6) << i.name;
  }
}

TEST(OwnMethods, HaveErrorControlIfTheirTableauHas) {
  RunRequest r = own_request("saddle", "heun3");
  r.tolerance = 1e-8;
  const Errors e = errors_of(pendulum(), r);
  EXPECT_LT(std::abs(e.x), 1e-6);
  EXPECT_LT(std::abs(e.tension), 1e-4);
}

TEST(OwnMethods, GoOnFromASavedStateBitForBit) {
  const System system = pendulum();
  RunRequest r = own_request("saddle", "heun3");
  r.duration = quarter;
  for (const bool controlled : {false, true}) {
    r.step.reset();
    r.tolerance.reset();
    if (controlled)
      r.tolerance = 1e-6;
    else
      r.step = quarter / 100;
    Simulation whole(system, r), first(system, r);
    while (first.state().t < quarter / 2 && first.step()) {
    }
    const std::string text = save_state(first.save());
    EXPECT_THAT(text, HasSubstr("method saddle heun3"));
    Simulation second(system, r, load_state(text, system));
    EXPECT_EQ(second.state().memory.as<Starts>().count, first.state().memory.as<Starts>().count);
    while (whole.step()) {
    }
    while (second.step()) {
    }
    EXPECT_EQ(whole.state().q, second.state().q);
    EXPECT_EQ(whole.state().v, second.state().v);
    EXPECT_EQ(whole.state().lambda, second.state().lambda);
    EXPECT_EQ(whole.state().memory.as<Starts>().count, second.state().memory.as<Starts>().count);
    // a run by another method does not take it
    RunRequest other = r;
    other.formulation = "lagrange";
    EXPECT_THAT(message_of([&] { Simulation(system, other, load_state(text, system)); }),
                HasSubstr("it was saved by saddle with heun3, and this run is by lagrange with heun3"));
  }
}

TEST(OwnMethods, AreNamedByModelsAndInMessages) {
  const System system = pendulum("simulate: {formulation: saddle, step: 1 ms, options: {alpha: 3}}\n");
  EXPECT_THAT(message_of([&] { run(system, {}); }), HasSubstr("unknown formulation \"saddle\""));
  EXPECT_FALSE(plan_problems(system).empty());
  EXPECT_TRUE(plan_problems(system, nullptr, own()).empty());
  EXPECT_EQ(default_integrator(system, "saddle", own()), "heun3");
  RunRequest r;
  r.methods = own();
  r.duration = 0.01;
  const Summary summary = run(system, r).summary;
  EXPECT_EQ(summary.formulation, "saddle");
  EXPECT_EQ(summary.integrator, "heun3");
  ASSERT_FALSE(summary.options.empty());
  EXPECT_EQ(summary.options.front().name, "alpha");
  EXPECT_EQ(summary.options.front().value, "3");

  const auto message = [&](auto&& change) {
    RunRequest changed = r;
    change(changed);
    return message_of([&] { run(system, changed); });
  };
  EXPECT_THAT(message([](RunRequest& x) { x.formulation = "sadle"; }), HasSubstr("did you mean \"saddle\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.integrator = "heun"; }), HasSubstr("did you mean \"heun3\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.options = {{"alpah", "1", {}}}; }), HasSubstr("did you mean \"alpha\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.options = {{"alpha", "-1", {}}}; }), HasSubstr("alpha"));
  EXPECT_THAT(message([](RunRequest& x) { x.integrator = "newmark"; }), HasSubstr("integrators that do: heun3, "));
}

TEST(OwnMethods, AreHeldToTheirClaims) {
  const System system = load_system("pursuit");
  RunRequest r = own_request("saddle", "heun3");
  r.step = 0.01;
  r.duration = 0.1;
  const std::string message = message_of([&] { run(system, r); });
  EXPECT_THAT(message, HasSubstr("formulation \"saddle\" cannot run this model"));
  EXPECT_THAT(message, testing::Not(HasSubstr("formulations that can: saddle")));
}

TEST(OwnMethods, GoWithAuto) {
  RunRequest r = own_request("auto", "heun3");
  r.step = quarter / 100;
  r.duration = quarter;
  const Summary summary = run(pendulum(), r).summary;
  EXPECT_EQ(summary.integrator, "heun3");
}

/// Velocity Verlet for models without constraints: a step that writes q, v, a and the powers, and nothing else.
class Verlet final : public StepForm {
 public:
  explicit Verlet(const System& system) : system_(&system), terms_(system.make_terms()) {}
  Status start(State& s) override { return accelerate(s); }
  Status begin(const Scheme&, const State& from, double h) override {
    from_ = &from;
    h_ = h;
    return {};
  }
  Status evaluate() override { return {}; }
  bool converged() const override { return true; }
  Status improve() override { return {}; }
  double distance() const override { return 0.0; }
  Status finish(State& to) override {
    to.q = from_->q + h_ * from_->v + 0.5 * h_ * h_ * from_->a;
    to.v = from_->v + h_ * from_->a;
    if (auto ok = accelerate(to); !ok) return ok;
    to.v = from_->v + 0.5 * h_ * (from_->a + to.a);
    return complete_powers(*system_, terms_, to);
  }
  int max_iterations() const override { return 1; }
  Counters counters() const override { return {}; }

 private:
  Status accelerate(State& s) {
    if (auto ok = system_->evaluate(s, Want::mass | Want::force, terms_); !ok) return ok;
    for (Index j = 0; j < s.a.size(); ++j) s.a[j] = terms_.Q[j] / terms_.M[static_cast<std::size_t>(j)];
    return {};
  }
  const System* system_;
  Terms terms_;
  const State* from_ = nullptr;
  double h_ = 0.0;
};

constexpr FormulationKind verlet_kind{
    .name = "verlet",
    .title = "velocity Verlet",
    .reference = "",
    .default_integrator = "implicit-midpoint",
    .make_midpoint = [](const System& system, const OptionValues&) -> std::unique_ptr<StepForm> {
      return std::make_unique<Verlet>(system);
    }};

// a load that is constant between switching times: each piece is a parabola, which the method follows to round-off
TEST(OwnMethods, StepsAreInThePieceOfTheLoadsWithoutTheirDoing) {
  const System system(read_model_text(
      "rheon: 1\nname: push\ncoordinates: {x: m}\nmass: [2]\nforces: {x: 3*step(t, 0.3337)}\ninitial: {x: 0, x': -1}\n",
      "push.yaml"));
  RunRequest r = request("verlet", "implicit-midpoint");
  r.methods = Methods().add(verlet_kind);
  r.step = 1e-2;
  r.duration = 1.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const double pushed = 1.0 - 0.3337;
  EXPECT_NEAR(results.column("x").back(), -1.0 + 0.5 * 1.5 * pushed * pushed, 1e-13);  // some hundred roundings
  EXPECT_NEAR(results.column("x'").back(), -1.0 + 1.5 * pushed, 1e-13);
}

TEST(OwnMethods, OutliveTheRequestThatNamedThem) {
  const System system = pendulum();
  auto r = std::make_unique<RunRequest>(own_request("saddle", "heun3"));
  r->step = quarter / 10;
  r->duration = quarter;
  Simulation simulation(system, *r);
  r.reset();
  while (simulation.step()) {
  }
  EXPECT_EQ(simulation.save().formulation, "saddle");
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

template <class Kind, class Change>
std::string refusal(Kind kind, Change&& change) {
  change(kind);
  return message_of([&] { own().add(kind); });
}

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
  EXPECT_THAT(tableau([](Tableau& t) { t.error_order = 0; }), HasSubstr("without order"));
  EXPECT_THAT(tableau([](Tableau& t) { t.last_is_end = true; }), HasSubstr("not the end of the step"));
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
