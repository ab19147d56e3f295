"""The tools of the race and of instruction counts: what they compute from numbers that are known."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["RHEON_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "bench" / "support"))

import race_report  # noqa: E402
import race_scaling  # noqa: E402
import race_table  # noqa: E402
from race_record import Record, Row  # noqa: E402
from race_run import Race, Result, Setting  # noqa: E402
from race_search import State, coarsest  # noqa: E402


def load(path):
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


PROBLEM = race_table.Problem("any", "chain", 1, "error", 1e-3, 10)
LARGER = race_table.Problem("larger", "chain", 1000, "error", 1e-3, 10)
ONE, OTHER, THIRD = (race_table.Method(name, race_table.FIXED, quick=name == "one") for name in ("one", "other", "third"))
ENGINE = race_table.Engine("any", "any", (ONE, OTHER, THIRD))
COST = {"one": 1.0, "other": 0.5, "third": 20.0}


class Scripted(Race):
    """Programs whose cost and error are known: steps h cost c/h, the error is h^2, but that of h = 0.1 by luck 0."""

    def __init__(self, **options):
        super().__init__(pathlib.Path("nowhere"), pathlib.Path("nowhere"), lambda *_, **__: None, **options)
        self.seen = []

    def reference(self, problem):
        return None

    def run(self, engine, problem, method, control, setting, *options):
        self.seen.append((method, setting))
        error = 0.0 if setting == 0.1 else setting**2
        limit = float(options[options.index("--limit") + 1]) if "--limit" in options else 1e9
        if COST[method] / setting > limit:
            return {"failed": "took longer than the limit"}
        return {"cpu": COST[method] / setting, "steps": 1, "energy": 0.0, "error": error, "version": "", "setup": 0.0}

    def settings_of(self, method):
        return [setting for name, setting in self.seen if name == method]


def engine_of(*methods):
    return race_table.Engine("any", "any", methods)


class RaceTest(unittest.TestCase):
    def test_ladder(self):
        self.assertEqual(race_table.ladder(race_table.FIXED, PROBLEM)[:5], [0.2, 0.1, 0.05, 0.02, 0.01])
        tolerances = race_table.ladder(race_table.TOLERANCE, PROBLEM)
        self.assertEqual((tolerances[0], tolerances[3], tolerances[-1]), (0.1, 0.01, 1e-12))

    def test_every_end_is_a_whole_number_of_grains(self):
        for problem in race_table.PROBLEMS:
            count = problem.end / (problem.grain or problem.end)
            self.assertEqual(count, round(count), problem.title)

    def test_scan_takes_the_coarsest_good_setting_but_no_lucky_one(self):
        race = Scripted(limit=1e9)
        found = race.scan(engine_of(ONE), PROBLEM)
        # sqrt(1e-3) = 0.0316 is the largest step: 10 s in 317 steps; 0.02 is the first good one of the ladder, and
        # between it and 0.05 the ones that divide 10 s are tried
        self.assertEqual(found.best.setting, 10 / round(10 / (0.02 * 2.5 ** (1 / 3))))
        self.assertEqual(race.settings_of("one")[:4], [0.2, 0.02, 0.05, 0.01])
        self.assertEqual(len(race.seen), len(set(race.seen)))  # none of them twice

    def test_lucky_setting_without_a_finer_one_that_confirms_it(self):
        states = [State.BAD, State.GOOD, State.BAD, State.BAD, State.GOOD, State.GOOD]
        self.assertEqual(coarsest(6, lambda k: states[k], 1, 1), 4)
        # missing the accuracy more slowly than others reach it confirms nothing
        self.assertIsNone(coarsest(3, lambda k: [State.BAD, State.GOOD, State.SLOW][k]))
        # but what takes too long to know does not speak against it
        self.assertEqual(coarsest(3, lambda k: [State.BAD, State.GOOD, State.END][k], 0, 1), 1)

    def test_settings_that_a_stride_jumps_over_are_tried_when_finer_ones_take_too_long(self):
        states = [State.BAD, State.BAD, State.GOOD, State.END]
        self.assertEqual(coarsest(4, lambda k: states[k]), 2)

    def test_search_begins_where_the_last_one_ended(self):
        race = Scripted(limit=1e9)
        before = race.scan(engine_of(ONE), PROBLEM)
        race.seen.clear()
        self.assertEqual(race.scan(engine_of(ONE), PROBLEM, before=before).best.setting, before.best.setting)
        self.assertLess(len(race.seen), 6)
        self.assertNotIn(0.2, race.settings_of("one"))

    def test_slow_methods_end_early_and_the_cheapest_wins(self):
        race = Scripted(limit=1e9)
        found = race.scan(ENGINE, PROBLEM)
        self.assertEqual(found.best.method, "other")
        self.assertIsNone(found.of(THIRD))
        self.assertEqual(race.settings_of("third"), [0.2])

    def test_large_problems_run_what_did_well_with_fewer_bodies(self):
        race = Scripted(limit=1e9)
        small = race.scan(engine_of(ONE), PROBLEM)
        self.assertEqual(race.methods(ENGINE, LARGER, small), [ONE])
        self.assertEqual(race.methods(ENGINE, LARGER, None), [ONE])  # the quick one

    def test_engines_that_cannot_reach_a_size_do_not_try(self):
        race = Scripted(limit=1e9)
        ten = race_table.Problem("ten", "chain", 10, "error", 1e-3, 10)
        small = race.scan(engine_of(ONE), ten)
        self.assertEqual(race.hopeless(LARGER, small, ten), "")
        self.assertIn("longer than 20 s", Scripted(limit=20).hopeless(LARGER, small, ten))
        self.assertIn("given up with N = 10", race.hopeless(LARGER, Result("any"), ten))
        self.assertEqual(race.hopeless(LARGER, Result("any"), PROBLEM), "")  # one body predicts nothing

    def test_strides_grow_from_where_the_last_search_ended(self):
        asked = []

        def state(k):
            asked.append(k)
            return State.GOOD if k >= 8 else State.BAD

        self.assertEqual(coarsest(20, state, 4, 1), 8)
        self.assertEqual(asked, [4, 5, 7, 10, 9, 8, 9])  # strides 1, 2, 3, then back to 8, which 9 confirms

    def test_median_of_repetitions_counts_also_against_a_lucky_scan(self):
        fast, slow = (Setting(name, race_table.FIXED, 0.1, cpu) for name, cpu in (("one", 1.0), ("other", 1.1)))
        result = Result("any", [fast, slow])
        fast.times, fast.cpu = [3.0], 3.0
        slow.times, slow.cpu = [2.0], 2.0
        self.assertIs(result.best, slow)

    def test_record_keeps_engines_and_rows_that_are_not_renewed(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            record = Record(folder, "race", "", ["a", "b"])
            for title, engine, cpu in (("b", "rheon", 1.0), ("b", "IDA", 3.0), ("a", "rheon", 2.0), ("b", "rheon", 0.5)):
                found = Setting("one", race_table.FIXED, 0.1, cpu, error=1e-4)
                record.take(Row(title, "error", 1e-3, "0.001", "here", 1, {engine: Result(engine, [found])}))
            record.write(["rheon", "IDA"], ["IDA"])
            again = Record(folder, "race", "", ["a", "b"])
            self.assertEqual([row.title for row in again.in_order()], ["a", "b"])
            self.assertEqual(again.result("b", "rheon").best.cpu, 0.5)
            self.assertEqual(again.result("b", "IDA").best.cpu, 3.0)
            self.assertIn(" 6.00 |", again.text(["rheon", "IDA"], ["IDA"]))  # 3.0 / 0.5
            self.assertEqual(Record(folder, "race", "", [], fresh=True).rows, {})

    def test_exponent(self):
        points = [{"n": n, "us_per_step": 3.0 * n**1.5} for n in (100, 300, 1000)]
        self.assertAlmostEqual(race_scaling.fit(points), 1.5, places=12)  # exact but for round-off

    def test_table(self):
        self.assertEqual(race_report.table(["a", "bcde"], [["xyz", "1"]]), "| a   | bcde |\n| --- | ---: |\n| xyz |    1 |\n")


class InstructionsTest(unittest.TestCase):
    def test_compare(self):
        compare = load(ROOT / "tools" / "check_instructions").compare
        lines = compare({"a": 100, "b": 100, "c": 100, "d": 1}, {"a": 104, "b": 106, "c": 90}, {"c": 360})
        self.assertEqual(lines, ["a: 100 -> 104 instructions a step (+4.0 %)",
                                 "warning: b: 100 -> 106 instructions a step (+6.0 %)",
                                 "c: 100 -> 90 instructions a step (-10.0 %), interpreted 4.0 times as many",
                                 "warning: d was not counted: the case is gone"])


if __name__ == "__main__":
    unittest.main()
