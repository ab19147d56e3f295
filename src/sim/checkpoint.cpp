#include "rheon/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/number_text.hpp"
#include "model/model_digest.hpp"
#include "sim/resumption.hpp"
#include "sim/state_parts.hpp"

namespace rheon {

namespace {

constexpr std::string_view magic = "rheon-state";
/// Goes up with each change of the format; older files are refused by name.
constexpr int version_of_text = 4;

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
      refuse(fmt::format("`{}` is no whole number, for {}", word.substr(0, 40), name));
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
  void end() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    if (!rest_.empty()) refuse(fmt::format("`{}` follows where it should end", rest_.substr(0, 40)));
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";
  std::string_view rest_;
  const System* system_;
};

}  // namespace

std::string save_state(const SavedState& saved) {
  std::string text = fmt::format("{} {}\nmethod {} {}\nmodel {:016x}\nn {}\n", magic, version_of_text,
                                 saved.formulation, saved.integrator, saved.model, saved.state.n);
  visit_parts(
      saved.state, [&](std::string_view name, double x) { text += fmt::format("{} {:a}\n", name, x); },
      [&](std::string_view name, const Vec& x) {
        text += fmt::format("{} {}", name, x.size());
        for (const double value : x) text += fmt::format(" {:a}", value);
        text += '\n';
      });
  return text;
}

SavedState load_state(std::string_view text, const System& system) {
  if (!text.starts_with(magic)) refuse_state(system, fmt::format("it does not begin with `{}`", magic));
  Words words(text, system);
  words.expect(magic);
  if (const int version = words.whole<int>("the version"); version != version_of_text)
    words.refuse(fmt::format("its version is {}; this rheon reads version {}", version, version_of_text));
  SavedState saved;
  State& s = saved.state;
  words.expect("method");
  saved.formulation = words.next("the formulation");
  saved.integrator = words.next("the integrator");
  words.expect("model");
  saved.model = words.whole<std::uint64_t>("the model", 16);
  if (const std::uint64_t here = digest_of(system.model()); saved.model != here)
    words.refuse(fmt::format("it belongs to a model with other equations or parameters ({:016x}, not {:016x})",
                             saved.model, here));
  words.expect("n");
  s.n = words.whole<std::int64_t>("n");
  visit_parts(
      s,
      [&](std::string_view name, double& x) {
        words.expect(name);
        x = words.number(name);
      },
      [&](std::string_view name, Vec& x) {
        words.expect(name);
        x.resize(words.length(name));
        for (double& value : x) value = words.number(name);
      });
  words.end();
  if (const std::string why = objection_to(s, system); !why.empty()) words.refuse(why);
  return saved;
}

}  // namespace rheon
