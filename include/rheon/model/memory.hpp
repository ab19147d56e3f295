// What a method keeps from step to step: a small struct of its own, whose fields have names.
//
//   struct SpringMemory {
//     Vec stiffness;
//     bool known = false;
//     static void fields(auto&& field, auto&... m) {
//       field("stiffness", not_negative, m.stiffness...);
//       field("known", any_number, m.known...);
//     }
//   };
//
// `fields` is the only place that lists them, for one struct or several alike. A field is a number (double), numbers (Vec,
// MatrixXd), yes or no (bool), a whole number (int, an enum), whole numbers (VectorXi) or a list of places (IndexList); its range
// is of numbers and whole numbers. Lengths do not change during a run. One struct may list those of another.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// What values of a field may be; numbers are finite besides.
struct Range {
  double least = -std::numeric_limits<double>::max(), most = std::numeric_limits<double>::max();
};
inline constexpr Range any_number{};
inline constexpr Range not_negative{.least = 0.0};

/// Different places among 0 .. of-1, such as rows, `most` of them at the most. Has its room from the start.
class IndexList {
 public:
  IndexList() = default;
  IndexList(int of, int most) : of_(of), places_(static_cast<std::size_t>(most)) {}
  IndexList(const IndexList&) = default;
  IndexList(IndexList&&) noexcept = default;
  /// Places that are not in use are not copied: states hold lists, and are copied in every step.
  IndexList& operator=(const IndexList& other) {
    of_ = other.of_;
    count_ = other.count_;
    if (places_.size() == other.places_.size())
      std::copy_n(other.places_.begin(), count_, places_.begin());
    else
      places_ = other.places_;
    return *this;
  }
  IndexList& operator=(IndexList&&) noexcept = default;
  ~IndexList() = default;
  int of() const { return of_; }
  int size() const { return count_; }
  int most() const { return static_cast<int>(places_.size()); }
  bool empty() const { return count_ == 0; }
  auto begin() const { return places_.begin(); }
  auto end() const { return places_.begin() + count_; }
  void clear() { count_ = 0; }
  void add(int place) {
    assert(count_ < most() && place >= 0 && place < of_);
    places_[static_cast<std::size_t>(count_++)] = place;
  }
  /// In order.
  template <class Places>
  void set(const Places& places) {
    clear();
    for (const int place : places) add(place);
    std::sort(places_.begin(), places_.begin() + count_);
  }
  friend bool operator==(const IndexList& a, const IndexList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  int of_ = 0, count_ = 0;
  std::vector<int> places_;
};

enum class FieldKind { numbers, wholes, marks, places };

/// A field by itself, as texts have it.
struct MemoryField {
  std::string name;
  FieldKind kind = FieldKind::numbers;
  std::vector<double> numbers;  ///< with this kind,
  std::vector<int> wholes;      ///< with all others
};
using MemoryFields = std::vector<MemoryField>;

/// What a field must be like to belong to a struct.
struct FieldShape {
  std::string name;
  FieldKind kind = FieldKind::numbers;
  Range range;
  int least_length = 1, most_length = 1;
  int of = 0;  ///< places there are
};

/// What is wrong with fields for these shapes; "" if nothing is.
RHEON_API std::string objection_to(const MemoryFields& fields, const std::vector<FieldShape>& shapes);

namespace memory_parts {

template <class T>
inline constexpr bool is_whole = std::is_enum_v<T> || std::is_same_v<T, int>;
template <class T>
inline constexpr bool is_matrix = std::is_same_v<T, Eigen::VectorXd> || std::is_same_v<T, Eigen::MatrixXd>;
template <class T>
inline constexpr bool has_numbers = std::is_same_v<T, double> || is_matrix<T>;

template <class T>
constexpr FieldKind kind_of() {
  if constexpr (has_numbers<T>) return FieldKind::numbers;
  if constexpr (std::is_same_v<T, bool>) return FieldKind::marks;
  if constexpr (std::is_same_v<T, IndexList>) return FieldKind::places;
  return FieldKind::wholes;
}

template <class T>
MemoryField pack(const char* name, const T& x) {
  MemoryField field{name, kind_of<T>(), {}, {}};
  if constexpr (std::is_same_v<T, double>)
    field.numbers = {x};
  else if constexpr (is_matrix<T>)
    field.numbers.assign(x.data(), x.data() + x.size());
  else if constexpr (std::is_same_v<T, Eigen::VectorXi>)
    field.wholes.assign(x.data(), x.data() + x.size());
  else if constexpr (std::is_same_v<T, IndexList>)
    field.wholes.assign(x.begin(), x.end());
  else
    field.wholes = {static_cast<int>(x)};
  return field;
}

template <class T>
FieldShape shape(const char* name, Range range, const T& x) {
  FieldShape s{.name = name, .kind = kind_of<T>(), .range = range};
  if constexpr (std::is_same_v<T, IndexList>)
    s = {.name = name, .kind = s.kind, .range = range, .least_length = 0, .most_length = x.most(), .of = x.of()};
  else if constexpr (is_matrix<T> || std::is_same_v<T, Eigen::VectorXi>)
    s.least_length = s.most_length = static_cast<int>(x.size());
  return s;
}

/// From a field that fits.
template <class T>
void unpack(const MemoryField& field, T& x) {
  if constexpr (std::is_same_v<T, double>)
    x = field.numbers[0];
  else if constexpr (is_matrix<T>)
    std::copy(field.numbers.begin(), field.numbers.end(), x.data());
  else if constexpr (std::is_same_v<T, Eigen::VectorXi>)
    std::copy(field.wholes.begin(), field.wholes.end(), x.data());
  else if constexpr (std::is_same_v<T, IndexList>) {
    x.clear();
    for (const int place : field.wholes) x.add(place);
  } else
    x = static_cast<T>(field.wholes[0]);
}

}  // namespace memory_parts

/// The fields of a struct.
template <class T>
MemoryFields pack(const T& memory) {
  MemoryFields fields;
  T::fields([&](const char* name, Range, const auto& x) { fields.push_back(memory_parts::pack(name, x)); }, memory);
  return fields;
}

/// Puts fields in the place of those of a struct that has its lengths. What is wrong with them, and then it is unchanged; "" if
/// nothing is.
template <class T>
std::string unpack(const MemoryFields& fields, T& memory) {
  std::vector<FieldShape> shapes;
  T::fields(
      [&](const char* name, Range range, const auto& x) { shapes.push_back(memory_parts::shape(name, range, x)); },
      memory);
  if (std::string why = objection_to(fields, shapes); !why.empty()) return why;
  auto next = fields.begin();
  T::fields([&](const char*, Range, auto& x) { memory_parts::unpack(*next++, x); }, memory);
  return {};
}

/// A value that holds such a struct, or nothing. A copy into one that holds the same struct allocates nothing.
class RHEON_API Memory {
 public:
  Memory() = default;
  template <class T, class = std::enable_if_t<!std::is_same_v<std::remove_cvref_t<T>, Memory>>>
  explicit Memory(T memory) : held_(std::make_unique<Holder<T>>(std::move(memory))) {}
  /// Fields that no struct has taken over yet.
  explicit Memory(MemoryFields fields);
  Memory(const Memory& other) : held_(other.held_ ? other.held_->clone() : nullptr) {}
  Memory(Memory&&) noexcept = default;
  Memory& operator=(const Memory& other) {
    if (same_struct(other) && held_)
      held_->assign(*other.held_);
    else
      held_ = other.held_ ? other.held_->clone() : nullptr;
    return *this;
  }
  Memory& operator=(Memory&&) noexcept = default;
  ~Memory() = default;
  void swap(Memory& other) noexcept { held_.swap(other.held_); }

  bool empty() const { return !held_; }
  template <class T>
  bool holds() const {
    if (!held_) return false;
    const Held& held = *held_;
    return typeid(held) == typeid(Holder<T>);
  }
  /// The struct, which it must hold.
  template <class T>
  T& as() {
    assert(holds<T>());
    return static_cast<Holder<T>&>(*held_).memory;
  }
  template <class T>
  const T& as() const {
    assert(holds<T>());
    return static_cast<const Holder<T>&>(*held_).memory;
  }
  bool same_struct(const Memory& other) const {
    if (!held_ || !other.held_) return !held_ && !other.held_;
    const Held &a = *held_, &b = *other.held_;
    return typeid(a) == typeid(b);
  }
  MemoryFields pack() const { return held_ ? held_->pack() : MemoryFields{}; }
  /// As the free function; nothing has no fields.
  std::string unpack(const MemoryFields& fields) { return held_ ? held_->unpack(fields) : objection_to(fields, {}); }
  /// Numbers go on towards those of `end`, which holds the same struct, by the part theta of the way; all else is as there.
  void go_on_to(const Memory& end, double theta) {
    if (held_) held_->go_on_to(*end.held_, theta);
  }

 private:
  struct Held {
    virtual ~Held() = default;
    virtual std::unique_ptr<Held> clone() const = 0;
    virtual void assign(const Held& other) = 0;
    virtual MemoryFields pack() const = 0;
    virtual std::string unpack(const MemoryFields& fields) = 0;
    virtual void go_on_to(const Held& end, double theta) = 0;
  };
  struct Loose;

  template <class T>
  struct RHEON_LOCAL Holder final : Held {
    explicit Holder(T m) : memory(std::move(m)) {}
    static const T& of(const Held& held) { return static_cast<const Holder&>(held).memory; }
    std::unique_ptr<Held> clone() const override { return std::make_unique<Holder>(memory); }
    void assign(const Held& other) override { memory = of(other); }
    MemoryFields pack() const override { return rheon::pack(memory); }
    std::string unpack(const MemoryFields& fields) override { return rheon::unpack(fields, memory); }
    void go_on_to(const Held& end, double theta) override {
      T::fields(
          [theta](const char*, Range, auto& x, const auto& there) {
            if constexpr (memory_parts::has_numbers<std::remove_cvref_t<decltype(x)>>)
              x += theta * (there - x);
            else
              x = there;
          },
          memory, of(end));
    }
    T memory;
  };

  std::unique_ptr<Held> held_;
};

}  // namespace rheon
