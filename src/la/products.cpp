#include "la/products.hpp"

#include "core/index.hpp"

namespace rheon {

void multiply_add(const Pattern& p, const SparseValues& B, const double* x, double scale, double* y) {
  for (int i = 0; i < p.rows; ++i) {
    double sum = 0.0;
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) sum += B[at(k)] * x[p.col[at(k)]];
    y[i] += scale * sum;
  }
}

void multiply_transposed_add(const Pattern& p, const SparseValues& B, const double* x, double scale, double* y) {
  for (int i = 0; i < p.rows; ++i) {
    const double xi = scale * x[i];
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) y[p.col[at(k)]] += B[at(k)] * xi;
  }
}

double row_size(const Pattern& p, int row, const SparseValues& B, const double* x) {
  NumberAlgebra numbers;
  return size_of_row(numbers, p, row, B, x, 0.0);
}

NormalProduct::NormalProduct(const Pattern& B, const Pattern& target) {
  for (int i = 0; i < B.rows; ++i)
    for (int k = B.start[at(i)]; k < B.start[at(i) + 1]; ++k)
      for (int l = B.start[at(i)]; l < B.start[at(i) + 1]; ++l)
        place_.push_back(target.find(B.col[at(k)], B.col[at(l)]));
}

void NormalProduct::add(const Pattern& p, const SparseValues& B, const double* w, SparseValues& target) const {
  const int* place = place_.data();
  for (int i = 0; i < p.rows; ++i) {
    const int first = p.start[at(i)], last = p.start[at(i) + 1];
    for (int k = first; k < last; ++k) {
      const double wk = w[i] * B[at(k)];
      for (int l = first; l < last; ++l) target[at(*place++)] += wk * B[at(l)];
    }
  }
}

std::vector<std::pair<int, int>> normal_entries(const Pattern& B) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < B.rows; ++i)
    for (int k = B.start[at(i)]; k < B.start[at(i) + 1]; ++k)
      for (int l = B.start[at(i)]; l < B.start[at(i) + 1]; ++l) entries.emplace_back(B.col[at(k)], B.col[at(l)]);
  return entries;
}

std::vector<std::pair<int, int>> entries_of(const Pattern& p) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) entries.emplace_back(i, p.col[at(k)]);
  return entries;
}

std::vector<int> placement(const Pattern& source, const Pattern& target) {
  std::vector<int> place;
  for (const auto& [i, j] : entries_of(source)) place.push_back(target.find(i, j));
  return place;
}

}  // namespace rheon
