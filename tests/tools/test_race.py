"""The tools of the race and of instruction counts: what they compute from numbers that are known."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(os.environ["RHEON_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "bench" / "support"))

import race_report  # noqa: E402
import race_scaling  # noqa: E402
import race_table  # noqa: E402
from race_run import Race  # noqa: E402


def load(path):
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


PROBLEM = race_table.Problem("any", "chain", 1, "error", 1e-3, 10)


class Scripted(Race):
    """Programs whose cost and error are known: steps h cost 1/h, the error is h^2, but that of h = 0.1 by luck 0."""

    def __init__(self):
        super().__init__(pathlib.Path("nowhere"), pathlib.Path("nowhere"), lambda *_, **__: None)
        self.seen = []

    def reference(self, problem):
        return None

    def run(self, engine, problem, method, control, setting, *options):
        self.seen.append(setting)
        error = 0.0 if setting == 0.1 else setting**2
        return {"cpu": 1 / setting, "steps": 1, "energy": 0.0, "error": error, "version": ""}


class RaceTest(unittest.TestCase):
    def test_ladder(self):
        self.assertEqual(race_table.ladder(race_table.FIXED, PROBLEM)[:5], [0.2, 0.1, 0.05, 0.02, 0.01])
        tolerances = race_table.ladder(race_table.TOLERANCE, PROBLEM)
        self.assertEqual((tolerances[0], tolerances[3], tolerances[-1]), (0.1, 0.01, 1e-12))

    def test_scan_takes_the_coarsest_good_setting_but_no_lucky_one(self):
        race = Scripted()
        engine = race_table.Engine("any", "any", (race_table.Method("one", race_table.FIXED),))
        found = race.scan(engine, PROBLEM)
        self.assertEqual(found.setting, 0.02)  # 0.02^2 = 4e-4 is the first below 1e-3
        self.assertEqual(race.seen, [0.2, 0.1, 0.05, 0.02, 0.01])  # and ends where settings get slower

    def test_exponent(self):
        points = [{"n": n, "us_per_step": 3.0 * n**1.5} for n in (100, 300, 1000)]
        self.assertAlmostEqual(race_scaling.fit(points), 1.5, places=12)  # exact but for round-off

    def test_table(self):
        self.assertEqual(race_report.table(["a", "bcde"], [["xyz", "1"]]), "| a   | bcde |\n| --- | ---: |\n| xyz |    1 |\n")


class InstructionsTest(unittest.TestCase):
    def test_compare(self):
        compare = load(ROOT / "tools" / "check_instructions").compare
        lines = compare({"a": 100, "b": 100, "c": 100, "d": 1}, {"a": 104, "b": 106, "c": 90})
        self.assertEqual(lines, ["a: 100 -> 104 instructions a step (+4.0 %)",
                                 "warning: b: 100 -> 106 instructions a step (+6.0 %)",
                                 "c: 100 -> 90 instructions a step (-10.0 %)",
                                 "warning: d was not counted: the case is gone"])


if __name__ == "__main__":
    unittest.main()
