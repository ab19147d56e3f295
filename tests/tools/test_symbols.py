"""A shared librheon shows what the public headers declare, and nothing else.

Objects of a static library and of a shared one are the same: where the build has an archive, it is linked once more as a
shared library, which takes seconds.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("RHEON_BUILD_DIR", ""))
CXX = os.environ.get("RHEON_CXX", "c++")
sys.path.insert(0, str(ROOT / "tests/support"))
import public_names  # noqa: E402
import shared_library  # noqa: E402

PUBLIC = list(public_names.of_headers(ROOT / "include"))
# the namespaces and classes that headers declare, and the texts that the demangler puts before the names of their tables
TABLES = re.compile(r"^(typeinfo for|typeinfo name for|vtable for|non-virtual thunk to|virtual thunk to) ")


def spelled(namespace: str, holder: str, name: str) -> str:
    return "::".join(part for part in (namespace, holder, name) if part)


class HeaderTest(unittest.TestCase):
    def test_every_declaration_is_marked(self):
        unmarked = [f"{header.name}: {spelled(*names)}" for header, *names, in
                    ((h, n, c, f) for h, n, c, marked, f in PUBLIC if not marked)]
        self.assertEqual(unmarked, [], "RHEON_API is missing (include/rheon/core/api.hpp)")

    def test_one_header_includes_all(self):
        seen, left = set(), ["rheon/rheon.hpp"]
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left += re.findall(r'^#include "(rheon/[^"]+)"', (ROOT / "include" / name).read_text(encoding="utf-8"), re.M)
        self.assertEqual({p.relative_to(ROOT / "include").as_posix() for p in (ROOT / "include").rglob("*.hpp")} - seen, set())

    def test_every_marked_function_is_found(self):
        headers = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "include").rglob("*.hpp"))
        marks = len(re.findall(r"^RHEON_API ", headers, re.M))
        self.assertGreater(marks, 0)
        self.assertEqual(sum(not holder for _, _, holder, *_ in PUBLIC), marks)

    def test_what_is_read_off_the_headers(self):
        text = "namespace rheon {\nclass RHEON_API A {\n public:\n  A();\n  int f(int x,\n        int y) const;\n" \
               "  int g() const { return 1; }\n  A(A&&) = default;\n private:\n  struct Impl;\n};\n" \
               "struct B {\n  std::function<bool(int)> h;\n  void k();\n};\nRHEON_API void m(std::function<int(int)> f);\n" \
               "void n();\ninline void o() {}\ntemplate <class T>\nvoid p(T t);\n}  // namespace rheon\n"
        self.assertEqual(list(public_names.declarations(text)),
                         [("rheon", "A", True, "A"), ("rheon", "A", True, "f"), ("rheon", "B", False, "k"),
                          ("rheon", "", True, "m"), ("rheon", "", False, "n")])


@unittest.skipUnless(BUILD.name and shared_library.is_possible(BUILD), "there is no library in this build")
class SymbolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="rheon-symbols-")
        cls.addClassCleanup(cls.folder.cleanup)
        library = shared_library.link(CXX, BUILD, ROOT / "cmake/rheon.map", pathlib.Path(cls.folder.name))
        listing = subprocess.run(["nm", "-DC", "--defined-only", str(library)], capture_output=True, text=True, check=True)
        cls.shown = [line.split(maxsplit=2)[2] for line in listing.stdout.splitlines()]

    def test_everything_public_is_there(self):
        names = {symbol.split("(")[0].split("[abi:")[0] for symbol in self.shown}
        missing = [spelled(n, c, f) for _, n, c, _, f in PUBLIC if spelled(n, c, f) not in names]
        self.assertEqual(missing, [])

    def test_nothing_else_is(self):
        public = {spelled(n, c, f) for _, n, c, _, f in PUBLIC}
        classes = {spelled(n, c, "") for _, n, c, _, _ in PUBLIC if c}
        classes |= {f"rheon::{name}" for name in re.findall(
            r"^(?:class|struct) RHEON_API (\w+)", "".join(p.read_text() for p in (ROOT / "include").rglob("*.hpp")), re.M)}
        classes |= {f"rheon::expr::{name.removeprefix('rheon::')}" for name in classes}
        other = []
        for symbol in self.shown:
            name = TABLES.sub("", symbol).split("(")[0].split("[abi:")[0]
            holder = name.rpartition("::")[0]
            if name not in public and name not in classes and holder not in classes:
                other.append(symbol)
        self.assertEqual(other, [])

    def test_insides_are_hidden(self):
        for word in ("rheon::code::", "rheon::mechanism::", "::Impl", "Ali3p", "SaddleSolver", "SystemInside", "Eigen::PlainObject"):
            found = [symbol for symbol in self.shown if word in symbol.split("(")[0]]
            self.assertEqual(found, [], word)

    def test_types_that_cross_the_border_have_their_information_there(self):
        for name in ("Error", "ModelError", "UsageError", "OptionError", "WriteError", "RateForm", "StepForm", "Stepper",
                     "RowWatcher"):
            self.assertIn(f"typeinfo for rheon::{name}", self.shown)


if __name__ == "__main__":
    unittest.main()
