#include "reproduction/reproduce.hpp"

#include <algorithm>

#include "reproduction/claim.hpp"
#include "reproduction/embedded.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

namespace {

using namespace reproduction;

struct PaperMaker {
  const char* name;
  Paper (*make)();
};

constexpr PaperMaker makers[] = {
    {"gonzalez", &gonzalez}, {"natsiavas", &natsiavas}, {"kang", &kang}, {"dopico", &dopico}, {"bajodah", &bajodah}};

ClaimResult left_out(const Claim& claim, const std::string& paper, const char* reason) {
  ClaimResult r = unjudged(claim, paper);
  r.verdict = Verdict::left_out;
  r.reason = reason;
  return r;
}

class Reproducer {
 public:
  Reproducer(const ModelReader& reader, const ReproduceRequest& request, const ReproduceMonitor& monitor)
      : request_(&request), lab_(reader, monitor) {}

  void add(const Paper& paper) {
    out_.papers.push_back(paper.info);
    for (const Claim& claim : paper.claims) out_.claims.push_back(result_of(claim, paper.info.name));
    if (request_->figures)
      for (const Figure& figure : paper.figures) draw(figure, paper.info.name);
    for (const std::string& note : paper.notes) out_.notes.push_back({paper.info.name, "", note});
    lab_.forget_runs();
  }
  Reproduction take() { return std::move(out_); }

 private:
  ClaimResult result_of(const Claim& claim, const std::string& paper) {
    if (ended_) return left_out(claim, paper, "interrupted");
    if (request_->quick && claim.cost == Cost::slow) return left_out(claim, paper, "takes long: not with --quick");
    try {
      return judge(claim, paper, lab_);
    } catch (const Ended&) {
      ended_ = true;
      return left_out(claim, paper, "interrupted");
    }
  }

  void draw(const Figure& figure, const std::string& paper) {
    const auto missing = [&](const std::string& why) { out_.notes.push_back({paper, figure.name, why}); };
    if (ended_) return missing("interrupted");
    if (request_->quick && figure.cost == Cost::slow) return missing("takes long: not with --quick");
    try {
      lab_.report(paper + ", " + figure.name);
      out_.figures.push_back(drawn(figure, paper, lab_));
    } catch (const Ended&) {
      ended_ = true;
      missing("interrupted");
    } catch (const Error& error) {
      const std::string text = error.what();
      missing(text.substr(0, text.find('\n')));
    }
  }

  const ReproduceRequest* request_;
  Lab lab_;
  Reproduction out_;
  bool ended_ = false;
};

}  // namespace

std::vector<std::string> reproducible_papers() {
  std::vector<std::string> names;
  for (const PaperMaker& maker : makers) names.emplace_back(maker.name);
  return names;
}

std::vector<std::pair<std::string_view, std::string_view>> paper_models() {
  std::vector<std::pair<std::string_view, std::string_view>> models;
  for (const EmbeddedText& t : embedded_models()) models.emplace_back(t.name, t.text);
  return models;
}

void check_papers(const std::vector<std::string>& names) {
  const auto known = reproducible_papers();
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError("there is no paper \"" + name + "\" to reproduce; " + did_you_mean(name, known));
}

Reproduction reproduce(const ModelReader& reader, const ReproduceRequest& request, const ReproduceMonitor& monitor) {
  check_papers(request.papers);
  Reproducer reproducer(reader, request, monitor);
  for (const PaperMaker& maker : makers)
    if (request.papers.empty() ||
        std::find(request.papers.begin(), request.papers.end(), maker.name) != request.papers.end())
      reproducer.add(maker.make());
  return reproducer.take();
}

}  // namespace rheon
