// Saved states: whose they are, and what becomes of those that somebody changed.
#include "rheon/sim/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <sstream>

#include "rheon/formulations/kind.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"
#include "support/temp_folder.hpp"

namespace rheon {
namespace {

using test::load_system;
using test::message_of;
using testing::HasSubstr;

RunRequest request(std::string_view formulation, bool controlled = false) {
  RunRequest r;
  r.formulation = std::string(formulation);
  r.duration = 1.0;
  if (controlled)
    r.tolerance = 1e-6;
  else
    r.step = 1e-2;
  return r;
}

/// After a few steps; none if the method does not run the model in this way.
std::optional<SavedState> saved_by(const System& system, const RunRequest& r) {
  try {
    Simulation simulation(system, r);
    for (int k = 0; k < 5 && simulation.step(); ++k) {
    }
    return simulation.save();
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

/// Goes on from a text as far as it can; "" if that was possible, otherwise why not.
std::string resumed(const System& system, const RunRequest& r, const std::string& text) {
  try {
    Simulation simulation(system, r, load_state(text, system));
    for (int k = 0; k < 5 && simulation.step(); ++k) {
    }
    simulation.results();
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

std::string replaced(std::string text, const std::string& line, const std::string& by) {
  const std::size_t at = text.find("\n" + line + " ") + 1;
  return text.replace(at, text.find('\n', at) - at, line + " " + by);
}

TEST(Checkpoint, RefusesWhatIsNoStateOfTheModel) {
  const System pendulum = load_system("pendulum"), pursuit = load_system("pursuit");
  const std::string text = save_state(Simulation(pendulum, request("lagrange")).save());
  EXPECT_NO_THROW(load_state(text, pendulum));
  EXPECT_THAT(message_of([&] { load_state(text, pursuit); }), HasSubstr("a model with other equations"));
  EXPECT_THROW(load_state("", pendulum), ModelError);
  for (std::size_t length = 0; length + 2 < text.size(); length += 7)
    EXPECT_THROW(load_state(text.substr(0, length), pendulum), ModelError) << length;
  EXPECT_THAT(message_of([&] { load_state(text + "more", pendulum); }), HasSubstr("`more` follows"));
  EXPECT_THAT(message_of([&] { load_state("rheon-state 4\nn 0\n", pendulum); }),
              HasSubstr("its version is 4; this rheon reads version 5"));
}

TEST(Checkpoint, BelongsToItsParameters) {
  const std::string model =
      "rheon: 1\nparameters: {k: 3}\ncoordinates: [x]\nkinetic: 1/2*x'^2\npotential: k/2*x^2\ninitial: {x: 1}\n";
  const System one(read_model_text(model, "a.yaml"));
  const System same(read_model_text(model + "outputs: {twice: 2*x}\n", "b.yaml"));
  const Setting changed[] = {{"k", "3.0000001", {}}};
  const System other(read_model_text(model, "a.yaml", changed));
  const std::string text = save_state(Simulation(one, request("lagrange")).save());
  EXPECT_NO_THROW(load_state(text, same)) << "outputs do not move it";
  EXPECT_THROW(load_state(text, other), ModelError);
}

TEST(Checkpoint, NumbersThatAreNotFiniteAreRefused) {
  const System system = load_system("pendulum");
  const RunRequest r = request("lagrange");
  const std::string text = save_state(*saved_by(system, r));
  EXPECT_EQ(resumed(system, r, text), "");
  for (const char* value : {"inf", "-inf", "nan", "0x1p+2000", "1e999", "", "0x", "0x-1p+0"}) {
    EXPECT_NE(resumed(system, r, replaced(text, "t", value)), "") << value;
    EXPECT_NE(resumed(system, r, replaced(text, "q", std::string("2 ") + value + " 0x0p+0")), "") << value;
    EXPECT_NE(resumed(system, r, replaced(text, "work_applied", value)), "") << value;
  }
  // of a program's own making
  State state = Simulation(system, r).state();
  state.v[0] = std::nan("");
  EXPECT_THAT(message_of([&] { Simulation(system, r, state); }), HasSubstr("v[0] is nan"));
}

TEST(Checkpoint, TimesThatAreNotOfThisRunAreRefused) {
  const System system = load_system("pendulum");
  const RunRequest r = request("lagrange");
  const std::string text = save_state(*saved_by(system, r));
  EXPECT_THAT(resumed(system, r, replaced(text, "t", "0x1p+1")),
              HasSubstr("its t is 2 s, and the run goes from 0 s to 1 s"));
  EXPECT_THAT(resumed(system, r, replaced(text, "t", "-0x1p+0")), HasSubstr("its t is -1 s"));
  EXPECT_THAT(resumed(system, r, replaced(text, "n", "77")), HasSubstr("its step number 77 ends at t = 0.77 s"));
  EXPECT_THAT(resumed(system, r, replaced(text, "n", "-1")), HasSubstr("its step has the number -1"));
  RunRequest other = r;
  other.step = 2e-2;
  EXPECT_THAT(resumed(system, other, text), HasSubstr("another step"));
  other = r;
  other.duration = 2.0;
  EXPECT_EQ(resumed(system, other, text), "") << "a longer run may go on";
  const System switched(
      read_model_text("rheon: 1\ncoordinates: [x]\nkinetic: 1/2*x'^2\nforces: {x: step(t, 0.5)}\n", "a"));
  const std::string before = save_state(*saved_by(switched, r));
  EXPECT_EQ(resumed(switched, r, before), "");
  EXPECT_THAT(resumed(switched, r, replaced(before, "side", "0x1.8p-1")), HasSubstr("a load switches between"));
}

TEST(Checkpoint, NamesWhatTheMethodKeepsAndErrorControlRemembers) {
  const System system = load_system("four_bar_doubled");
  const RunRequest fixed = request("ali3p"), controlled = request("kane", true);
  const std::string text = save_state(*saved_by(system, fixed));
  EXPECT_THAT(text, HasSubstr("\nz 0\n"));
  EXPECT_THAT(text, HasSubstr("\nmemory 4\nmemory.carried_multipliers numbers "));
  EXPECT_THAT(text, HasSubstr("\nmemory.left_out_of_projections indices "));
  EXPECT_THAT(text, HasSubstr("\ncontrol 0\n"));
  const std::string name = "memory.left_out_of_projections";
  EXPECT_THAT(resumed(system, fixed, replaced(text, name, "wholes 1 0")), HasSubstr("left_out_of_projections holds"));
  EXPECT_THAT(resumed(system, fixed, replaced(text, name, "counts 1 0")),
              HasSubstr("`counts` is not a kind, for left_out_of_projections"));
  EXPECT_THAT(resumed(system, fixed, replaced(text, name, "indices 1 0x1p+0")),
              HasSubstr("is not a whole number, for left_out_of_projections"));
  EXPECT_THAT(resumed(system, fixed, replaced(text, "memory", "99")), HasSubstr("`memory.` expected"));

  const std::string with = save_state(*saved_by(system, controlled));
  EXPECT_THAT(with, HasSubstr("\nmemory.dependent_speeds indices "));
  EXPECT_THAT(with, HasSubstr("\ncontrol.length numbers 1 "));
  EXPECT_THAT(with, HasSubstr("\norigin.t "));
  EXPECT_THAT(with, HasSubstr("\norigin.memory.dependent_speeds indices "));
  EXPECT_THAT(resumed(system, controlled, replaced(with, "memory.dependent_speeds", "indices 2 1 1")),
              HasSubstr("dependent_speeds[1] is 1 once more"));
  EXPECT_THAT(resumed(system, controlled, replaced(with, "control.recoveries", "wholes 1 5")),
              HasSubstr("of error control: recoveries[0] is 5"));
  EXPECT_THAT(resumed(system, controlled, replaced(with, "origin.memory.dependent_speeds", "indices 1 -1")),
              HasSubstr("where it would go back to: dependent_speeds[0] is -1"));
  EXPECT_THAT(resumed(system, controlled, replaced(with, "control.length", "numbers 1 0x0p+0")),
              HasSubstr("`origin.n "));
}

/// Of a state alone, error control remembers no steps; the motion from there is the same.
TEST(Checkpoint, ErrorControlGoesOnFromAStateAlone) {
  const System system = load_system("pendulum");
  const RunRequest r = request("lagrange", true);
  const SavedState saved = *saved_by(system, r);
  ASSERT_TRUE(saved.control);
  Simulation with(system, r, saved), without(system, r, saved.state);
  while (with.step()) {
  }
  while (without.step()) {
  }
  EXPECT_EQ(with.state().t, 1.0);
  EXPECT_TRUE(with.state().q == without.state().q);
}

// Every formulation with every other: their own is taken up, all others are refused, whatever the sizes.
// close to dependent rows the branch is kept by a projection, which must know from the state what is left out
TEST(Checkpoint, RedundantRowsProjectedWhenNeededGoOnBitForBit) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "constraints: {rod: x^2 + y^2 = 1, again: 2*x^2 + 2*y^2 = 2}\n"
                      "initial: {x: 1, y: 0, x': 0}\n",
                      "two.yaml"));
  for (const char* integrator : {"dopri5", "dop853", "bogacki-shampine", "kutta-merson"}) {
    RunRequest r;
    r.formulation = "lagrange";
    r.integrator = integrator;
    r.options = {{"projection", "needed", {}}};
    r.tolerance = 1e-6;
    r.duration = 1.0;
    Simulation whole(system, r);
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(whole.step());
    Simulation resumed(system, r, load_state(save_state(whole.save()), system));
    while (whole.step()) ASSERT_TRUE(resumed.step());
    EXPECT_TRUE(whole.done());
    EXPECT_EQ(save_state(whole.save()), save_state(resumed.save())) << integrator;
  }
}

// nothing was found at the start that a run could go on from
TEST(Checkpoint, RunsThatDidNotStartHaveNone) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: \"1 + sqrt(x)\"}\ninitial: {x: 0, x': 1}\n", "np.yaml"));
  RunRequest r = request("np-ode");
  r.integrator = "rk4";
  r.step = 0.01;
  r.duration = 0.2;
  Simulation simulation(system, r);
  EXPECT_FALSE(simulation.step());
  EXPECT_THAT(message_of([&] { (void)simulation.save(); }),
              testing::AllOf(HasSubstr("no state to go on from"), HasSubstr("stopped at t = 0 s")));
}

TEST(Checkpoint, EveryFormulationTakesItsOwnAlone) {
  int pairs = 0, own = 0;
  for (const char* name : {"pendulum", "four_bar"})
    for (const bool controlled : {false, true}) {
      const System system = load_system(name);
      for (const FormulationKind& saver : formulations()) {
        const auto saved = saved_by(system, request(saver.name, controlled));
        if (!saved) continue;
        for (const FormulationKind& follower : formulations()) {
          const RunRequest r = request(follower.name, controlled);
          if (!saved_by(system, r)) continue;
          ++pairs;
          const std::string why = resumed(system, r, save_state(*saved));
          if (&saver == &follower) {
            ++own;
            EXPECT_EQ(why, "") << name << " " << saver.name;
          } else {
            EXPECT_THAT(why, HasSubstr("it was saved by " + std::string(saver.name))) << follower.name;
          }
          // Without the name of its method it may be taken, and must do no harm.
          try {
            Simulation simulation(system, r, saved->state);
            for (int k = 0; k < 5 && simulation.step(); ++k) {
            }
          } catch (const ModelError&) {
          }
        }
      }
    }
  EXPECT_GE(pairs, 2 * 11 * 11 - 60) << "most formulations run both models with fixed steps";
  EXPECT_GE(own, 20);
}

/// Of what the method keeps and error control remembers, and of where that would go back to.
std::vector<std::size_t> lines_of_method(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (const char* name : {"memory", "control", "origin"})
      if (lines[i][0].starts_with(name)) found.push_back(i);
  return found;
}

/// Words of a state, some of them others.
std::string mutated(const std::string& text, std::mt19937& random) {
  static const std::vector<std::string> values{
      "0x0p+0",    "0x1p+0",  "-0x1p+0", "0x1p+1",  "0x1.8p+1", "0x1p+2",      "0x1.4p+2",
      "0x1p-1",    "0x1p+31", "0x1p+32", "0x1p+63", "-0x1p+31", "0x1.8p+1000", "-0x1p+1000",
      "0x1p-1000", "inf",     "nan",     "0",       "1",        "2",           "5",
      "numbers",   "places",  "7",       "-1",      "99999999", "2147483648",  "0x1.921fb5p+1"};
  const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
  }
  for (std::size_t k = 1 + any(3); k > 0; --k) {
    // what belongs to the method is the most interesting
    std::size_t at = any(2) == 0 ? 3 + any(lines.size() - 3) : 0;
    const std::vector<std::size_t> kept = lines_of_method(lines);
    if (at == 0) at = kept[any(kept.size())];
    if (at == 0 || lines[at].size() < 2) continue;
    std::vector<std::string>& line = lines[at];
    const std::size_t first = line.size() > 3 && any(8) != 0 ? 3 : 1;  // behind kind and length, mostly
    line[first + any(line.size() - first)] = values[any(values.size())];
    if (any(16) == 0) line.pop_back();
    if (any(16) == 0) line.push_back(values[any(values.size())]);
  }
  std::string out;
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) out += line[i] + (i + 1 < line.size() ? " " : "\n");
  return out;
}

void mutate_all(int count) {
  for (const char* name : {"pendulum", "four_bar_doubled", "pursuit"}) {
    const System system = load_system(name);
    for (const FormulationKind& f : formulations())
      for (const bool controlled : {false, true}) {
        const RunRequest r = request(f.name, controlled);
        const auto saved = saved_by(system, r);
        if (!saved) continue;
        const std::string text = save_state(*saved);
        EXPECT_EQ(resumed(system, r, text), "") << name << " " << f.name;
        std::mt19937 random(std::hash<std::string_view>{}(f.name) % 1000);
        int refused = 0;
        for (int k = 0; k < count; ++k) refused += resumed(system, r, mutated(text, random)).empty() ? 0 : 1;
        EXPECT_GT(refused, count / 8) << name << " " << f.name;
      }
  }
}

TEST(Checkpoint, ChangedStatesAreRefusedOrDoNoHarm) { mutate_all(40); }
TEST(CheckpointFull, ChangedStatesAreRefusedOrDoNoHarm) { mutate_all(300); }

// States that corrupted memory when nothing was checked, with the head that they have today.
TEST(Checkpoint, StatesThatCrashedAreRefusedOrDoNoHarm) {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RHEON_SOURCE_DIR) + "/tests/data/states")) {
    const std::string text = test::read_text(entry.path());
    const std::size_t body = text.find("\nn ");
    ASSERT_NE(body, std::string::npos) << entry.path();
    for (const char* name : {"pendulum", "four_bar"}) {
      const System system = load_system(name);
      for (const FormulationKind& f : formulations())
        for (const bool controlled : {false, true}) {
          const auto saved = saved_by(system, request(f.name, controlled));
          if (!saved) continue;
          const std::string head = save_state(*saved);
          resumed(system, request(f.name, controlled), head.substr(0, head.find("\nn ")) + text.substr(body));
        }
    }
  }
}

}  // namespace
}  // namespace rheon
