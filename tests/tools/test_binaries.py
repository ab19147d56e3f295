"""The built programs take no code from the folder they are called in, and are hardened."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import elf  # noqa: E402

BUILD = pathlib.Path(os.environ["RHEON_BUILD_DIR"])
COMMAND = os.environ["RHEON_CLI"]
FOLDERS = ("", "bin", "lib", "tests", "bench")


class BinariesTest(unittest.TestCase):
    def test_headers(self):
        files = [path for folder in FOLDERS if (BUILD / folder).is_dir() for path in sorted((BUILD / folder).iterdir())
                 if elf.is_elf(path) and path.suffix not in (".o", ".a")]
        self.assertTrue(files)
        for path in files:
            with self.subTest(path.name):
                self.assertEqual(elf.faults(path), [])

    @unittest.skipUnless(COMMAND, "the command is not part of this build")
    def test_the_command_has_a_stack_protector(self):
        self.assertTrue(elf.uses_stack_protector(pathlib.Path(COMMAND)))

    @unittest.skipUnless(COMMAND, "the command is not part of this build")
    def test_libraries_in_the_current_folder_are_not_loaded(self):
        needed = subprocess.run(["readelf", "-d", COMMAND], capture_output=True, text=True, check=True).stdout
        names = [line[line.index("[") + 1:line.rindex("]")] for line in needed.splitlines() if "(NEEDED)" in line]
        self.assertIn("libklu.so.1", names)
        with tempfile.TemporaryDirectory(prefix="rheon-planted-") as folder:
            for name in names:  # the loader refuses an empty library, if it looks at it at all
                (pathlib.Path(folder) / name).touch()
            done = subprocess.run([COMMAND, "--version"], cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_fault_is_seen(self):
        with tempfile.TemporaryDirectory(prefix="rheon-elf-") as folder:
            source, program = pathlib.Path(folder) / "main.cpp", pathlib.Path(folder) / "program"
            source.write_text("int main() { return 0; }\n")
            subprocess.run([os.environ["RHEON_CXX"], str(source), "-no-pie", "-Wl,-rpath,::", "-Wl,-z,norelro,-z,lazy,-z,execstack",
                            "-o", str(program)], check=True, capture_output=True)
            self.assertEqual(len(elf.faults(program)), 5)


if __name__ == "__main__":
    unittest.main()
