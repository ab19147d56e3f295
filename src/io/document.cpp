#include "rheon/io/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "io/model_source.hpp"
#include "rheon/core/error.hpp"

namespace rheon {

namespace {

const char* to_text(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::empty: return "nothing";
    case Value::Kind::text: return "a text";
    case Value::Kind::list: return "a list";
    case Value::Kind::map: return "a map";
  }
  return "";
}

}  // namespace

Value Value::list(std::vector<Value> items) {
  Value made;
  made.kind_ = Kind::list;
  made.items_ = std::move(items);
  made.one_line = true;
  return made;
}

Value Value::map() {
  Value made;
  made.kind_ = Kind::map;
  return made;
}

/// What the reader would refuse in a file is refused here, where the mistake is.
std::string Value::checked(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const auto byte = static_cast<unsigned char>(text[k]);
    const std::size_t length = reader::utf8_length(text, k);
    const bool control = (byte < 0x20u && byte != '\n' && byte != '\t') || byte == 0x7fu;
    if (length == 0 || control)
      throw UsageError(fmt::format("a text for a model {}\n  byte 0x{:02x} at offset {}\n  {}",
                                   control ? "contains a control character" : "is not valid UTF-8", byte, k,
                                   control ? "remove it" : "convert the text to UTF-8"));
    k += length;
  }
  return std::string(text);
}

std::string Value::text_of(double number) {
  if (!std::isfinite(number))
    throw UsageError(
        fmt::format("a number for a model is not finite\n  found {}\n  look at how it was computed", number));
  return shortest_text(number);
}

void Value::become(Kind kind, const char* call) {
  if (kind_ == Kind::empty) {
    kind_ = kind;
    one_line = kind == Kind::list;
  }
  if (kind_ != kind)
    throw UsageError(fmt::format("{} needs {}, but this value is {}\n  {}assign {} to it first", call, to_text(kind),
                                 to_text(kind_), is_text() ? fmt::format("found \"{}\"\n  ", text_) : "",
                                 to_text(kind)));
}

Value& Value::push_back(Value item) {
  become(Kind::list, "push_back");
  items_.push_back(std::move(item));
  return items_.back();
}

// What was added last is asked for most: models are built from top to bottom.
const Value* Value::find(std::string_view key) const {
  for (std::size_t k = keys_.size(); k-- > 0;)
    if (keys_[k] == key) return &items_[k];
  return nullptr;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

Value& Value::at(std::string_view key) {
  if (Value* found = find(key)) return *found;
  return insert(keys_.size(), checked(key), Value());
}

Value& Value::insert(std::size_t before, std::string key, Value value) {
  become(Kind::map, "insert");
  if (find(key))
    throw UsageError(fmt::format("the key \"{}\" is there already\n  assign to it, or erase it first", key));
  const auto place = static_cast<std::ptrdiff_t>(std::min(before, keys_.size()));
  keys_.insert(keys_.begin() + place, checked(key));
  return *items_.insert(items_.begin() + place, std::move(value));
}

bool Value::erase(std::string_view key) {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found == keys_.end()) return false;
  items_.erase(items_.begin() + (found - keys_.begin()));
  keys_.erase(found);
  return true;
}

void Value::assign(Value content) {
  content.comments = std::move(comments);
  content.remark = std::move(remark);
  *this = std::move(content);
}

bool Value::operator==(const Value& other) const {
  return kind_ == other.kind_ && text_ == other.text_ && keys_ == other.keys_ && items_ == other.items_;
}

}  // namespace rheon
