#include "reproduction/paper_report.hpp"

#include "report/head.hpp"
#include "report/page.hpp"
#include "report/viewer_template.hpp"

namespace rheon {

Report make_report(const Reproduction& reproduction, const std::string& paper) {
  report::PageHead head;
  head.kind = "reproduction";
  head.reproduction = to_page_json(reproduction, paper);
  for (const PaperInfo& info : reproduction.papers)
    if (info.name == paper) head.title = info.authors + ": " + info.title;
  return {report::fill_page(report::viewer_template(), report::to_json(head), ""), {}};
}

}  // namespace rheon
