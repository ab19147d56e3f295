// Multiplying out, to see whether a sum is zero although no two of its terms are alike: p*(x + y) - p*x - p*y.
// Only done where a random point says that it probably is; the expanded form itself is never used.
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "expr/graph_core.hpp"

namespace rheon::expr {
namespace {

// Factors that one question may look at; longer expressions keep their terms.
constexpr std::size_t most_factors = 4000;

struct ByContent {
  bool operator()(const Factors& a, const Factors& b) const {
    const auto less = [](const Factor& x, const Factor& y) {
      return std::tie(x.base, x.below, x.power) < std::tie(y.base, y.below, y.power);
    };
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), less);
  }
};

/// The product without `powers` of its k-th factor.
Factors without(Factors factors, std::size_t k, double powers) {
  factors[k].power -= powers;
  if (factors[k].power == 0.0) factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(k));
  return factors;
}

class Expansion {
 public:
  explicit Expansion(const GraphCore& graph) : graph_(graph) {}

  bool vanishes(const Summands& terms) {
    for (const Term& term : terms) open_.push_back({term.coefficient, {{term.core, false, 1.0}}});
    while (!open_.empty()) {
      Product product = std::move(open_.back());
      open_.pop_back();
      do {
        work_ += product.factors.size() + 1;
        if (work_ > most_factors) return false;
      } while (flatten(product));
      if (!multiply_out(product)) collect(product);
    }
    // Each coefficient is a product of a few rounded constants: what is below a few roundings of it is zero.
    return std::all_of(collected_.begin(), collected_.end(), [](const auto& entry) {
      return std::isfinite(entry.second.size) && std::abs(entry.second.sum) <= 16 * 0x1p-53 * entry.second.size;
    });
  }

 private:
  struct Product {
    double coefficient;
    Factors factors;
  };
  struct Balance {
    double sum = 0.0, size = 0.0;
  };

  /// Opens nested products and takes constants out; says whether anything changed.
  bool flatten(Product& product) const {
    Factors flat;
    for (const Factor& factor : product.factors) {
      const Term inner = graph_.split(factor.base);
      product.coefficient *= std::pow(inner.coefficient, factor.below ? -factor.power : factor.power);
      graph_.collect_factors(inner.core, factor.below, factor.power, flat);
    }
    GraphCore::join_like_factors(flat);
    const bool changed = flat != product.factors;
    product.factors = std::move(flat);
    return changed;
  }

  /// Splits the product in two at its first sum or squared sine above the fraction bar.
  bool multiply_out(const Product& product) {
    for (std::size_t k = 0; k < product.factors.size(); ++k) {
      const Factor& factor = product.factors[k];
      const NodeData& data = graph_.node(factor.base);
      if (factor.below) continue;
      if (data.op == Op::add || data.op == Op::sub) {
        push(product, k, 1.0, 1.0, Factor{data.arg[0], false, 1.0});
        push(product, k, 1.0, data.op == Op::add ? 1.0 : -1.0, Factor{data.arg[1], false, 1.0});
        return true;
      }
      if (data.op == Op::sin && factor.power >= 2.0) {
        const Id cosine = graph_.find_unary(Op::cos, data.arg[0]);
        if (cosine == IdMap::absent) continue;  // then there is nothing that it could cancel with
        push(product, k, 2.0, 1.0, std::nullopt);
        push(product, k, 2.0, -1.0, Factor{cosine, false, 2.0});
        return true;
      }
    }
    return false;
  }

  /// The product with `powers` of its k-th factor replaced by sign * extra.
  void push(const Product& product, std::size_t k, double powers, double sign, const std::optional<Factor>& extra) {
    Product part{sign * product.coefficient, without(product.factors, k, powers)};
    if (extra) part.factors.push_back(*extra);
    GraphCore::join_like_factors(part.factors);
    open_.push_back(std::move(part));
  }

  void collect(const Product& product) {
    Balance& balance = collected_[product.factors];
    balance.sum += product.coefficient;
    balance.size += std::abs(product.coefficient);
  }

  const GraphCore& graph_;
  std::vector<Product> open_;
  std::size_t work_ = 0;
  std::map<Factors, Balance, ByContent> collected_;
};

}  // namespace

bool GraphCore::vanishes(const Summands& terms) const { return Expansion(*this).vanishes(terms); }

/// Is j the term i with two powers of its k-th factor, a sine, replaced by those of the cosine?
bool GraphCore::is_cosine_partner(const Term& i, const Factors& factors, std::size_t k, const Term& j) const {
  // Equal up to the rounding of a product or two.
  const bool same_size = std::abs(i.coefficient - j.coefficient) <= 4 * 0x1p-53 * std::abs(i.coefficient);
  if (!same_size || !nodes_[j.core].cosine_factor) return false;
  const Id cosine = find_unary(Op::cos, nodes_[factors[k].base].arg[0]);
  if (cosine == IdMap::absent) return false;
  Factors partner = without(factors, k, 2.0);
  partner.push_back({cosine, false, 2.0});
  join_like_factors(partner);
  return factors_of(j.core) == partner;
}

bool GraphCore::join_sine_squares(Summands& terms) {
  const auto has_sine = [&](const Term& t) { return nodes_[t.core].sine_factor; };
  const auto has_cosine = [&](const Term& t) { return nodes_[t.core].cosine_factor; };
  if (std::none_of(terms.begin(), terms.end(), has_sine)) return false;
  if (std::none_of(terms.begin(), terms.end(), has_cosine)) return false;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!has_sine(terms[i])) continue;
    const Factors factors = factors_of(terms[i].core);
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (nodes_[factors[k].base].op != Op::sin || factors[k].below || factors[k].power < 2.0) continue;
      const auto partner = std::find_if(terms.begin(), terms.end(),
                                        [&](const Term& j) { return is_cosine_partner(terms[i], factors, k, j); });
      if (partner == terms.end()) continue;
      const Term joined{from_factors(without(factors, k, 2.0)), terms[i].coefficient};
      terms.erase(partner);
      std::erase_if(terms, [&](const Term& t) { return factors_of(t.core) == factors; });
      collect_terms(joined.core, joined.coefficient, terms);
      return true;
    }
  }
  return false;
}

}  // namespace rheon::expr
