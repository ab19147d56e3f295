// Forces and torques that joints exert on bodies, as expressions of the accelerations and multipliers.
//
// A body is cut free with its basis features as coordinates of its own. What it needs besides its inertia, its loads and
// its rows must come through the features that it shares:
//   R_i = (M_b e'')_i - (loads)_i + (A_b^T lambda)_i          for basis feature i of body b
// R of a point is a force there, R of a unit vector d a torque d x R. Features that follow from the basis of b and serve
// others as basis hand the opposite of their R to b.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mechanism/assembly.hpp"
#include "mechanism/sharing.hpp"

namespace rheon::mechanism {

struct Wrench {
  Vector force, torque;
};

class Reactions {
 public:
  /// After all rows of the model have their numbers.
  explicit Reactions(Assembly& mechanism);

  /// What the component does to the body: force, and torque about the component's place.
  Wrench of_item(int item, int body);
  /// Force on a body through a point that it shares, from all that share it.
  Vector at_point(int feature, int body);
  /// The part of it that goes through no joint: bodies that merely name the same point.
  Vector loose_share(int feature, int body);
  bool is_shared_by_joint(int feature) const { return items_sharing_.contains(feature); }
  /// Do other joints connect its bodies at the same place, so that only the sum of their forces is determined?
  bool is_split(int item) const;
  /// A row's multiplier: of several that say the same, the part of this one.
  Scalar multiplier(const ElementRow& row) const;
  /// Forces may contain inputs for what rigid bodies leave open (`ElementRow::share`); this puts in the values of least norm.
  Scalar of_least_norm(const Scalar& value);
  Vector of_least_norm(const Vector& v) { return {of_least_norm(v.x), of_least_norm(v.y), of_least_norm(v.z)}; }
  /// Does anything that rigid bodies leave open change it, in the reference configuration?
  bool is_open(const Scalar& value);
  std::vector<Overheld> overheld() { return m_.open_shares() > 0 ? sharing().groups() : std::vector<Overheld>{}; }
  /// Components that act on a body.
  const std::vector<int>& items_on(int body) const { return items_on_[static_cast<std::size_t>(body)]; }

 private:
  using Loads = std::vector<Vector>;  ///< one a basis feature
  const Vector& through(int body, int basis_index);
  std::optional<Vector> implicit(int feature, int body);
  Vector handed_over(int feature, int definer);
  Loads loads_of(const Written& written, const ElementRows& rows, int body) const;
  Loads loads_of_rigidity(int body);
  Loads loads_of_item(int item, int body);
  Loads loads_of_closure(std::size_t closure, int body);
  Loads inertia_of(int body) const;
  Wrench wrench(const Loads& loads, int body, const Vector& about) const;
  /// The bodies that have a feature, what connects them there, and how what goes through it divides. With u from L u = R, L
  /// the Laplacian of the connections as edges, a connection does u_b - u_other to body b: the only answer where they make a
  /// tree, and the one of least norm where some of them are more than are needed.
  struct Pin {
    struct Edge {
      int a, b, item;  ///< item -1: they merely name the same point
    };
    std::vector<int> bodies;
    std::vector<Edge> edges;
    Eigen::MatrixXd division;  ///< generalised inverse of L
    Eigen::Index index(int body) const { return std::find(bodies.begin(), bodies.end(), body) - bodies.begin(); }
  };
  Pin pin(int feature) const;
  Wrench through_feature(int feature, int body);
  Wrench share(int feature, const Pin& pin, int body, int other);
  Wrench joint_share(int feature, int item, int body);
  Vector zero() const;
  const Sharing& sharing();
  std::vector<Sharing::Force> all_forces();
  std::vector<Scalar> share_sizes();
  double size() const;

  Assembly& m_;
  std::map<std::string, int> row_index_;
  std::vector<std::vector<int>> items_on_;
  std::vector<std::vector<std::size_t>> closures_on_;
  std::map<int, std::vector<int>> items_sharing_;  ///< by feature
  std::map<std::pair<int, int>, Vector> through_;
  struct Share {
    int number;
    double factor;
  };
  std::map<std::string, std::vector<Share>>
      shares_of_;  ///< of a written row: those that others have in what it carries
  std::optional<Sharing> sharing_;
};

}  // namespace rheon::mechanism
