#include "io/model_source.hpp"

#include <gtest/gtest.h>

namespace rheon::reader {
namespace {

// Counted here one by one; the text has characters of one to four bytes on either side of every block.
TEST(ModelSource, ColumnsCountCharacters) {
  std::string text = "first\n";
  std::vector<std::pair<std::size_t, int>> expected;
  for (int column = 1; column <= 5000; ++column) {
    expected.emplace_back(text.size(), column);
    text += column % 7 == 0 ? "é" : column % 11 == 0 ? "→" : column % 13 == 0 ? "𝄞" : "x";
  }
  text += "\nlast";
  const Source source(text, "m.yaml");
  for (const auto& [offset, column] : expected) {
    EXPECT_EQ(source.place(offset).line, 2);
    EXPECT_EQ(source.place(offset).column, column);
  }
  EXPECT_EQ(source.place(text.size()).line, 3);
  EXPECT_EQ(source.place(text.size()).column, 5);
  EXPECT_EQ(Source("", "m.yaml").place(0).column, 1);
}

// 100,000 places in a line of 8 MB: counting each from the start of the line would look at 4e11 bytes, minutes of work.
TEST(ModelSource, PlacesInALongLineCostTheSame) {
  const std::string text(8u << 20, 'x');
  const Source source(text, "m.yaml");
  for (std::size_t k = 0; k < 100000; ++k) {
    const std::size_t offset = k * (text.size() / 100000);
    ASSERT_EQ(source.place(offset).column, static_cast<int>(offset) + 1);
  }
}

}  // namespace
}  // namespace rheon::reader
