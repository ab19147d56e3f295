// Remedies of `check` on over-constrained mechanisms: what it says is done to the text, and must cure. Mobilities are known
// from geometry, what joints hold from Gruebler: without redundancy the freedoms are six a body less what joints hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "rheon/analysis/check.hpp"
#include "rheon/io/document.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/model_variants.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CheckReport check_whole(const std::string& text) {
  const System system(read_model_text(text, "m.yaml"));
  return check(system, variants_of(system.model()));
}

std::string model_file(const std::string& name) {
  std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/tests/models/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<const Finding*> redundant(const CheckReport& report) {
  std::vector<const Finding*> found;
  for (const Finding& f : report.findings)
    if (f.kind == "redundant") found.push_back(&f);
  return found;
}

/// Freedoms by counting; bodies in space.
int gruebler(const Value& document) {
  static const std::map<std::string, int> holds = {{"revolute", 5},    {"spherical", 3}, {"universal", 4},
                                                   {"cylindrical", 4}, {"on_plane", 1},  {"on_line", 2}};
  int freedoms = 6 * static_cast<int>(document.find("bodies")->keys().size());
  for (const Value& joint : document.find("joints")->items()) freedoms -= holds.at(joint.keys().front());
  if (const Value* drivers = document.find("drivers")) freedoms -= static_cast<int>(drivers->keys().size());
  return freedoms;
}

/// Does what a remedy says: `replace revolute A by spherical and revolute B by universal with axes: [y, x]`, `leave out C`.
void obey(Value& document, const std::string& remedy) {
  Value& joints = document.at("joints");
  const std::regex replace(
      R"(revolute (\w+) by (\w+)(?: with axes: \[([^,\[]+|\[[^\]]*\]), ([^,\[\]]+|\[[^\]]*\])\])?)");
  const auto direction = [](const std::string& text) {
    return text.starts_with('[') ? *read_document_text("d: " + text, "d").find("d") : Value(text);
  };
  int done = 0;
  for (std::sregex_iterator k(remedy.begin(), remedy.end(), replace), end; k != end; ++k, ++done) {
    const Value before = *joints.find((*k)[1].str());
    Value joint = Value::map();
    if ((*k)[2] == "on_line") {
      joint.at("on_line") = *before.find("at");
      joint.at("along") = *before.find("axis");
    } else {
      joint.at((*k)[2].str()) = *before.find("revolute");
      joint.at("at") = *before.find("at");
    }
    if ((*k)[2] == "universal") joint.at("axes") = Value::list({direction((*k)[3]), direction((*k)[4])});
    if ((*k)[2] == "cylindrical") joint.at("axis") = *before.find("axis");
    joints.at((*k)[1].str()).assign(joint);
  }
  std::smatch out;
  if (std::regex_search(remedy, out, std::regex(R"(leave out (\w+(?: and \w+)*))"))) {
    const std::string parts = out[1].str();
    const std::regex word(R"(\w+)");
    for (std::sregex_iterator k(parts.begin(), parts.end(), word), end; k != end; ++k)
      if (k->str() != "and") done += joints.erase(k->str()) ? 1 : 0;
  }
  ASSERT_GT(done, 0) << remedy;
}

/// The first remedy cures everything and leaves the mobility; then nothing is held twice, so that counting gives it too.
void expect_cured_by_its_remedy(const std::string& text, int mobility) {
  const CheckReport report = check_whole(text);
  ASSERT_TRUE(report.problems.empty()) << to_text(report.problems[0]);
  EXPECT_EQ(report.degrees_of_freedom, mobility);
  const auto findings = redundant(report);
  ASSERT_FALSE(findings.empty()) << to_text(report);
  const std::string remedy = findings.front()->text.remedy;
  ASSERT_THAT(remedy, HasSubstr("when tried, it cured")) << to_text(report);
  ASSERT_THAT(remedy, Not(HasSubstr("a part of")));
  Value changed = read_document_text(text, "m.yaml");
  obey(changed, remedy);
  EXPECT_EQ(gruebler(changed), mobility) << remedy;
  const CheckReport cured = check_whole(to_yaml(changed));
  EXPECT_TRUE(redundant(cured).empty()) << remedy << "\n" << to_text(cured);
  EXPECT_EQ(cured.degrees_of_freedom, mobility) << remedy;
}

// 6*5 - 6*5 - 4 - 1 = -5, and yet the ram can move it: five numbers too many.
TEST(Remedies, ScissorLift) { expect_cured_by_its_remedy(model_file("scissor_lift.yaml"), 0); }

// Three findings and more, one remedy: the others refer to it.
TEST(Remedies, FindingsOfOneLoopShareOneRemedy) {
  const auto report = check_whole(model_file("scissor_lift.yaml"));
  const auto findings = redundant(report);
  ASSERT_GT(findings.size(), 1u);
  EXPECT_THAT(findings.front()->text.remedy, HasSubstr("cured these " + std::to_string(findings.size()) + " findings"));
  for (std::size_t k = 1; k < findings.size(); ++k)
    EXPECT_THAT(findings[k]->text.remedy, HasSubstr("with the one about"));
}

constexpr const char* parallel_hinges =
    "rheon: 1\nground: {O: [0, 0, 0], D: [1, 0, 0]}\npoints: {A: [0, 0.3, 0], B: [1, 0.5, 0]}\nbodies:\n"
    "  crank: {rod: [O, A], mass: 1}\n  coupler: {rod: [A, B], mass: 1}\n  rocker: {rod: [D, B], mass: 1}\njoints:\n"
    "  j1: {revolute: [ground, crank], at: O, axis: z}\n  j2: {revolute: [crank, coupler], at: A, axis: z}\n"
    "  j3: {revolute: [coupler, rocker], at: B, axis: z}\n  j4: {revolute: [ground, rocker], at: D, axis: z}\n";

// 6*3 - 4*5 = -2, one freedom. With a ball joint at D the arms of a universal joint at B matter: one along the rocker would
// let D leave the plane.
TEST(Remedies, FourParallelHinges) { expect_cured_by_its_remedy(parallel_hinges, 1); }

// Axes that are skew: 6*3 - 4*5 = -2, Bennett's proportions give one freedom.
TEST(Remedies, Bennett) {
  expect_cured_by_its_remedy(
      "rheon: 1\nground: {A: [0, 0, 0], D: [-0.43857066002446299, 0, 0]}\n"
      "points: {B: [0.1928362829059618, 0.22981333293569339, 0], "
      "C: [-0.15131840053604415, -0.029592430760363997, 0.081304535300874212]}\nbodies:\n"
      "  one: {centre: [0.1, 0.11, 0], mass: 1, inertia: [0.01, 0.02, 0.03], points: [B]}\n"
      "  two: {centre: [0.02, 0.1, 0.04], mass: 1, inertia: [0.01, 0.02, 0.03], points: [B, C]}\n"
      "  three: {centre: [-0.29, -0.01, 0.04], mass: 1, inertia: [0.01, 0.02, 0.03], points: [C]}\njoints:\n"
      "  jA: {revolute: [ground, one], at: A, axis: [0, 0, 1]}\n"
      "  jB: {revolute: [one, two], at: B, axis: [0.49240387650610395, -0.41317591116653479, 0.76604444311897801]}\n"
      "  jC: {revolute: [two, three], at: C, axis: [-0.18538525877754616, 0.50934181239105958, "
      "0.84035898518322083]}\n"
      "  jD: {revolute: [ground, three], at: D, axis: [0, 0.93969262078590821, 0.34202014332566882]}\n",
      1);
}

// Two planes of three parallel hinges each: 6*5 - 6*5 = 0, and the plate goes up and down.
TEST(Remedies, Sarrus) {
  expect_cured_by_its_remedy(
      "rheon: 1\nground: {A: [1, 0, 0], B: [0, 1, 0]}\n"
      "points: {A1: [1.5, 0, 0.5], A2: [1, 0, 1], B1: [0, 1.5, 0.5], B2: [0, 1, 1]}\nbodies:\n"
      "  a1: {rod: [A, A1], mass: 1}\n  a2: {rod: [A1, A2], mass: 1}\n  b1: {rod: [B, B1], mass: 1}\n"
      "  b2: {rod: [B1, B2], mass: 1}\n  plate: {box: [2, 2, 0.1], at: [0, 0, 1], mass: 5, points: [A2, B2]}\njoints:\n"
      "  ja: {revolute: [ground, a1], at: A, axis: y}\n  ja1: {revolute: [a1, a2], at: A1, axis: y}\n"
      "  ja2: {revolute: [a2, plate], at: A2, axis: y}\n  jb: {revolute: [ground, b1], at: B, axis: x}\n"
      "  jb1: {revolute: [b1, b2], at: B1, axis: x}\n  jb2: {revolute: [b2, plate], at: B2, axis: x}\n",
      1);
}

// Two hinges on one axis hold ten numbers of six, and the shaft turns: a bearing may be left out, or become one that holds
// less.
TEST(Remedies, TwoBearingsOnOneShaft) {
  expect_cured_by_its_remedy(
      "rheon: 1\npoints: {P: [0.1, 0, 0], Q: [0.9, 0, 0]}\n"
      "bodies: {shaft: {cylinder: [0.02, 1], at: [0.5, 0, 0], axis: x, mass: 2, points: [P, Q]}}\n"
      "joints:\n  b1: {revolute: [ground, shaft], at: P, axis: x}\n  b2: {revolute: [ground, shaft], at: Q, axis: x}\n",
      1);
}

// A driven hinge cannot become a ball joint: the driver needs its angle. The remedy names others.
TEST(Remedies, WhatADriverNeedsStays) {
  const std::string text = std::string(parallel_hinges) + "drivers: {m: {angle: j4, equals: t}}\n";
  expect_cured_by_its_remedy(text, 0);
  EXPECT_THAT(redundant(check_whole(text)).front()->text.remedy, Not(HasSubstr("revolute j4")));
}

// In the plane: of three rockers one is too much; without the coupler there would be two freedoms more.
TEST(Remedies, ThirdRockerOrAnotherMayGoButNotTheCoupler) {
  const CheckReport report = check_whole(
      "rheon: 1\nplane: xy\nground: {O: [0, 0], D: [1, 0], E: [2, 0]}\n"
      "points: {A: [0.3, 0.4], B: [1.3, 0.4], C: [2.3, 0.4]}\nbodies:\n  crank: {rod: [O, A], mass: 1}\n"
      "  middle: {rod: [D, B], mass: 1}\n  rocker: {rod: [E, C], mass: 1}\n"
      "  coupler: {rod: [A, C], mass: 1, points: [B]}\n");
  ASSERT_EQ(redundant(report).size(), 1u);
  const std::string& remedy = redundant(report).front()->text.remedy;
  EXPECT_THAT(remedy, HasSubstr("leave out"));
  for (const char* rocker : {"crank", "middle", "rocker"}) EXPECT_THAT(remedy, HasSubstr(rocker));
  EXPECT_THAT(remedy, Not(HasSubstr("coupler")));
}

// Two four-bars that have nothing to do with each other have a remedy each.
TEST(Remedies, LoopsApartAreCuredApart) {
  std::string second = parallel_hinges;
  second = std::regex_replace(second, std::regex(R"(\b(O|D|A|B|j[1-4]|crank|coupler|rocker)\b)"), "$1_");
  Value both = read_document_text(parallel_hinges, "m.yaml"), other = read_document_text(second, "m.yaml");
  for (const char* section : {"ground", "points", "bodies", "joints"})
    for (std::size_t k = 0; k < other.at(section).keys().size(); ++k)
      both.at(section).at(other.at(section).keys()[k]) = other.at(section).items()[k];
  const CheckReport report = check_whole(to_yaml(both));
  EXPECT_EQ(report.degrees_of_freedom, 2);
  ASSERT_EQ(redundant(report).size(), 2u) << to_text(report);
  for (const Finding* f : redundant(report)) {
    EXPECT_THAT(f->text.remedy, HasSubstr("cured this"));
    Value changed = both;
    obey(changed, f->text.remedy);
    EXPECT_EQ(redundant(check_whole(to_yaml(changed))).size(), 1u);
  }
}

// Rows of equations: any one of a dependent set may go.
TEST(Remedies, DependentEquations) {
  const CheckReport report =
      check_whole("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {one: y = 0, two: 3*y = 0}\n");
  ASSERT_EQ(redundant(report).size(), 1u);
  EXPECT_THAT(redundant(report).front()->text.remedy, HasSubstr("leave out two (or instead one): when tried"));
}

// What says it about rates goes: without the other one the height would drift.
TEST(Remedies, OfTwoLevelsTheRateGoes) {
  const CheckReport report =
      check_whole("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {height: y = 0, roll: 3*y' = 0}\n");
  ASSERT_EQ(redundant(report).size(), 1u);
  EXPECT_THAT(redundant(report).front()->text.remedy, HasSubstr("leave out roll: when tried"));
}

TEST(Remedies, WithoutATextNothingIsClaimedToBeTried) {
  const System system(read_model_text(parallel_hinges, "m.yaml"));
  const CheckReport report = check(system);
  ASSERT_FALSE(redundant(report).empty());
  for (const Finding* f : redundant(report)) EXPECT_THAT(f->text.remedy, Not(HasSubstr("tried")));
}

}  // namespace
}  // namespace rheon::test
