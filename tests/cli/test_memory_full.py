"""Rows that go into files do not fill the memory.

By ctest, or by hand: /usr/bin/python3 tests/cli/test_memory_full.py PATH_TO_RHEON
"""
import os
import pathlib
import sys
import tempfile
import unittest

RHEON = os.environ.get("RHEON_CLI", "")

MODEL = """\
rheon: 1
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: [x, y]
kinetic: m/2*(x'^2 + y'^2)
potential: m*g*y
constraints:
  rod: x^2 + y^2 = l^2
initial: {x: l, y: 0, x': 0, y': 0}
simulate: {formulation: ali3p, step: 1 ms, duration: 300 s, samples: 300000}
"""


def peak_of(words, folder):
    """Exit code, and the most memory in MB that a rheon had in use."""
    process = os.posix_spawn(RHEON, [RHEON, *words], os.environ,
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(process, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024


class MemoryTest(unittest.TestCase):
    def test_many_rows(self):
        with tempfile.TemporaryDirectory(prefix="rheon-memory-") as name:
            folder = pathlib.Path(name)
            model = folder / "model.yaml"
            model.write_text(MODEL, encoding="utf-8")
            base = ["run", str(model), "--quiet"]
            code, few = peak_of([*base, "--samples", "100"], folder)
            self.assertEqual(code, 0)
            for outputs in ([], ["-o", str(folder / "a.csv")], ["-o", str(folder / "a.h5")]):
                code, many = peak_of([*base, *outputs], folder)
                self.assertEqual(code, 0)
                # blocks of 16384 rows, and what HDF5 keeps of a file; all rows would be 62 MB
                self.assertLess(many - few, 25, outputs)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        RHEON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
