#include "model/quasi_momentum.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace rheon {

using expr::Node;
using expr::Op;

namespace {

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

void solve_block(Model& model, const Block& block, const std::vector<Node>& P, std::vector<Node>& p) {
  const std::size_t n = block.coordinates.size();
  if (n != block.speeds.size())
    throw not_invertible(model, block,
                         std::to_string(n) + " coordinates but " + std::to_string(block.speeds.size()) + " speeds");
  if (n > max_block) throw not_invertible(model, block, "a linked group of " + std::to_string(n) + " coordinates");
  auto& g = model.graph;
  // row j of T^T: the speed; column i: the coordinate
  std::vector<std::vector<Node>> B(n, std::vector<Node>(n));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      B[j][i] =
          g.derivative(model.rate[static_cast<std::size_t>(block.coordinates[i])], model.inputs.v(block.speeds[j]));
  const Node det = determinant(g, B);
  if (g.is_zero(det)) throw not_invertible(model, block, "the speeds do not determine the rates one to one");
  for (std::size_t i = 0; i < n; ++i) {
    auto replaced = B;
    for (std::size_t j = 0; j < n; ++j) replaced[j][i] = P[static_cast<std::size_t>(block.speeds[j])];
    p[static_cast<std::size_t>(block.coordinates[i])] = g.make(Op::div, determinant(g, replaced), det);
  }
}

}  // namespace

std::vector<Node> conjugate_momenta(Model& model, const std::vector<Node>& P) {
  if (!model.general_speeds) return P;
  std::vector<Node> p(static_cast<std::size_t>(model.inputs.nq), model.graph.constant(0.0));
  for (const Block& block : independent_blocks(model)) solve_block(model, block, P, p);
  return p;
}

}  // namespace rheon
