#include "cli/support/failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

void print_problems(const ModelError& error) {
  for (const Problem& problem : error.problems()) print_error("{}\n", to_text(problem));
  const std::size_t n = error.problems().size();
  print_error("{} problem{}\n", n, n == 1 ? "" : "s");
}

int internal_error(const char* what) {
  print_error(
      "rheon: internal error: {}\n"
      "  this is a fault of rheon, not of the model; please report it with the model, the command line\n"
      "  and the version ({})\n",
      what, version());
  return exit_internal;
}

}  // namespace

int report_failure(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const ModelError& error) {
    print_problems(error);
    return exit_model;
  } catch (const UsageError& error) {
    print_error("rheon: {}\n", error.what());
    return exit_usage;
  } catch (const WriteError& error) {
    print_error("rheon: {}\n", error.what());
    return exit_internal;
  } catch (const std::bad_alloc&) {
    print_error("rheon: there is not enough memory\n  ask for fewer rows of results (--samples)\n");
    return exit_internal;
  } catch (const std::exception& error) {
    return internal_error(error.what());
  }
}

}  // namespace rheon::cli
