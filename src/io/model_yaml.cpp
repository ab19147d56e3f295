#include "io/model_yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace rheon::reader {
namespace {

constexpr std::size_t max_nodes = 1'000'000;  // bounds memory: 16 MB of `- ` would be eight million

/// Ends the reading of the document with one problem.
struct Refused {
  Problem problem;
};

/// Builds the tree from the parser's events. The events are used instead of YAML::Node because they keep keys given
/// twice, show anchors before anything is copied, and cost a tenth of the memory.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(const Source& source) : source_(source) {}

  bool has_document() const { return documents_ > 0; }
  Yaml take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) refuse(mark, "the file holds more than one YAML document", "keep one model per file");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, "", anchor);
    add(made(Yaml::Kind::null, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "aliases (*name) are not part of the format", "use a parameter or a definition");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check(mark, tag, anchor);
    Yaml scalar = made(Yaml::Kind::scalar, mark);
    scalar.quoted = tag == "!";
    scalar.text = value;
    std::replace(scalar.text.begin(), scalar.text.end(), hidden_comma, ',');
    if (scalar.quoted) ++scalar.text_offset;
    scalar.verbatim = scalar.text_offset <= source_.text().size() &&
                      source_.text().substr(scalar.text_offset, value.size()) == scalar.text;
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Yaml::Kind::sequence, mark, tag, anchor, style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Yaml::Kind::map, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  std::size_t at(const YAML::Mark& mark) const { return source_.offset(mark.line, mark.column); }
  Yaml made(Yaml::Kind kind, const YAML::Mark& mark) const {
    Yaml value;
    value.kind = kind;
    value.offset = value.text_offset = static_cast<std::uint32_t>(at(mark));
    return value;
  }

  [[noreturn]] void refuse(const YAML::Mark& mark, std::string what, std::string remedy) const {
    throw Refused{{source_.place(at(mark)), "", std::move(what), source_.show(at(mark)), std::move(remedy)}};
  }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (++nodes_ > max_nodes) {
      refuse(mark, fmt::format("the file holds more than {} values", max_nodes), "check that this is a model file");
    }
    if (anchor != YAML::NullAnchor) {
      refuse(mark, "anchors (&name) are not part of the format", "use a parameter or a definition");
    }
    if (!tag.empty() && tag != "?" && tag != "!") {
      refuse(mark, fmt::format("tags (!{}) are not part of the format", tag.substr(tag.find_last_of("!:") + 1)),
             "remove the tag");
    }
  }

  void open(Yaml::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    check(mark, tag, anchor);
    stack_.push_back(made(kind, mark));
    stack_.back().flow = style == YAML::EmitterStyle::Flow;
  }

  void close() {
    Yaml done = std::move(stack_.back());
    stack_.pop_back();
    done.keys.shrink_to_fit();
    done.items.shrink_to_fit();
    add(std::move(done));
  }

  void add(Yaml value) {
    if (stack_.empty()) {
      root_ = std::move(value);
      return;
    }
    Yaml& parent = stack_.back();
    if (parent.is_sequence() || parent.keys.size() > parent.items.size()) {
      // The parser places a value that is not there at whatever comes next.
      if (value.is_null() && parent.is_map()) value.offset = parent.keys.back().offset;
      parent.items.push_back(std::move(value));
    } else if (value.is_scalar()) {
      parent.keys.push_back(std::move(value));
    } else {
      throw Refused{{source_.place(value.offset), "", "a key must be a name, not " + describe(value),
                     source_.show(value.offset), "write name: value"}};
    }
  }

  const Source& source_;
  std::vector<Yaml> stack_;
  Yaml root_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

Problem syntax_problem(const Source& source, const YAML::ParserException& error,
                       const std::optional<std::size_t>& unclosed) {
  const std::size_t offset = source.offset(error.mark.line, error.mark.column);
  const std::size_t start = source.offset(error.mark.line, 0);
  const std::string_view line = source.text().substr(start, source.text().find('\n', start) - start);
  const auto problem = [&](std::size_t at, const std::string& what, std::string remedy) {
    return Problem{source.place(at), "", "this is not valid YAML: " + what, source.show(at), std::move(remedy)};
  };
  // yaml-cpp says where it gave up; what went wrong before is of more use.
  if (unclosed && *unclosed <= offset) {
    const bool brace = source.text()[*unclosed] == '{';
    return problem(*unclosed, brace ? "this { is not closed" : "this [ is not closed",
                   brace ? "close it with }" : "close it with ]");
  }
  const std::size_t indent = line.find_first_not_of(" \t");
  const std::size_t tab = line.substr(0, indent).find('\t');
  if (tab != std::string_view::npos) return problem(start + tab, "a tab in the indentation", "indent with blanks");
  if (line.find(" ? ") != std::string_view::npos) {
    return problem(offset, error.msg, "write `a if condition else b`, or put the text in quotes");
  }
  return problem(offset, error.msg,
                 "put a text in quotes if it contains ': ' or ' #' or starts with one of - ? * & ! | > % @ [ {");
}

/// Keeps the first of several equal keys and reports the others. The depth is bounded by `prepare`.
void drop_duplicates(const Source& source, Yaml& value, Problems& problems) {
  for (Yaml& item : value.items) drop_duplicates(source, item, problems);
  std::unordered_map<std::string, std::size_t> first;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < value.keys.size(); ++k) {
    const auto [found, is_new] = first.try_emplace(value.keys[k].text, value.keys[k].offset);
    if (is_new) {
      if (kept != k) {
        value.keys[kept] = std::move(value.keys[k]);
        value.items[kept] = std::move(value.items[k]);
      }
      ++kept;
      continue;
    }
    const Place before = source.place(found->second);
    problems.add({source.place(value.keys[k].offset), fmt::format("key \"{}\"", value.keys[k].text), "is given twice",
                  fmt::format("first at line {}, column {}", before.line, before.column), "remove one of them"});
  }
  if (value.is_map()) {
    value.keys.resize(kept);
    value.items.resize(kept);
  }
}

}  // namespace

std::string describe(const Yaml& value) {
  switch (value.kind) {
    case Yaml::Kind::null: return "nothing";
    case Yaml::Kind::sequence: return "a list";
    case Yaml::Kind::map: return "a map";
    case Yaml::Kind::scalar: break;
  }
  constexpr std::size_t shown = 40;
  if (value.text.size() <= shown) return fmt::format("\"{}\"", value.text);
  std::size_t end = shown;
  while (end > 0 && (static_cast<unsigned char>(value.text[end]) & 0xc0u) == 0x80u) --end;
  return fmt::format("\"{} …\"", value.text.substr(0, end));
}

std::optional<Yaml> read_yaml(const Source& source, Problems& problems) {
  if (auto problem = source.unreadable()) {
    problems.add(std::move(*problem));
    return std::nullopt;
  }
  Prepared prepared = prepare(source);
  if (prepared.problem) {
    problems.add(std::move(*prepared.problem));
    return std::nullopt;
  }
  try {
    std::istringstream stream(std::move(prepared.text));
    YAML::Parser parser(stream);
    Builder builder(source);
    while (parser.HandleNextDocument(builder)) {
    }
    if (!builder.has_document()) {
      problems.add({source.whole_file(), "", "the file is empty", "", "start with `rheon: 1`"});
      return std::nullopt;
    }
    Yaml root = builder.take();
    drop_duplicates(source, root, problems);
    return root;
  } catch (const Refused& refused) {
    problems.add(refused.problem);
  } catch (const YAML::ParserException& error) {
    problems.add(syntax_problem(source, error, prepared.unclosed));
  } catch (const YAML::Exception& error) {
    problems.add({source.whole_file(), "", std::string("this is not valid YAML: ") + error.what(), "", ""});
  }
  return std::nullopt;
}

}  // namespace rheon::reader
