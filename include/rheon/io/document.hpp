// A model as a tree of texts, between the file and its meaning: what Mechanism builds, and what is read and written
// without loss. Numbers, units and expressions are texts here; only `read_model` gives them meaning.
//
//   Value document = read_document("model.yaml");
//   document.at("parameters").at("L").assign(Value("1.2 m"));
//   write_text(to_yaml(document), "longer.yaml");                  // rheon/io/result_writer.hpp
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// A number that code may put into a model exactly; bool and char are refused, since they would be mistakes.
template <class T>
concept PlainNumber = std::same_as<T, double> || std::same_as<T, float> ||
    (std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>);

/// Anything that is text. A literal 0 is none, although it converts to a pointer.
template <class T>
concept PlainText = std::convertible_to<const T&, std::string_view>;

/// One value of a document: nothing, a text, a list, or a map that keeps the order of its keys. Owns everything below it;
/// copies are independent. One thread at a time.
class RHEON_API Value {
 public:
  enum class Kind : unsigned char { empty, text, list, map };

  Value() = default;  ///< nothing: a key without value
  /// Throws UsageError for what no file can hold: bytes that are no UTF-8, control characters.
  template <PlainText T>
  explicit Value(const T& text) : Value(Verbatim{}, checked(text)) {}
  /// The shortest text that reads back as exactly this number. Throws UsageError unless the number is finite.
  template <PlainNumber T>
  explicit Value(T number) : Value(Verbatim{}, text_of(number)) {}
  static Value list(std::vector<Value> items = {});
  static Value map();

  Kind kind() const { return kind_; }
  bool is_empty() const { return kind_ == Kind::empty; }
  bool is_text() const { return kind_ == Kind::text; }
  bool is_list() const { return kind_ == Kind::list; }
  bool is_map() const { return kind_ == Kind::map; }

  const std::string& text() const { return text_; }               ///< of a text; "" otherwise
  const std::vector<Value>& items() const { return items_; }      ///< of a list, or the values of a map
  const std::vector<std::string>& keys() const { return keys_; }  ///< of a map, one for each item

  // --- lists and maps; each makes an empty value into what it needs, and refuses others with a UsageError.
  // References and pointers to items hold until an item is added or taken away.
  Value& push_back(Value item);                                     ///< returns the new last item
  Value* find(std::string_view key);                                ///< nullptr if there is none
  const Value* find(std::string_view key) const;                    ///< nullptr if there is none
  Value& at(std::string_view key);                                  ///< adds an empty value at the end if there is none
  Value& insert(std::size_t before, std::string key, Value value);  ///< a key that is new, at that place of the order
  bool erase(std::string_view key);                                 ///< false if there was none
  Value& item(std::size_t index) { return items_.at(index); }       ///< std::out_of_range if there is none

  /// Takes the content of another value and keeps the comments of this one.
  void assign(Value content);

  /// The same texts in the same order. Layout and comments do not count.
  bool operator==(const Value& other) const;

  // --- how it is written
  bool one_line = false;              ///< a list or map in brackets or braces
  std::vector<std::string> comments;  ///< whole lines above it, each with its #; of a document: those at its end
  std::string remark;                 ///< a comment at the end of its line, with its #

 private:
  friend class DocumentReader;
  struct Verbatim {};
  Value(Verbatim, std::string text) : kind_(Kind::text), text_(std::move(text)) {}
  static std::string checked(std::string_view text);
  static std::string text_of(double number);
  template <PlainNumber T>
  static std::string text_of(T number) {
    if constexpr (std::integral<T>)
      return std::to_string(number);
    else
      return text_of(static_cast<double>(number));
  }
  void become(Kind kind, const char* call);

  Kind kind_ = Kind::empty;
  std::string text_;
  std::vector<std::string> keys_;
  std::vector<Value> items_;
};

/// Reads a model file as a document, without giving meaning to it. Throws ModelError, with file:line:column, if it is no
/// YAML of the kind that model files are written in (no anchors, tags or keys given twice).
RHEON_API Value read_document(const std::string& path);

/// The same from memory; `file` is the name used in messages.
RHEON_API Value read_document_text(std::string_view text, const std::string& file);

/// The text of a model file. Reading it gives an equal document. Lists and maps that are written in one line are broken
/// after a comma where they are longer than 120 characters.
RHEON_API std::string to_yaml(const Value& document);

}  // namespace rheon
