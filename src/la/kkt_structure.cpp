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

/// Minimum degree again, but ties go to the coordinate that has to wait for the shortest chain of others, then to the first
/// in the numbering: a chain is eliminated from both ends at once, and what does not wait for each other can be computed side
/// by side. The degrees are exact and found by brute force.
std::vector<int> order_with_short_waits(const Pattern& P, const Pattern& A) {
  const std::size_t n = at(P.rows);
  std::vector<std::vector<bool>> meets(n, std::vector<bool>(n, false));
  const auto meet = [&](int i, int j) { meets[at(i)][at(j)] = meets[at(j)][at(i)] = i != j; };
  for (const auto& [i, j] : entries_of(P)) meet(i, j);
  for (const auto& [i, j] : normal_entries(A)) meet(i, j);
  std::vector<int> waits(n, 0), order;
  std::vector<bool> done(n, false);
  while (order.size() < n) {
    std::pair<std::ptrdiff_t, int> least{static_cast<std::ptrdiff_t>(n), 0};
    std::size_t next = n;
    for (std::size_t i = 0; i < n; ++i) {
      if (done[i]) continue;
      const std::pair<std::ptrdiff_t, int> cost{std::count(meets[i].begin(), meets[i].end(), true), waits[i]};
      if (next < n && cost >= least) continue;
      least = cost;
      next = i;
    }
    done[next] = true;
    order.push_back(static_cast<int>(next));
    for (std::size_t i = 0; i < n; ++i) {
      if (!meets[next][i]) continue;
      waits[i] = std::max(waits[i], waits[next] + 1);
      for (std::size_t j = 0; j < n; ++j)
        if (j != i && meets[next][j]) meets[i][j] = true;
      meets[i][next] = false;
    }
  }
  return order;
}

/// Larger systems become loops over columns that follow each other, and another order would break these. A choice (docs/adr/016).
constexpr int most_coordinates_for_short_waits = 100;

}  // namespace

KktStructure::KktStructure(const Pattern& P, const Pattern& A) : coordinates(P.rows), rows(A.rows) {
  find_order(order_of_coordinates(P, A), A);
  find_columns(P, A);
  if (P.rows <= most_coordinates_for_short_waits) {
    KktStructure other(*this);
    other.find_order(order_with_short_waits(P, A), A);
    other.find_columns(P, A);
    if (other.count_updates() <= count_updates() && other.longest_wait() < longest_wait()) *this = std::move(other);
  }
  find_places(P, A);
  find_targets();
}

void KktStructure::find_order(const std::vector<int>& order, const Pattern& A) {
  std::vector<std::vector<int>> rows_of(order.size());
  std::vector<int> waiting(at(A.rows));
  for (int i = 0; i < A.rows; ++i) {
    waiting[at(i)] = A.start[at(i) + 1] - A.start[at(i)];
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) rows_of[at(A.col[at(k)])].push_back(i);
  }
  coordinate_at.assign(order.size(), 0);
  row_at.assign(at(A.rows), 0);
  is_row.clear();
  int turn = 0;
  const auto append_row = [&](int i) {
    row_at[at(i)] = turn++;
    is_row.push_back(true);
  };
  for (const int j : order) {
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
  index.clear();
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

int KktStructure::count_updates() const {
  int sum = 0;
  for (int k = 0; k < size(); ++k) {
    const int count = start[at(k) + 1] - start[at(k)];
    sum += count * (count + 1) / 2;
  }
  return sum;
}

int KktStructure::longest_wait() const {
  std::vector<int> waits(at(size()), 0);
  int longest = 0;
  for (int k = 0; k < size(); ++k) {
    longest = std::max(longest, waits[at(k)]);
    for (int p = start[at(k)]; p < start[at(k) + 1]; ++p) {
      int& wait = waits[at(index[at(p)])];
      wait = std::max(wait, waits[at(k)] + 1);
    }
  }
  return longest;
}

int KktStructure::distinct_updates() const {
  std::set<std::pair<bool, int>> kinds;
  for (int k = 0; k < size(); ++k) kinds.emplace(is_row[at(k)], start[at(k) + 1] - start[at(k)]);
  int sum = 0;
  for (const auto& [row, count] : kinds) sum += count * (count + 1) / 2;
  return sum;
}

bool KktStructure::fits_a_program(int most_distinct_updates) const {
  // three operations each, of 16 bytes while the program is made: half a gigabyte
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
