// Models built in code and models written anew are the same models: their runs are equal bit for bit. That the models
// themselves are right is shown by the tests of their files, against answers from elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>

#include "rheon/analysis/check.hpp"
#include "rheon/io/mechanism.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::test {
namespace {

namespace fs = std::filesystem;

const fs::path root(RHEON_SOURCE_DIR);

std::vector<fs::path> yaml_files(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".yaml") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<fs::path> models() {
  std::vector<fs::path> all;
  for (const char* folder : {"examples", "models", "tests/models"})
    for (fs::path& file : yaml_files(root / folder)) all.push_back(std::move(file));
  return all;
}

/// The beginning of the run that the model asks for: a hundredth of it, or one millisecond.
Results beginning(const Model& model) {
  const System system(model);
  RunRequest request;
  request.duration = std::max(1e-3, 0.01 * default_duration(system));
  request.samples = 5;
  return run(system, request);
}

void expect_equal_bits(const Results& a, const Results& b) {
  ASSERT_EQ(a.channels.size(), b.channels.size());
  for (std::size_t k = 0; k < a.channels.size(); ++k) {
    EXPECT_EQ(a.channels[k].name, b.channels[k].name);
    EXPECT_EQ(a.channels[k].unit, b.channels[k].unit);
  }
  ASSERT_EQ(a.values.size(), b.values.size());
  EXPECT_EQ(std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)), 0);
  EXPECT_GT(a.rows(), 1u);
}

TEST(BuiltModels, FilesAreWrittenWithoutLoss) {
  ASSERT_GT(models().size(), 30u);
  for (const fs::path& file : models()) {
    SCOPED_TRACE(file.filename().string() + " in " + file.parent_path().filename().string());
    const Mechanism first = Mechanism::read(file.string());
    const Mechanism second = Mechanism::from_text(first.text(), "written.yaml");
    EXPECT_TRUE(first == second) << first.text();
    EXPECT_EQ(first.text(), second.text());  // layout and comments settle at once
    expect_equal_bits(beginning(read_model(file.string())), beginning(first.model()));
  }
}

/// Every problem without its place.
std::vector<std::string> problems_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ModelError& error) {
    std::vector<std::string> found;
    for (const Problem& p : error.problems()) found.push_back(p.element + ": " + p.what + "\n" + p.remedy);
    std::sort(found.begin(), found.end());
    return found;
  }
  return {};
}

TEST(BuiltModels, BrokenFilesKeepTheirProblems) {
  int compared = 0;
  for (const fs::path& file : yaml_files(root / "tests/data/broken")) {
    SCOPED_TRACE(file.filename().string());
    std::optional<Mechanism> mechanism;
    try {
      mechanism = Mechanism::read(file.string());
    } catch (const ModelError&) {
      continue;  // no YAML of this format: reported by the same reader
    }
    EXPECT_EQ(problems_of([&] { mechanism->model(); }), problems_of([&] { read_model(file.string()); }));
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

Mechanism slider_crank() {
  Mechanism m("Slider-crank, driven at constant speed");
  m.plane("xy").gravity({0, -9.81}).parameter("r", 0.2, "m").parameter("l", "0.5 m").parameter("start", {0.3, "rad"});
  m.parameter("speed", "10 rad/s").ground("O", {0, 0}).point("A", {"r*cos(start)", "r*sin(start)"});
  m.point("B", {"r*cos(start) + sqrt(l^2 - (r*sin(start))^2)", 0});
  m.body("crank").rod({"O", "A"}).mass("1 kg");
  m.body("rod").rod({"A", "B"}).mass(0.8);
  m.body("piston").point("B").mass({1.5, "kg"});
  m.joint("guide").on_line("B").along("x");
  m.driver("motor").angle("crank").equals("start + speed*t");
  m.simulate().formulation("ali3p").step("1 ms").duration("2 s");
  return m;
}

Mechanism stewart() {
  Mechanism m("Stewart platform, heaving and rolling");
  m.gravity({0, 0, -9.81}).parameter("R", 1.0, "m").parameter("r", 0.6, "m").parameter("h", 1.2, "m");
  m.parameter("l0", "sqrt(R^2 + r^2 - 2*R*r*cos(40*pi/180) + h^2)").point("C", {0, 0, "h"});
  const int below[] = {-10, 10, 110, 130, 230, 250}, above[] = {-50, 50, 70, 170, 190, 290};
  std::vector<std::string> tops;
  for (int k = 0; k < 6; ++k) {
    const auto on_circle = [](const std::string& radius, int degrees, const std::string& height) {
      const std::string angle = "(" + std::to_string(degrees) + "*pi/180)";
      return build::Location{radius + "*cos" + angle, radius + "*sin" + angle, height};
    };
    const std::string n = std::to_string(k + 1);
    m.ground("A" + n, on_circle("R", below[k], "0")).point("B" + n, on_circle("r", above[k], "h"));
    m.driver("leg" + n).distance({"A" + n, "B" + n}).equals("l0 + 0.05*sin(2*t + " + std::to_string(k) + "*pi/3)");
    tops.push_back("B" + n);
  }
  m.body("platform").disc("r").thickness("50 mm").at("C").axis("z").mass("80 kg").points(tops);
  m.simulate().formulation("ali3p").step("1 ms").duration("5 s");
  return m;
}

Mechanism pendulum() {
  Mechanism m("Simple pendulum in Cartesian coordinates");
  m.parameter("m", "1 kg")
      .parameter("L", 1, "m")
      .parameter("g", 9.81, "m/s^2")
      .coordinate("x", "m")
      .coordinate("y", "m");
  m.kinetic("m/2*(x'^2 + y'^2)").potential("m*g*y").constraint("rod", "x^2 + y^2 = L^2");
  m.initial("x", "-L").initial("y", 0).initial("x'", 0).initial("y'", 0);
  m.output("tension", "2*L*lambda(rod)", "N").output("angle", "atan2(x, -y)");
  m.drawing("bob").point({"x", "y"});
  m.drawing("rod").line({{0, 0}, "bob"});
  m.drawing("path").trace("bob");
  m.drawing("weight").arrow({0, "-m*g"}).at("bob").quantity("force");
  m.drawing("pull").arrow({"reaction(rod, x)", "reaction(rod, y)"}).at("bob").quantity("force");
  m.simulate().formulation("ali3p").step("1 ms").duration({10, "s"});
  return m;
}

TEST(BuiltModels, BuiltInCodeTheyRunAsTheirFilesDo) {
  const std::pair<const char*, Mechanism> cases[] = {
      {"slider_crank", slider_crank()}, {"stewart", stewart()}, {"pendulum", pendulum()}};
  for (const auto& [example, built] : cases) {
    SCOPED_TRACE(example);
    const Model file = read_model((root / "examples" / example / "model.yaml").string());
    expect_equal_bits(run(System(file), {}), run(System(built.model()), {}));
    EXPECT_EQ(built.model().scene, file.scene);
  }
}

TEST(BuiltModels, AChainOfManyLinksIsBuiltInALoop) {
  Mechanism m("Chain");
  m.plane("xy").gravity({0, -9.81}).ground("P0", {0, 0});
  constexpr int links = 40;
  for (int k = 1; k <= links; ++k) {
    m.point("P" + std::to_string(k), {0.1 * k, 0.0});
    m.body("link" + std::to_string(k)).rod({"P" + std::to_string(k - 1), "P" + std::to_string(k)}).mass(0.1);
  }
  const CheckReport report = check(System(m.model()));
  EXPECT_EQ(report.coordinates, 2 * links);     // two of each point
  EXPECT_EQ(report.degrees_of_freedom, links);  // one angle of each link
}

}  // namespace
}  // namespace rheon::test
