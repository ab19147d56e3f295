"""Machine code and interpreter give the same bytes and the same summary: every example under every formulation that takes it.

Runs last a twentieth of what the model says, so that the test takes minutes; RHEON_WHOLE_RUNS=1 takes all of it. There is no
estimate of the error, which would be further runs of the same kind.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
CLI = os.environ.get("RHEON_CLI", "")
PART = 1.0 if os.environ.get("RHEON_WHOLE_RUNS") else 0.05
# Refused by so many formulations, each for a stated reason (masses that vary, rows at velocity level, ...), of 25 times 11.
MOST_REFUSED = 60
# Fields of the summary (docs/cli.md) that differ from run to run: times of the clock and memory.
OF_THE_MACHINE = ("wall_seconds", "cpu_seconds", "peak_memory", "peak_memory_per_coordinate")
EXIT_OK, EXIT_USAGE, EXIT_MODEL, EXIT_STOPPED = 0, 2, 3, 4


def has_machine_code() -> bool:
    done = subprocess.run([CLI, "--version"], env=dict(os.environ, RHEON_CODE=""), capture_output=True, text=True, check=True)
    return "code: machine code" in done.stdout


def formulations() -> list[str]:
    done = subprocess.run([CLI, "list", "formulations", "--json"], capture_output=True, text=True, check=True)
    return [row["name"] for row in json.loads(done.stdout)]


def duration(model: pathlib.Path) -> float:
    match = re.search(r"duration: ([0-9.e-]+) *(ms|s)\b", model.read_text(encoding="utf-8"))
    return float(match[1]) * (1e-3 if match[2] == "ms" else 1.0)


def summary(text: str) -> dict:
    """Numbers as they are written: to the last bit."""
    fields = json.loads(text, parse_float=str)
    for name in OF_THE_MACHINE:
        del fields[name]
    return fields


def outcome(model: pathlib.Path, formulation: str, code: str, folder: str) -> tuple[int, bytes, dict, str]:
    """Exit code, rows, summary without what depends on the machine, and the message of a run that was refused."""
    result = pathlib.Path(folder) / f"{model.parent.name}.{formulation}.{code}.csv"
    command = [CLI, "run", model, "--formulation", formulation, "--no-estimate", "--json", "-o", result]
    command += ["--duration", f"{PART * duration(model):.6g}s"]
    done = subprocess.run(command, env=dict(os.environ, RHEON_CODE=code), capture_output=True, text=True, check=False)
    rows = result.read_bytes() if result.exists() else b""
    if done.returncode in (EXIT_USAGE, EXIT_MODEL):
        return done.returncode, rows, {}, done.stderr
    return done.returncode, rows, summary(done.stdout), ""


class Executors(unittest.TestCase):
    def test_same_bytes(self):
        if not has_machine_code():
            self.skipTest("this machine has one executor alone")
        models = sorted(ROOT.glob("examples/*/model.yaml"))
        cases = [(model, name) for model in models for name in formulations()]
        self.assertGreaterEqual(len(cases), 25 * 11)
        ran = 0
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            def both(case):
                return case, [outcome(*case, code, folder) for code in ("native", "interpret")]

            for (model, name), (native, interpreted) in pool.map(both, cases):
                with self.subTest(model=model.parent.name, formulation=name):
                    self.assertIn(native[0], (EXIT_OK, EXIT_USAGE, EXIT_MODEL, EXIT_STOPPED))
                    self.assertEqual(native[0], interpreted[0], "exit codes differ")
                    self.assertEqual(native[3], interpreted[3], "messages differ")
                    self.assertEqual(native[2], interpreted[2], "summaries differ")
                    self.assertTrue(native[1] == interpreted[1], "rows differ")
                    ran += bool(native[1])
        self.assertGreaterEqual(ran, len(cases) - MOST_REFUSED)


if __name__ == "__main__":
    unittest.main()
