"""The commands in the documents run and print what the documents say.

In README.md, docs/guide and the examples, the comment <!-- run --> stands before a block of shell commands (```bash) and
says that it shall be run here; <!-- run: exit 3 --> that it ends with that code. If a block without language, or ```text,
follows directly, it is the output (stdout, then stderr), and is compared with the output now: word by word, but numbers
only by their presence, since times, round-off and versions differ. Numbers that a text relies on are checked below.
<!-- run full --> blocks take longer and are left to test_readme_full.py. All blocks of a document run in one folder.

    RHEON_CLI=build/release/bin/rheon /usr/bin/python3 tests/docs/test_readme.py --update

puts the present output into the documents.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
CLI = os.environ.get("RHEON_CLI", "")
BUILD = os.environ.get("RHEON_BUILD_DIR", "")

BLOCK = re.compile(
    r"<!-- run(?P<full> full)?(?:: exit (?P<code>\d+))? -->\n```bash\n(?P<script>.*?)^```\n"
    r"(?:\n*```(?:text)?\n(?P<output>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

# ./dev as a document's reader has it, without building: the command under test, and the tree's build for `install`.
DEV = """#!/bin/sh
command=$1
shift
case $command in
  rheon) exec "$RHEON_CLI" "$@" ;;
  run) exec "$RHEON_CLI" run "$@" ;;
  install) shift; exec cmake --install "$RHEON_BUILD_DIR" --prefix "$1" >/dev/null ;;
  *) echo "the documents' test knows no ./dev $command" >&2; exit 2 ;;
esac
"""


def documents() -> list[pathlib.Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md")), *sorted((ROOT / "examples").glob("*/README.md"))]


def make_folder(folder: pathlib.Path) -> None:
    dev = folder / "dev"
    dev.write_text(DEV, encoding="utf-8")
    dev.chmod(0o755)
    shutil.copytree(ROOT / "examples", folder / "examples")


def run_block(folder: pathlib.Path, script: str) -> tuple[int, str]:
    environment = {**os.environ, "RHEON_CLI": str(pathlib.Path(CLI).resolve()), "RHEON_BUILD_DIR": BUILD}
    done = subprocess.run(["bash", "-c", "set -eo pipefail\n" + script], cwd=folder, env=environment, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout + done.stderr


def without_numbers(output: str) -> list[str]:
    """Lines with # for each number; of a violation only that it is there; curves of plots left out.

    A time at the end of a line may be one that the machine took: its unit goes with its number.
    """
    lines = []
    for line in output.splitlines():
        if re.search(r"[│┤]", line):
            line = "curve"
        line = re.sub(r"^(\s+(?:violation\s+)?(?:position|velocity|acceleration) +\S+ +)(?!\().*", r"\1row", line)
        lines.append(re.sub(r"# [mu]?s$", "# s", " ".join(NUMBER.sub("#", line).split())))
    return lines


def blocks(document: pathlib.Path, full: bool):
    for match in BLOCK.finditer(document.read_text(encoding="utf-8")):
        if full or not match["full"]:
            yield match


class Runner(unittest.TestCase):
    full = False

    def check(self, document: pathlib.Path) -> int:
        count = 0
        with tempfile.TemporaryDirectory(prefix="rheon-docs-") as scratch:
            folder = pathlib.Path(scratch)
            make_folder(folder)
            for block in blocks(document, self.full):
                count += 1
                with self.subTest(document=document.name, script=block["script"]):
                    code, output = run_block(folder, block["script"])
                    self.assertEqual(code, int(block["code"] or 0), output)
                    if block["output"] is not None:
                        self.assertEqual(without_numbers(output), without_numbers(block["output"]),
                                         f"the output in {document} is out of date; see --update in {__file__}")
            if document == ROOT / "README.md":
                self.check_tutorial(folder)
        return count

    def check_tutorial(self, folder: pathlib.Path) -> None:
        """Numbers that the README states."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        channels = {}
        for name in ("wire.csv", "turning.csv"):
            header, *rows = [line.split(",") for line in (folder / name).read_text(encoding="utf-8").splitlines()]
            channels[name] = {channel: [float(row[k]) for row in rows] for k, channel in enumerate(header)}
        wire, turning = channels["wire.csv"], channels["turning.csv"]
        # 3 m g = 2.943 N at the bottom; rows are 4 ms apart, so up to 3/2 m g (2 ms * 6.3 rad/s)^2 = 2.3e-4 N is missed
        self.assertIn("2.943 N", text)
        self.assertAlmostEqual(max(wire["force"]), 3 * 0.1 * 9.81, delta=3e-4)
        # second order at 1 ms: 1.9e-5 N measured
        self.assertLess(max(abs(a - b) for a, b in zip(wire["force"], wire["expected"])), 6e-5)
        # the side force is that of Coriolis: identity at every state, so round-off only
        self.assertLess(max(abs(a - b) for a, b in zip(turning["side"], turning["coriolis"])), 1e-10)
        # sum of the turning points' heights is -2 g/Omega^2; rows are 10 ms apart, z'' up to 20 m/s^2: 20/2*(5 ms)^2
        self.assertAlmostEqual(max(turning["z"]), -2 * 9.81 / (2 * 3.141592653589793) ** 2 - turning["z"][0], delta=3e-4)


@unittest.skipUnless(CLI, "RHEON_CLI is not set")
class Documents(Runner):
    def test_readme(self):
        self.assertGreater(self.check(ROOT / "README.md"), 5)

    def test_others(self):
        for document in documents()[1:]:
            self.check(document)


class Comparison(unittest.TestCase):
    """The comparison itself: it must let numbers pass and nothing else."""

    def test_numbers_pass(self):
        self.assertEqual(without_numbers("force 2.943 N at t = 1e-3 s"), without_numbers("force 2.9 N at t = 5 s"))

    def test_units_of_measured_times_pass(self):
        self.assertEqual(without_numbers("rk4  1000  2.1 ms"), without_numbers("rk4  1000  980 us"))
        self.assertNotEqual(without_numbers("a step of 2 ms, 4 N"), without_numbers("a step of 2 s, 4 N"))

    def test_words_do_not(self):
        self.assertNotEqual(without_numbers("force 2.943 N"), without_numbers("weight 2.943 N"))

    def test_blocks_are_found(self):
        text = "<!-- run: exit 3 -->\n```bash\nfalse\n```\n\n```text\nno\n```\n\n<!-- run -->\n```bash\ntrue\n```\n\nprose\n"
        first, second = BLOCK.finditer(text)
        self.assertEqual((first["script"], first["code"], first["output"]), ("false\n", "3", "no\n"))
        self.assertEqual((second["script"], second["output"]), ("true\n", None))


def update() -> None:
    for document in documents():
        with tempfile.TemporaryDirectory(prefix="rheon-docs-") as scratch:
            folder = pathlib.Path(scratch)
            make_folder(folder)

            def renew(match: re.Match) -> str:
                code, output = run_block(folder, match["script"])
                whole = match[0]
                if code != int(match["code"] or 0):
                    raise SystemExit(f"{document}: a block ended with exit code {code}; nothing was renewed there\n{output}")
                if match["output"] is None:
                    return whole
                at = match.start("output") - match.start()
                return whole[:at] + output.rstrip("\n") + "\n" + whole[match.end("output") - match.start():]

            content = document.read_text(encoding="utf-8")
            document.write_text(BLOCK.sub(renew, content), encoding="utf-8")


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
