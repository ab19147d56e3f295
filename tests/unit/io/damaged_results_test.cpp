// Result files that are damaged, or made to bring in other files: a message, never a crash, never somebody else's bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <bit>
#include <filesystem>
#include <random>

#include "io/result_hdf5.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_reader.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/io/series_reader.hpp"
#include "support/temp_folder.hpp"
#include "unit/io/result_fixture.hpp"

namespace rheon {
namespace {

using test::TempFolder;
using testing::HasSubstr;

std::string data(const std::string& name) { return std::string(RHEON_SOURCE_DIR) + "/tests/data/results/" + name; }

std::string failure_of_reading(const std::string& path) {
  try {
    read_results(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Both were made by random damage to texts of variable length.
TEST(DamagedResults, CrashOfTheLibraryIsAMessage) {
  EXPECT_THAT(failure_of_reading(data("crash.h5")), HasSubstr("crash.h5: it is damaged: HDF5 crashed on it"));
}

TEST(DamagedResultsFull, EndlessLoopOfTheLibraryIsAMessage) {
  EXPECT_THAT(failure_of_reading(data("endless.h5")), HasSubstr("endless.h5: it is damaged: HDF5 never finishes"));
}

TEST(DamagedResults, FilesOfVersion1AreRead) {
  const Results old = read_results(data("version1.h5")), table = read_series(data("version1.csv"));
  ASSERT_EQ(old.channels.size(), table.channels.size());
  for (std::size_t k = 0; k < old.channels.size(); ++k) EXPECT_EQ(old.channels[k].name, table.channels[k].name);
  EXPECT_EQ(old.values, table.values);
  EXPECT_EQ(old.channels[0].unit, "s");
  EXPECT_EQ(old.summary.formulation, "lagrange");
  EXPECT_THAT(old.model_text, HasSubstr("rod: x^2 + y^2 = l^2"));
}

TEST(DamagedResults, TextsHaveAFixedLength) {
  const TempFolder folder;
  Results r = test::awkward_results();
  r.scene = std::string(100'000, 's');
  r.summary.message = std::string(100'000, 'm');  // longer than an attribute in a header may be
  write_results(r, folder / "out.h5");
  EXPECT_EQ(read_results(folder / "out.h5").summary.message, r.summary.message);
  EXPECT_EQ(read_results(folder / "out.h5").scene, r.scene);
  // a heap of texts of variable length begins with these letters
  EXPECT_EQ(test::read_text(folder / "out.h5").find("GCOL"), std::string::npos);
}

/// Damage of one kind or another, the same every time.
std::string damaged(std::string bytes, std::mt19937& random) {
  const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
  const std::size_t kind = any(5), places = 1 + any(8);
  if (kind == 4) return bytes.substr(0, any(bytes.size()));
  for (std::size_t k = 0; k < places; ++k) {
    const std::size_t at = any(bytes.size());
    if (kind == 0) bytes[at] = static_cast<char>(random());
    if (kind == 1) bytes[at] = static_cast<char>(bytes[at] ^ (1 << any(8)));
    if (kind == 2) bytes.replace(at, 8, std::string(std::min<std::size_t>(8, bytes.size() - at), '\xff'));
    if (kind == 3) bytes.replace(at, 16, bytes.substr(any(bytes.size()), 16));
  }
  return bytes;
}

/// Most of the file is values and texts; damage there says little about structure. So half of it goes to the first part.
void damage_many(const std::string& bytes, int count, unsigned seed) {
  const TempFolder folder;
  std::mt19937 random(seed);
  int refused = 0;
  for (int k = 0; k < count; ++k) {
    const std::size_t part = k % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 4096);
    const std::string path = folder.write("some.h5", damaged(bytes.substr(0, part), random) + bytes.substr(part));
    const std::string why = failure_of_reading(path);
    if (!why.empty()) {
      EXPECT_THAT(why, HasSubstr("cannot read " + path)) << k;
    }
    refused += why.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, count / 10) << "the damage does no harm: nothing is tested";
}

TEST(DamagedResults, RandomDamageIsSurvived) {
  const TempFolder folder;
  Results r = test::awkward_results();
  r.channels.resize(4);
  r.values.resize(400);
  write_results(r, folder / "whole.h5");
  damage_many(test::read_text(folder / "whole.h5"), 300, 20261118);
}

// Some of these end only when their time is over.
TEST(DamagedResultsFull, RandomDamageToFilesOfVersion1IsSurvived) {
  damage_many(test::read_text(data("version1.h5")), 200, 7);
}

// ---- files that bring in other files ---------------------------------------------------------------

/// A good file, opened to be changed for the worse.
class Foreign : public testing::Test {
 protected:
  Foreign() {
    write_results(test::awkward_results(), folder_ / "a.h5");
    write_results(test::awkward_results(), folder_ / "other.h5");
    folder_.write("secret", std::string(40 * 8, 's'));
    file_ = H5Fopen((folder_ / "a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  }
  void close() { H5Fclose(file_); }
  std::string refusal() {
    close();
    return failure_of_reading(folder_ / "a.h5");
  }
  /// The channel with another way of storing its values.
  void replace_channel(const char* name, hid_t properties) const {
    const std::string path = std::string("/channels/") + name;
    H5Ldelete(file_, path.c_str(), H5P_DEFAULT);
    const hsize_t rows = 40;
    const hid_t space = H5Screate_simple(1, &rows, nullptr);
    const hid_t set = H5Dcreate2(file_, path.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    io::h5::write_attribute(set, "name", std::string(name));
    io::h5::write_attribute(set, "unit", std::string("m"));
    io::h5::write_attribute(set, "index", 9LL);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(properties);
  }
  TempFolder folder_;
  hid_t file_ = -1;
};

TEST_F(Foreign, ExternalLinksAreRefusedByName) {
  H5Ldelete(file_, "/channels/t", H5P_DEFAULT);
  H5Lcreate_external((folder_ / "other.h5").c_str(), "/channels/t", file_, "/channels/t", H5P_DEFAULT, H5P_DEFAULT);
  const std::string why = refusal();
  EXPECT_THAT(why, HasSubstr("t is an external link (to /channels/t in " + folder_ / "other.h5"));
}

TEST_F(Foreign, ExternalLinksOfGroupsAreRefusedByName) {
  H5Ldelete(file_, "/summary", H5P_DEFAULT);
  H5Lcreate_external("other.h5", "/summary", file_, "/summary", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_THAT(refusal(), HasSubstr("summary is an external link (to /summary in other.h5)"));
}

TEST_F(Foreign, SoftLinksAreRefusedByName) {
  H5Ldelete(file_, "/model", H5P_DEFAULT);
  H5Lcreate_soft("/channels/t", file_, "/model", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_THAT(refusal(), HasSubstr("model is a soft link (to /channels/t)"));
}

TEST_F(Foreign, ExternalStorageIsRefusedByName) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(properties, (folder_ / "secret").c_str(), 0, 40 * 8);
  replace_channel("länge", properties);
  const std::string why = refusal();
  EXPECT_THAT(why, HasSubstr("the values of länge are in another file (" + folder_ / "secret"));
}

TEST_F(Foreign, VirtualDatasetsAreRefusedByName) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t rows = 40;
  const hid_t space = H5Screate_simple(1, &rows, nullptr);
  H5Pset_virtual(properties, space, (folder_ / "other.h5").c_str(), "/channels/t", space);
  H5Sclose(space);
  replace_channel("länge", properties);
  EXPECT_THAT(refusal(), HasSubstr("länge is a virtual dataset"));
}

// Holes are no bytes on the disk. The file says that it is large, and each channel alone would do.
TEST_F(Foreign, MoreNumbersThanMemoryAreRefusedBeforeTheyAreRead) {
  const hsize_t rows = hsize_t{1} << 30;
  H5Ldelete(file_, "/channels", H5P_DEFAULT);
  const hid_t group = H5Gcreate2(file_, "/channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &rows, nullptr);
  for (long long k = 0; k < 64; ++k) {
    const std::string name = k == 0 ? "t" : "x" + std::to_string(k);
    const hid_t set = H5Dcreate2(group, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    io::h5::write_attribute(set, "name", name);
    io::h5::write_attribute(set, "unit", std::string("m"));
    io::h5::write_attribute(set, "index", k);
    H5Dclose(set);
  }
  H5Sclose(space);
  H5Gclose(group);
  close();
  EXPECT_THAT(failure_of_reading(folder_ / "a.h5"), HasSubstr("rows of 64 channels, and has"));
  std::filesystem::resize_file(folder_ / "a.h5", std::uintmax_t{1} << 33);
  EXPECT_THAT(failure_of_reading(folder_ / "a.h5"),
              testing::AllOf(HasSubstr("1073741824 rows of 64 channels are 549.8 GB"), HasSubstr("rheon view")));
}

// Tools that repack a file choose other layouts; HDF5 reads them, in its own process.
TEST_F(Foreign, OtherLayoutsAreRead) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  replace_channel("länge", properties);
  const hid_t set = H5Dopen2(file_, "/channels/länge", H5P_DEFAULT);
  std::vector<double> values(40);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 1.0 / static_cast<double>(k + 1);
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(set);
  close();
  const ResultFile file(folder_ / "a.h5");
  EXPECT_EQ(file.read(9), values);
  std::vector<double> two(2);
  file.read(9, 5, two);
  EXPECT_EQ(two[1], values[6]);
}

TEST(DamagedResults, NotAPlainFile) {
  EXPECT_THAT(failure_of_reading("/dev/zero"), HasSubstr("not a plain file"));
  EXPECT_THAT(failure_of_reading("/"), HasSubstr("not a plain file"));
}

}  // namespace
}  // namespace rheon
