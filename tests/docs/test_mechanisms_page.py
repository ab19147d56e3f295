"""docs/mechanisms.md and docs/format.md: their tables of kinds are those of `rheon list`, the models of the first pass
`rheon check`.

    RHEON_CLI=build/dev/bin/rheon /usr/bin/python3 tests/docs/test_mechanisms_page.py --update

writes the tables anew.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "mechanisms.md"
CLI = os.environ.get("RHEON_CLI", str(ROOT / "build" / "dev" / "bin" / "rheon"))
HEADINGS = {section: (PAGE, f"### {section.capitalize()}") for section in ["bodies", "joints", "drivers", "forces"]}
HEADINGS["view"] = (ROOT / "docs" / "format.md", "## view")
SPACES = {(True, True): "plane and space", (True, False): "plane only", (False, True): "space only"}


def table(kind):
    """The table of one kind, as it stands in the page."""
    lines = [
        f"**`{kind['name']}`**: {kind['title']} ({SPACES[kind['planar'], kind['spatial']]})",
        "",
        "| key | needed | value | meaning | example |",
        "| --- | --- | --- | --- | --- |",
    ]
    for f in kind["fields"]:
        needed = "yes" if f["required"] else "no"
        lines.append(f"| `{f['name']}` | {needed} | {f['type']} | {f['help']} | `{f['example']}` |")
    return "\n".join(lines) + "\n"


def tables():
    for section in HEADINGS:
        listed = subprocess.run([CLI, "list", section, "--json"], capture_output=True, text=True, check=True)
        for kind in json.loads(listed.stdout):
            yield section, kind["name"], table(kind)


def written(text, name):
    """The place of a kind's table in the page, or None."""
    return re.search(rf"^\*\*`{re.escape(name)}`\*\*:.*\n(?:\n\|.*(?:\n\|.*)*\n)?", text, re.MULTILINE)


class MechanismsPage(unittest.TestCase):
    def test_tables(self):
        for section, name, expected in tables():
            with self.subTest(section=section, kind=name):
                page, heading = HEADINGS[section]
                text = page.read_text(encoding="utf-8")
                found = written(text[text.index(f"\n{heading}\n"):], name)
                self.assertIsNotNone(found, "no table")
                self.assertEqual(found.group(0), expected)

    def test_models(self):
        models = re.findall(r"^```yaml\n(rheon: 1\n.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(models), 3)
        for model in models:
            with self.subTest(model=model.splitlines()[1]), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "model.yaml"
                path.write_text(model, encoding="utf-8")
                for command in ("check", "run"):
                    done = subprocess.run([CLI, command, str(path)], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)


def update():
    for section, name, expected in tables():
        page, heading = HEADINGS[section]
        text = page.read_text(encoding="utf-8")
        start = text.index(f"\n{heading}\n")
        found = written(text[start:], name)
        if found is None:
            sys.exit(f"there is no table of `{name}` to be renewed: put its heading where it belongs")
        page.write_text(text[:start + found.start()] + expected + text[start + found.end():], encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        unittest.main()
