"""Each check of tools/ finds a planted fault and leaves a tree in order alone."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(os.environ["RHEON_SOURCE_DIR"]) / "tools"


class CheckTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="rheon-tools-")
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)

    def put(self, name, *lines):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in lines))

    def check(self, name):
        done = subprocess.run([sys.executable, "-B", TOOLS / f"check_{name}", "--root", self.root],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def assert_in_order(self, name):
        self.assertEqual(self.check(name), (0, ""))

    def assert_found(self, name, *parts):
        code, said = self.check(name)
        self.assertEqual(code, 1, said)
        for part in parts:
            self.assertIn(part, said)


class LayersTest(CheckTest):
    def setUp(self):
        super().setUp()
        self.put("include/rheon/core/error.hpp", "#include <string>")
        self.put("include/rheon/model/model.hpp", "#include <Eigen/Core>", '#include "rheon/core/error.hpp"')
        self.put("include/rheon/rheon.hpp", '#include "rheon/model/model.hpp"')
        self.put("src/model/parts.hpp", '#include "rheon/model/model.hpp"')
        self.put("src/model/model.cpp", '#include "parts.hpp"', '#include "rheon/core/error.hpp"',
                 "#include <fmt/core.h>")
        for kind in ("slide", "hinge"):
            self.put(f"src/joints/{kind}.hpp", '#include "model/parts.hpp"')
            self.put(f"src/joints/{kind}.cpp", f'#include "joints/{kind}.hpp"')
        self.put("src/joints/table.cpp", '#include "joints/slide.hpp"', '#include "joints/hinge.hpp"')
        self.put("cli/main.cpp", "#include <rheon/rheon.hpp>", "#include <CLI/CLI.hpp>")

    def test_in_order(self):
        self.assert_in_order("layers")

    def test_reproduction_beside_the_command(self):
        self.put("cli/support/output.hpp", '#include "rheon/model/model.hpp"')
        self.put("cli/commands.hpp", '#include "cli/support/output.hpp"')
        self.put("reproduction/reproduce.cpp", '#include "cli/support/output.hpp"', '#include "model/parts.hpp"')
        self.assert_in_order("layers")
        self.put("reproduction/reproduce.cpp", '#include "cli/commands.hpp"')
        self.assert_found("layers", "reproduction/reproduce.cpp:1: reproduction includes cli (cli/commands.hpp)")
        self.put("src/model/model.cpp", '#include "reproduction/reproduce.hpp"')
        self.put("reproduction/reproduce.hpp", "")
        self.assert_found("layers", "src/model/model.cpp:1: model includes reproduction")

    def test_public_header_pointing_up(self):
        self.put("include/rheon/core/names.hpp", "#include <rheon/model/model.hpp>")
        self.assert_found("layers", "include/rheon/core/names.hpp:1: core includes model")

    def test_private_header_pointing_up(self):
        self.put("src/core/names.cpp", "", '#include "model/parts.hpp"')
        self.assert_found("layers", "src/core/names.cpp:2: core includes model")

    def test_relative_path_pointing_up(self):
        self.put("src/core/names.cpp", '#include "../model/parts.hpp"')
        self.assert_found("layers", "src/core/names.cpp:1: core includes model")

    def test_sideways(self):
        self.put("src/forces/spring.cpp", '#include "joints/hinge.hpp"')
        self.assert_found("layers", "src/forces/spring.cpp:1: forces includes joints")

    def test_public_header_with_a_private_dependency(self):
        self.put("include/rheon/io/read.hpp", "#include <yaml-cpp/yaml.h>")
        self.assert_found("layers", "include/rheon/io/read.hpp:1: a public header depends on yaml-cpp/yaml.h")

    def test_public_header_that_includes_a_private_one(self):
        self.put("include/rheon/sim/run.hpp", '#include "model/parts.hpp"')
        self.assert_found("layers", "which is not installed")

    def test_header_of_everything(self):
        self.put("src/sim/run.cpp", '#include "rheon/rheon.hpp"')
        self.assert_found("layers", "src/sim/run.cpp:1: include/rheon/rheon.hpp includes everything")

    def test_missing_header(self):
        self.put("src/sim/run.cpp", '#include "rheon/sim/run.hpp"')
        self.assert_found("layers", "src/sim/run.cpp:1: rheon/sim/run.hpp does not exist")

    def test_second_table(self):
        self.put("src/joints/all.cpp", '#include "joints/slide.hpp"', '#include "joints/hinge.hpp"')
        self.assert_found("layers", "src/joints/all.cpp: includes every kind of its folder")

    def test_decomposition_outside_la(self):
        self.put("src/la/decompositions.cpp", "#include <Eigen/SVD>")
        self.assert_in_order("layers")
        for name in ("src/sim/run.cpp", "tests/unit/sim/run_test.cpp"):
            with self.subTest(name):
                self.put(name, "#include <Eigen/SVD>")
                self.assert_found("layers", f"{name}:1: Eigen/SVD is for src/la alone")

    def test_unknown_folder(self):
        self.put("src/misc/all.cpp", "")
        self.assert_found("layers", 'folder "misc" is not a layer')


class TreeTest(CheckTest):
    def test_in_order(self):
        self.put("README.md", "See docs/home/page.md, https://example.org/home/page and /usr/bin/python3.", "Totals.")
        (self.root / "picture.png").write_bytes(b"\0\1 " + b"/ho" + b"me/somebody/")
        self.assert_in_order("tree")

    def test_machine_path(self):
        for folder in ("ho" "me", "ro" "ot", "wo" "rk"):
            with self.subTest(folder):
                self.put("README.md", "", f"cd /{folder}/rheon")
                self.assert_found("tree", "README.md:2: a path of one machine")

    def test_unfinished(self):
        for mark in ("TO" "DO", "FIX" "ME"):
            with self.subTest(mark):
                self.put("src/core/names.cpp", f"// {mark}: write it")
                self.assert_found("tree", "src/core/names.cpp:1: a mark of unfinished work")

    def test_lock_file(self):
        self.put("viewer/package-lock.json", '"resolved": "https:/' '/registry.example.org/x.tgz"')
        self.assert_found("tree", "viewer/package-lock.json:1: a download address")


class DocsTest(CheckTest):
    def setUp(self):
        super().setUp()
        self.put("docs/references.bib", "@article{Known2015,", "  title = {A}", "}")
        self.put("docs/guide/start.md", "# Start", "## The `rheon` command", "[up](../format.md)")
        self.put("docs/format.md", "[start](guide/start.md#the-rheon-command), [Known2015], [web](https://example.org)")
        self.put("src/core/names.cpp", "// [Known2015] (29)")

    def test_in_order(self):
        self.put("docs/code.md", "```", "[no link](nowhere.md)", "```", "`[none](nowhere.md)`")
        self.assert_in_order("docs")

    def test_broken_link(self):
        self.put("README.md", "", "[start](docs/guide/begin.md)")
        self.assert_found("docs", "README.md:2: the link to docs/guide/begin.md leads nowhere")

    def test_missing_heading(self):
        self.put("README.md", "[start](docs/guide/start.md#end)")
        self.assert_found("docs", "README.md:1: docs/guide/start.md has no heading #end")

    def test_unknown_citation(self):
        self.put("src/core/text.cpp", "// [Unknown1999] (3)")
        self.assert_found("docs", "src/core/text.cpp:1: [Unknown1999] is not in docs/references.bib")

    def test_architecture(self):
        self.put("include/rheon/sim/run.hpp", "class Run {", "  void step();", "};")
        self.put("src/sim/steps.cpp", "void Run::step() { one->two(); }  // formerly advance")
        for line in ("`Run::step` (`sim/steps.cpp`) calls `one->two`.", "| `sim` | runs | `rheon/sim/run.hpp` |",
                     "`step` in `src/LAYER/steps.cpp`, `sim/*.cpp`; `Run`, `rheon run`.", "See `Run` in\n`sim/steps.cpp`."):
            with self.subTest(line):
                self.put("docs/architecture.md", line)
                self.assert_in_order("docs")
        for line, said in [
                ("See `sim/step.cpp`.", "docs/architecture.md:2: there is no file sim/step.cpp"),
                ("See `steps.cpp`.", "there is no file steps.cpp"),
                ("See `sim/KIND.hpp`.", "there is no file sim/KIND.hpp"),
                ("`Run::advance` (`sim/steps.cpp`).", "docs/architecture.md:2: Run::advance is not in sim/steps.cpp"),
                ("In `sim/steps.cpp` is\n`three`.", "docs/architecture.md:3: three is not in sim/steps.cpp"),
                ("`two` (`rheon/sim/run.hpp`), `sim/steps.cpp`.", "two is not in rheon/sim/run.hpp"),
                ("`one->three` in `sim/steps.cpp`.", "one->three is not in sim/steps.cpp"),
                ("See `sim/steps.cpp`. `three` is made.", "docs/architecture.md:2: three is not in the sources"),
        ]:
            with self.subTest(line):
                self.put("docs/architecture.md", "", line)
                self.assert_found("docs", said, "docs: 1 problem")

    def test_files_in_records(self):
        self.put("src/sim/steps.cpp", "void step() {}")
        self.put("docs/adr/001-steps.md", "`src/sim/steps.cpp`, `sim/steps.cpp`, `sim/`", "`gone()`")
        self.assert_in_order("docs")
        self.put("docs/adr/001-steps.md", "", "by `src/sim/walks.cpp`")
        self.assert_found("docs", "docs/adr/001-steps.md:2: there is no file src/sim/walks.cpp", "docs: 1 problem")


class ChangelogTest(CheckTest):
    def setUp(self):
        super().setUp()
        self.put("CMakeLists.txt", "project(rheon", "  VERSION 0.2.0)")

    def test_in_order(self):
        self.put("CHANGELOG.md", "# Changelog", "## [Unreleased]", "### Added", "- A.", "## [0.2.0] - 2026-02-01",
                 "### Fixed", "- B.", "## [0.1.0] - 2026-01-01")
        self.assert_in_order("changelog")

    def test_faults(self):
        for lines, said in [
                (["## [0.1.0] - 2026-01-01"], "exactly one `## [Unreleased]`"),
                (["## [Unreleased]", "## 0.1.0"], "CHANGELOG.md:2: expected"),
                (["## [Unreleased]", "## [0.1.0]"], "CHANGELOG.md:2: a release needs its date"),
                (["## [Unreleased]", "### New"], "CHANGELOG.md:2: no such section: New"),
                (["## [Unreleased]", "- A."], "CHANGELOG.md:2: an entry outside a section"),
                (["## [Unreleased]", "## [0.1.0] - 2026-01-01", "## [0.2.0] - 2026-02-01"],
                 "the newest release comes first"),
                (["## [Unreleased]", "## [0.3.0] - 2026-01-01"], "newer than the version in CMakeLists.txt"),
        ]:
            with self.subTest(said):
                self.put("CHANGELOG.md", *lines)
                self.assert_found("changelog", said)

    def test_missing(self):
        self.assert_found("changelog", "CHANGELOG.md is missing")


class SourcesTest(CheckTest):
    def test_in_order(self):
        self.put("src/sim/steps.cpp", "/// Of the run.", "constexpr double least = 1e-9;", "constexpr int most = 7;",
                 "constexpr double a[] = {0.5};", "constexpr int none = -1;", "constexpr int few = 3;  // by trial")
        self.put("src/io/text.cpp", "constexpr std::size_t width = 100;")
        self.assert_in_order("sources")

    def test_a_number_without_a_reason(self):
        self.put("src/sim/steps.cpp", "", "constexpr int most = 7;")
        self.assert_found("sources", "src/sim/steps.cpp:2: say how this number was found")
        self.put("src/sim/steps.cpp", "int x;")
        self.put("src/io/text.cpp", "constexpr double most = 7.5;")
        self.assert_found("sources", "src/io/text.cpp:1: say how this number was found")

    def test_a_small_number_without_a_name(self):
        self.put("src/sim/steps.cpp", "/// Of the run.", "constexpr OptionSpec options[] = {", "    {1e-3, 1e-4},", "};",
                 "const OptionSpec other{", "    .min = 1e-3,", "};", 'auto text = "1e-9";  // not 1e-9',
                 "if constexpr (small) {", "  x = 1e+3;", "}")
        self.put("src/io/text.cpp", "if (x < 1e-9) return;")
        self.assert_in_order("sources")
        for line in ("  if (x < 1e-9) return;", "  double damping = 2.5e-3;", "  return x * (1 - 1e-12);  // round-off"):
            with self.subTest(line):
                self.put("src/sim/steps.cpp", "constexpr int few() {", line, "}")
                self.assert_found("sources", "src/sim/steps.cpp:2: give this number a name and a reason", "1 problem")

    def test_constants_of_one_name_compiled_together(self):
        self.put("CMakeLists.txt", "rheon_compile_together(rheon src/io/*.cpp)")
        for folder in ("io", "expr"):
            for file in ("a", "b"):
                self.put(f"src/{folder}/{file}.cpp", "constexpr std::size_t most = 7;")
        self.assert_found("sources", 'src/io/b.cpp: src/io/a.cpp has a "most" of its own, too', "1 problem")

    def test_what_is_local_to_files_compiled_together(self):
        self.put("CMakeLists.txt", "foreach(layer IN ITEMS io", "    sim)")
        local = ("namespace rheon {", "namespace {", "", "{}", "", "}  // namespace", "}  // namespace rheon")

        def both(first, second, of=local):
            for file, line in (("a", first), ("b", second)):
                self.put(f"src/sim/{file}.cpp", *(part.format(line) if part == "{}" else part for part in of))

        for first, second in (("double size(int n) { return n; }", "int size() {"),
                              ("struct size {", "class size final : public Base {"),
                              ("template <class T>\nT size(T x) { return x; }", "const std::vector<int>& size(double x) {"),
                              ("using size = int;", "using size = double;")):
            both(first, second)
            self.assert_found("sources", 'src/sim/b.cpp: src/sim/a.cpp has a "size" of its own, too', "1 problem")
        both("static int size() {", "static int size() {", ("{}",))
        self.assert_found("sources", 'has a "size" of its own', "1 problem")
        for first, second in (("using Size = int;", "using Size = int;"), ("struct A {", "struct B {")):
            both(first, second)
            self.assert_in_order("sources")
        both("void run(int);", "void run(double);", ("namespace rheon {", "{}", "}  // namespace rheon"))
        self.assert_in_order("sources")
        for file in "ab":  # a namespace of its own
            self.put(f"src/sim/{file}.cpp", f"namespace {file} {{", "constexpr double w[] = {0.5};", f"}}  // namespace {file}")
        self.assert_in_order("sources")

    def test_a_long_file(self):
        for name in ("src/io/text.cpp", "include/rheon/io/text.hpp", "tests/unit/io/text_test.cpp", "tests/cli/test_text.py",
                     "bench/support/text.cpp", "viewer/src/text.ts", "tests/viewer/text.test.mjs", "tools/dev/text.bash", "dev"):
            with self.subTest(name):
                self.put(name, "#!/bin/bash", *["x"] * 399)
                self.assert_in_order("sources")
                self.put(name, "#!/bin/bash", *["x"] * 400)
                self.assert_found("sources", f"{name}: 401 lines", "1 problem")
                (self.root / name).unlink()

    def test_what_is_no_source_may_be_long(self):
        for name in ("docs/format.md", "tests/data/reference/a.csv", "bench/results/race.json", "LICENSE"):
            self.put(name, *["x"] * 401)
        self.assert_in_order("sources")


if __name__ == "__main__":
    unittest.main()
