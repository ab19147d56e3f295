// What a method keeps from step to step: a small struct of its own, whose fields have names.
//
//   struct SpringMemory {
//     Vec stiffness;
//     bool known = false;
//     static void fields(auto&& field, auto&... m) {
//       field("stiffness", not_negative.for_good(), m.stiffness...);
//       field("known", any_number, m.known...);
//     }
//   };
//
// `fields` is the only place that lists them, for one struct or several alike: it is called with the struct itself, or with two of
// them. Each field has a name, which saved states show, and a range. A field is a number (double), numbers (Vec, MatrixXd), yes or
// no (bool), a whole number (int, an enum), whole numbers (VectorXi) or a list of indices (IndexList); other types do not compile.
// Ranges are of numbers and whole numbers; with bool and IndexList they are not looked at. A struct may list the fields of another
// one that it contains, by calling that one's `fields`.
//
//   Memory make_memory() const override { return Memory(SpringMemory{.stiffness = Vec::Zero(rows)}); }
//   ... s.memory.as<SpringMemory>().known = true;                  // in a form whose make_memory gives this struct
//
// Lengths are those that make_memory gives, and do not change during a run: a saved state with others is refused. What a method
// needs is FieldRange, IndexList and Memory; the namespace memory_parts is how Memory does it, and may change in any version.
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

/// What values of a field may be, both ends included; numbers must also be finite. A saved state beyond it is refused; during a run
/// nothing checks it.
struct FieldRange {
  double least = -std::numeric_limits<double>::max(), most = std::numeric_limits<double>::max();
  bool changes = true;  ///< little by little with the motion, so that numbers between two states may be interpolated
  /// Of numbers that are chosen once and then stay.
  constexpr FieldRange for_good() const { return {least, most, false}; }
};
inline constexpr FieldRange any_number{};
inline constexpr FieldRange not_negative{.least = 0.0};

/// Different indices among 0 .. of-1, such as numbers of rows, `most` of them at the most. Has its room from the start: nothing
/// here allocates but the constructor, copies of lists, and assignment of a list of another `most`.
class IndexList {
 public:
  IndexList() = default;
  IndexList(int of, int most) : of_(of), indices_(static_cast<std::size_t>(most)) {}
  IndexList(const IndexList&) = default;
  IndexList(IndexList&&) noexcept = default;
  /// Room that is not in use is not copied: states hold lists, and are copied in every step.
  IndexList& operator=(const IndexList& other) {
    of_ = other.of_;
    count_ = other.count_;
    if (indices_.size() == other.indices_.size())
      std::copy_n(other.indices_.begin(), count_, indices_.begin());
    else
      indices_ = other.indices_;
    return *this;
  }
  IndexList& operator=(IndexList&&) noexcept = default;
  ~IndexList() = default;
  int of() const { return of_; }
  int size() const { return count_; }
  int most() const { return static_cast<int>(indices_.size()); }
  bool empty() const { return count_ == 0; }
  auto begin() const { return indices_.begin(); }
  auto end() const { return indices_.begin() + count_; }
  void clear() { count_ = 0; }
  /// One that is not there yet, in 0 .. of-1, while there is room. Only a build with assertions checks range and room.
  void add(int index) {
    assert(count_ < most() && index >= 0 && index < of_);
    indices_[static_cast<std::size_t>(count_++)] = index;
  }
  /// These instead, sorted; each as for `add`.
  template <class Indices>
  void set(const Indices& indices) {
    clear();
    for (const int index : indices) add(index);
    std::sort(indices_.begin(), indices_.begin() + count_);
  }
  friend bool operator==(const IndexList& a, const IndexList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  int of_ = 0, count_ = 0;
  std::vector<int> indices_;
};

namespace memory_parts {

enum class FieldKind { numbers, wholes, marks, indices };

/// A field by itself, as saved states have it.
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
  FieldRange range;
  int least_length = 1, most_length = 1;
  int of = 0;  ///< indices are below it
};

/// What is wrong with fields for these shapes; "" if nothing is.
RHEON_API std::string objection_to(const MemoryFields& fields, const std::vector<FieldShape>& shapes);

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
  if constexpr (std::is_same_v<T, IndexList>) return FieldKind::indices;
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
FieldShape shape(const char* name, FieldRange range, const T& x) {
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
    for (const int index : field.wholes) x.add(index);
  } else
    x = static_cast<T>(field.wholes[0]);
}

/// The fields of a struct.
template <class T>
MemoryFields fields_of(const T& memory) {
  MemoryFields fields;
  T::fields([&](const char* name, FieldRange, const auto& x) { fields.push_back(pack(name, x)); }, memory);
  return fields;
}

/// Puts fields in the place of those of a struct that has its lengths. What is wrong with them, and then it is unchanged; "" if
/// nothing is.
template <class T>
std::string take_fields(const MemoryFields& fields, T& memory) {
  std::vector<FieldShape> shapes;
  T::fields([&](const char* name, FieldRange range, const auto& x) { shapes.push_back(shape(name, range, x)); },
            memory);
  if (std::string why = objection_to(fields, shapes); !why.empty()) return why;
  auto next = fields.begin();
  T::fields([&](const char*, FieldRange, auto& x) { unpack(*next++, x); }, memory);
  return {};
}

}  // namespace memory_parts

/// A value that holds such a struct, or nothing; State::memory is one. Copies are independent. A copy into one that holds the same
/// struct copies field by field, and allocates nothing as long as lengths are the same. Nothing here throws but bad_alloc.
class RHEON_API Memory {
 public:
  Memory() = default;
  template <class T, class = std::enable_if_t<!std::is_same_v<std::remove_cvref_t<T>, Memory>>>
  explicit Memory(T memory) : held_(std::make_unique<Holder<T>>(std::move(memory))) {}
  /// Fields of a saved state that no struct has taken over yet: such a memory holds no struct.
  explicit Memory(memory_parts::MemoryFields fields);
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
  /// The struct. It must hold a T: a build with assertions ends the program where it does not, and without them the behaviour is
  /// undefined. rheon gives a form only memories that hold the struct of its make_memory; for others ask `holds`.
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
  /// The fields, as a saved state has them.
  memory_parts::MemoryFields pack() const { return held_ ? held_->pack() : memory_parts::MemoryFields{}; }
  /// Puts these fields in the place of those of the struct that it holds. What is wrong with them (names, kinds, lengths, ranges),
  /// and then it is unchanged; "" if nothing is.
  std::string unpack(const memory_parts::MemoryFields& fields) {
    return held_ ? held_->unpack(fields) : memory_parts::objection_to(fields, {});
  }
  /// Interpolates: x + theta (x_end - x) for numbers that change, theta in 0 .. 1; all other fields become those of `end`, which must
  /// hold the same struct.
  void go_on_to(const Memory& end, double theta) {
    if (held_) held_->go_on_to(*end.held_, theta);
  }

 private:
  struct Held {
    virtual ~Held() = default;
    virtual std::unique_ptr<Held> clone() const = 0;
    virtual void assign(const Held& other) = 0;
    virtual memory_parts::MemoryFields pack() const = 0;
    virtual std::string unpack(const memory_parts::MemoryFields& fields) = 0;
    virtual void go_on_to(const Held& end, double theta) = 0;
  };
  struct Loose;

  template <class T>
  struct RHEON_LOCAL Holder final : Held {
    explicit Holder(T m) : memory(std::move(m)) {}
    static const T& of(const Held& held) { return static_cast<const Holder&>(held).memory; }
    std::unique_ptr<Held> clone() const override { return std::make_unique<Holder>(memory); }
    void assign(const Held& other) override { memory = of(other); }
    memory_parts::MemoryFields pack() const override { return memory_parts::fields_of(memory); }
    std::string unpack(const memory_parts::MemoryFields& fields) override {
      return memory_parts::take_fields(fields, memory);
    }
    void go_on_to(const Held& end, double theta) override {
      T::fields(
          [theta](const char*, FieldRange range, auto& x, const auto& there) {
            if constexpr (memory_parts::has_numbers<std::remove_cvref_t<decltype(x)>>)
              if (range.changes) {
                x += theta * (there - x);
                return;
              }
            x = there;
          },
          memory, of(end));
    }
    T memory;
  };

  std::unique_ptr<Held> held_;
};

}  // namespace rheon
