// Which way the matrix of the stages is factored.
#include "collocation/stage_matrix.hpp"

#include <gtest/gtest.h>

#include "constraints/tangent.hpp"
#include "model/wants.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {
namespace {

/// How many of the factorisations at the start of a model need pivoting.
long long pivoted(const char* text, bool stabilised) {
  const System system(read_model_text(text, "model.yaml"));
  const CollocationTableau& tableau = *find_integrator("radau5").collocation;
  const Tangent tangent(system);
  StageMatrix matrix(system, tableau, tangent.pattern(), Pattern{}, stabilised);
  State s = system.make_state();
  s.q.setConstant(0.6);
  std::vector<Terms> terms(static_cast<std::size_t>(tableau.stages), system.make_terms());
  for (Terms& t : terms) EXPECT_TRUE(system.evaluate(s, want_stage, t));
  DiagonalMass mass(system.mass_pattern());
  mass.set(terms.front().M);
  SparseValues P = tangent.make_values();
  tangent.assemble(terms.front(), 0.1, 0.01, false, P);
  for (int j = 0; j < system.layout().nv; ++j) {
    double& diagonal = P[static_cast<std::size_t>(tangent.pattern().find(j, j))];
    if (diagonal == 0.0) diagonal = 1.0;  // as CollocationForm::set_metric
  }
  EXPECT_TRUE(matrix.factor(0.1, terms, {}, mass, P));
  EXPECT_EQ(matrix.factorisations, 1);
  Vec x = Vec::Ones(matrix.size());
  matrix.solve(x.data());
  EXPECT_TRUE(x.allFinite());
  return matrix.pivoted;
}

// Rows that hold what has no mass have an inertia, if that is so around the initial values; X has none at 0.6 alone.
TEST(StageMatrix, NeedsPivotingWhereOnlyRowsHoldACoordinateWithoutMass) {
  for (const bool stabilised : {false, true}) {
    EXPECT_EQ(pivoted("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "constraints: {rod: x^2 + y^2 = 1}\ninitial: {x: 0.6, y: 0.8}\n",
                      stabilised),
              0);
    EXPECT_EQ(pivoted("rheon: 1\ncoordinates: [X, x]\nkinetic: x'^2/2 + (X - 0.6)^2*X'^2/2\npotential: x^2/2\n"
                      "initial: {x: 1, x': 0}\nguess: {X: 5}\nconstraints: {c: X = t}\n",
                      stabilised),
              1);
  }
}

}  // namespace
}  // namespace rheon
