"""A report page, read by decoders that are not ours: html.parser, base64, zlib, numpy. Every number is the result's own, bit for bit.

By ctest, or by hand: /usr/bin/python3 tests/python/test_report.py PATH_TO_RHEON
"""
import base64
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

import h5py
import numpy

RHEON = os.environ.get("RHEON_CLI", "")

MODEL = """\
rheon: 1
name: Pendulum, größer
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: [x, y]
kinetic: m/2*(x'^2 + y'^2)
potential: m*g*y
constraints:
  rod: x^2 + y^2 = l^2
initial: {x: l, y: 0, x': 0, y': 0}
simulate: {formulation: ali3p, step: 10 ms, duration: 1 s}
"""

HOSTILE = [
    "</script><script>window.broken = true</script>",
    '"quotes\' `and` \\backslashes\\',
    "<!-- <script> --> &lt;b&gt; &amp;",
    "日本語 Ünïcode \U0001F6B2 \u2028 \u2029 \u202e",
    "n" * 10_000,
    "{}<!-- rheon-data -->",
]


class Page(html.parser.HTMLParser):
    """Scripts by id, as a browser would find them."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.scripts = {}
        self.script = None
        self.size = pathlib.Path(path).stat().st_size
        self.feed(pathlib.Path(path).read_text(encoding="utf-8"))
        self.close()
        self.head = json.loads(self.scripts["rheon-head"])
        self.data_bytes = sum(len(text) for name, text in self.scripts.items() if name.startswith("rheon-data-"))

    def handle_starttag(self, tag, attrs):
        if tag == "script":
            self.script = dict(attrs).get("id", f"anonymous {len(self.scripts)}")
            assert self.script not in self.scripts, self.script
            self.scripts[self.script] = ""

    def handle_endtag(self, tag):
        if tag == "script":
            self.script = None

    def handle_data(self, data):
        if self.script is not None:
            self.scripts[self.script] += data

    def channel(self, result, number):
        """The numbers of a channel, as 64-bit patterns."""
        packed = base64.b64decode(self.scripts[f"rheon-data-{result}-{number}"], validate=True)
        planes = numpy.frombuffer(zlib.decompress(packed), dtype=numpy.uint8)
        rows = self.head["results"][result]["rows"]
        assert planes.size == 8 * rows
        return numpy.ascontiguousarray(planes.reshape(8, rows).T).view("<u8").ravel()

    def table(self, result):
        return [self.channel(result, k) for k in range(len(self.head["results"][result]["channels"]))]


def text(value):
    """A text attribute: those that rheon writes have a fixed length, and h5py gives bytes."""
    return value.decode("utf-8") if isinstance(value, bytes) else value


def channels_of(path):
    """Names, units and 64-bit patterns of a result file, in order."""
    with h5py.File(path) as file:
        sets = sorted(file["channels"].values(), key=lambda one: one.attrs["index"])
        return [(text(one.attrs["name"]), text(one.attrs["unit"]), one[:].astype("<f8").view("<u8")) for one in sets]


def replace_channels(path, columns):
    """Other channels in a result file: name -> numbers."""
    with h5py.File(path, "a") as file:
        del file["channels"]
        group = file.create_group("channels")
        for index, (name, values) in enumerate(columns.items()):
            one = group.create_dataset(f"c{index}", data=numpy.asarray(values, dtype="<f8"))
            one.attrs["name"] = name
            one.attrs["unit"] = "s" if index == 0 else name
            one.attrs["index"] = numpy.int64(index)


class ReportTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="rheon-report-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "model.yaml").write_text(MODEL, encoding="utf-8")

    def rheon(self, *words, code=0):
        done = subprocess.run([RHEON, *words], cwd=self.folder, capture_output=True, text=True, encoding="utf-8")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def page(self, name):
        return Page(self.folder / name)

    def assert_same_numbers(self, page, result, path):
        channels = channels_of(self.folder / path)
        head = page.head["results"][result]
        self.assertEqual([(one["name"], one["unit"]) for one in head["channels"]], [one[:2] for one in channels])
        for number, (name, _, bits) in enumerate(channels):
            numpy.testing.assert_array_equal(page.channel(result, number), bits, err_msg=name)
            values = bits.view("<f8")
            finite = values[numpy.isfinite(values)]
            self.assertEqual(head["channels"][number]["min"], finite.min() if finite.size else None)
            self.assertEqual(head["channels"][number]["max"], finite.max() if finite.size else None)

    def test_a_run_with_a_report(self):
        out = self.rheon("run", "model.yaml", "-o", "out.h5", "--report", "--budget", "energy=1e-2", "--budget", "position=1e-6")
        page = self.page("model.html")
        self.assertIn(f"  report         model.html ({page.size / 1000:.0f} kB)\n", out)
        head = page.head
        self.assertEqual((head["format"], head["kind"], head["source"]), (1, "results", "file"))
        self.assertEqual(head["title"], "Pendulum, größer")
        self.assertEqual(head["notes"], [])
        self.assertIsNone(head["comparison"])
        self.assertEqual(len(head["results"]), 1)
        self.assert_same_numbers(page, 0, "out.h5")
        result = head["results"][0]
        self.assertEqual((result["label"], result["file"], result["model"]), ("ali3p", "out.h5", MODEL))
        self.assertEqual((result["rows"], result["rows_total"], result["note"]), (101, 101, ""))
        with h5py.File(self.folder / "out.h5") as file:
            self.assertEqual(result["summary"], json.loads(file["summary"].attrs["json"]))
            budget = file["budgets/energy"].attrs
            self.assertEqual(budget["limit"], 1e-2)
            self.assertEqual(result["verdicts"][0], {"name": "energy", "value": budget["value"], "limit": 1e-2, "kept": True, "unit": "J"})
        self.assertEqual([one["name"] for one in result["verdicts"]], ["energy", "position"])
        self.assertEqual(result["summary"]["budgets"]["energy"]["value"], result["summary"]["energy"]["worst"]["value"])

    def test_the_report_of_a_file_is_that_of_the_run(self):
        self.rheon("run", "model.yaml", "-o", "out.h5", "--report", "run.html", "--budget", "energy=1e-2", "--set", "l=2")
        out = self.rheon("report", "out.h5")
        run, report = self.page("run.html"), self.page("out.html")
        self.assertIn("  report         out.html (", out)
        self.assert_same_numbers(report, 0, "out.h5")
        versions = report.head["results"][0].pop("versions")
        self.assertEqual(versions["rheon"], run.head["results"][0].pop("versions")["rheon"])
        self.assertIn("hdf5", versions)
        self.assertEqual(report.head, run.head)
        self.assertEqual(report.head["results"][0]["summary"]["parameters"], {"l": "2"})

    def test_what_is_not_finite_stays(self):
        self.rheon("run", "model.yaml", "-o", "out.h5", "--quiet")
        values = numpy.array([0.0, -0.0, numpy.nan, numpy.inf, -numpy.inf, 5e-324, 1.7976931348623157e308, 0.1])
        replace_channels(self.folder / "out.h5", {"t": numpy.arange(8.0), "odd": values, "none": numpy.full(8, numpy.nan)})
        self.rheon("report", "out.h5")
        self.assert_same_numbers(self.page("out.html"), 0, "out.h5")

    def test_hostile_names_are_text(self):
        for number, hostile in enumerate(HOSTILE):
            name = f"out{number}.h5"
            self.rheon("run", "model.yaml", "-o", name, "--quiet")
            replace_channels(self.folder / name, {"t": [0.0, 1.0], hostile: [1.0, 2.0]})
            with h5py.File(self.folder / name, "a") as file:
                file["summary"].attrs["model"] = hostile
                file["summary"].attrs["violation.position.constraint"] = hostile
                del file["model"]
                file["model"] = "# " + hostile
        harmless = self.folder / "plain.h5"
        self.rheon("run", "model.yaml", "-o", harmless.name, "--report", "plain.html", "--quiet")
        files = [f"out{number}.h5" for number in range(len(HOSTILE))]
        self.rheon("report", *files, "--title", HOSTILE[0], "-o", "hostile.html")
        page = self.page("hostile.html")
        self.assertEqual(page.head["title"], HOSTILE[0])
        for number, hostile in enumerate(HOSTILE):
            result = page.head["results"][number]
            self.assertEqual(result["channels"][1]["name"], hostile)
            self.assertEqual(result["model"], "# " + hostile)
            self.assertEqual(result["summary"]["model"], hostile)
            self.assertEqual(result["summary"]["violation"]["position"]["constraint"], hostile)
        # no script that the page has not of itself
        own = {name for name in self.page("plain.html").scripts if not name.startswith("rheon-data-")}
        self.assertEqual({name for name in page.scripts if not name.startswith("rheon-data-")}, own)
        labels = [one["label"] for one in page.head["results"]]
        self.assertEqual(len(set(labels)), len(HOSTILE))

    def test_long_runs_keep_whole_rows_and_every_peak(self):
        self.rheon("run", "model.yaml", "-o", "out.h5", "--quiet")
        random = numpy.random.default_rng(6)
        rows = 200_000
        columns = {"t": numpy.arange(rows) / 1000.0}
        for number in range(7):
            columns[f"x{number}"] = numpy.sin(columns["t"] * (number + 1)) + 1e-3 * random.standard_normal(rows)
        columns["spike"] = numpy.zeros(rows)
        columns["spike"][123_457] = 1.0
        columns["spike"][77_777] = -1.0
        replace_channels(self.folder / "out.h5", columns)
        out = self.rheon("report", "out.h5", "--most-data", "500kB")
        page = self.page("out.html")
        result = page.head["results"][0]
        self.assertLessEqual(page.data_bytes, 500_000)
        self.assertGreater(page.data_bytes, 250_000)
        self.assertEqual(result["rows_total"], rows)
        self.assertIn(f"{result['rows']} of {rows} rows", result["note"])
        self.assertEqual(page.head["notes"], [f"ali3p: {result['note']}"])
        self.assertIn(result["note"], out)
        table = [one.view("<f8") for one in page.table(0)]
        kept = numpy.searchsorted(columns["t"], table[0])
        self.assertEqual((kept[0], kept[-1]), (0, rows - 1))
        self.assertTrue((numpy.diff(kept) > 0).all())
        for (name, whole), values in zip(columns.items(), table):
            numpy.testing.assert_array_equal(values, whole[kept], err_msg=name)
            self.assertEqual((values.min(), values.max()), (whole.min(), whole.max()), name)
        # the extremes of each piece, of which the note says the number
        pieces = int(result["note"].split("of each of ")[1].split()[0])
        for piece in range(pieces):
            begin, end = (rows * k // pieces for k in (piece, piece + 1))
            inside = (kept >= begin) & (kept < end)
            for (name, whole), values in zip(columns.items(), table):
                self.assertEqual(values[inside].min(), whole[begin:end].min(), name)
                self.assertEqual(values[inside].max(), whole[begin:end].max(), name)

    def test_several_results_and_numbers_from_elsewhere(self):
        self.rheon("run", "model.yaml", "-o", "one.h5", "-o", "one.csv", "--quiet")
        self.rheon("run", "model.yaml", "--formulation", "lagrange", "-o", "two.h5", "--quiet")
        (self.folder / "measured.csv").write_text("t,x\n0,1\n0.5,0.25\n1,nan\n", encoding="utf-8")
        self.rheon("report", "one.h5", "two.h5", "measured.csv")
        page = self.page("report.html")
        self.assert_same_numbers(page, 0, "one.h5")
        self.assert_same_numbers(page, 1, "two.h5")
        measured = page.head["results"][2]
        self.assertEqual((measured["label"], measured["summary"], measured["scene"], measured["rows"]), ("measured", {}, None, 3))
        numpy.testing.assert_array_equal(page.channel(2, 1).view("<f8"), [1, 0.25, numpy.nan])

    def test_a_comparison(self):
        self.rheon("compare", "model.yaml", "--formulations", "ali3p,lagrange,kane", "--orders", "--report", "-o", "all.h5", "--quiet")
        page = self.page("model-compare.html")
        comparison = page.head["comparison"]
        done = json.loads(self.rheon("compare", "model.yaml", "--formulations", "ali3p,lagrange,kane", "--orders", "--json"))
        self.assertEqual(comparison["quantities"], ["positions", "velocities", "reactions", "outputs"])
        self.assertEqual(comparison["reference"]["name"], done["reference"]["name"])
        shown = 0
        for row, expected in zip(comparison["rows"], done["rows"], strict=True):
            self.assertEqual((row["label"], row["outcome"]), (expected["label"], expected["outcome"]))
            errors = [expected["errors"][name] for name in comparison["quantities"]]
            self.assertEqual(row["errors"], [one and one["value"] for one in errors])
            self.assertEqual(row["orders"], [expected["orders"][name] for name in comparison["quantities"]])
            self.assertEqual(row["steps"], expected["summary"]["steps"])
            self.assertEqual(row["result"], shown)
            self.assertEqual(page.head["results"][shown]["label"], row["label"])
            shown += 1
        self.assertEqual(comparison["reference"]["result"], shown)
        self.assertEqual(page.head["results"][shown]["label"], "reference")
        # the same motions as in the file of all of them
        with h5py.File(self.folder / "all.h5") as file:
            for number, result in enumerate(page.head["results"]):
                names = [one["name"] for one in result["channels"]]
                joined = file["channels"][f"{result['label']}%2Fx"][:].astype("<f8").view("<u8")
                numpy.testing.assert_array_equal(page.channel(number, names.index("x")), joined)

    def test_a_file_that_was_shortened_is_refused(self):
        self.rheon("run", "model.yaml", "-o", "out.h5", "--quiet")
        whole = (self.folder / "out.h5").read_bytes()
        (self.folder / "out.h5").write_bytes(whole[: len(whole) // 2])
        self.rheon("report", "out.h5", code=2)
        self.assertFalse((self.folder / "out.html").exists())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        RHEON = str(pathlib.Path(sys.argv.pop(1)).resolve())
    assert shutil.which(RHEON), "usage: test_report.py PATH_TO_RHEON"
    unittest.main()
