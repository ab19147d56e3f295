#include "report/labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rheon::report {
namespace {

using testing::ElementsAre;

ResultHead run(const std::string& formulation, const std::string& integrator = "trapezoidal", double step = 1e-3) {
  ResultHead r;
  r.summary.model = "Crank";
  r.summary.formulation = formulation;
  r.summary.integrator = integrator;
  r.summary.step = step;
  r.file = "crank.h5";
  return r;
}
ResultHead with_parameter(const std::string& name, const std::string& value) {
  ResultHead r = run("ali3p");
  r.summary.parameters = {{name, value, {}}};
  return r;
}
ResultHead in_file(const std::string& file) {
  ResultHead r = run("ali3p");
  r.file = file;
  return r;
}
ResultHead numbers(const std::string& file) {
  ResultHead r;
  r.has_summary = false;
  r.file = file;
  return r;
}

std::vector<std::string> labels(const std::vector<ResultHead>& results) { return labels_of(results); }

TEST(ReportLabels, OneResult) {
  EXPECT_THAT(labels({run("ali3p")}), ElementsAre("ali3p"));
  EXPECT_THAT(labels({numbers("data/measured.csv")}), ElementsAre("measured"));
  EXPECT_THAT(labels({ResultHead{}}), ElementsAre("result"));
  EXPECT_THAT(labels({}), ElementsAre());
}

TEST(ReportLabels, ByWhatDiffers) {
  EXPECT_THAT(labels({run("ali3p"), run("lagrange", "rk4")}), ElementsAre("ali3p", "lagrange"));
  EXPECT_THAT(labels({run("lagrange", "rk4"), run("lagrange", "dopri5")}), ElementsAre("rk4", "dopri5"));
  EXPECT_THAT(labels({run("ali3p"), run("lagrange", "rk4"), run("lagrange", "dopri5")}),
              ElementsAre("ali3p", "lagrange + rk4", "lagrange + dopri5"));
  EXPECT_THAT(labels({run("ali3p"), run("ali3p", "trapezoidal", 0.01)}), ElementsAre("step 0.001 s", "step 0.01 s"));
  ResultHead controlled = run("lagrange", "dopri5", 0.0);
  controlled.summary.tolerance = 1e-6;
  EXPECT_THAT(labels({run("ali3p"), controlled}), ElementsAre("ali3p, step 0.001 s", "lagrange, tolerance 1e-06"));
}

TEST(ReportLabels, ByParametersModelsAndOptions) {
  EXPECT_THAT(labels({with_parameter("l", "1"), with_parameter("l", "50 cm")}), ElementsAre("l=1", "l=50 cm"));
  EXPECT_THAT(labels({run("ali3p"), with_parameter("l", "2")}), ElementsAre("crank", "l=2"));
  ResultHead other = run("ali3p");
  other.summary.model = "Rocker";
  EXPECT_THAT(labels({run("ali3p"), other}), ElementsAre("Crank", "Rocker"));
  ResultHead stiff = run("ali3p"), soft = run("ali3p");
  stiff.summary.options = {{"penalty", "1e9", {}}, {"alpha", "0", {}}};
  soft.summary.options = {{"penalty", "1e5", {}}, {"alpha", "0", {}}};
  EXPECT_THAT(labels({stiff, soft}), ElementsAre("penalty=1e9", "penalty=1e5"));
}

TEST(ReportLabels, ByFilesAndNumbersAtLast) {
  EXPECT_THAT(labels({in_file("a.h5"), in_file("b.h5")}), ElementsAre("a", "b"));
  EXPECT_THAT(labels({in_file("one/a.h5"), in_file("two/a.h5")}), ElementsAre("a, one/a.h5", "a, two/a.h5"));
  EXPECT_THAT(labels({in_file("a.h5"), in_file("a.h5"), in_file("b.h5")}), ElementsAre("a (1)", "a (2)", "b"));
  EXPECT_THAT(labels({in_file("a.h5"), in_file("a.h5"), in_file("a (1).h5")}), ElementsAre("a (2)", "a (3)", "a (1)"));
  EXPECT_THAT(labels({run("ali3p"), numbers("measured.csv")}), ElementsAre("Crank, ali3p, step 0.001 s", "measured"));
}

TEST(ReportLabels, Titles) {
  const auto title = [](const std::vector<ResultHead>& results) { return title_of(results); };
  EXPECT_EQ(title({run("ali3p"), run("lagrange")}), "Crank");
  EXPECT_EQ(title({run("ali3p"), numbers("measured.csv")}), "Crank, measured");
  EXPECT_EQ(title({numbers("a.csv"), numbers("b.csv"), numbers("c.csv"), numbers("d.csv")}), "a, b and 2 more");
  EXPECT_EQ(title({}), "Results");
}

}  // namespace
}  // namespace rheon::report
