"""Every example runs, and gives the figures that the table in its README states.

The table has the columns `figure | expected | within | source | why this tolerance`. A figure is, in backticks,

    CHANNEL at TIME               the recorded value at that time
    largest CHANNEL, smallest CHANNEL
    CHANNEL against FILE:COLUMN   largest distance from a column of tests/data/reference/FILE, at the common times
    summary FIELD                 a number of the summary, as `rheon run --json` names it
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
CLI = os.environ.get("RHEON_CLI", "")
REFERENCE = ROOT / "tests" / "data" / "reference"
SAME_TIME = 1e-9  # s: times on both grids are multiples of 0.05 ms, round-off apart


def read_table(path: pathlib.Path) -> dict[str, list[float]]:
    with path.open(newline="", encoding="utf-8") as lines:
        header, *rows = csv.reader(lines)
    columns = zip(*[[float(cell) for cell in row] for row in rows])
    return dict(zip(header, map(list, columns)))


def expectations(readme: pathlib.Path) -> list[tuple[str, float, float]]:
    """(figure, expected, within) for each row of the table of figures."""
    found = []
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"`[^`]+`", cells[0]):
            found.append((cells[0].strip("`"), float(cells[1].split()[0]), float(cells[2].split()[0])))
    return found


def distance(run: dict, channel: str, reference: dict, column: str) -> float:
    """Largest difference at the times that both have."""
    times = {round(t / SAME_TIME): row for row, t in enumerate(run["t"])}
    pairs = [(times[key], row) for row, t in enumerate(reference["t"]) if (key := round(t / SAME_TIME)) in times]
    if len(pairs) < 50:
        raise AssertionError(f"only {len(pairs)} common times: the comparison would say little")
    return max(abs(run[channel][i] - reference[column][j]) for i, j in pairs)


def value_of(figure: str, run: dict, summary: dict) -> float:
    if match := re.fullmatch(r"(\S+) at (\S+)", figure):
        rows = [row for row, t in enumerate(run["t"]) if abs(t - float(match[2])) < SAME_TIME]
        return run[match[1]][rows[0]]
    if match := re.fullmatch(r"(largest|smallest) (\S+)", figure):
        return (max if match[1] == "largest" else min)(run[match[2]])
    if match := re.fullmatch(r"(\S+) against (\S+):(\S+)", figure):
        return distance(run, match[1], read_table(REFERENCE / match[2]), match[3])
    if match := re.fullmatch(r"summary (\S+)", figure):
        value = summary
        for key in match[1].split("."):
            value = value[key]
        return value
    raise AssertionError(f"'{figure}' is not a figure; see the head of {__file__}")


@unittest.skipUnless(CLI, "RHEON_CLI is not set")
class Examples(unittest.TestCase):
    def test_stated_figures(self):
        folders = sorted(model.parent for model in (ROOT / "examples").glob("*/model.yaml"))
        self.assertTrue(folders)
        for folder in folders:
            with self.subTest(example=folder.name), tempfile.TemporaryDirectory(prefix="rheon-example-") as scratch:
                expected = expectations(folder / "README.md")
                self.assertTrue(expected, "the README states no figures")
                output = pathlib.Path(scratch) / "run.csv"
                done = subprocess.run([CLI, "run", folder / "model.yaml", "--json", "-o", output],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                run, summary = read_table(output), json.loads(done.stdout)
                for figure, value, within in expected:
                    with self.subTest(figure=figure):
                        self.assertAlmostEqual(value_of(figure, run, summary), value, delta=within)

    def test_a_wrong_figure_is_noticed(self):
        run = {"t": [0.0, 1.0], "x": [0.0, 2.0]}
        self.assertEqual(value_of("x at 1", run, {}), 2.0)
        self.assertEqual(value_of("smallest x", run, {}), 0.0)
        self.assertEqual(value_of("summary energy.end", run, {"energy": {"end": 3.0}}), 3.0)
        with self.assertRaises(AssertionError):
            value_of("x about 1", run, {})
        with self.assertRaises(AssertionError):
            distance(run, "x", {"t": [0.0, 1.0], "x": [0.0, 0.0]}, "x")


if __name__ == "__main__":
    unittest.main()
