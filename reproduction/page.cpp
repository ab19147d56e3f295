// The page of one paper: claims, verdicts and figures, in the form of viewer/FORMAT.md.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reproduction/counts.hpp"
#include "reproduction/reproduce.hpp"

namespace rheon {

namespace {

using Json = nlohmann::ordered_json;

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double x : values) list.push_back(std::isfinite(x) ? Json(x) : Json(nullptr));
  return list;
}

Json axis(const FigureAxis& a) { return {{"label", a.label}, {"unit", a.unit}, {"log", a.log}}; }

Json panel(const FigurePanel& p) {
  Json series = Json::array();
  for (const FigureSeries& s : p.series)
    series.push_back(
        {{"label", s.label}, {"style", std::string(to_text(s.style))}, {"x", numbers(s.x)}, {"y", numbers(s.y)}});
  return {{"title", p.title}, {"x", axis(p.x)}, {"y", axis(p.y)}, {"equal", p.equal}, {"series", std::move(series)}};
}

/// With the number that the paper gives it: fig6a is Fig. 6(a), fig4_h0.02 a part of Fig. 4.
std::string title_of(const FigureData& f) {
  if (!f.name.starts_with("fig")) return f.title;
  const std::string rest = f.name.substr(3);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  std::string number = "Fig. " + rest.substr(0, digits);
  if (rest.size() == digits + 1) number += "(" + rest.substr(digits) + ")";
  return number + ": " + f.title;
}

Json figure(const FigureData& f) {
  Json panels = Json::array();
  for (const FigurePanel& p : f.panels) panels.push_back(panel(p));
  return {{"name", f.name}, {"title", title_of(f)}, {"definition", f.definition}, {"panels", std::move(panels)}};
}

Json claim(const ClaimResult& c) {
  return {{"where", c.where},
          {"statement", c.statement},
          {"expected", c.expected},
          {"got", c.got},
          {"verdict", std::string(to_text(c.verdict))},
          {"reason", c.reason},
          {"foreseen", c.foreseen},
          {"from_paper", c.from_paper},
          {"figure", c.figure}};
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace

std::string_view to_text(SeriesStyle style) {
  switch (style) {
    case SeriesStyle::line: return "line";
    case SeriesStyle::points: return "points";
    case SeriesStyle::both: return "both";
  }
  return "";
}

std::string to_page_json(const Reproduction& r, const std::string& paper) {
  const auto info = std::find_if(r.papers.begin(), r.papers.end(), [&](const PaperInfo& p) { return p.name == paper; });
  if (info == r.papers.end()) throw UsageError("the paper \"" + paper + "\" was not reproduced");
  std::vector<ClaimResult> claims;
  for (const ClaimResult& c : r.claims)
    if (c.paper == paper) claims.push_back(c);
  Json root{{"paper", paper},
            {"title", capitalised(info->title)},
            {"reference", info->reference},
            {"citation", info->citation},
            {"summary", to_text(reproduction::count(claims))},
            {"claims", Json::array()},
            {"figures", Json::array()},
            {"notes", Json::array()}};
  for (const ClaimResult& c : claims) root["claims"].push_back(claim(c));
  for (const FigureData& f : r.figures)
    if (f.paper == paper) root["figures"].push_back(figure(f));
  for (const ReproductionNote& note : r.notes)
    if (note.paper == paper) root["notes"].push_back(note.figure.empty() ? note.text : note.figure + ": " + note.text);
  return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon
