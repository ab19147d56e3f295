// Every row of every table: names, references, options, claims.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

std::string bibliography() {
  std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/docs/references.bib");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_known_references(std::string_view reference) {
  static const std::string bib = bibliography();
  static const std::regex key("[A-Z][A-Za-z]+[0-9]{4}");
  const std::string text(reference);
  ASSERT_NE(std::sregex_iterator(text.begin(), text.end(), key), std::sregex_iterator()) << text;
  for (std::sregex_iterator it(text.begin(), text.end(), key), end; it != end; ++it)
    EXPECT_THAT(bib, HasSubstr("{" + it->str() + ",")) << it->str();
}

void expect_sound_options(std::span<const OptionSpec> specs) {
  std::set<std::string_view> names;
  for (const auto& spec : specs) {
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
    EXPECT_FALSE(spec.help.empty()) << spec.name;
    EXPECT_EQ(spec.type == OptionType::choice, !spec.choices.empty()) << spec.name;
  }
  rheon::Problems problems;  // every default must be a value that the option accepts
  for (const auto& spec : specs) {
    const Setting setting{std::string(spec.name), std::string(spec.fallback), {}};
    OptionValues::resolve(specs, {&setting, 1}, problems);
  }
  EXPECT_TRUE(problems.empty());
}

TEST(Tables, FormulationsAreDescribed) {
  std::set<std::string_view> names;
  for (const auto& f : formulations()) {
    EXPECT_TRUE(names.insert(f.name).second);
    EXPECT_FALSE(f.title.empty());
    expect_known_references(f.reference);
    const auto& integrator = find_integrator(f.default_integrator);
    EXPECT_TRUE(pairs(f, integrator)) << f.name;
    const int makers = (f.make_rate != nullptr) + (f.make_newmark != nullptr) + (f.make_midpoint != nullptr) +
                       (f.make_collocation != nullptr);
    EXPECT_GE(makers, 1) << f.name;
    EXPECT_TRUE(f.make_rate == nullptr || makers == 1) << f.name;
    for (const auto& i : integrators())
      if (pairs(f, i)) expect_sound_options(stepper_options(f, i));
  }
}

TEST(Tables, IntegratorsAreDescribed) {
  std::set<std::string_view> names;
  for (const auto& i : integrators()) {
    EXPECT_TRUE(names.insert(i.name).second);
    expect_known_references(i.reference);
    EXPECT_FALSE(i.tableau != nullptr && i.rule != RateRule::none) << i.name;
    EXPECT_TRUE(std::any_of(formulations().begin(), formulations().end(), [&](const auto& f) { return pairs(f, i); }))
        << i.name << " serves no formulation";
  }
}

/// Stages of a tableau with those of its continuous extension: rows of `a` and nodes, one after the other.
struct Stages {
  std::vector<std::vector<double>> a;
  std::vector<double> c;
};

Stages all_stages(const Tableau& t) {
  Stages all;
  std::vector<double> a(t.a.begin(), t.a.end());
  all.c.assign(t.c.begin(), t.c.end());
  if (t.dense != nullptr) {
    a.insert(a.end(), t.dense->a.begin(), t.dense->a.end());
    all.c.insert(all.c.end(), t.dense->c.begin(), t.dense->c.end());
  }
  const std::size_t s = all.c.size();
  EXPECT_EQ(a.size(), s * (s - 1) / 2);
  auto entry = a.begin();
  for (std::size_t i = 0; i < s; entry += static_cast<std::ptrdiff_t>(i), ++i)
    all.a.emplace_back(entry, entry + static_cast<std::ptrdiff_t>(i));
  return all;
}

double sum_of(std::span<const double> weights, const std::vector<double>& values) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

/// Conditions of the trees that are bushy (sum b c^(k-1) = theta^k / k) up to the order, and of those with one branch
/// (sum b a c^(k-2) = theta^k / (k (k - 1))). The order tests see the rest. [Hairer1993] table II.2.2
void expect_order(const Stages& stages, std::span<const double> weights, double theta, int order,
                  const std::string& what) {
  const std::size_t s = weights.size();
  // weights of dop853's extension are some 500: their round-off
  double scale = 1.0;
  for (const double w : weights) scale = std::max(scale, std::abs(w));
  for (int k = 1; k <= order; ++k) {
    std::vector<double> bushy, branched;
    for (std::size_t i = 0; i < s; ++i) {
      std::vector<double> powers;
      for (std::size_t j = 0; j < i; ++j) powers.push_back(std::pow(stages.c[j], k - 2));
      bushy.push_back(std::pow(stages.c[i], k - 1));
      branched.push_back(k < 2 ? 0.0 : sum_of(stages.a[i], powers));
    }
    const double exact = std::pow(theta, k) / k;
    EXPECT_NEAR(sum_of(weights, bushy), exact, 1e-14 * scale) << what << ", condition " << k;
    if (k >= 2) {
      EXPECT_NEAR(sum_of(weights, branched), exact / (k - 1), 1e-14 * scale * 10) << what << ", branch " << k;
    }
  }
}

TEST(Tables, TableausAreConsistent) {
  for (const auto& i : integrators()) {
    if (i.tableau == nullptr) continue;
    const Tableau& t = *i.tableau;
    const std::string name(i.name);
    const auto s = static_cast<std::size_t>(t.stages);
    ASSERT_EQ(t.b.size(), s);
    ASSERT_EQ(t.c.size(), s);
    ASSERT_EQ(t.a.size(), s * (s - 1) / 2);
    const Stages stages = all_stages(t);
    for (std::size_t row = 0; row < stages.c.size(); ++row)
      EXPECT_NEAR(sum_of(stages.a[row], std::vector<double>(row, 1.0)), stages.c[row], 5e-14) << name << " " << row;
    expect_order(stages, t.b, 1.0, i.order, name);
    if (t.last_is_end) {
      for (std::size_t j = 0; j + 1 < s; ++j) EXPECT_EQ(stages.a[s - 1][j], t.b[j]) << name;
    }
    for (const auto& error : {t.error, t.second_error}) {
      if (error.empty()) continue;
      ASSERT_EQ(error.size(), s) << name;
      EXPECT_NEAR(sum_of(error, std::vector<double>(s, 1.0)), 0.0, 1e-14) << name;
      EXPECT_NEAR(sum_of(error, stages.c), 0.0, 1e-14) << name;  // both solutions are of order 2 or more
    }
  }
}

// The continuous extension begins at the start, ends at the end with its rate, and is of the order that it claims.
TEST(Tables, ContinuousExtensionsAreConsistent) {
  for (const auto& i : integrators()) {
    if (i.tableau == nullptr || i.tableau->dense == nullptr) continue;
    const Tableau& t = *i.tableau;
    const std::string name(i.name);
    const Stages stages = all_stages(t);
    const std::size_t n = stages.c.size();
    ASSERT_EQ(n, static_cast<std::size_t>(t.all_stages()));
    ASSERT_EQ(t.dense->terms.size() % n, 0u);
    EXPECT_GE(t.dense->order, i.order - 1) << name << ": steps should land on samples instead";
    const auto end = static_cast<std::size_t>(t.dense->end);
    EXPECT_EQ(stages.c[end], 1.0);
    for (std::size_t j = 0; j < end; ++j) EXPECT_EQ(stages.a[end][j], j < t.b.size() ? t.b[j] : 0.0) << name;
    std::vector<double> w(n);
    for (const double theta : {0.0, 0.1, 0.3, 0.5, 0.77, 1.0}) {
      continuous_weights(t, theta, w);
      EXPECT_NEAR(sum_of(w, std::vector<double>(n, 1.0)), theta, 1e-13) << name;  // weights of some 30, n of them
      expect_order(stages, w, theta, t.dense->order, name + " at " + std::to_string(theta));
    }
    continuous_weights(t, 1.0, w);
    for (std::size_t j = 0; j < n; ++j) EXPECT_EQ(w[j], j < t.b.size() ? t.b[j] : 0.0) << name;
  }
}

TEST(Refusals, PairingThatMakesNoSenseListsThoseThatDo) {
  const System system = load_system("pendulum");
  const std::string text = message_of([&] { run(system, request("ali3p", "rk4")); });
  EXPECT_THAT(text, HasSubstr("rk4"));
  EXPECT_THAT(text, HasSubstr("trapezoidal, newmark"));
}

TEST(Refusals, FormulationThatCannotHonourTheModelNamesThoseThatCan) {
  const System system = load_system("free_body");
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  const std::string text = message_of([&] { run(system, r); });
  EXPECT_THAT(text, HasSubstr("generalised speeds"));
  EXPECT_THAT(text, HasSubstr("lagrange"));
}

// Kinetic energy (x' + y')^2/2: none along (1, -1), which the line does not allow.
TEST(Refusals, AMassMatrixWithoutInverseIsNoReason) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nmass: [[1, 1], [1, 1]]\nconstraints: {line: x = 0.3*y + 1}\n"
                      "initial: {y: 0, y': 1}\n",
                      "semidefinite.yaml"));
  for (const char* formulation : {"udwadia-kalaba", "lagrange"}) {
    RunRequest r = request(formulation);
    r.duration = 1.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_NEAR(channel(results, "x").back(), 1.3, 1e-12);  // no force: y = t, to round-off
  }
}

TEST(Refusals, UnknownNamesSuggestTheNearest) {
  const System system = load_system("pendulum");
  EXPECT_THAT(message_of([&] { run(system, request("lagrnge")); }), HasSubstr("lagrange"));
  EXPECT_THAT(message_of([&] { run(system, request("lagrange", "dopri")); }), HasSubstr("dopri5"));
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  r.options.push_back({"penalti", "5", {}});
  EXPECT_THAT(message_of([&] { run(system, r); }), HasSubstr("penalty"));
}

TEST(Refusals, StepAndToleranceDoNotMix) {
  const System system = load_system("pendulum");
  RunRequest r = request("lagrange");
  r.step = 1e-3;
  r.tolerance = 1e-6;
  EXPECT_THAT(message_of([&] { run(system, r); }), HasSubstr("both"));
  r.step.reset();
  r.formulation = "lagrange-index3";
  EXPECT_THAT(message_of([&] { run(system, r); }), HasSubstr("fixed step"));
}

// --- nearly dependent rows are distinguished: y = sin(t) follows from rows whose gradients differ by the angle e

TEST(NearlyDependentRows, AreHonouredByEveryFormulation) {
  for (const char* e : {"1", "1e-2", "1e-3", "1e-4"}) {
    const std::string text = std::string(
                                 "rheon: 1\nname: near\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                                 "constraints: {a: x = 0, b: x + e*y = e*sin(t)}\nparameters: {e: ") +
                             e + "}\n";
    const System system(read_model_text(text, "near.yaml"));
    for (const auto& f : formulations()) {
      if (f.claims.needs_damping) continue;  // springs hold their rows roughly
      RunRequest r = request(std::string(f.name));
      if (f.is_step_form()) r.step = 1e-2;
      r.duration = 2.0;
      const Results results = run(system, r);
      if (std::stod(e) < 1e-2 && f.name == "augmented-lagrangian") {
        // with a penalty of fixed size, rows this near do not converge, and the run says so
        EXPECT_EQ(results.summary.ending, Ending::stopped);
        EXPECT_THAT(results.summary.message, HasSubstr("augmented Lagrangian iteration did not converge"));
        EXPECT_THAT(results.summary.message, HasSubstr("\"a\", \"b\" come close to depending on each other"));
        continue;
      }
      ASSERT_EQ(results.summary.ending, Ending::completed) << f.name << ": " << results.summary.message;
      if (std::stod(e) < 1e-2 && f.name == "np-three-field") {
        EXPECT_THAT(results.summary.notes, ::testing::Contains(HasSubstr("taken in parts")));  // the same, step by step
      }
      // rows hold to 1e-12 of their terms, so y to 1e-12 / e; np-three-field holds rates, positions to second order, and
      // where it struggles rows to some 1e-8
      const double tolerance = f.name == "np-three-field" ? std::max(1e-4, 1e-7 / std::stod(e)) : 1e-8;
      EXPECT_NEAR(channel(results, "y").back(), std::sin(2.0), tolerance) << f.name << ", e = " << e;
    }
  }
}

// --- tables of time: the natural spline through (0,0) (1,1) (2,0) (3,0) has the second derivatives 0, -3.6, 2.4, 0

TEST(CubicTable, OfTimeIsTheNaturalSpline) {
  const System system(
      read_model_text("rheon: 1\ntables: {F: {points: [[0, 0], [1, 1], [2, 0], [3, 0]], interpolation: cubic}}\n"
                      "coordinates: [x]\nmass: [1]\noutputs: {f: F(t)}\ninitial: {x: 0, x': 0}\n",
                      "spline.yaml"));
  RunRequest r = request("lagrange", "rk4");
  r.step = 0.25;
  r.duration = 4.0;
  const auto f = channel(run(system, r), "f");
  const double knots[] = {0, 1, 0, 0, 0};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(f[4 * k], knots[k], 1e-14) << k;
  EXPECT_NEAR(f[1], -0.6 * std::pow(0.25, 3) + 1.6 * 0.25, 1e-14);  // -3.6/6 s^3 + (1 + 3.6/6) s
  EXPECT_NEAR(f[11], 0.4 * std::pow(0.25, 3) - 0.4 * 0.25, 1e-14);  // from the right end, 2.4/6 u^3 - 2.4/6 u
}

// --- a driven coordinate without mass, and one at rest, are ordinary: X = t carries the spring of a unit mass

TEST(MasslessDriver, MovesASpring) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [X, x]\nkinetic: x'^2/2\nconstraints: {c: X = t}\n"
                      "potential: (x-X)^2/2\ninitial: {x: 0, x': 0}\n",
                      "spring.yaml"));
  for (const char* formulation : {"lagrange", "ali3p"}) {
    RunRequest r = request(formulation);
    if (std::string(formulation) == "ali3p") r.step = 1e-3;
    r.duration = 5.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_NEAR(channel(results, "x").back(), 5.0 - std::sin(5.0), 1e-5) << formulation;  // second order at 1 ms
  }
}

// --- fewer speeds than coordinates: a skate in speeds along itself and of turning, against the same with a constraint

TEST(GeneralisedSpeeds, FewerThanCoordinatesEmbedTheConstraint) {
  const System speeds(
      read_model_text("rheon: 1\ncoordinates: [x, y, th]\nspeeds: [u, w]\nkinematics: {x': u*cos(th) - 0.3*w*sin(th), "
                      "y': u*sin(th) + 0.3*w*cos(th), th': w}\n"
                      "mass: [2, 2, 0.5]\nforces: {u: 1, th: 0.2}\ninitial: {x: 0, y: 0, th: 0, u: 1, w: 0.5}\n",
                      "speeds.yaml"));
  const System rows(read_model_text(
      "rheon: 1\ncoordinates: [x, y, th]\nmass: [2, 2, 0.5]\nforces: {x: cos(th), y: sin(th), th: 0.2}\n"
      "constraints: {skate: y'*cos(th) - x'*sin(th) - 0.3*th' = 0}\n"
      "initial: {x: 0, y: 0, th: 0, x': 1, y': 0.15, th': 0.5}\n",
      "rows.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 3.0;
  const Results one = run(speeds, r), two = run(rows, r);
  for (const char* name : {"x", "y", "th", "x'", "th''"})
    EXPECT_LE(max_difference(channel(one, name), channel(two, name)), 1e-8) << name;
  EXPECT_NEAR(one.summary.energy_unexplained, 0.0, 1e-8);
}

// --- switching times that differ by round-off are one; a failed expression is named, not the step that shrank

TEST(ErrorControl, MergesSwitchingTimesThatDifferByRoundOff) {
  const System system(
      read_model_text("rheon: 1\nparameters: {a: 0.1, b: 0.2}\ncoordinates: [x]\nmass: [1]\n"
                      "forces: {x: step(t, a + b) - 2*step(t, 0.3)}\ninitial: {x: 0, x': 0}\n",
                      "steps.yaml"));
  RunRequest r = request("lagrange");
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_NEAR(channel(results, "x").back(), -0.5 * 0.7 * 0.7, 1e-9);
}

TEST(ErrorControl, NamesTheExpressionThatFails) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: log(1 - 3*t)}\n", "log.yaml"));
  RunRequest r = request("lagrange");
  r.duration = 1.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_THAT(results.summary.message, HasSubstr("generalised force of x' is not a finite number"));
}

// --- velocity-level rows that prescribe everything, from rest and without forces

TEST(DrivenByVelocities, NeedNoForces) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {a: x' = 0, b: x' + y' = cos(t)}\n", "driven.yaml"));
  for (const char* formulation : {"lagrange", "ali3p"}) {
    RunRequest r = request(formulation);
    if (std::string(formulation) == "ali3p") r.step = 1e-3;
    r.duration = 1.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_NEAR(channel(results, "y").back(), std::sin(1.0), 1e-6) << formulation;
  }
}

}  // namespace
}  // namespace rheon::test
