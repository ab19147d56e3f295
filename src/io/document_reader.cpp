// Files to documents: the reader's tree without its places, and the comments, each at the entry that it belongs to.
#include <algorithm>

#include "core/number_text.hpp"
#include "io/model_file.hpp"
#include "io/model_yaml.hpp"
#include "rheon/io/document.hpp"

namespace rheon {

class DocumentReader {
 public:
  explicit DocumentReader(const reader::Source& source) : source_(source) {}

  Value run(const reader::Yaml& root) {
    Value document = convert(root);
    collect(root, document);
    for (const std::size_t comment : reader::prepare(source_).comments) place(comment, document);
    return document;
  }

 private:
  /// An entry that has a line of its own: where it starts.
  struct Entry {
    std::size_t offset;
    Value* value;
  };

  static Value convert(const reader::Yaml& yaml) {
    Value made;
    if (yaml.is_scalar()) made = Value(Value::Verbatim{}, yaml.text);
    if (yaml.is_sequence()) made.kind_ = Value::Kind::list;
    if (yaml.is_map()) made.kind_ = Value::Kind::map;
    made.one_line = yaml.flow;
    for (const reader::Yaml& key : yaml.keys) made.keys_.push_back(key.text);
    for (const reader::Yaml& item : yaml.items) made.items_.push_back(convert(item));
    return made;
  }

  void collect(const reader::Yaml& yaml, Value& value) {
    if (yaml.flow) return;
    for (std::size_t k = 0; k < yaml.items.size(); ++k) {
      entries_.push_back({yaml.is_map() ? yaml.keys[k].offset : yaml.items[k].offset, &value.items_[k]});
      collect(yaml.items[k], value.items_[k]);
    }
  }

  /// A line of its own belongs to what follows, the end of a line to what stands before it. Where an entry has several
  /// lines, and so several comments, the further ones go above it.
  void place(std::size_t comment, Value& document) {
    const std::string_view text = source_.text();
    const std::size_t start = text.rfind('\n', comment) + 1;  // npos + 1 is 0
    const std::string line(trimmed(text.substr(comment, text.find('\n', comment) - comment)));
    const bool own_line = trimmed(text.substr(start, comment - start)).empty();
    const auto next = std::upper_bound(entries_.begin(), entries_.end(), comment,
                                       [](std::size_t offset, const Entry& entry) { return offset < entry.offset; });
    if (own_line || next == entries_.begin()) {
      (next == entries_.end() ? document : *next->value).comments.push_back(line);
      return;
    }
    Value& value = *(next - 1)->value;
    if (value.remark.empty())
      value.remark = line;
    else
      value.comments.push_back(line);
  }

  const reader::Source& source_;
  std::vector<Entry> entries_;  // in the order of the text
};

Value read_document(const std::string& path) { return read_document_text(reader::read_file(path), path); }

Value read_document_text(std::string_view text, const std::string& file) {
  const reader::Source source(text, file);
  Problems problems;
  const auto root = reader::read_yaml(source, problems);
  problems.throw_if_any();
  return DocumentReader(source).run(*root);
}

}  // namespace rheon
