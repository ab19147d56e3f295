"""The C++ classes of bodies, joints, drivers and forces have every kind and every field of the tables."""
import importlib.machinery
import importlib.util
import os
import pathlib
import unittest

ROOT = pathlib.Path(os.environ.get("RHEON_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
CLI = os.environ.get("RHEON_CLI", "")


def load_tool():
    loader = importlib.machinery.SourceFileLoader("make_part_headers", str(ROOT / "tools/make_part_headers"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_part_headers", loader))
    loader.exec_module(module)
    return module


@unittest.skipUnless(CLI, "RHEON_CLI is not set")
class PartHeadersTest(unittest.TestCase):
    def test_headers_are_those_of_the_tables(self):
        for path, content in load_tool().headers(CLI).items():
            with self.subTest(header=path.name):
                self.assertEqual(path.read_text(encoding="utf-8"), content,
                                 "run tools/make_part_headers with this command")

    def test_a_missing_field_would_be_noticed(self):
        tool = load_tool()
        field = {"name": "mass", "type": "a number in kg", "required": True, "help": "mass", "example": "mass: 1 kg"}
        kind = {"section": "bodies", "name": "thin_plate", "title": "plate", "planar": True, "spatial": False,
                "fields": [field]}
        made = tool.header("bodies", [kind])
        self.assertIn("ThinPlate mass(const Quantity& value) const { return with(\"mass\", value); }", made)
        self.assertIn("body::ThinPlate thin_plate(const Quantity& value) const", made)


if __name__ == "__main__":
    unittest.main()
