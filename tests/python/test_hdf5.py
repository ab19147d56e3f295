"""A result file is read by h5py alone: nothing of rheon is needed.

By ctest, or by hand: /usr/bin/python3 tests/python/test_hdf5.py PATH_TO_RHEON
"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

RHEON = os.environ.get("RHEON_CLI", "")


def text(value):
    """A text attribute: h5py gives those of a fixed length as bytes."""
    return value.decode("utf-8")


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


class Hdf5Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="rheon-hdf5-")
        folder = pathlib.Path(cls.scratch.name)
        (folder / "model.yaml").write_text(MODEL, encoding="utf-8")
        command = [RHEON, "run", "model.yaml", "-o", "out.h5", "-o", "out.csv", "--json"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, encoding="utf-8")
        cls.summary = json.loads(done.stdout)
        cls.file = h5py.File(folder / "out.h5", "r")
        with open(folder / "out.csv", newline="", encoding="utf-8") as table:
            cls.rows = list(csv.reader(table))

    @classmethod
    def tearDownClass(cls):
        cls.file.close()
        cls.scratch.cleanup()

    def test_format(self):
        self.assertEqual(text(self.file.attrs["format"]), "rheon-results")
        self.assertEqual(self.file.attrs["format_version"], 2)
        self.assertEqual(text(self.file["versions"].attrs["rheon"]), self.summary["version"])
        self.assertIn("hdf5", self.file["versions"].attrs)

    def test_channels_are_those_of_the_csv_in_order(self):
        self.assertEqual(list(self.file["channels"]), self.rows[0])
        for number, name in enumerate(self.rows[0]):
            channel = self.file["channels"][name]
            self.assertEqual(channel.dtype, numpy.dtype("<f8"))
            self.assertEqual(text(channel.attrs["name"]), name)
            self.assertEqual(channel.attrs["index"], number)
            numpy.testing.assert_array_equal(channel[:], [float(row[number]) for row in self.rows[1:]])

    def test_units(self):
        self.assertEqual(text(self.file["channels/t"].attrs["unit"]), "s")

    def test_time_runs_from_start_to_end(self):
        numpy.testing.assert_allclose(self.file["channels/t"][:], numpy.linspace(0, 1, 101), rtol=0, atol=1e-12)

    def test_the_pendulum_keeps_its_length(self):
        x, y = self.file["channels/x"][:], self.file["channels/y"][:]
        numpy.testing.assert_allclose(numpy.hypot(x, y), 1.0, rtol=0, atol=1e-6)

    def test_no_text_has_a_variable_length(self):
        """Those are in a heap of their own, where a damaged file leads the library astray."""
        found = []
        self.file.visititems(lambda name, one: found.extend(
            [f"{name}: {key}" for key in one.attrs if h5py.check_string_dtype(one.attrs.get_id(key).dtype) and
             h5py.check_string_dtype(one.attrs.get_id(key).dtype).length is None] +
            ([name] if isinstance(one, h5py.Dataset) and h5py.check_string_dtype(one.dtype) and
             h5py.check_string_dtype(one.dtype).length is None else [])))
        self.assertEqual(found, [])

    def test_model_text(self):
        self.assertEqual(self.file["model"].asstr()[()], MODEL)

    def test_options(self):
        self.assertEqual({name: text(value) for name, value in self.file["options"].attrs.items()}, self.summary["options"])

    def test_summary(self):
        attributes = self.file["summary"].attrs
        # The file was written before the summary was printed, from the same numbers.
        self.assertEqual(json.loads(attributes["json"]), self.summary)
        self.assertEqual(text(attributes["ending"]), "completed")
        self.assertEqual(attributes["steps"], 100)
        self.assertEqual(attributes["energy.end"], self.summary["energy"]["end"])
        self.assertEqual(text(attributes["violation.position.constraint"]), "rod")
        self.assertEqual(list(self.file["summary/notes"].asstr()[:]), self.summary["notes"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        RHEON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
