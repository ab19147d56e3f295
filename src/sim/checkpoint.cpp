#include "rheon/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/number_text.hpp"
#include "model/model_digest.hpp"
#include "sim/resumption.hpp"
#include "sim/state_parts.hpp"

namespace rheon {

using memory_parts::FieldKind;
using memory_parts::MemoryField;
using memory_parts::MemoryFields;

namespace {

constexpr std::string_view magic = "rheon-state";
/// Goes up with each change of the format; older files are refused by name.
constexpr int version_of_text = 5;

constexpr std::pair<FieldKind, std::string_view> kinds[] = {{FieldKind::numbers, "numbers"},
                                                            {FieldKind::wholes, "wholes"},
                                                            {FieldKind::marks, "marks"},
                                                            {FieldKind::indices, "indices"}};

/// Words of a text, one after the other. Everything that is not as it should be is a refusal.
class Words {
 public:
  Words(std::string_view text, const System& system) : rest_(text), system_(&system) {}

  [[noreturn]] void refuse(const std::string& why) const { refuse_state(*system_, why); }

  std::string_view next(std::string_view what) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(blanks));
    if (word.empty()) refuse(fmt::format("it ends before {}", what));
    rest_.remove_prefix(word.size());
    return word;
  }
  void expect(std::string_view name) {
    const std::string_view word = next(name);
    if (word != name) refuse(fmt::format("`{}` expected, `{}` found", name, word.substr(0, 40)));
  }
  template <class Whole>
  Whole whole(std::string_view name, int base = 10) {
    const std::string_view word = next(name);
    Whole value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    if (error != std::errc{} || end != word.data() + word.size())
      refuse(fmt::format("`{}` is not a whole number, for {}", word.substr(0, 40), name));
    return value;
  }
  /// As fmt writes it with {:a}; in no locale.
  double number(std::string_view name) {
    const std::string_view word = next(name);
    std::string_view digits = word;
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    double value = 0.0;
    const bool prefixed = digits.starts_with("0x");
    if (prefixed) digits.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::hex);
    if (!prefixed || digits.starts_with('-') || error != std::errc{} || end != digits.data() + digits.size())
      refuse(fmt::format("`{}` is not a finite number in hexadecimal, for {}", word.substr(0, 40), name));
    return negative ? -value : value;
  }
  /// A number takes two letters at the least, a blank and a digit: no more can follow.
  Index length(std::string_view name) {
    const auto size = whole<std::int64_t>(name);
    if (size < 0 || static_cast<std::uint64_t>(size) > rest_.size() / 2)
      refuse(fmt::format("{} has {} numbers by its own account, and there is no room for them", name, size));
    return static_cast<Index>(size);
  }
  /// The rest of a word that begins with `prefix`.
  std::string rest_of(const std::string& prefix) {
    const std::string_view word = next(prefix);
    if (!word.starts_with(prefix)) refuse(fmt::format("`{}` expected, `{}` found", prefix, word.substr(0, 40)));
    return std::string(word.substr(prefix.size()));
  }
  void end() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    if (!rest_.empty()) refuse(fmt::format("`{}` follows where it should end", rest_.substr(0, 40)));
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";
  std::string_view rest_;
  const System* system_;
};

/// Fields by name, each with its kind and its length: `memory.left_out_of_projections indices 1 9`.
void write_fields(const std::string& name, const MemoryFields& fields, std::string& text) {
  text += fmt::format("{} {}\n", name, fields.size());
  for (const MemoryField& field : fields) {
    const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](auto& k) { return k.first == field.kind; });
    text +=
        fmt::format("{}.{} {} {}", name, field.name, kind->second, std::max(field.numbers.size(), field.wholes.size()));
    for (const double value : field.numbers) text += fmt::format(" {:a}", value);
    for (const int value : field.wholes) text += fmt::format(" {}", value);
    text += '\n';
  }
}

MemoryFields read_fields(const std::string& name, Words& words) {
  words.expect(name);
  MemoryFields fields;
  for (Index left = words.length(name); left > 0; --left) {  // one by one: the text may promise more than it has
    MemoryField& field = fields.emplace_back();
    field.name = words.rest_of(name + ".");
    const std::string_view kind = words.next(field.name);
    const auto known = std::find_if(std::begin(kinds), std::end(kinds), [&](auto& k) { return k.second == kind; });
    if (known == std::end(kinds))
      words.refuse(fmt::format("`{}` is not a kind, for {}", kind.substr(0, 40), field.name));
    field.kind = known->first;
    const auto length = static_cast<std::size_t>(words.length(field.name));
    if (field.kind == FieldKind::numbers) field.numbers.resize(length);
    if (field.kind != FieldKind::numbers) field.wholes.resize(length);
    for (double& value : field.numbers) value = words.number(field.name);
    for (int& value : field.wholes) value = words.whole<int>(field.name);
  }
  return fields;
}

/// Names have a prefix where there is more than one state.
void write_state(const std::string& prefix, const State& s, std::string& text) {
  text += fmt::format("{}n {}\n", prefix, s.n);
  visit_parts(
      s, [&](std::string_view name, double x) { text += fmt::format("{}{} {:a}\n", prefix, name, x); },
      [&](std::string_view name, const Vec& x) {
        text += fmt::format("{}{} {}", prefix, name, x.size());
        for (const double value : x) text += fmt::format(" {:a}", value);
        text += '\n';
      });
  write_fields(prefix + "memory", s.memory.pack(), text);
}

State read_state(const std::string& prefix, Words& words, const System& system) {
  State s;
  words.expect(prefix + "n");
  s.n = words.whole<std::int64_t>("n");
  visit_parts(
      s,
      [&](std::string_view name, double& x) {
        words.expect(prefix + std::string(name));
        x = words.number(name);
      },
      [&](std::string_view name, Vec& x) {
        words.expect(prefix + std::string(name));
        x.resize(words.length(name));
        for (double& value : x) value = words.number(name);
      });
  s.memory = Memory(read_fields(prefix + "memory", words));
  if (const std::string why = objection_to(s, system); !why.empty()) words.refuse(why);
  return s;
}

/// What error control remembers, and where it would go back to; `control 0` with fixed steps.
void write_control(const std::optional<StepMemory>& control, std::string& text) {
  write_fields("control", control ? memory_parts::fields_of(*control) : MemoryFields{}, text);
  if (control && control->length > 0.0) write_state("origin.", control->origin, text);
}

std::optional<StepMemory> read_control(Words& words, const System& system) {
  const MemoryFields fields = read_fields("control", words);
  if (fields.empty()) return std::nullopt;
  const auto field = std::find_if(fields.begin(), fields.end(), [](const auto& f) { return f.name == "at_switch"; });
  StepMemory memory = room_for_control(system, field == fields.end() ? 0 : field->wholes.size());
  if (const std::string why = memory_parts::take_fields(fields, memory); !why.empty())
    words.refuse("of error control: " + why);
  if (memory.length > 0.0) memory.origin = read_state("origin.", words, system);
  return memory;
}

}  // namespace

std::string save_state(const SavedState& saved) {
  std::string text = fmt::format("{} {}\nmethod {} {}\nmodel {:016x}\n", magic, version_of_text, saved.formulation,
                                 saved.integrator, saved.model);
  write_state("", saved.state, text);
  write_control(saved.control, text);
  return text;
}

SavedState load_state(std::string_view text, const System& system) {
  if (!text.starts_with(magic)) refuse_state(system, fmt::format("it does not begin with `{}`", magic));
  Words words(text, system);
  words.expect(magic);
  if (const int version = words.whole<int>("the version"); version != version_of_text)
    words.refuse(fmt::format("its version is {}; this rheon reads version {}", version, version_of_text));
  SavedState saved;
  words.expect("method");
  saved.formulation = words.next("the formulation");
  saved.integrator = words.next("the integrator");
  words.expect("model");
  saved.model = words.whole<std::uint64_t>("the model", 16);
  if (const std::uint64_t here = digest_of(system.model()); saved.model != here)
    words.refuse(fmt::format("it belongs to a model with other equations or parameters ({:016x}, not {:016x})",
                             saved.model, here));
  saved.state = read_state("", words, system);
  saved.control = read_control(words, system);
  words.end();
  return saved;
}

}  // namespace rheon
