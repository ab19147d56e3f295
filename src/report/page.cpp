#include "report/page.hpp"

#include <fmt/format.h>

#include "rheon/core/error.hpp"

namespace rheon::report {

std::string script_safe(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    const std::string_view three = json.substr(i, 3);
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      out += three.back() == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string data_line(std::size_t result, std::size_t channel, std::string_view text) {
  return fmt::format("<script id=\"rheon-data-{}-{}\" type=\"text/plain\">{}</script>\n", result, channel, text);
}

std::string fill_page(std::string_view page_template, std::string_view head, std::string_view data_lines) {
  constexpr std::string_view head_place = R"(<script id="rheon-head" type="application/json">{}</script>)";
  constexpr std::string_view data_place = "<!-- rheon-data -->";
  if (page_template.empty())
    throw UsageError(
        "this rheon was built without the report page (RHEON_VIEWER=OFF)\n  build it with RHEON_VIEWER=ON");
  const std::size_t head_at = page_template.find(head_place);
  const std::size_t data_at = head_at == page_template.npos ? head_at : page_template.find(data_place, head_at);
  if (data_at == page_template.npos) throw Error("the report page has no place for its data");
  const std::size_t braces = head_at + head_place.find("{}");
  std::string page;
  page.reserve(page_template.size() + head.size() + data_lines.size() + head.size() / 16);
  page += page_template.substr(0, braces);
  page += script_safe(head);
  page += page_template.substr(braces + 2, data_at - braces - 2);
  page += data_lines;
  page += page_template.substr(data_at + data_place.size());
  return page;
}

}  // namespace rheon::report
