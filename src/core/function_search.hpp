// Places of a function of one variable: where it is zero, where it is largest, where a condition ends.
#pragma once

#include <cmath>
#include <utility>

namespace rheon {

/// Two places, and what the function is there.
struct Bracket {
  double left, right, at_left, at_right;
};

/// Where f is zero between two places at which it has different signs: regula falsi that halves the value at the end that stays,
/// at every step (the Illinois rule [DowellJarratt1971] does from the second time on). Ends where |f| <= `little` or the places are
/// `resolution` apart, at the latest after `most_steps` evaluations.
template <class Function>
double regula_falsi_root(Bracket b, double resolution, double little, int most_steps, Function&& f) {
  for (int i = 0; i < most_steps && b.right - b.left > resolution; ++i) {
    double middle = b.right - b.at_right * (b.right - b.left) / (b.at_right - b.at_left);
    if (!(middle > b.left && middle < b.right)) middle = 0.5 * (b.left + b.right);
    const double value = f(middle);
    if (value == 0.0) return middle;
    if ((value < 0.0) == (b.at_right < 0.0)) {
      b.right = middle;
      b.at_right = value;
      b.at_left *= 0.5;
    } else {
      b.left = middle;
      b.at_left = value;
      b.at_right *= 0.5;
    }
    if (std::abs(value) <= little) return middle;
  }
  return 0.5 * (b.left + b.right);
}

/// Where f is largest, from three places of which the one in the middle has the largest value, `best`: golden section
/// [Kiefer1953]. A maximum is flat: to half the digits of f it is anywhere within the root of the round-off.
template <class Function>
double golden_section_maximum(double left, double middle, double right, double best, double resolution, int most_steps,
                              Function&& f) {
  constexpr double golden = 0.381966011250105;  // (3 - sqrt 5)/2: of two parts of a place, the smaller
  for (int n = 0; n < most_steps && right - left > resolution; ++n) {
    const bool beyond = right - middle > middle - left;
    const double place = beyond ? middle + golden * (right - middle) : middle - golden * (middle - left);
    const double value = f(place);
    if (value > best) {
      (beyond ? left : right) = middle;
      middle = place;
      best = value;
    } else {
      (beyond ? right : left) = place;
    }
  }
  return middle;
}

/// Two places, `most_halvings` closer or neighbouring numbers: `holds` at the first, and not at the second (bisection).
template <class Condition>
std::pair<double, double> bisected(double in, double out, int most_halvings, Condition&& holds) {
  for (int i = 0; i < most_halvings; ++i) {
    const double middle = 0.5 * (in + out);
    if (middle == in || middle == out) break;
    (holds(middle) ? in : out) = middle;
  }
  return {in, out};
}

}  // namespace rheon
