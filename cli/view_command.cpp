// rheon view: results in a browser, read as they are needed.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "rheon/report/view.hpp"

namespace rheon::cli {

namespace {

struct ViewArguments {
  std::vector<std::string> files;
  std::string port;
};

constexpr const char* view_examples =
    "Examples:\n"
    "  rheon view crank.h5                     prints an address to open in a browser\n"
    "  rheon view ali3p.h5 lagrange.h5         several results, one over the other\n"
    "  rheon view crank.h5 --port 9000         at this port and no other\n"
    "Numbers are read from the files when the page asks for them: results of any size open at once. Only this\n"
    "machine can reach the page. A single file to pass on: rheon report. While a run goes on: rheon run --live.\n\n";

int view(const ViewArguments& a) {
  const std::optional<int> port = a.port.empty() ? std::nullopt : std::optional(parse_port(a.port));
  const Interrupt interrupt;
  ResultView page(a.files, port);
  print("{}\n  Ctrl-C ends it\n", page.address());
  flush_out();
  page.serve([] { return !Interrupt::requested(); });
  return exit_done;
}

}  // namespace

void add_view(Program& program) {
  auto a = std::make_shared<ViewArguments>();
  Command command = program.add_command("view", "Look at results in a browser, however large they are");
  command.add_option("RESULT", a->files, "result files (HDF5)").required().type_name("");
  command.add_option("--port", a->port, "listen at this port; 0 for any that is free (8137, or the next free one)")
      .type_name("N");
  command.footer(std::string(view_examples) + exit_code_help);
  command.action([a] { return view(*a); });
}

}  // namespace rheon::cli
