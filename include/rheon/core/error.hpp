// Errors at the boundary: loading, assembling, choosing options. The hot loop uses Status instead.
//
//   try {
//     const System system(read_model("model.yaml"));
//   } catch (const ModelError& e) {
//     for (const Problem& p : e.problems()) std::printf("%s:%d: %s\n", p.place.file.c_str(), p.place.line, p.what.c_str());
//   } catch (const Error& e) {
//     std::fprintf(stderr, "%s\n", e.what());
//   }
//
// All types here are values that own their texts. `what()` is the whole message, of several lines where there are several
// problems, without a line break at its end.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// A place in a text file. Lines and columns count from 1; 0 means "not known".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

/// One thing that is wrong, in four parts: where, what, the numbers seen, what to do.
struct Problem {
  Place place;
  std::string element;  ///< the named thing, e.g. `constraint "steer"`; may be empty
  std::string what;     ///< one sentence without a full stop
  std::string numbers;  ///< values seen, or the text with a caret below it; may be empty, may have several lines
  std::string remedy;   ///< what to do; may be empty
};

/// `file:line:column: element: what`, then numbers and remedy indented by two blanks.
RHEON_API std::string to_text(const Problem& problem);

/// Root of everything rheon throws by itself. Besides, only what the standard library throws (bad_alloc; length_error for a model
/// whose programs would be too long) and what functions of the caller throw, which goes through unchanged.
class RHEON_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The model cannot be used; holds every problem found, not only the first (exit code 3).
class RHEON_API ModelError : public Error {
 public:
  explicit ModelError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// A call or option makes no sense: unknown name, value out of range, pairing refused (exit code 2).
class RHEON_API UsageError : public Error {
 public:
  using Error::Error;
};

/// The value of an option does not suit the model: a list of the wrong length, a name that does not exist. Makers of a
/// user's own formulations throw it too.
class RHEON_API OptionError : public UsageError {
 public:
  OptionError(std::string option, const std::string& what);
  const std::string& option() const { return option_; }

 private:
  std::string option_;
};

/// Collects problems while reading goes on; `throw_if_any` ends a phase. One thread at a time.
class RHEON_API Problems {
 public:
  void add(Problem problem) { list_.push_back(std::move(problem)); }
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const std::vector<Problem>& list() const { return list_; }
  /// Throws ModelError with all problems in the order of their places.
  void throw_if_any() const;

 private:
  std::vector<Problem> list_;
};

}  // namespace rheon
