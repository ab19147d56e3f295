#include "la/elimination_groups.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <map>

#include "core/index.hpp"

namespace rheon {

namespace {

class Grouping {
 public:
  explicit Grouping(const Pattern& A) : A_(&A), of_coordinate_(at(A.cols)), of_row_(at(A.rows)) {
    collect_coordinates();
    for (int i = 0; i < A.rows; ++i) place_row(i);
  }

  std::vector<EliminationGroup> ordered(const Pattern& coupling) const {
    std::vector<Eigen::Triplet<int>> edges;
    const auto meet = [&](int a, int b) {
      edges.emplace_back(a, b, 1);
      edges.emplace_back(b, a, 1);
    };
    for (int g = 0; g < static_cast<int>(groups_.size()); ++g) meet(g, g);
    for (int i = 0; i < coupling.rows; ++i)
      for (int k = coupling.start[at(i)]; k < coupling.start[at(i) + 1]; ++k)
        meet(of_coordinate_[at(i)], of_coordinate_[at(coupling.col[at(k)])]);
    for (int i = 0; i < A_->rows; ++i)
      for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k)
        meet(of_row_[at(i)], of_coordinate_[at(A_->col[at(k)])]);
    const auto n = static_cast<int>(groups_.size());
    Eigen::SparseMatrix<int> graph(n, n);
    graph.setFromTriplets(edges.begin(), edges.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(graph, order);
    std::vector<EliminationGroup> result;
    for (int k = 0; k < n; ++k) result.push_back(groups_[at(order.indices()[k])]);
    return result;
  }

 private:
  /// Coordinates in the same rows, such as those of one point, stay together: whatever the direction of a gradient, it
  /// is not zero along all of them.
  void collect_coordinates() {
    std::vector<std::vector<int>> rows_of(at(A_->cols));
    for (int i = 0; i < A_->rows; ++i)
      for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) rows_of[at(A_->col[at(k)])].push_back(i);
    std::map<std::vector<int>, int> known;
    for (int j = 0; j < A_->cols; ++j) {
      const auto next = static_cast<int>(groups_.size());
      const int group = rows_of[at(j)].empty() ? next : known.try_emplace(rows_of[at(j)], next).first->second;
      if (group == next) groups_.emplace_back();
      groups_[at(group)].coordinates.push_back(j);
      of_coordinate_[at(j)] = group;
    }
  }

  /// To the coordinates that hold the fewest rows so far, for their number.
  void place_row(int i) {
    int best = -1;
    const auto load = [&](int g) {
      return static_cast<double>(groups_[at(g)].rows.size() + 1) /
             static_cast<double>(groups_[at(g)].coordinates.size());
    };
    for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) {
      const int g = of_coordinate_[at(A_->col[at(k)])];
      if (best < 0 || load(g) < load(best)) best = g;
    }
    if (best < 0) {
      best = static_cast<int>(groups_.size());
      groups_.emplace_back();
    }
    groups_[at(best)].rows.push_back(i);
    of_row_[at(i)] = best;
  }

  const Pattern* A_;
  std::vector<EliminationGroup> groups_;
  std::vector<int> of_coordinate_, of_row_;
};

}  // namespace

std::vector<EliminationGroup> elimination_groups(const Pattern& A, const Pattern& coupling) {
  return Grouping(A).ordered(coupling);
}

}  // namespace rheon
