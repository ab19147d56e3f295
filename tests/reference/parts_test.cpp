// Every kind of body, joint, driver and force: its closed form, how it is drawn, and the force that it draws.
#include "reference/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "rheon/io/model_reader.hpp"
#include "rheon/mechanism/kinds.hpp"
#include "support/reference.hpp"
#include "support/scene.hpp"

namespace rheon::test {
namespace {

using parts::all_parts;
using parts::Expected;
using parts::Part;

class Parts : public ::testing::TestWithParam<Part> {};

TEST_P(Parts, ClosedForm) {
  const Part& part = GetParam();
  const System system(read_model_text("rheon: 1\n" + part.text, part.name + ".yaml", {}, {.balance = true}));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-11;
  r.duration = part.time;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (const Expected& e : part.expected)
    EXPECT_NEAR(channel(results, e.channel).back(), e.value, part.tolerance * (1 + std::abs(e.value))) << e.channel;
  // Newton and Euler from the reported forces: round-off of some tens of terms, which may be larger than their sum: those
  // of a turning body without forces are some newtons here
  ASSERT_FALSE(results.summary.balance.empty());
  for (const BodyBalance& b : results.summary.balance) {
    EXPECT_LT(b.force, 1e-11 * (1 + b.force_size)) << b.body;
    EXPECT_LT(b.torque, 1e-11 * (1 + b.torque_size)) << b.body;
  }
}

/// What is drawn has an item for every part, and forces that are what the part does to its last body by name.
TEST_P(Parts, IsDrawn) {
  const Part& part = GetParam();
  const System system(read_model_text("rheon: 1\n" + part.text, part.name + ".yaml"));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-8;
  r.duration = 0.1 * part.time;
  r.samples = 5;
  const Results results = run(system, r);
  const SceneReader scene(results);
  const std::map<std::string, std::set<std::string>> types{
      {"bodies", {"body"}}, {"joints", {"joint"}}, {"drivers", {"driver"}}, {"forces", {"force", "spring"}}};
  for (const std::string& kind : part.covers) {
    const std::string section = kind.substr(0, kind.find('/')), name = kind.substr(kind.find('/') + 1);
    EXPECT_TRUE(std::any_of(scene.items().begin(), scene.items().end(), [&](const auto& item) {
      return types.at(section).contains(item.at("type")) && item.contains("kind") && item.at("kind") == name;
    })) << kind;
  }
  const bool planar = !scene.head().at("plane").is_null();
  for (const auto& item : scene.items())
    for (std::size_t row = 0; row < results.rows(); ++row) {
      if (item.contains("at")) {
        EXPECT_TRUE(scene.vector(item.at("at"), row).allFinite()) << item;
      }
      if (!item.contains("force") || !item.at("force").is_array() || item.at("type") == "spring") continue;
      const Eigen::Vector3d force = scene.vector(item.at("force"), row);
      const std::string name = item.at("name");
      for (int k = 0; k < (planar ? 2 : 3); ++k)
        if (const int c = results.find(name + ".f" + "xyz"[k]); c >= 0 && item.at("type") == "joint") {
          EXPECT_EQ(force[k], results.at(row, static_cast<std::size_t>(c))) << name;
        }
    }
}

/// The same forces found in two ways: as the part draws them, and by the work they do, as outputs name them.
TEST_P(Parts, DrawsTheForceThatActs) {
  const Part& part = GetParam();
  const auto forces = part.text.find("forces: {");
  if (forces == std::string::npos || part.text.find("outputs:") != std::string::npos) return;
  const std::string name = part.text.substr(forces + 9, part.text.find(':', forces + 9) - forces - 9);
  const bool planar = part.text.find("plane:") != std::string::npos;
  const std::string outputs = planar ? "outputs: {o1: " + name + ".fx, o2: " + name + ".fy, o3: " + name + ".torque}\n"
                                     : "outputs: {o1: " + name + ".tx, o2: " + name + ".ty, o3: " + name + ".tz}\n";
  const System system(read_model_text("rheon: 1\n" + part.text + outputs, part.name + ".yaml"));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-8;
  r.duration = 0.1 * part.time;
  r.samples = 5;
  const Results results = run(system, r);
  const SceneReader scene(results);
  const auto& items = scene.items();
  const auto item = std::find_if(items.begin(), items.end(), [&](const auto& one) {
    return one.at("name") == name && (one.at("type") == "force" || one.at("type") == "spring");
  });
  ASSERT_NE(item, items.end());
  const auto vector = [&](const char* field, std::size_t row) {
    const bool there = item->contains(field) && item->at(field).is_array();
    return there ? scene.vector(item->at(field), row) : Eigen::Vector3d(Eigen::Vector3d::Zero());
  };
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const Eigen::Vector3d output(channel(results, "o1")[row], channel(results, "o2")[row], channel(results, "o3")[row]);
    // the same numbers in another order of operations: some hundred roundings of forces up to 1e3
    const double tolerance = 1e-11 * (1 + output.norm());
    if (item->at("type") == "spring") {
      const Eigen::Vector3d a = scene.vector(item->at("ends")[0], row), b = scene.vector(item->at("ends")[1], row);
      const Eigen::Vector3d pull = scene.value(item->at("force"), row) * (a - b).normalized();
      if (planar) {
        EXPECT_LT((pull.head<2>() - output.head<2>()).norm(), tolerance);
      }
    } else if (planar) {
      EXPECT_LT((vector("force", row).head<2>() - output.head<2>()).norm(), tolerance);
      EXPECT_NEAR(vector("torque", row)[2], output[2], tolerance);
    } else {
      EXPECT_LT((vector("torque", row) - output).norm(), tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Parts, ::testing::ValuesIn(all_parts()),
                         [](const auto& test) { return test.param.name + "_" + std::to_string(test.index); });

TEST(PartsTable, EveryKindHasAClosedForm) {
  std::set<std::string> covered;
  for (const Part& part : all_parts()) covered.insert(part.covers.begin(), part.covers.end());
  for (const PartKind& kind : part_kinds())
    if (kind.section != "view") {
      EXPECT_TRUE(covered.contains(kind.section + "/" + kind.name)) << kind.name;
    }
}

}  // namespace
}  // namespace rheon::test
