"""The programs of examples/cpp print what their README says.

Their output stands in a ```text block under the heading with the program's name. Words are compared exactly, numbers to
one unit of the last digit printed: compilers differ in round-off, which shows there if anywhere.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
PROGRAMS = os.environ.get("RHEON_CPP_EXAMPLES", "")
README = ROOT / "examples/cpp/README.md"
SECTION = re.compile(r"^## (?P<name>\w+)\n(?P<text>.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
OUTPUT = re.compile(r"^```text\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def expected() -> dict[str, str]:
    found = {}
    for section in SECTION.finditer(README.read_text(encoding="utf-8")):
        if output := OUTPUT.search(section["text"]):
            found[section["name"]] = output[1]
    return found


def unit_of_last_digit(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    return 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


@unittest.skipUnless(PROGRAMS, "RHEON_CPP_EXAMPLES is not set")
class CppExamples(unittest.TestCase):
    def test_every_program_has_its_output_in_the_readme(self):
        self.assertEqual(sorted(expected()), sorted(path.stem for path in (ROOT / "examples/cpp").glob("*.cpp")))

    def test_programs_print_what_the_readme_says(self):
        for name, text in expected().items():
            with self.subTest(program=name), tempfile.TemporaryDirectory(prefix="rheon-example-") as folder:
                done = subprocess.run([pathlib.Path(PROGRAMS) / f"example_{name}"], cwd=folder, capture_output=True,
                                      text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.compare(done.stdout, text)

    def compare(self, now: str, text: str):
        self.assertEqual(NUMBER.sub("#", now).split(), NUMBER.sub("#", text).split(), now)
        for ours, theirs in zip(NUMBER.findall(now), NUMBER.findall(text)):
            # a little more than the unit: the difference of two decimal numbers is not exact
            self.assertAlmostEqual(float(ours), float(theirs), delta=1.01 * unit_of_last_digit(theirs))


if __name__ == "__main__":
    unittest.main()
