"""tools/make_windows: the models kept as examples, other sizes, and what it refuses."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
CLI = os.environ.get("RHEON_CLI", "")


def make(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", ROOT / "tools" / "make_windows", *words], capture_output=True, text=True,
                          check=False)


class MakeWindows(unittest.TestCase):
    def test_examples(self):
        for count, folder in (("1", "four_bar_windows_1"), ("2", "four_bar_windows"), ("40", "four_bar_windows_40")):
            kept = (ROOT / "examples" / folder / "model.yaml").read_text(encoding="utf-8")
            self.assertEqual(make(count).stdout, kept, f"run: tools/make_windows {count} > examples/{folder}/model.yaml")

    @unittest.skipUnless(CLI, "RHEON_CLI is not set")
    def test_a_thousand(self):
        with tempfile.TemporaryDirectory(prefix="rheon-windows-") as scratch:
            model = pathlib.Path(scratch) / "windows.yaml"
            model.write_text(make("1000").stdout, encoding="utf-8")
            done = subprocess.run([CLI, "check", model], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2002 coordinates, 2001 constraint rows", done.stdout)
        self.assertIn("1 degree of freedom", done.stdout)

    def test_wrong_use(self):
        for words in ((), ("0",), ("many",), ("1", "2")):
            done = make(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("make_windows N", done.stderr)


if __name__ == "__main__":
    unittest.main()
