"""rheon reproduce is carried out by a program of its own, which lies beside the command."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

COMMAND = pathlib.Path(os.environ["RHEON_CLI"])


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


@unittest.skipUnless(os.environ["RHEON_CLI"], "the command is not part of this build")
class HandOverTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="rheon-hand-over-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def alone(self):
        """The command in a folder where nothing lies beside it."""
        return pathlib.Path(shutil.copy(COMMAND, self.folder / "rheon"))

    def beside(self, script):
        """The command beside another program of the name that it looks for."""
        program = self.folder / "rheon-reproduce"
        program.write_text(f"#!/bin/bash\n{script}\n")
        program.chmod(0o755)
        return self.alone()

    def test_through_a_link(self):
        link = self.folder / "link"
        link.symlink_to(COMMAND)
        direct, linked = run(COMMAND, "reproduce", "--help"), run(link, "reproduce", "--help")
        self.assertEqual((direct.returncode, direct.stderr), (0, ""))
        self.assertIn("Usage: rheon reproduce", direct.stdout)
        self.assertEqual(linked.stdout, direct.stdout)
        for words in (("help", "reproduce"), ("--help", "reproduce"), ("-h", "reproduce")):
            self.assertEqual(run(COMMAND, *words).stdout, direct.stdout, words)

    def test_words_and_exit_code(self):
        command = self.beside("printf '<%s>' \"$@\"; exit 77")
        done = run(command, "reproduce", "a b", "--", "*", "-o")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (77, "<a b><--><*><-o>", ""))

    def test_signals(self):
        command = self.beside("trap 'echo ended; exit 130' TERM; echo ready; while true; do read -rt 0.1 <> <(:); done")
        with subprocess.Popen([command, "reproduce"], stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            process.send_signal(signal.SIGTERM)
            self.assertEqual((process.stdout.read(), process.wait(10)), ("ended\n", 130))

    def test_executor_that_is_not_there(self):
        environment = {**os.environ, "RHEON_CODE": "foo"}
        for what in ("dopico", "matrix", "benchmarks"):
            done = subprocess.run([COMMAND, "reproduce", what, "--quick"], capture_output=True, text=True, check=False,
                                  env=environment)
            self.assertEqual((done.returncode, done.stdout), (2, ""), what)
            self.assertIn('rheon: environment variable RHEON_CODE: "foo" is not known', done.stderr)

    def test_not_there(self):
        done = run(self.alone(), "reproduce", "gonzalez")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"rheon: reproduce: {self.folder / 'rheon-reproduce'} cannot be started: No such file", done.stderr)
        self.assertIn("./dev install", done.stderr)
        self.assertEqual(run(self.folder / "rheon", "list").returncode, 0)  # the others do without


if __name__ == "__main__":
    unittest.main()
