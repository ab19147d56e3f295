// Numbers over time from a file: a reference to compare with. Any thread.
//
//   CompareRequest request;
//   request.reference = read_series("measured.csv");               // t,x,force
//   request.reference_name = "measured.csv";                       //  0,0.1,9.8 ...
#pragma once

#include <string>

#include "rheon/core/api.hpp"
#include "rheon/sim/results.hpp"

namespace rheon {

/// CSV: one header line with names, the first of them `t` (in seconds); one line a row, commas, numbers with a point;
/// quotes as in RFC 4180. Empty lines and lines that begin with # are skipped. A name that ends in .h5 or .hdf5 is read
/// as results that rheon wrote. Only channels and rows are filled in from CSV; units are not known there. Throws UsageError with
/// file:line:column.
RHEON_API Results read_series(const std::string& path);

/// The same from memory; `file` is the name used in messages.
RHEON_API Results read_series_text(std::string_view text, const std::string& file);

}  // namespace rheon
