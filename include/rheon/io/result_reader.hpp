// Result files that are too large to be read as a whole: channels as they are asked for.
//
//   const ResultFile file("motion.h5");
//   const std::vector<double> x = file.read(static_cast<std::size_t>(file.about().find("x")));
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/sim/results.hpp"

namespace rheon {

/// An HDF5 file that `write_results` made, open. What it says about itself is read at once, values when they are asked
/// for. Any thread may ask; HDF5 serves one at a time. Everything throws Error with the file's name and the reason.
class RHEON_API ResultFile {
 public:
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(ResultFile&&) noexcept;

  const std::string& path() const;
  const Results& about() const;  ///< everything but the values: it has no rows
  std::size_t rows() const;
  const std::vector<Setting>& versions() const;  ///< of rheon and of HDF5, that wrote it

  std::vector<double> read(std::size_t channel) const;  ///< all its values
  /// Its values from row `first` on, as many as there is room for; rows beyond the last are an Error.
  void read(std::size_t channel, std::size_t first, std::span<double> values) const;

 private:
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rheon
