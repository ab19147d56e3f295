"""rheon run --live: rows are seen as they come, and at the end they are those of the file."""
import json
import signal
import subprocess
import time
import unittest


from view_client import PATIENCE, RHEON, ViewCase, same_bits, values_in

# What stops early: the spring tears the mass away faster and faster.
RUNAWAY = """\
rheon: 1
coordinates: [x]
mass: [[1]]
forces: {x: x^3}
initial: {x: 1, x': 0}
simulate: {formulation: lagrange, integrator: dopri5, tolerance: 1e-6, duration: 10 s}
"""


class Live(ViewCase):
    def wait_for_rows(self, server, least):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            status = server.json("/api/status")
            if status["rows"][0] >= least:
                return status
            time.sleep(0.02)
        self.fail(f"{least} rows did not come")

    def wait_for_end(self, server):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if not server.json("/api/status")["running"]:
                return
            time.sleep(0.02)
        self.fail("the run did not end")

    def file(self, name):
        path = self.folder / name
        self.addCleanup(lambda: path.unlink(missing_ok=True))
        return path

    def test_rows_grow_and_end_as_in_the_file(self):
        path = self.file("live.h5")
        server = self.serve("run", "model.yaml", "--live", "--port", "0", "--pace", "0.5", "-o", path.name)
        status = self.wait_for_rows(server, 5)
        self.assertTrue(status["running"])
        head = server.json("/api/head")
        self.assertEqual(head["source"], "live")
        self.assertEqual(head["results"][0]["summary"]["ending"], "running")
        self.assertEqual(head["results"][0]["summary"]["formulation"], "ali3p")
        self.assertEqual(head["results"][0]["file"], "")
        width = len(head["results"][0]["channels"])
        early, _ = server.rows(range(width), most=1000)
        self.assertFalse(path.exists())
        later = self.wait_for_rows(server, early.shape[1] + 5)
        self.assertGreater(later["rows"][0], early.shape[1])
        self.wait_for_end(server)
        written = values_in(path)
        self.assertEqual(server.json("/api/status"), {"rows": [written.shape[1]], "running": False})
        final, complete = server.rows(range(width), most=1000)
        self.assertTrue(complete)
        self.assertTrue(same_bits(final[1:], written))
        self.assertTrue(same_bits(early[1:], written[:, :early.shape[1]]))
        result = server.json("/api/head")["results"][0]
        self.assertEqual(result["summary"]["ending"], "completed")
        self.assertEqual(result["file"], path.name)
        self.assertEqual((result["channels"][0]["min"], result["channels"][0]["max"]), (0.0, 1.0))
        code, seconds, out, err = server.end()
        self.assertEqual(code, 0)
        self.assertLess(seconds, PATIENCE)
        self.assertIn("101 rows of", out)
        self.assertIn("Ctrl-C", err)

    def test_the_pace_is_kept(self):
        began = time.monotonic()
        server = self.serve("run", "model.yaml", "--live", "--port", "0", "--pace", "2")
        self.wait_for_end(server)
        # one second of motion, twice as fast as real time; only that it is not faster can be promised
        self.assertGreaterEqual(time.monotonic() - began, 0.5)

    def test_no_file_is_needed(self):
        server = self.serve("run", "model.yaml", "--live", "--port", "0", "--json")
        self.wait_for_end(server)
        reference = values_in(self.folder / "out.h5")
        got, _ = server.rows(range(len(reference)), most=1000)
        self.assertTrue(same_bits(got[1:], reference))
        code, _, out, _ = server.end(signal.SIGTERM)
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(out)["ending"], "completed")

    def test_interrupted_while_it_runs(self):
        path = self.file("interrupted.h5")
        server = self.serve("run", "model.yaml", "--live", "--port", "0", "--pace", "0.01", "-o", path.name)
        self.wait_for_rows(server, 2)
        code, seconds, out, _ = server.end()
        self.assertEqual(code, 130)
        self.assertLess(seconds, PATIENCE)
        self.assertIn("interrupted at t = ", out)
        self.assertGreaterEqual(values_in(path).shape[1], 2)

    def test_a_run_that_stops_keeps_its_exit_code(self):
        (self.folder / "runaway.yaml").write_text(RUNAWAY, encoding="utf-8")
        path = self.file("runaway.h5")
        server = self.serve("run", "runaway.yaml", "--live", "--port", "0", "-o", path.name)
        self.wait_for_end(server)
        written = values_in(path)
        got, _ = server.rows(range(len(written)), most=100_000)
        self.assertTrue(same_bits(got[1:], written))
        self.assertEqual(server.json("/api/head")["results"][0]["summary"]["ending"], "stopped")
        code, _, _, err = server.end()
        self.assertEqual(code, 4)
        self.assertIn("stopped at t = ", err)

    def test_what_does_not_go_together(self):
        (self.folder / "broken.yaml").write_text("rheon: 1\n", encoding="utf-8")
        for words, code, text in [(["model.yaml", "model.yaml", "--live"], 2, "--live shows one run, and there are 2 models"),
                                  (["model.yaml", "--port", "1"], 2, "--port is for runs that are watched"),
                                  (["model.yaml", "--pace", "1"], 2, "--pace is for runs that are watched"),
                                  (["model.yaml", "--live", "--pace", "0"], 2, "--pace \"0\": expected a number greater than zero"),
                                  (["model.yaml", "--live", "--port", "70000"], 2, "a whole number from 0 to 65535"),
                                  (["broken.yaml", "--live"], 3, "broken.yaml")]:
            done = subprocess.run([RHEON, "run", *words], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (code, ""), words)
            self.assertIn(text, done.stderr)
            self.assertNotIn("http://", done.stderr)


if __name__ == "__main__":
    unittest.main()
