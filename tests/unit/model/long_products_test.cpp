// The work of assembling grows with the length of an expression, not with its square.
#include <gtest/gtest.h>

#include "model/discrete_gradient.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon {
namespace {

/// Nodes that the slopes for methods which conserve energy add to those of a product of n factors.
std::size_t nodes_added(int n) {
  std::string text = "rheon: 1\ncoordinates: [x]\nmass: [1]\npotential: (x/1+1)";
  for (int k = 2; k <= n; ++k) text += "*(x/" + std::to_string(k) + "+1)";
  Model model = read_model_text(text + "\n", "product.yaml");
  const std::size_t before = model.graph.size();
  const DiscreteGradient made(model);
  return model.graph.size() - before;
}

TEST(LongProducts, SlopesShareTheirProducts) {
  const std::size_t one = nodes_added(200), four = nodes_added(800);
  // products from the left and from the right, and their products: a handful for each factor
  EXPECT_LE(one, 200u * 8u);
  EXPECT_LE(four, 4 * one + 100);
}

}  // namespace
}  // namespace rheon
