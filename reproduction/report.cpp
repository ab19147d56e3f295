// Claims and what came of them, for people, for programs and as a page.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reproduction/counts.hpp"
#include "reproduction/reproduce.hpp"

namespace rheon {

namespace {

using Json = nlohmann::ordered_json;

std::string paper_title(const Reproduction& r, const std::string& paper) {
  for (const PaperInfo& info : r.papers)
    if (info.name == paper) return fmt::format("{}: {} [{}]", info.authors, info.title, info.reference);
  return paper;
}

std::string totals(const Reproduction& r) {
  return fmt::format("{} claims: {}", r.claims.size(), to_text(reproduction::count(r.claims)));
}

// A bar would end the cell; a key in brackets would count as a citation only where it is one.
std::string cell(std::string text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return out;
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

}  // namespace

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees: return "agrees";
    case Verdict::differs: return "differs";
    case Verdict::not_run: return "not run";
    case Verdict::left_out: return "left out";
  }
  return "";
}

std::string to_text(const ReproductionNote& note) {
  return note.paper + (note.figure.empty() ? "" : " " + note.figure) + ": " + note.text;
}

std::string to_text(const Reproduction& r) {
  std::string text, paper;
  for (const ClaimResult& c : r.claims) {
    if (c.paper != paper) {
      text += fmt::format("{}{}\n", paper.empty() ? "" : "\n", paper_title(r, c.paper));
      paper = c.paper;
    }
    text += fmt::format("  {:<9}{}: {}\n", to_text(c.verdict), c.where, c.statement);
    text += fmt::format("           {} {}", c.from_paper ? "paper" : "theory", c.expected);
    if (!c.got.empty()) text += ", rheon " + c.got;
    text += "\n";
    if (!c.reason.empty()) text += fmt::format("           {}\n", c.reason);
  }
  text += "\n" + totals(r) + "\n";
  for (const ReproductionNote& note : r.notes) text += "note: " + to_text(note) + "\n";
  return text;
}

std::string to_json(const Reproduction& r) {
  const reproduction::Counts c = reproduction::count(r.claims);
  Json root{{"claims", Json::array()}, {"figures", Json::array()}};
  for (const ClaimResult& claim : r.claims)
    root["claims"].push_back({{"paper", claim.paper},
                              {"where", claim.where},
                              {"statement", claim.statement},
                              {"source", claim.from_paper ? "paper" : "theory"},
                              {"expected", claim.expected},
                              {"got", claim.got},
                              {"value", number(claim.value)},
                              {"verdict", std::string(to_text(claim.verdict))},
                              {"foreseen", claim.foreseen},
                              {"reason", claim.reason},
                              {"figure", claim.figure},
                              {"seconds", claim.seconds}});
  for (const FigureData& figure : r.figures)
    root["figures"].push_back({{"paper", figure.paper}, {"name", figure.name}, {"rows", figure.rows.size()}});
  root["notes"] = Json::array();
  for (const ReproductionNote& note : r.notes) root["notes"].push_back(to_text(note));
  root["totals"] = {{"agrees", c.agrees},
                    {"differs", c.differs},
                    {"unforeseen", c.unforeseen},
                    {"not_run", c.not_run},
                    {"left_out", c.left_out}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_markdown(const Reproduction& r) {
  std::string text =
      "# The papers' examples, reproduced\n\n"
      "Made by `rheon reproduce --markdown`; do not edit. What the columns mean and how a verdict is reached is "
      "described in\n"
      "[reproducing the papers](guide/reproducing.md). *Source* is `paper` for what a paper states and `theory` for "
      "what\n"
      "follows from its equations or was added here.\n\n" +
      totals(r) + ".\n";
  std::string paper;
  for (const ClaimResult& c : r.claims) {
    if (c.paper != paper) {
      text += fmt::format("\n## {}\n\n{}.\n\n", c.paper, paper_title(r, c.paper));
      text += "| where | claim | source | expected | rheon | verdict |\n| --- | --- | --- | --- | --- | --- |\n";
      paper = c.paper;
    }
    std::string verdict(to_text(c.verdict));
    if (!c.reason.empty()) verdict += ": " + c.reason;
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(c.where), cell(c.statement),
                        c.from_paper ? "paper" : "theory", cell(c.expected), cell(c.got), cell(verdict));
  }
  if (!r.notes.empty()) text += "\n## Notes\n\n";
  for (const ReproductionNote& note : r.notes) text += "- " + to_text(note) + "\n";
  return text;
}

std::string to_csv(const FigureData& figure) {
  std::string text = fmt::format("# {} {}: ", figure.paper, figure.name);
  for (const char c : figure.definition) text += c == '\n' ? std::string("\n# ") : std::string(1, c);
  text += "\n";
  for (std::size_t i = 0; i < figure.columns.size(); ++i) text += (i == 0 ? "" : ",") + figure.columns[i];
  text += "\n";
  for (const auto& row : figure.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + fmt::format("{}", row[i]);
    text += "\n";
  }
  return text;
}

}  // namespace rheon
