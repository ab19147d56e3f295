"""The documents' commands that take longer: the library installed, and a program compiled against it."""
import unittest

from test_readme import BUILD, CLI, ROOT, Runner


@unittest.skipUnless(CLI and BUILD, "RHEON_CLI and RHEON_BUILD_DIR are not set")
class ReadmeFull(Runner):
    full = True

    def test_readme(self):
        self.check(ROOT / "README.md")


if __name__ == "__main__":
    unittest.main()
