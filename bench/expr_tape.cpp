// What does text cost? The terms of the Appell-Hamel mechanism (Bajodah, example 1), once as a tape made from text by
// symbolic differentiation, once as the C++ that a careful person writes after doing the algebra on paper.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "rheon/expr/graph.hpp"
#include "rheon/expr/syntax.hpp"

namespace {

using rheon::expr::Graph;
using rheon::expr::Node;
using rheon::expr::Op;
using rheon::expr::Tape;

struct Parameters {
  double I = 0.7, M = 1.3, m = 2.9, rho = 0.35, a = 0.21, b = 0.11, g = 9.81;
};

constexpr int dof = 5;             // th, ph, x, y, z
constexpr int first_position = 2;  // after time and side
constexpr int first_velocity = first_position + dof;
constexpr int mass_entries = 7, force_entries = 5, rows = 3, jacobian_entries = 8;
constexpr int output_count = mass_entries + force_entries + rows + jacobian_entries + rows;

class Names : public rheon::expr::Resolver {
 public:
  explicit Names(Graph& graph) : graph_(graph) {
    const Parameters p;
    parameters_ = {{"I", p.I}, {"M", p.M}, {"m", p.m}, {"rho", p.rho}, {"a", p.a}, {"b", p.b}, {"g", p.g}};
  }
  std::optional<Node> name(std::string_view id, int primes) override {
    const char* const coordinates[] = {"th", "ph", "x", "y", "z"};
    for (int k = 0; k < dof; ++k) {
      if (id == coordinates[k]) return graph_.input((primes == 0 ? first_position : first_velocity) + k);
    }
    const auto found = parameters_.find(id);
    return found == parameters_.end() ? std::nullopt : std::optional<Node>(graph_.constant(found->second));
  }
  std::vector<std::string> candidates() const override { return {}; }

 private:
  Graph& graph_;
  std::map<std::string, double, std::less<>> parameters_;
};

Node read(Graph& graph, Names& names, std::string_view text) {
  std::vector<rheon::expr::SyntaxError> errors;
  const auto parsed = rheon::expr::parse(text);
  return lower(std::get<rheon::expr::SyntaxTree>(parsed), graph, names, errors);
}

/// sum over k of (d n / d q_k) v_k
Node rate_along_motion(Graph& graph, Node n) {
  std::vector<Node> terms;
  for (int k = 0; k < dof; ++k) {
    const Node v = graph.input(first_velocity + k);
    terms.push_back(graph.make(Op::mul, graph.derivative(n, first_position + k), v));
  }
  return graph.sum(terms);
}

/// M (nonzero, lower triangle), Q = -V_q + T_q - (T_v)_q v, psi, psi_v (nonzero), b = -(psi_q v).
Tape tape_from_text() {
  Graph graph;
  Names names(graph);
  const Node T = read(graph, names,
                      "1/2*I*(th'^2 + ph'^2) + 1/2*M*((x' + rho*th'*sin(th))^2 + (y' - rho*th'*cos(th))^2)"
                      " + m/2*(x'^2 + y'^2 + z'^2)");
  const Node V = read(graph, names, "m*g*z");
  std::vector<Node> outputs;
  std::vector<Node> momentum;
  for (int k = 0; k < dof; ++k) momentum.push_back(graph.derivative(T, first_velocity + k));
  for (int i = 0; i < dof; ++i) {
    for (int j = 0; j <= i; ++j) {
      const Node entry = graph.derivative(momentum[static_cast<std::size_t>(i)], first_velocity + j);
      if (!graph.is_zero(entry)) outputs.push_back(entry);
    }
  }
  for (int k = 0; k < dof; ++k) {
    const Node potential = graph.derivative(V, first_position + k);
    const Node kinetic = graph.derivative(T, first_position + k);
    const Node inertia = rate_along_motion(graph, momentum[static_cast<std::size_t>(k)]);
    outputs.push_back(graph.make(Op::sub, graph.make(Op::sub, kinetic, potential), inertia));
  }
  std::vector<Node> psi;
  for (const char* text :
       {"x' + rho*th'*sin(th) - a*ph'*cos(th)", "y' - rho*th'*cos(th) - a*ph'*sin(th)", "z' + b*ph'"}) {
    psi.push_back(read(graph, names, text));
  }
  outputs.insert(outputs.end(), psi.begin(), psi.end());
  for (const Node row : psi) {
    for (int k = 0; k < dof; ++k) {
      const Node entry = graph.derivative(row, first_velocity + k);
      if (!graph.is_zero(entry)) outputs.push_back(entry);
    }
  }
  for (const Node row : psi) outputs.push_back(graph.make(Op::neg, rate_along_motion(graph, row)));
  return Tape(graph, outputs);
}

/// The same numbers in the same order. sin^2 + cos^2 = 1 is used, and what cancels on paper is not computed.
[[gnu::noinline]] void hand_written(const Parameters& p, const double* in, double* out) {
  const double* v = in + first_velocity;
  const double s = std::sin(in[first_position]), c = std::cos(in[first_position]);
  const double rs = p.rho * s, rc = p.rho * c, as = p.a * s, ac = p.a * c;
  double* mass = out;
  mass[0] = p.I + p.M * p.rho * p.rho;
  mass[1] = p.I;
  mass[2] = p.M * rs;
  mass[3] = p.M + p.m;
  mass[4] = -p.M * rc;
  mass[5] = p.M + p.m;
  mass[6] = p.m;
  double* force = out + mass_entries;
  const double spin = v[0] * v[0];
  force[0] = 0.0;
  force[1] = 0.0;
  force[2] = -p.M * rc * spin;
  force[3] = -p.M * rs * spin;
  force[4] = -p.m * p.g;
  double* psi = force + force_entries;
  psi[0] = v[2] + rs * v[0] - ac * v[1];
  psi[1] = v[3] - rc * v[0] - as * v[1];
  psi[2] = v[4] + p.b * v[1];
  double* psi_v = psi + rows;
  psi_v[0] = rs;
  psi_v[1] = -ac;
  psi_v[2] = 1.0;
  psi_v[3] = -rc;
  psi_v[4] = -as;
  psi_v[5] = 1.0;
  psi_v[6] = p.b;
  psi_v[7] = 1.0;
  double* b = psi_v + jacobian_entries;
  b[0] = -v[0] * (rc * v[0] + as * v[1]);
  b[1] = -v[0] * (rs * v[0] - ac * v[1]);
  b[2] = 0.0;
}

/// Inputs that change from call to call, as in a simulation.
void move(std::vector<double>& inputs) {
  inputs[first_position] += 1e-3;
  inputs[first_velocity] += 1e-4;
}

std::vector<double> start() { return {0, 0, 0.4, 0.1, 1.0, 2.0, 3.0, 0.9, -1.1, 0.6, -0.8, 1.7}; }

void expect_equal(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    // Two orders of the same few operations on numbers of size up to 30.
    if (std::abs(a[k] - b[k]) > 1e-13) {
      std::fprintf(stderr, "output %zu: tape %.17g, by hand %.17g\n", k, a[k], b[k]);
      std::exit(1);
    }
  }
}

void BM_HandWritten(benchmark::State& state) {
  const Parameters parameters;
  std::vector<double> inputs = start(), outputs(output_count);
  for (auto _ : state) {
    move(inputs);
    hand_written(parameters, inputs.data(), outputs.data());
    benchmark::DoNotOptimize(outputs.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(BM_HandWritten);

void BM_Tape(benchmark::State& state) {
  const Tape tape = tape_from_text();
  std::vector<double> inputs = start(), outputs(tape.output_size()), work(tape.work_size()), expected(output_count);
  if (tape.output_size() != output_count) {
    state.SkipWithError("the tape has another number of outputs");
    return;
  }
  tape.evaluate(inputs.data(), outputs.data(), work.data());
  hand_written(Parameters{}, inputs.data(), expected.data());
  expect_equal(outputs, expected);
  for (auto _ : state) {
    move(inputs);
    tape.evaluate(inputs.data(), outputs.data(), work.data());
    benchmark::DoNotOptimize(outputs.data());
    benchmark::ClobberMemory();
  }
  state.counters["instructions"] = static_cast<double>(tape.instruction_count());
}
BENCHMARK(BM_Tape);

/// From text to tape: parsing, differentiation, simplification, lowering.
void BM_TextToTape(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tape_from_text());
}
BENCHMARK(BM_TextToTape);

}  // namespace

BENCHMARK_MAIN();
