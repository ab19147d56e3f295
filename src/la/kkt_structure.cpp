#include "la/kkt_structure.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <set>

#include "core/index.hpp"
#include "la/products.hpp"

namespace rheon {

namespace {

/// Coordinates in the order of approximate minimum degree of P + A^T A. Ties go to the last in the numbering, which is
/// turned round for this: mechanisms are written from the ground outwards, and a chain that is eliminated towards the
/// ground leaves for the row that holds it there 1/N of its pivot, away from the ground 1/2.
std::vector<int> order_of_coordinates(const Pattern& P, const Pattern& A) {
  std::vector<Eigen::Triplet<int>> edges;
  const int last = P.rows - 1;
  const auto meet = [&](int i, int j) {
    edges.emplace_back(last - i, last - j, 1);
    edges.emplace_back(last - j, last - i, 1);
  };
  for (int i = 0; i < P.rows; ++i) edges.emplace_back(i, i, 1);
  for (const auto& [i, j] : entries_of(P)) meet(i, j);
  for (const auto& [i, j] : normal_entries(A)) meet(i, j);
  Eigen::SparseMatrix<int> graph(P.rows, P.rows);
  graph.setFromTriplets(edges.begin(), edges.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  std::vector<int> turned(order.indices().data(), order.indices().data() + P.rows);
  for (int& j : turned) j = last - j;
  return turned;
}

}  // namespace

KktStructure::KktStructure(const Pattern& P, const Pattern& A) : coordinates(P.rows), rows(A.rows) {
  find_order(P, A);
  find_columns(P, A);
  find_places(P, A);
  find_targets();
}

void KktStructure::find_order(const Pattern& P, const Pattern& A) {
  std::vector<std::vector<int>> rows_of(at(P.rows));
  std::vector<int> waiting(at(A.rows));
  for (int i = 0; i < A.rows; ++i) {
    waiting[at(i)] = A.start[at(i) + 1] - A.start[at(i)];
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) rows_of[at(A.col[at(k)])].push_back(i);
  }
  coordinate_at.assign(at(P.rows), 0);
  row_at.assign(at(A.rows), 0);
  int turn = 0;
  const auto append_row = [&](int i) {
    row_at[at(i)] = turn++;
    is_row.push_back(true);
  };
  for (const int j : order_of_coordinates(P, A)) {
    coordinate_at[at(j)] = turn++;
    is_row.push_back(false);
    for (const int i : rows_of[at(j)])
      if (--waiting[at(i)] == 0) append_row(i);
  }
  for (int i = 0; i < A.rows; ++i)
    if (A.start[at(i)] == A.start[at(i) + 1]) append_row(i);
}

/// The structure of a column is its own and that of the columns whose first entry it is.
void KktStructure::find_columns(const Pattern& P, const Pattern& A) {
  const int n = P.rows + A.rows;
  std::vector<std::vector<int>> column(at(n));
  const auto couple = [&](int i, int j) {
    if (i != j) column[at(std::min(i, j))].push_back(std::max(i, j));
  };
  for (const auto& [i, j] : entries_of(P)) couple(coordinate_at[at(i)], coordinate_at[at(j)]);
  for (const auto& [i, j] : entries_of(A)) couple(row_at[at(i)], coordinate_at[at(j)]);
  start.assign(at(n) + 1, 0);
  for (int k = 0; k < n; ++k) {
    auto& c = column[at(k)];
    std::sort(c.begin(), c.end());
    c.erase(std::unique(c.begin(), c.end()), c.end());
    start[at(k) + 1] = start[at(k)] + static_cast<int>(c.size());
    index.insert(index.end(), c.begin(), c.end());
    if (!c.empty()) column[at(c.front())].insert(column[at(c.front())].end(), c.begin() + 1, c.end());
    std::vector<int>().swap(c);
  }
  index.shrink_to_fit();
  entries_ = start.back();
}

void KktStructure::keep_turns_only() {
  for (auto* list : {&start, &index, &P_place, &A_place, &target}) std::vector<int>().swap(*list);
  for (auto* list : {&is_row, &P_upper}) std::vector<bool>().swap(*list);
}

int KktStructure::distinct_updates() const {
  std::set<std::pair<bool, int>> kinds;
  for (int k = 0; k < size(); ++k) kinds.emplace(is_row[at(k)], start[at(k) + 1] - start[at(k)]);
  int sum = 0;
  for (const auto& [row, count] : kinds) sum += count * (count + 1) / 2;
  return sum;
}

bool KktStructure::fits_a_program(int most_distinct_updates) const {
  constexpr int most_updates = 10000000;
  return updates() <= most_updates && distinct_updates() <= most_distinct_updates;
}

int KktStructure::place(int i, int j) const {
  if (i == j) return diagonal(i);
  const auto first = index.begin() + start[at(std::min(i, j))], last = index.begin() + start[at(std::min(i, j)) + 1];
  return static_cast<int>(std::lower_bound(first, last, std::max(i, j)) - index.begin());
}

void KktStructure::find_places(const Pattern& P, const Pattern& A) {
  P_place.reserve(P.col.size());
  A_place.reserve(A.col.size());
  for (const auto& [i, j] : entries_of(P)) {
    P_place.push_back(place(coordinate_at[at(i)], coordinate_at[at(j)]));
    P_upper.push_back(coordinate_at[at(i)] < coordinate_at[at(j)]);
  }
  for (const auto& [i, j] : entries_of(A)) A_place.push_back(place(row_at[at(i)], coordinate_at[at(j)]));
}

void KktStructure::find_targets() {
  std::size_t count = 0;
  for (int k = 0; k < size(); ++k) {
    const std::size_t length = at(start[at(k) + 1] - start[at(k)]);
    count += length * (length + 1) / 2;
  }
  target.reserve(count);
  for (int k = 0; k < size(); ++k)
    for (int p = start[at(k)]; p < start[at(k) + 1]; ++p)
      for (int r = start[at(k)]; r <= p; ++r) {
        const int i = index[at(p)];
        const bool taken_by_row = r == p && is_row[at(i)] && is_row[at(k)];
        target.push_back(taken_by_row ? loss(i) : place(i, index[at(r)]));
      }
}

}  // namespace rheon
