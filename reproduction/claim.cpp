#include "reproduction/claim.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace rheon::reproduction {

namespace {

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

// Of a refusal the first line says enough.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string Expectation::text() const {
  if (std::isfinite(stated)) return with_unit(fmt::format("{:.6g} +- {:.1g}", stated, high - stated), unit);
  if (std::isfinite(low) && std::isfinite(high)) return with_unit(fmt::format("{:.4g} .. {:.4g}", low, high), unit);
  if (std::isfinite(high)) return with_unit(fmt::format("< {:.3g}", high), unit);
  return with_unit(fmt::format("> {:.3g}", low), unit);
}

Expectation near(double value, double tolerance, std::string unit) {
  return {value - tolerance, value + tolerance, value, std::move(unit)};
}
Expectation below(double bound, std::string unit) {
  Expectation e;
  e.high = bound;
  e.unit = std::move(unit);
  return e;
}
Expectation above(double bound, std::string unit) {
  Expectation e;
  e.low = bound;
  e.unit = std::move(unit);
  return e;
}
Expectation between(double low, double high, std::string unit) {
  Expectation e;
  e.low = low;
  e.high = high;
  e.unit = std::move(unit);
  return e;
}

Claim about(std::string figure, Claim claim) {
  claim.figure = std::move(figure);
  return claim;
}

ClaimResult unjudged(const Claim& claim, const std::string& paper) {
  ClaimResult r;
  r.paper = paper;
  r.where = claim.where;
  r.statement = claim.statement;
  r.expected = claim.expected.text();
  r.from_paper = claim.source == Source::paper;
  r.figure = claim.figure;
  return r;
}

ClaimResult judge(const Claim& claim, const std::string& paper, Lab& lab) {
  using Clock = std::chrono::steady_clock;
  ClaimResult r = unjudged(claim, paper);
  const auto began = Clock::now();
  try {
    lab.report(paper + ", " + claim.where);
    const Measured m = claim.measure(lab);
    r.value = m.value;
    r.got =
        with_unit(fmt::format("{:.{}g}", m.value, std::isfinite(claim.expected.stated) ? 6 : 3), claim.expected.unit);
    if (!m.note.empty()) r.got += " (" + m.note + ")";
    r.verdict = claim.expected.holds(m.value) ? Verdict::agrees : Verdict::differs;
    if (r.verdict == Verdict::differs) {
      r.foreseen = !claim.why.empty();
      r.reason = r.foreseen ? claim.why : "no reason is known: please report it";
    }
  } catch (const Error& error) {
    r.verdict = Verdict::not_run;
    r.reason = first_line(error.what());
  }
  r.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return r;
}

}  // namespace rheon::reproduction
