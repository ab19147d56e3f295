#include "rheon/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace rheon {

namespace {

constexpr std::string_view magic = "rheon-state 3";

/// Everything a State holds, named once, for saving and loading alike.
template <class S, class Number, class Block>
void visit(S& s, Number&& number, Block&& block) {
  number("t", s.t);
  number("side", s.side);
  number("h", s.h);
  number("error", s.error);
  number("power_applied", s.power.applied);
  number("power_friction", s.power.friction);
  number("power_driving", s.power.driving);
  number("energy_constraint", s.energy_constraint);
  number("energy_start", s.energy_start);
  number("energy_projected", s.energy_projected);
  number("work_applied", s.work.applied);
  number("work_friction", s.work.friction);
  number("work_driving", s.work.driving);
  block("q", s.q);
  block("v", s.v);
  block("a", s.a);
  block("lambda", s.lambda);
  block("z", s.z);
  block("anchors", s.anchors);
  block("control", s.control);
}

[[noreturn]] void refuse(const std::string& why) { throw Error("this is not a saved state of the model: " + why); }

/// The next word after `name`, which must stand next.
void expect(std::istringstream& in, std::string_view name) {
  std::string word;
  if (!(in >> word) || word != name) refuse(fmt::format("`{}` expected, `{}` found", name, word));
}

double read_number(std::istringstream& in, std::string_view name) {
  std::string word;
  in >> word;
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') refuse(fmt::format("`{}` is not a number, for {}", word, name));
  return value;
}

}  // namespace

std::string save_state(const State& state) {
  std::string text = fmt::format("{}\nn {}\n", magic, state.n);
  visit(
      state, [&](std::string_view name, double x) { text += fmt::format("{} {:a}\n", name, x); },
      [&](std::string_view name, const Vec& x) {
        text += fmt::format("{} {}", name, x.size());
        for (const double value : x) text += fmt::format(" {:a}", value);
        text += '\n';
      });
  return text;
}

State load_state(std::string_view text, const System& system) {
  if (!text.starts_with(magic)) refuse(fmt::format("it does not begin with `{}`", magic));
  std::istringstream in{std::string(text.substr(magic.size()))};
  State s;
  expect(in, "n");
  if (!(in >> s.n)) refuse("the step number is missing");
  visit(
      s,
      [&](std::string_view name, double& x) {
        expect(in, name);
        x = read_number(in, name);
      },
      [&](std::string_view name, Vec& x) {
        expect(in, name);
        long long size = -1;
        if (!(in >> size) || size < 0 || size > 100'000'000) refuse(fmt::format("the size of {} is missing", name));
        x.resize(size);
        for (double& value : x) value = read_number(in, name);
      });
  const Layout& n = system.layout();
  if (s.q.size() != n.nq || s.v.size() != n.nv || s.a.size() != n.nv || s.lambda.size() != n.rows())
    refuse(fmt::format("it has {} coordinates, {} velocities and {} multipliers; the model has {}, {} and {}",
                       s.q.size(), s.v.size(), s.lambda.size(), n.nq, n.nv, n.rows()));
  if (s.anchors.size() != system.model().inputs.na)
    refuse(fmt::format("it has {} tracked angles; the model has {}", s.anchors.size(), system.model().inputs.na));
  return s;
}

}  // namespace rheon
