// What methods keep: structs whose fields have names, packed, held to their shapes, and copied without allocation.
#include "rheon/model/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/model/state.hpp"
#include "support/allocations.hpp"

namespace rheon {
namespace {

using memory_parts::FieldKind;
using memory_parts::fields_of;
using memory_parts::MemoryField;
using memory_parts::MemoryFields;
using memory_parts::take_fields;
using test::allocations;
using testing::HasSubstr;

enum class Mood { calm, wild };

struct Inner {
  bool known = true;
  IndexList rows{5, 3};
  static void fields(auto&& field, auto&... m) {
    field("known", any_number, m.known...);
    field("rows", any_number, m.rows...);
  }
};

struct Kept {
  double size = 0.25;
  Vec numbers = Vec::Constant(2, 0.5);
  Eigen::MatrixXd table = Eigen::MatrixXd::Constant(2, 3, -1.0);
  Mood mood = Mood::wild;
  Eigen::VectorXi codes = Eigen::VectorXi::Constant(2, 3);
  Inner inner;
  static void fields(auto&& field, auto&... m) {
    field("size", not_negative, m.size...);
    field("numbers", any_number, m.numbers...);
    field("table", any_number, m.table...);
    field("mood", FieldRange{.least = 0, .most = 1}, m.mood...);
    field("codes", FieldRange{.least = 0, .most = 3}, m.codes...);
    Inner::fields(field, m.inner...);
  }
};

struct Other {
  double size = 1.0;
  static void fields(auto&& field, auto&... m) { field("size", any_number, m.size...); }
};

TEST(Memory, FieldsComeBackAsTheyWere) {
  Kept kept;
  kept.table(1, 2) = 7.0;
  kept.inner.rows.add(4);
  kept.inner.rows.add(0);
  Kept back;
  back.mood = Mood::calm;
  EXPECT_EQ(take_fields(fields_of(kept), back), "");
  EXPECT_EQ(back.table(1, 2), 7.0);
  EXPECT_EQ(back.mood, Mood::wild);
  EXPECT_EQ(std::vector<int>(back.inner.rows.begin(), back.inner.rows.end()), (std::vector<int>{4, 0}));
}

/// What is wrong with a field that was changed.
template <class Change>
std::string objection_after(std::size_t field, Change&& change) {
  MemoryFields fields = fields_of(Kept{});
  change(fields[field]);
  Kept kept;
  return take_fields(fields, kept);
}

TEST(Memory, FieldsAreHeldToTheirShapes) {
  EXPECT_EQ(objection_after(0, [](MemoryField&) {}), "");
  EXPECT_EQ(objection_after(0, [](MemoryField& f) { f.numbers = {-1.0}; }), "size[0] is -1, and it is at least 0");
  EXPECT_EQ(objection_after(1, [](MemoryField& f) { f.numbers[1] = std::nan(""); }), "numbers[1] is nan");
  EXPECT_EQ(objection_after(1, [](MemoryField& f) { f.numbers.push_back(0.0); }),
            "numbers has 3 numbers, and this method keeps 2 there");
  EXPECT_THAT(objection_after(2, [](MemoryField& f) { f.name = "chair"; }),
              HasSubstr("\"chair\" where this method keeps \"table\""));
  EXPECT_THAT(objection_after(3, [](MemoryField& f) { f.wholes = {2}; }), HasSubstr("at least 0 and at most 1"));
  EXPECT_THAT(objection_after(3,
                              [](MemoryField& f) {
                                f = {f.name, FieldKind::numbers, {1.0}, {}};
                              }),
              HasSubstr("mood holds numbers, and this method keeps whole numbers there"));
  EXPECT_THAT(objection_after(4, [](MemoryField& f) { f.wholes[0] = 4; }), HasSubstr("codes[0] is 4"));
  EXPECT_THAT(objection_after(4, [](MemoryField& f) { f.numbers = {0.0}; }), HasSubstr("of two kinds"));
  EXPECT_THAT(objection_after(5, [](MemoryField& f) { f.wholes = {2}; }), HasSubstr("known[0] is 2"));
  EXPECT_EQ(objection_after(6, [](MemoryField& f) { f.wholes = {4, 0, 2}; }), "");
  EXPECT_THAT(objection_after(6, [](MemoryField& f) { f.wholes = {5}; }), HasSubstr("rows[0] is 5"));
  EXPECT_THAT(objection_after(6, [](MemoryField& f) { f.wholes = {1, 1}; }), HasSubstr("rows[1] is 1 once more"));
  EXPECT_THAT(objection_after(6, [](MemoryField& f) { f.wholes = {0, 1, 2, 3}; }), HasSubstr("up to 3"));
  Kept kept;
  EXPECT_THAT(take_fields({}, kept), HasSubstr("it keeps 0 fields of its method, and this one keeps 7"));
  EXPECT_THAT(Memory().unpack(fields_of(kept)), HasSubstr("this one keeps 0"));
}

TEST(Memory, CopiesOfTheSameStructAllocateNothing) {
  Memory a{Kept{}}, b = a;
  a.as<Kept>().inner.rows.set(std::vector<int>{3, 1});
  a.as<Kept>().numbers[1] = 9.0;
  const long long before = allocations();
  b = a;
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(b.as<Kept>().numbers[1], 9.0);
  EXPECT_TRUE(b.as<Kept>().inner.rows == a.as<Kept>().inner.rows);
  EXPECT_EQ(*b.as<Kept>().inner.rows.begin(), 1) << "in order";
  a.as<Kept>().numbers[1] = 1.0;
  EXPECT_EQ(b.as<Kept>().numbers[1], 9.0) << "a value";
  b = Memory(Other{});
  EXPECT_FALSE(b.holds<Kept>());
  EXPECT_FALSE(b.same_struct(a));
  b = a;
  EXPECT_TRUE(b.holds<Kept>());
  b = Memory();
  EXPECT_TRUE(b.empty());
}

TEST(Memory, FieldsByNameWaitForTheirStruct) {
  const Memory loose{fields_of(Kept{})};
  EXPECT_FALSE(loose.holds<Kept>());
  Memory own{Kept{}};
  own.as<Kept>().size = 3.0;
  EXPECT_EQ(own.unpack(loose.pack()), "");
  EXPECT_EQ(own.as<Kept>().size, 0.25);
  Memory other{Other{}};
  EXPECT_THAT(other.unpack(loose.pack()), HasSubstr("keeps 7 fields"));
  EXPECT_TRUE(Memory(MemoryFields{}).empty());
}

TEST(Memory, OnTheWayNumbersChangeBitByBitAndAllElseAtOnce) {
  Memory a{Kept{}}, b = a;
  b.as<Kept>().size = 1.25;
  b.as<Kept>().numbers.setConstant(1.5);
  b.as<Kept>().codes[0] = 0;
  b.as<Kept>().mood = Mood::calm;
  a.go_on_to(b, 0.5);
  EXPECT_EQ(a.as<Kept>().size, 0.75);
  EXPECT_EQ(a.as<Kept>().numbers[0], 1.0);
  EXPECT_EQ(a.as<Kept>().codes[0], 0);
  EXPECT_EQ(a.as<Kept>().mood, Mood::calm);
}

struct Chosen {
  bool chosen = false;
  Vec stiffness = Vec::Zero(2);
  static void fields(auto&& field, auto&... m) {
    field("chosen", any_number, m.chosen...);
    field("stiffness", not_negative.for_good(), m.stiffness...);
  }
};

TEST(Memory, OnTheWayNumbersChosenForGoodAreThoseOfTheEnd) {
  Memory a{Chosen{}}, b{Chosen{.chosen = true, .stiffness = Vec::Constant(2, 8.0)}};
  a.go_on_to(b, 0.25);
  EXPECT_TRUE(a.as<Chosen>().chosen);
  EXPECT_EQ(a.as<Chosen>().stiffness[0], 8.0);
}

}  // namespace
}  // namespace rheon
