"""The pages docs/reproduction.md, docs/conformance.md and docs/benchmarks.md say what a fresh run says.

The same claims, verdicts and refusals; numbers of the same order of magnitude, since digits of round-off and of chaotic
growth depend on the machine.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["RHEON_SOURCE_DIR"])
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
ROUND_OFF = 1e-9  # below this two numbers count as the same
BLOWN_UP = 1e6  # and above this: runs shown to be unstable grow from round-off
FAR_BELOW = 1e-4  # of its bound: whether a step near a singular position is replaced, round-off decides


def rows(page: str) -> list[list[str]]:
    """Cells of all table rows, with the heading they stand under."""
    found, heading = [], ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("| ") and not line.startswith("| ---"):
            found.append([heading] + [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def first_number(cell: str) -> float | None:
    found = NUMBER.search(cell)
    return None if found is None else abs(float(found.group()))


def alike(one: str, two: str) -> bool:
    """The first numbers of both differ by less than a factor of ten, or are both round-off, or what it has grown to."""
    x, y = first_number(one), first_number(two)
    if x is None or y is None:
        return x is y
    if max(x, y) < ROUND_OFF or min(x, y) > BLOWN_UP or x == y:
        return True
    return min(x, y) > 0 and max(x, y) / min(x, y) < 10


def far_below(cell: str, bound: str) -> bool:
    x, limit = first_number(cell), first_number(bound)
    return x is not None and limit is not None and bound.startswith("<") and x < FAR_BELOW * limit


class Pages(unittest.TestCase):
    def fresh(self, *words: str) -> list[list[str]]:
        with tempfile.TemporaryDirectory(prefix="rheon-page-") as scratch:
            page = pathlib.Path(scratch) / "page.md"
            done = subprocess.run([os.environ["RHEON_CLI"], "reproduce", *words, "--markdown", page],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout[-2000:])
            return rows(page.read_text())

    def kept(self, name: str) -> list[list[str]]:
        return rows((ROOT / "docs" / name).read_text())

    def test_reproduction(self):
        old, new = self.kept("reproduction.md"), self.fresh("all")
        self.assertEqual([r[:5] for r in old], [r[:5] for r in new], "run: rheon reproduce --markdown docs/reproduction.md")
        for before, after in zip(old, new):
            if "is least at" in after[2]:
                continue  # a ranking of round-off (Kang's maps): any change of the arithmetic may turn it
            self.assertEqual(before[6].split(":")[0], after[6].split(":")[0], after)
            self.assertTrue(alike(before[5], after[5]), f"{before} -> {after}")

    def test_conformance(self):
        old, new = self.kept("conformance.md"), self.fresh("matrix")
        self.assertEqual([r[:3] for r in old], [r[:3] for r in new],
                         "run: rheon reproduce matrix --markdown docs/conformance.md")
        for before, after in zip(old, new):
            for cell, again in zip(before[3:], after[3:]):
                self.assertTrue(alike(cell, again), f"{before} -> {after}")

    def test_benchmarks(self):
        old, new = self.kept("benchmarks.md"), self.fresh("benchmarks")
        keys = lambda table: [r[:5] + r[6:7] for r in table]  # problem, measured, method, step; bound
        self.assertEqual(keys(old), keys(new), "run: rheon reproduce benchmarks --long --markdown docs/benchmarks.md")
        for before, after in zip(old, new):
            if after[7].startswith("left out"):
                continue  # the page was made with --long
            self.assertEqual(before[7].split(":")[0], after[7].split(":")[0], after)
            if far_below(before[5], after[6]) and far_below(after[5], after[6]):
                continue
            self.assertTrue(alike(before[5], after[5]), f"{before} -> {after}")

    def test_the_comparison_sees_differences(self):
        self.assertTrue(alike("1.0e-03", "2.0e-03"))
        self.assertTrue(alike("3e-16", "8e-15"))
        self.assertFalse(alike("1.0e-03", "2.0e-02"))
        self.assertFalse(alike("", "2.0e-02"))
        self.assertFalse(alike("2e+03", "1e+07"))
        self.assertTrue(far_below("4.1e-07 J", "< 0.1 J"))
        self.assertFalse(far_below("4.1e-04 J", "< 0.1 J"))
        self.assertFalse(far_below("4.1e-07 J", "> 0.1 J"))


if __name__ == "__main__":
    unittest.main()
