"""Installs the library into a folder of its own and uses it from outside, by CMake and by pkg-config."""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import elf  # noqa: E402
import shared_library  # noqa: E402

BUILD = os.environ["RHEON_BUILD_DIR"]
CXX = os.environ["RHEON_CXX"]
ROOT = pathlib.Path(os.environ["RHEON_SOURCE_DIR"])
OUTSIDE = pathlib.Path(__file__).resolve().parent / "outside"
EXPECTED = "f_c = 0.8333 N after 100 steps\n"


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(done.args)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="rheon-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    def test_find_package(self):
        build = self.folder / "by-cmake"
        run("cmake", "-G", "Ninja", "-S", OUTSIDE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", build)
        self.assertEqual(run(build / "outside"), EXPECTED)

    def test_pkg_config(self):
        [description] = self.prefix.rglob("rheon.pc")
        environment = dict(os.environ, PKG_CONFIG_PATH=str(description.parent))
        flags = shlex.split(run("pkg-config", "--cflags", "--libs", "rheon", env=environment))
        program = self.folder / "by-pkg-config"
        run(CXX, "-std=c++20", OUTSIDE / "main.cpp", *flags, "-o", program)
        library = os.pathsep.join(sorted({str(path.parent) for path in self.prefix.rglob("librheon*")}))
        self.assertEqual(run(program, env=dict(environment, LD_LIBRARY_PATH=library)), EXPECTED)

    def test_shared_library(self):
        """Programs that name every public header, and derive from its classes, link what a shared library shows."""
        [description] = self.prefix.rglob("rheon.pc")
        environment = dict(os.environ, PKG_CONFIG_PATH=str(description.parent))
        flags = shlex.split(run("pkg-config", "--libs", "rheon", env=environment))
        uses = [flag for flag in flags if flag.startswith(("-l", "-L")) and flag != "-lrheon"]
        include = shlex.split(run("pkg-config", "--cflags", "rheon", env=environment))
        folder = self.folder / "shared"
        folder.mkdir()
        library = shared_library.link(CXX, pathlib.Path(BUILD), ROOT / "cmake/rheon.map", folder, *uses)
        everything = folder / "everything.cpp"
        headers = sorted((self.prefix / "include").rglob("*.hpp"))
        everything.write_text("".join(f"#include <{path.relative_to(self.prefix / 'include')}>\n" for path in headers) +
                              '#include "main.cpp"\n', encoding="utf-8")
        sources = {"everything": everything}
        sources |= {path.stem: path for path in (ROOT / "examples/cpp").glob("*.cpp")}
        for name, source in sources.items():
            with self.subTest(name):
                program = folder / name
                run(CXX, "-std=c++20", "-I", OUTSIDE, source, *include, library, "-o", program,
                    f"-Wl,-rpath,{library.parent}")
                printed = run(program, cwd=folder)
                self.assertEqual(printed if name == "everything" else bool(printed), EXPECTED if name == "everything" else True)

    def test_versions_that_fit(self):
        """As docs/versioning.md says: before 1.0 the same minor version, not older."""
        [description] = self.prefix.rglob("rheonConfigVersion.cmake")
        version = run("pkg-config", "--modversion", next(self.prefix.rglob("rheon.pc"))).strip()
        major, minor, patch = (int(part) for part in version.split("."))
        self.assertEqual(major, 0, "docs/versioning.md has another rule from 1.0 on: test that")
        script = self.folder / "fits.cmake"
        script.write_text(f'include("{description}")\nmessage("${{PACKAGE_VERSION_COMPATIBLE}}")\n', encoding="utf-8")

        def fits(*asked):
            words = [f"-DPACKAGE_FIND_VERSION={'.'.join(map(str, asked))}", f"-DPACKAGE_FIND_VERSION_COUNT={len(asked)}"]
            words += [f"-DPACKAGE_FIND_VERSION_{part}={n}" for part, n in zip(("MAJOR", "MINOR", "PATCH"), asked)]
            done = subprocess.run(["cmake", *words, "-P", str(script)], capture_output=True, text=True, check=True)
            return done.stderr.strip() == "TRUE"

        self.assertTrue(fits(major, minor))
        self.assertTrue(fits(major, minor, patch))
        self.assertFalse(fits(major, minor, patch + 1))
        self.assertFalse(fits(major, minor + 1))
        self.assertFalse(fits(major, minor - 1))
        self.assertFalse(fits(major + 1, 0))

    def test_nothing_installed_points_back_to_the_source_tree(self):
        for pattern in ("*.cmake", "*.pc", "*.hpp"):
            for path in self.prefix.rglob(pattern):
                content = path.read_text()
                self.assertNotIn(os.environ["RHEON_SOURCE_DIR"], content, path)

    def test_license(self):
        self.assertTrue(list(self.prefix.rglob("LICENSE")))

    @unittest.skipUnless(os.environ["RHEON_CLI"], "the command is not part of this build")
    def test_command(self):
        run(self.prefix / "bin" / "rheon", "--version")
        self.assertIn("rheon reproduce [OPTIONS]", run(self.prefix / "bin" / "rheon", "reproduce", "--help"))

    def test_reproduction_is_no_part_of_the_library(self):
        self.assertEqual([path.name for path in self.prefix.rglob("*reproduc*") if path.suffix in (".a", ".hpp", ".so")], [])

    def test_headers_of_programs_and_libraries(self):
        for path in [path for path in self.prefix.rglob("*") if elf.is_elf(path)]:
            with self.subTest(path.name):
                self.assertEqual(elf.faults(path), [])


if __name__ == "__main__":
    unittest.main()
