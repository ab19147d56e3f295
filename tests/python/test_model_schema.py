"""The published schema accepts every example and refuses what the reader refuses for its keys."""

import copy
import json
import pathlib
import unittest

try:
    import jsonschema
    import yaml
except ImportError:  # neither is needed to build or use rheon
    jsonschema = None

ROOT = pathlib.Path(__file__).resolve().parents[2]


@unittest.skipIf(jsonschema is None, "jsonschema and PyYAML are not installed")
class ModelSchema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads((ROOT / "docs/model.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        cls.validator = jsonschema.Draft7Validator(schema)
        cls.good = {"rheon": 1, "coordinates": ["x"], "kinetic": "x'^2/2"}

    def test_examples_are_valid(self):
        models = sorted(ROOT.glob("examples/*/model.yaml"))
        self.assertTrue(models)
        for path in models:
            with self.subTest(path.parent.name):
                model = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
                model["rheon"] = int(model["rheon"])  # BaseLoader keeps every scalar as text, as rheon does
                self.assertEqual([error.message for error in self.validator.iter_errors(model)], [])

    def test_broken_keys_are_refused(self):
        def changed(**changes):
            model = copy.deepcopy(self.good)
            model.update(changes)
            return {key: value for key, value in model.items() if value is not None}

        self.assertTrue(self.validator.is_valid(self.good))
        for broken in (
            changed(rheon=2),
            changed(coordinates=None),
            changed(kinetic=None),
            changed(mass=[1]),
            changed(kinetc="x"),
            changed(parameters={"2m": 1}),
            changed(parameters={"m": [1]}),
            changed(constraints={"c": 5}),
            changed(tables={"f": {"points": [[0, 0]]}}),
            changed(simulate={"stepp": 1}),
            changed(simulate={"step": -1}),
            changed(outputs={"o": {"unit": "N"}}),
        ):
            with self.subTest(broken):
                self.assertFalse(self.validator.is_valid(broken))


if __name__ == "__main__":
    unittest.main()
