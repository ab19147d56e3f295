"""./dev: what it finds missing, how it installs it, and how it answers wrong use. Tools are replaced by fakes."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["RHEON_SOURCE_DIR"])

# Answers as dpkg-query does: known packages with their status, unknown ones with an error.
DPKG_QUERY = """#!/bin/bash
echo "dpkg-query" >>"$FAKE_LOG"
for name in "$@"; do
  case $name in
    -*) ;;
    cmake | ninja-build) echo "$name installed" ;;
    ccache) echo "$name config-files" ;;
    *) if [[ -n ${FAKE_ALL:-} ]]; then echo "$name installed"; else echo "no packages found matching $name" >&2; fi ;;
  esac
done
[[ -n ${FAKE_ALL:-} ]]
"""
RECORDER = """#!/bin/bash
echo "$(basename "$0") $*" >>"$FAKE_LOG"
exit ${FAKE_EXIT:-0}
"""


class DevTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="rheon-dev-")
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name) / "tree with blank"
        self.root.mkdir()
        shutil.copy(SOURCE / "dev", self.root / "dev")
        shutil.copytree(SOURCE / "tools" / "dev", self.root / "tools" / "dev")
        self.fakes = pathlib.Path(scratch.name) / "bin"
        self.fakes.mkdir()
        self.log = pathlib.Path(scratch.name) / "log"
        self.log.touch()

    def fake(self, name, text):
        path = self.fakes / name
        path.write_text(text)
        path.chmod(0o755)

    def bash(self, script, **environment):
        environment = dict(os.environ, PATH=f"{self.fakes}:{os.environ['PATH']}", FAKE_LOG=str(self.log), **environment)
        return subprocess.run(["/bin/bash", "-c", f'source "$1"; {script}', "test", self.root / "dev"], env=environment,
                              capture_output=True, text=True, check=False)

    def dev(self, *arguments):
        return subprocess.run([self.root / "dev", *arguments], capture_output=True, text=True, check=False)

    def test_missing_packages(self):
        self.fake("dpkg-query", DPKG_QUERY)
        done = self.bash("missing_packages cmake ccache libfmt-dev ninja-build libfmt-dev")
        self.assertEqual(done.stdout.split(), ["ccache", "libfmt-dev"])  # only configured files left counts as missing
        self.assertEqual(self.log.read_text(), "dpkg-query\n")  # one call for all

    def test_installs_what_is_missing(self):
        self.fake("dpkg-query", DPKG_QUERY)
        self.fake("apt-get", RECORDER)
        self.fake("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift\nexec "$@"\n')
        done = self.bash("packages_test=(cmake libgtest-dev); need test")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr, "rheon: installing libgtest-dev\n")
        update, install = self.log.read_text().splitlines()[1:]
        self.assertTrue(update.endswith(" update"), update)
        self.assertTrue(install.endswith(" install -y --no-install-recommends libgtest-dev"), install)

    def test_installation_fails(self):
        self.fake("dpkg-query", DPKG_QUERY)
        self.fake("apt-get", RECORDER)
        self.fake("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift\nexec "$@"\n')
        done = self.bash("packages_test=(libgtest-dev); need test; echo went on", FAKE_EXIT="100")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("went on", done.stdout)
        self.assertIn("apt-get install --no-install-recommends libgtest-dev", done.stderr)

    def test_nothing_missing_is_silent(self):
        self.fake("dpkg-query", DPKG_QUERY)
        self.fake("apt-get", RECORDER)
        done = self.bash("packages_build=(cmake libfmt-dev); need build", FAKE_ALL="1")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertNotIn("apt-get", self.log.read_text())

    def test_jobs(self):
        count = int(self.bash("jobs").stdout)
        self.assertTrue(1 <= count <= os.cpu_count())
        self.assertEqual(self.bash("jobs", JOBS="7").stdout, "7\n")

    def test_help(self):
        done = self.dev("help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("rheon", "run", "build", "test", "fuzz", "bench", "format", "tidy", "docs", "coverage", "install"):
            self.assertRegex(done.stdout, rf"(?m)^  {command}\b")

    def test_works_from_any_folder_and_through_links(self):
        link = self.fakes / "rheon-dev"
        link.symlink_to(self.root / "dev")
        again = self.fakes / "again"
        again.symlink_to("rheon-dev")
        for program, folder in ((self.root / "dev", "/"), (link, self.fakes), ("./again", self.fakes)):
            with self.subTest(program):
                done = subprocess.run([program, "help"], cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, self.dev("help").stdout, ""))

    def test_wrong_use(self):
        for arguments, said in [(["tset"], "unknown command 'tset'"), (["build", "fast"], "unknown preset 'fast'"),
                                (["install", "--perfix"], "unknown argument '--perfix'"),
                                (["install", "--prefix"], "--prefix needs a folder"),
                                (["fuzz", "modles"], "no fuzz target is called 'modles'"),
                                (["fuzz", "--minutes", "0"], "a whole number from 1 on, not '0'"),
                                (["fuzz", "--hours", "1"], "unknown option '--hours'")]:
            with self.subTest(said):
                done = self.dev(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(said, done.stderr)

    def test_fuzz_runs_the_targets_and_reports_a_failure(self):
        folder = self.root / "build" / "fuzz"
        folder.mkdir(parents=True)
        for name, rc in (("units", 0), ("csv", 77)):
            program = folder / f"rheon_fuzz_{name}"
            program.write_text(f'#!/bin/bash\necho "$@" >>"$FAKE_LOG"\necho stat::number_of_executed_units: 12\nexit {rc}\n')
            program.chmod(0o755)
        done = self.bash("need() { :; }; build() { :; }; main fuzz units csv --minutes 3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("fuzz units: passed, 12 inputs in 3 min", done.stdout)
        self.assertIn("fuzz csv: FAILED", done.stdout)
        self.assertEqual(self.log.read_text().count("-max_total_time=180"), 2)

    def test_presets_that_serve_some_tests_build_what_these_need(self):
        done = self.bash("configure() { :; }; quietly() { shift; echo \"$*\"; }; build tsan; build tsan one; build dev", JOBS="1")
        first, second, third = (line.split(" -j 1")[1].split() for line in done.stdout.splitlines())
        self.assertIn("rheon_unit_tests", first)
        self.assertEqual((second, third), (["one"], []))

    def test_extended_goes_on_after_a_failure_and_reports_it(self):
        self.fake("../tree with blank/tools/format", "#!/bin/bash\n")
        done = self.bash("need() { :; }; need_for() { :; }; need_arm64() { :; }; report_instructions() { :; }; "
                         "suite() { echo \"ran $1\"; [[ $1 != clang ]]; }; run_fuzz() { echo ran fuzz; }; main test --extended")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([line[4:] for line in done.stdout.splitlines() if line.startswith("ran ")],
                         ["dev", "dev", "asan", "fuzz", "clang", "tsan", "arm64"])

    def test_rheon_gets_arguments_folder_and_exit_code(self):
        (self.root / "cli").mkdir()
        (self.root / "cli" / "main.cpp").touch()
        command = self.root / "build" / "release" / "bin" / "rheon"
        command.parent.mkdir(parents=True)
        command.write_text('#!/bin/bash\npwd\nprintf "<%s>" "$@"\nexit 5\n')
        command.chmod(0o755)
        done = self.bash("need() { :; }; build() { :; }; cd /; main run 'my model.yaml' -v '' '*'")
        self.assertEqual(done.returncode, 5)
        self.assertEqual(done.stdout, "/\n<run><my model.yaml><-v><><*>")

    def test_reproduce_is_built_only_if_asked_for(self):
        (self.root / "cli").mkdir()
        (self.root / "cli" / "main.cpp").touch()
        for words, targets in (("run reproduce.yaml", "rheon_cli"), ("rheon", "rheon_cli"),
                               ("rheon reproduce kang", "rheon_cli rheon_reproduce"),
                               ("rheon help reproduce", "rheon_cli rheon_reproduce")):
            with self.subTest(words):
                done = self.bash(f'need() {{ :; }}; build() {{ echo "$@"; exit 0; }}; main {words}')
                self.assertEqual((done.stdout, done.stderr), (f"release {targets}\n", ""))


if __name__ == "__main__":
    unittest.main()
