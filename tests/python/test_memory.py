"""What a large mechanism takes in memory does not grow unseen."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RHEON = os.environ["RHEON_CLI"]
FEW, MANY = 20, 2500  # windows of 2 bodies each

# 10,000 windows take 190 MB with lagrange and 197 MB with ali3p, with the program itself, some 15 MB: 9 kB a body. With as
# many as here it is about the same, and the same in each run but for some percent of how the allocator cuts its memory.
# Instructions of 16 bytes instead of 8 take 11 kB.
MOST_PER_BODY = 10e3


def sanitized():
    with open(RHEON, "rb") as program:
        return b"__asan_init" in program.read()


def peak(windows, *arguments):
    made = subprocess.run([ROOT / "tools/make_windows", str(windows)], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder, "windows.yaml")
        model.write_text(made.stdout, encoding="utf-8")
        run = subprocess.run([RHEON, "run", model, "--duration", "0.005", "--json", *arguments], check=True,
                             capture_output=True, text=True)
    return json.loads(run.stdout)["peak_memory"]


@unittest.skipIf(sanitized(), "the address sanitizer has memory of its own")
class Memory(unittest.TestCase):
    def test_of_windows(self):
        for method in (("ali3p", "trapezoidal"), ("lagrange", "rk4")):
            arguments = ("--formulation", method[0], "--integrator", method[1])
            with self.subTest(method):
                grown = peak(MANY, *arguments) - peak(FEW, *arguments)
                self.assertLess(grown / (2 * (MANY - FEW)), MOST_PER_BODY)


if __name__ == "__main__":
    unittest.main()
