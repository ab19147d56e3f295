#include "mutate_model.hpp"

#include <array>
#include <random>
#include <vector>

#include "rheon/core/error.hpp"
#include "rheon/io/document.hpp"

namespace rheon::fuzz {

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t count) { return static_cast<std::size_t>(random() % count); }

template <std::size_t Count>
const char* one_of(Random& random, const std::array<const char*, Count>& words) {
  return words[below(random, Count)];
}

constexpr std::array numbers{"0",   "-1",  "1",   "1e-300", "1e300", "1e154", "-1e16",  "1e-17", "nan",   "inf",
                             "1/0", "0/0", "2*t", "1e9",    "0.5",   "1 mm",  "90 deg", "1 kg",  "-1e-9", "1e400"};
constexpr std::array wrappings{"sqrt(#)",        "-(#)",           "(#)*t",        "1/(#)",
                               "(#)^2",          "abs(#)",         "sin(1e9*(#))", "exp(#)",
                               "log(#)",         "(#) - (#)",      "max(#, 0)",    "step(t - (#))",
                               "pulse(t, #, 1)", "(#)'",           "atan2(#, 0)",  "if((#) > 0, 1, 0)",
                               "ramp(t, 0, #)",  "(#)/(t - 1e-3)", "min(#, t)"};
constexpr std::array names{"x", "t", "q",     "lambda", "energy", "x'",       "A",
                           "B", "O", "crank", "ground", "z",      "reaction", "angle"};

/// Every value below the document, itself not.
void collect(Value& value, std::vector<Value*>& all) {
  for (std::size_t k = 0; k < value.items().size(); ++k) {
    all.push_back(&value.item(k));
    collect(value.item(k), all);
  }
}

std::string wrapped(Random& random, const std::string& inner) {
  std::string text;
  for (const char c : std::string_view(one_of(random, wrappings))) {
    if (c == '#')
      text += inner;
    else
      text += c;
  }
  return text;
}

void change_text(Random& random, Value& value) {
  const std::string old = value.text();
  switch (below(random, 4)) {
    case 0: value.assign(Value(one_of(random, numbers))); break;
    case 1: value.assign(Value(one_of(random, names))); break;
    case 2: value.assign(Value("-" + old)); break;
    default:
      if (old.size() < 400) value.assign(Value(wrapped(random, old)));
  }
}

void change_list(Random& random, Value& value) {
  std::vector<Value> items = value.items();
  if (items.empty()) return;
  const std::size_t at = below(random, items.size());
  switch (below(random, 3)) {
    case 0: items.erase(items.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: items.push_back(Value(items[at])); break;
    default: std::swap(items[at], items[below(random, items.size())]);
  }
  value.assign(Value::list(std::move(items)));
}

void change_map(Random& random, Value& value) {
  if (value.keys().empty()) return;
  const std::string key = value.keys()[below(random, value.keys().size())];
  const Value item = *value.find(key);
  switch (below(random, 4)) {
    case 0: value.erase(key); break;
    case 1: {
      const std::string copy = key + "2";
      if (!value.find(copy)) value.insert(value.keys().size(), copy, item);
      break;
    }
    case 2: {  // a key that goes by the name of another
      const std::string other = one_of(random, names);
      value.erase(key);
      if (!value.find(other)) value.insert(value.keys().size(), other, item);
      break;
    }
    default: {  // two values change places
      const std::string other = value.keys()[below(random, value.keys().size())];
      const Value swapped = *value.find(other);
      value.at(key).assign(swapped);
      value.at(other).assign(item);
    }
  }
}

void change(Random& random, Value& document) {
  std::vector<Value*> all{&document};
  collect(document, all);
  Value& value = *all[below(random, all.size())];
  if (below(random, 8) == 0) {  // a value of another place
    const Value other = *all[below(random, all.size())];
    value.assign(other);
    return;
  }
  switch (value.kind()) {
    case Value::Kind::empty: value.assign(Value(one_of(random, numbers))); break;
    case Value::Kind::text: change_text(random, value); break;
    case Value::Kind::list: change_list(random, value); break;
    case Value::Kind::map: change_map(random, value); break;
  }
}

}  // namespace

std::string mutate_model(std::string_view text, std::uint64_t seed) {
  Random random(seed);
  try {
    Value document = read_document_text(text, "seed.yaml");
    for (std::size_t changes = 1 + below(random, 3); changes > 0 && document.is_map(); --changes)
      change(random, document);
    return to_yaml(document);
  } catch (const Error&) {
    return std::string(text);
  }
}

std::string cross_models(std::string_view first, std::string_view second, std::uint64_t seed) {
  Random random(seed);
  try {
    Value document = read_document_text(first, "first.yaml");
    const Value other = read_document_text(second, "second.yaml");
    if (!document.is_map() || !other.is_map()) return std::string(first);
    for (const std::string& key : other.keys()) {
      if (below(random, 2) == 0) continue;
      Value& mine = document.at(key);
      const Value& theirs = *other.find(key);
      if (mine.is_map() && theirs.is_map()) {
        for (const std::string& name : theirs.keys()) {
          if (!mine.find(name)) mine.insert(mine.keys().size(), name, *theirs.find(name));
        }
      } else {
        mine.assign(theirs);
      }
    }
    return to_yaml(document);
  } catch (const Error&) {
    return std::string(first);
  }
}

}  // namespace rheon::fuzz
