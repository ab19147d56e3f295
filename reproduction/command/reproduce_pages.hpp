// rheon reproduce --report: one page a paper.
#pragma once

#include <string>
#include <vector>

#include "reproduction/reproduce.hpp"

namespace rheon::cli {

/// Where pages go: a folder with NAME.html for each paper, or one file.
struct PagePlace {
  std::string folder;  ///< "" if a file is named
  std::string file;    ///< "" if a folder is
};

/// What the value of --report means for these papers; "": the folder `reproduction`. Makes the folder. Throws UsageError
/// where pages could not be written, or if this rheon has none: nobody wants to learn that after minutes.
PagePlace page_place(const std::string& value, const std::vector<std::string>& papers);

/// Writes the page of every paper of which there is something to show, each complete or not at all; returns lines that say
/// where they are, and which papers an interrupt left without one.
std::string write_pages(const Reproduction& reproduction, const PagePlace& place);

}  // namespace rheon::cli
