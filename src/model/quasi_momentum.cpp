#include "model/quasi_momentum.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/decompositions.hpp"

namespace rheon {

using expr::Node;
using expr::Op;

namespace {

/// Coordinates whose rates are solved for together: those of one free body. By determinants, of up to 2^6 minors each.
constexpr std::size_t max_block = 6;

struct Block {
  std::vector<int> coordinates, speeds;
};

/// Groups coordinates and speeds that are linked by entries of T (union-find over both).
std::vector<Block> independent_blocks(const Model& model) {
  const int nq = model.inputs.nq, nv = model.inputs.nv;
  std::vector<int> parent(static_cast<std::size_t>(nq + nv));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i) i = parent[static_cast<std::size_t>(i)];
    return i;
  };
  for (int i = 0; i < nq; ++i)
    for (const int slot : model.graph.inputs_of(model.rate[static_cast<std::size_t>(i)]))
      if (slot >= model.inputs.v(0) && slot < model.inputs.a(0))
        parent[static_cast<std::size_t>(root(nq + slot - model.inputs.v(0)))] = root(i);
  std::map<int, Block> blocks;
  for (int i = 0; i < nq; ++i) blocks[root(i)].coordinates.push_back(i);
  for (int j = 0; j < nv; ++j) blocks[root(nq + j)].speeds.push_back(j);
  std::vector<Block> result;
  for (auto& [key, block] : blocks) result.push_back(std::move(block));
  return result;
}

/// Determinant by expansion along the rows, with shared minors; `columns` is a bit set of those still free.
Node determinant(expr::Graph& g, const std::vector<std::vector<Node>>& B) {
  const std::size_t n = B.size();
  std::map<unsigned, Node> minors;
  const std::function<Node(std::size_t, unsigned)> minor = [&](std::size_t row, unsigned columns) -> Node {
    if (row == n) return g.constant(1.0);
    if (const auto it = minors.find(columns); it != minors.end()) return it->second;
    Node sum = g.constant(0.0);
    bool negative = false;
    for (std::size_t j = 0; j < n; ++j) {
      if ((columns & (1u << j)) == 0) continue;
      if (!g.is_zero(B[row][j])) {
        const Node term = g.make(Op::mul, B[row][j], minor(row + 1, columns & ~(1u << j)));
        sum = g.make(negative ? Op::sub : Op::add, sum, term);
      }
      negative = !negative;
    }
    return minors[columns] = sum;
  };
  return minor(0, (1u << n) - 1u);
}

ModelError not_invertible(const Model& model, const Block& block, const std::string& why) {
  Problem p;
  p.place = model.inertia_place;
  p.element = "kinetic";
  p.what = "the kinematical equations cannot be inverted for the kinetic energy: " + why;
  for (const int i : block.coordinates)
    p.numbers += (p.numbers.empty() ? "coordinates " : ", ") + model.coordinates[static_cast<std::size_t>(i)].name;
  p.remedy =
      "write the inertia as `mass:` in the coordinate rates, or use as many speeds as coordinates, linked in groups of "
      "at most six";
  return ModelError({p});
}

using NodeMatrix = std::vector<std::vector<Node>>;

/// Row j of T^T: the speed; column i: the coordinate.
NodeMatrix transposed_rates(Model& model, const Block& block) {
  NodeMatrix B(block.speeds.size(), std::vector<Node>(block.coordinates.size()));
  for (std::size_t j = 0; j < block.speeds.size(); ++j)
    for (std::size_t i = 0; i < block.coordinates.size(); ++i)
      B[j][i] = model.graph.derivative(model.rate[at(block.coordinates[i])], model.inputs.v(block.speeds[j]));
  return B;
}

/// By Cramer's rule.
std::vector<Node> solve(Model& model, const Block& block, const NodeMatrix& B, const std::vector<Node>& right) {
  auto& g = model.graph;
  const Node det = determinant(g, B);
  if (g.is_zero(det)) throw not_invertible(model, block, "the speeds do not determine the rates one to one");
  std::vector<Node> x;
  for (std::size_t i = 0; i < B.size(); ++i) {
    NodeMatrix replaced = B;
    for (std::size_t j = 0; j < B.size(); ++j) replaced[j][i] = right[j];
    x.push_back(g.make(Op::div, determinant(g, replaced), det));
  }
  return x;
}

/// Of p only the products with c_j = d T_j/dt - (d rate/dq) T_j enter the equations of motion. With fewer speeds than
/// coordinates T^T p = P leaves p open across the columns of T, which is of no consequence if every c_j is a combination
/// of them: the rates stay on surfaces, as those of a quaternion do on |e| = 1. Seen at points chosen at random.
bool rates_stay_on_surfaces(Model& model, const Block& block, const NodeMatrix& B) {
  auto& g = model.graph;
  std::vector<Node> nodes;
  for (const auto& row : B) nodes.insert(nodes.end(), row.begin(), row.end());
  for (int j = 0; j < model.inputs.nv; ++j)
    for (const int i : block.coordinates) {
      std::vector<Node> terms{time_derivative(model, g.derivative(model.rate[at(i)], model.inputs.v(j)))};
      for (int k = 0; k < model.inputs.nq; ++k)
        if (const Node slope = g.derivative(model.rate[at(i)], model.inputs.q(k)); !g.is_zero(slope))
          terms.push_back(g.make(Op::neg, g.make(Op::mul, slope, g.derivative(model.rate[at(k)], model.inputs.v(j)))));
      nodes.push_back(g.sum(terms));
    }
  const expr::Tape tape(g, nodes);
  std::vector<double> inputs(at(model.inputs.size())), values(nodes.size()), work(tape.work_size());
  const auto n = static_cast<Eigen::Index>(block.coordinates.size()), m = static_cast<Eigen::Index>(B.size());
  std::minstd_rand random(1);
  for (int point = 0; point < 3; ++point) {
    for (double& x : inputs) x = 0.25 + static_cast<double>(random() % 1000u) / 1000.0;
    tape.evaluate(inputs.data(), values.data(), work.data());
    const Eigen::Map<const Eigen::MatrixXd> T(values.data(), n, m), c(values.data() + n * m, n, model.inputs.nv);
    if (!T.allFinite() || !c.allFinite()) return false;
    // a pseudo-inverse loses as many digits as T has of its condition: half of them at most
    constexpr double round_off = 1e-9;
    if ((c - T * (pseudo_inverse(T) * c)).norm() > round_off * (c.norm() + T.norm())) return false;
  }
  return true;
}

/// With fewer speeds than coordinates p = T (T^T T)^-1 P, the shortest one.
std::vector<Node> shortest(Model& model, const Block& block, const NodeMatrix& B, const std::vector<Node>& right) {
  auto& g = model.graph;
  const auto sum_of_products = [&](const auto& a, const auto& b, std::size_t count) {
    std::vector<Node> terms;
    for (std::size_t k = 0; k < count; ++k) terms.push_back(g.make(Op::mul, a(k), b(k)));
    return g.sum(terms);
  };
  const std::size_t m = B.size(), n = block.coordinates.size();
  NodeMatrix gram(m, std::vector<Node>(m));
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t k = 0; k < m; ++k)
      gram[j][k] = sum_of_products([&](std::size_t i) { return B[j][i]; }, [&](std::size_t i) { return B[k][i]; }, n);
  const std::vector<Node> y = solve(model, block, gram, right);
  std::vector<Node> p;
  for (std::size_t i = 0; i < n; ++i)
    p.push_back(sum_of_products([&](std::size_t j) { return B[j][i]; }, [&](std::size_t j) { return y[j]; }, m));
  return p;
}

void solve_block(Model& model, const Block& block, const std::vector<Node>& P, std::vector<Node>& p) {
  const std::size_t n = block.coordinates.size(), m = block.speeds.size();
  const std::string counts =
      counted(static_cast<long long>(n), "coordinate") + " but " + counted(static_cast<long long>(m), "speed");
  if (n < m) throw not_invertible(model, block, counts);
  if (m > max_block) throw not_invertible(model, block, "a linked group of " + std::to_string(m) + " speeds");
  std::vector<Node> right;
  for (const int j : block.speeds) right.push_back(P[at(j)]);
  const NodeMatrix B = transposed_rates(model, block);
  if (n > m && !rates_stay_on_surfaces(model, block, B))
    throw not_invertible(model, block,
                         counts +
                             ", and the motions that they allow reach every position: the kinetic energy along "
                             "the rates that they leave out takes part");
  const std::vector<Node> found = n == m ? solve(model, block, B, right) : shortest(model, block, B, right);
  for (std::size_t i = 0; i < n; ++i) p[at(block.coordinates[i])] = found[i];
}

}  // namespace

std::vector<Node> conjugate_momenta(Model& model, const std::vector<Node>& P) {
  if (!model.general_speeds) return P;
  std::vector<Node> p(static_cast<std::size_t>(model.inputs.nq), model.graph.constant(0.0));
  for (const Block& block : independent_blocks(model)) solve_block(model, block, P, p);
  return p;
}

}  // namespace rheon
