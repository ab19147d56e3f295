"""rheon view: what is served, bit for bit, and what is refused.

By ctest, or by hand: RHEON_CLI=PATH_TO_RHEON /usr/bin/python3 -m unittest test_view
"""
import concurrent.futures
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import elf  # noqa: E402
from view_client import PATIENCE, RHEON, ViewCase, make_result, read_all, same_bits, status_of, values_in

MANY = 50_000


def awkward_columns():
    """t, a lone peak, noise, numbers that are none, and a constant."""
    t = numpy.arange(MANY) / 1000.0
    peak = numpy.zeros(MANY)
    peak[12_345], peak[12_346] = 1.0, -2.0
    noise = numpy.random.default_rng(1).normal(size=MANY)
    broken = noise.copy()
    broken[20_000:20_010], broken[30_000], broken[40_000] = numpy.nan, numpy.inf, -numpy.inf
    broken.view("<u8")[25_000] = 0x7FF8_0000_DEAD_BEEF  # not a number with a message in it
    return [t, peak, noise, broken, numpy.full(MANY, 3.0)]


class Served(ViewCase):
    words = ["view", "out.h5", "many.h5", "still.h5"]

    @classmethod
    def prepare(cls):
        cls.many = numpy.array(awkward_columns())
        make_result(cls.folder / "many.h5", cls.folder / "out.h5", ["t", "peak", "noise", "broken", "same"], cls.many)
        # an equilibrium for each of some parameters has the same time in all rows
        cls.still = numpy.array([[0.0, 0.0, 1.0, 1.0, 2.0], [1.0, 2.0, 3.0, 4.0, 5.0]])
        make_result(cls.folder / "still.h5", cls.folder / "out.h5", ["t", "x"], cls.still, packed=False)
        cls.small = values_in(cls.folder / "out.h5")

    def test_page_has_the_head_inside(self):
        response, body = self.server.get("/")
        self.assertEqual(response.status, 200)
        self.assertEqual(response.headers["Content-Type"], "text/html; charset=utf-8")
        inside = re.search(r'<script id="rheon-head" type="application/json">(.*?)</script>', body.decode(), re.S)
        self.assertEqual(json.loads(inside.group(1)), self.server.json("/api/head"))
        self.assertNotIn(b"gr\xc3\xb6\xc3\x9fer </script>", body)

    def test_headers_that_keep_others_out(self):
        for target in ["/", "/api/head", "/api/status", "/api/rows?channels=1", "/nothing"]:
            response, _ = self.server.get(target)
            self.assertEqual(response.headers["Cache-Control"], "no-store", target)
            self.assertEqual(response.headers["X-Content-Type-Options"], "nosniff", target)
            policy = response.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("connect-src 'self'", policy)
            self.assertNotIn("http", policy)
            self.assertNotIn("*", policy)
            self.assertNotIn("Access-Control-Allow-Origin", response.headers)

    def test_head(self):
        head = self.server.json("/api/head")
        self.assertEqual((head["format"], head["kind"], head["source"]), (1, "results", "server"))
        self.assertEqual(len({one["label"] for one in head["results"]}), 3)
        with h5py.File(self.folder / "out.h5") as file:
            result = head["results"][0]
            sets = sorted(file["channels"].values(), key=lambda one: one.attrs["index"])
            self.assertEqual([(c["name"], c["unit"]) for c in result["channels"]],
                             [(one.attrs["name"].decode(), one.attrs["unit"].decode()) for one in sets])
            self.assertEqual(result["model"], file["model"].asstr()[()])
            self.assertEqual(result["summary"], json.loads(file["summary"].attrs["json"]))
            self.assertEqual(result["versions"]["rheon"], file["versions"].attrs["rheon"].decode())
        for result, t in zip(head["results"], [self.small[0], self.many[0], self.still[0]]):
            self.assertEqual((result["channels"][0]["min"], result["channels"][0]["max"]), (t.min(), t.max()))
            self.assertTrue(all(c["min"] is None and c["max"] is None for c in result["channels"][1:]), "nothing else was read")
        self.assertEqual([one["rows"] for one in head["results"]], [101, MANY, 5])
        self.assertEqual([one["rows_total"] for one in head["results"]], [101, MANY, 5])

    def test_status(self):
        self.assertEqual(self.server.json("/api/status"), {"rows": [101, MANY, 5], "running": False})

    def test_all_rows_are_those_of_the_file(self):
        numbers = list(range(len(self.small)))
        got, complete = self.server.rows(numbers, most=101)
        self.assertTrue(complete)
        self.assertTrue(same_bits(got, numpy.vstack([self.small[:1], self.small])))
        got, complete = self.server.rows([3, 1, 3], result=1, most=MANY, pick="even")
        self.assertTrue(complete)
        self.assertTrue(same_bits(got, self.many[[0, 3, 1, 3]]))
        got, _ = self.server.rows([], most=500)
        self.assertTrue(same_bits(got, self.small[:1]))

    def test_commas_may_be_escaped(self):
        _, plain = self.server.get("/api/rows?channels=1,2")
        _, escaped = self.server.get("/api/rows?channels=1%2C2&pick=peaks")
        self.assertEqual(plain, escaped)

    def test_peaks_stay(self):
        got, complete = self.server.rows([1], result=1, most=50)
        self.assertFalse(complete)
        self.assertLessEqual(got.shape[1], 50)
        self.assertEqual((got[1].max(), got[1].min()), (1.0, -2.0))
        self.assertEqual((got[0][0], got[0][-1]), (self.many[0][0], self.many[0][-1]))
        for most in (20, 1000, 4000):
            got, _ = self.server.rows([2, 3, 4], result=1, most=most)
            rows = numpy.round(got[0] * 1000).astype(int)
            self.assertTrue((numpy.diff(rows) > 0).all())
            self.assertTrue(same_bits(got, self.many[[0, 2, 3, 4]][:, rows]), "rows that were computed, whole")
            finite = self.many[3][numpy.isfinite(self.many[3])]
            shown = got[2][numpy.isfinite(got[2])]
            self.assertEqual((shown.max(), shown.min()), (finite.max(), finite.min()))
            self.assertEqual((got[1].max(), got[1].min()), (self.many[2].max(), self.many[2].min()))
            self.assertTrue(numpy.isnan(got[2]).any(), "a gap is seen")

    def test_peaks_of_a_range(self):
        for begin, end, most in [(10, 20, 400), (12.3, 12.4, 30), (0, 49.999, 100)]:
            got, complete = self.server.rows([1, 2], result=1, most=most, **{"from": begin, "to": end})
            first, last = max(round(1000 * begin) - 1, 0), min(round(1000 * end) + 2, MANY)
            inside = self.many[:3, first:last]
            self.assertFalse(complete)
            self.assertLessEqual(got.shape[1], most)
            numpy.testing.assert_array_equal(got.max(axis=1), inside.max(axis=1))
            numpy.testing.assert_array_equal(got.min(axis=1), inside.min(axis=1))

    def test_ranges_with_a_neighbour_on_each_side(self):
        t = self.small[0]
        for begin, end in [(0.205, 0.495), (0.2, 0.5), (0.2041, 0.2049), (-5.0, 0.015), (0.98, 7.0), (-3.0, -2.0), (5.0, 6.0),
                           (0.5, 0.5), (-1e300, 1.7976931348623157e308), (float("-inf"), float("inf"))]:
            got, complete = self.server.rows([1], most=500, **{"from": repr(begin), "to": repr(end)})
            first = max(int(numpy.searchsorted(t, begin, side="left")) - 1, 0)
            last = min(int(numpy.searchsorted(t, end, side="right")) + 1, len(t))
            self.assertTrue(same_bits(got, self.small[:2, first:last]), (begin, end))
            self.assertTrue(complete)

    def test_times_that_stand_still(self):
        got, _ = self.server.rows([1], result=2)
        self.assertTrue(same_bits(got, self.still))
        got, _ = self.server.rows([1], result=2, **{"from": 0.9, "to": 1.1})
        self.assertTrue(same_bits(got, self.still[:, 1:5]))

    def test_even_distances(self):
        got, complete = self.server.rows([2], result=1, most=101, pick="even")
        rows = numpy.round(got[0] * 1000).astype(int)
        self.assertEqual((len(rows), rows[0], rows[-1], complete), (101, 0, MANY - 1, False))
        self.assertLessEqual(numpy.ptp(numpy.diff(rows)), 1)
        self.assertTrue(same_bits(got, self.many[[0, 2]][:, rows]))

    def test_bad_parameters_are_reported(self):
        width = len(self.small)
        for query in ["", "channels=1&result=3", "channels=1&result=-1", "channels=1&result=x", f"channels={width}",
                      "channels=1,,2", "channels=1,", "channels=x", "channels=-1", "channels=99999999999999999999999",
                      "channels=1&from=x", "channels=1&from=nan", "channels=1&from=2&to=1", "channels=1&most=1",
                      "channels=1&most=0", "channels=1&most=1e3", "channels=1&most=1000001", "channels=1&pick=all", "channels=1&pick=",
                      "channels=1&channels=2", "channels=1&more=1", "channels=1&from=1%2", "channels=%zz", "channels=1&%00=1"]:
            response, body = self.server.get("/api/rows?" + query)
            self.assertEqual(response.status, 400, query)
            self.assertEqual(list(json.loads(body)), ["error"], query)
        self.assertEqual(self.server.get("/api/head?x=1")[0].status, 400)

    def test_a_large_answer_is_refused_in_words(self):
        # 400 columns of 50,000 rows: more than 16 M numbers
        response, body = self.server.get(f"/api/rows?result=1&pick=even&most={MANY}&channels=" + ",".join(["1"] * 400))
        self.assertEqual(response.status, 400)
        self.assertIn("ask for fewer", json.loads(body)["error"])

    def test_head_requests_have_no_body(self):
        response, body = self.server.get("/api/head", method="HEAD")
        self.assertEqual((response.status, body), (200, b""))
        self.assertEqual(int(response.headers["Content-Length"]), len(self.server.get("/api/head")[1]))

    def test_connections_are_kept(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as stream:
            one = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n"
            last = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            stream.sendall(one + one[:20])
            time.sleep(0.05)
            stream.sendall(one[20:] + last)
            self.assertEqual(read_all(stream).count(b'"running"'), 3)


class Refused(ViewCase):
    words = ["view", "out.h5"]

    def status(self, data):
        return status_of(self.server.raw(data))

    def ask(self, target, host="127.0.0.1", method="GET", more=b""):
        return self.status(f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n".encode() + more + b"Connection: close\r\n\r\n")

    def test_only_loopback_names(self):
        for host in ["127.0.0.1", "127.0.0.1:8137", "localhost", "LocalHost:1", "[::1]", "[::1]:80"]:
            self.assertEqual(self.ask("/api/status", host), 200, host)
        for host in ["example.org", "127.0.0.1.example.org", "localhost.example.org", "127.0.0.1@example.org", "127.0.0.2", "[::2]",
                     "0.0.0.0", "127.0.0.1:", "127.0.0.1:80x", "localhost:1:2", "x127.0.0.1", "", "2130706433", "[::1", "127.1"]:
            self.assertEqual(self.ask("/api/status", host), 403, host)

    def test_everything_else_is_404(self):
        for target in ["/..", "/../etc/passwd", "/%2e%2e/etc/passwd", "/api/../api/head", "/api/head/", "//api/head", "/api//head",
                       "/./", "/api/%68ead", "/api/head%00", "/API/head", "/etc/passwd", "/out.h5", "/index.html", "/api", "/favicon.ico",
                       "http://127.0.0.1/", "http://example.org/api/head", "*", "api/head", "\\", "/\\..\\", "/api/head;x", "/#",
                       "file:///etc/passwd", "/" + "a" * 8000, "/" + "../" * 2000]:
            self.assertEqual(self.ask(target), 404, target[:60])

    def test_other_methods(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "BREW"]:
            answer = self.server.raw(f"{method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc".encode())
            self.assertEqual(status_of(answer), 405, method)
            self.assertIn(b"\r\nAllow: GET, HEAD\r\n", answer)
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, "the body is not taken for a request")

    def test_malformed(self):
        good = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n"
        for data in [b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET / / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"G\x00T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
                     good + b"Host: localhost\r\n\r\n", good + b"No colon\r\n\r\n", good + b"Space : x\r\n\r\n", good + b": x\r\n\r\n",
                     good + b" folded: x\r\n\r\n", good + b"X: a\nb\r\n\r\n", good + b"X: a\x00b\r\n\r\n", good + b"X: \x7f\r\n\r\n",
                     good + b"Content-Length: 5\r\n\r\nhello", good + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     good + b"Content-Length: -1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"]:
            self.assertEqual(self.status(data), 400, data)
        self.assertEqual(self.status(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505)
        self.assertEqual(self.status(b"GET / HTTP/3\r\nHost: localhost\r\n\r\n"), 505)

    def test_heads_that_are_too_long(self):
        self.assertEqual(self.ask("/api/status", more=b"X: " + b"a" * 60_000 + b"\r\n"), 200)
        self.assertEqual(self.ask("/api/status", more=b"X: " + b"a" * 70_000 + b"\r\n"), 431)
        self.assertEqual(self.status(b"a" * 200_000), 431)
        self.assertEqual(self.ask("/" + "a" * 100_000), 431)

    def test_only_the_loopback_address_is_listened_on(self):
        listening = "0A"
        found = []
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(table, encoding="ascii") as lines:
                for line in list(lines)[1:]:
                    _, local, _, state = line.split()[:4]
                    if state == listening and int(local.split(":")[1], 16) == self.server.port:
                        found.append(local.split(":")[0])
        self.assertEqual(found, ["0100007F"])

    def test_slow_clients_block_nobody(self):
        slow = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(40)]
        self.addCleanup(lambda: [one.close() for one in slow])
        for number, one in enumerate(slow):
            if number % 4 == 0:
                one.sendall(b"GET /api/rows?channels=" + b"1," * 20)
            elif number % 4 == 1:  # asks again and again and takes nothing
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
                one.sendall(b"GET /api/head HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500)
            elif number % 4 == 2:
                one.sendall(b"\r")
        began = time.monotonic()
        for _ in range(20):
            self.assertEqual(self.server.get("/api/status", timeout=5)[0].status, 200)
        self.assertLess(time.monotonic() - began, 5)

    def test_more_connections_than_there_are_places(self):
        idle = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(300)]
        self.addCleanup(lambda: [one.close() for one in idle])
        for _ in range(5):
            self.assertEqual(self.server.get("/api/status", timeout=10)[0].status, 200)

    def test_many_at_a_time(self):
        values = values_in(self.folder / "out.h5")

        def ask(number):
            channel = number % len(values)
            got, _ = self.server.rows([channel], most=500)
            return same_bits(got, values[[0, channel]])

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            self.assertTrue(all(pool.map(ask, range(400))))


@unittest.skipIf(elf.is_sanitized(RHEON), "a sanitizer has memory of its own")
class Idle(ViewCase):
    """Clients that ask for a lot and take nothing."""

    words = ["view", "many.h5"]

    @classmethod
    def prepare(cls):
        t = numpy.linspace(0.0, 1.0, 400_000)
        columns = [t, *(numpy.sin(t * k) for k in range(1, 8))]
        make_result(cls.folder / "many.h5", cls.folder / "out.h5", ["t", *"abcdefg"], columns)

    def memory(self):
        """In MB."""
        for line in pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024

    def test_they_hold_little(self):
        target = "/api/rows?channels=1,2,3,4,5,6,7&most=400000&pick=even"
        response, body = self.server.get(target)  # 25.6 MB; now all columns are in the cache
        self.assertEqual((response.status, len(body)), (200, 16 + 8 * 8 * 400_000))
        before, clients = self.memory(), []
        for _ in range(30):
            client = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            self.addCleanup(client.close)
            client.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            self.assertEqual(client.recv(12), b"HTTP/1.1 200")
            clients.append(client)
        # the numbers of 400,000 rows (3.2 MB) and a piece of 2 MB each; whole answers would be 768 MB
        self.assertLess(self.memory() - before, 30 * 8)
        self.assertTrue(read_all_of(clients[-1], len(body)).endswith(body[-1000:]), "who takes it gets all of it")


def read_all_of(client, size):
    """What follows of an answer with a body of so many bytes."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65536)
    head, body = received.split(b"\r\n\r\n", 1)
    parts, got = [body], len(body)
    while got < size:
        parts.append(client.recv(1 << 20))
        got += len(parts[-1])
    return b"".join(parts)


class Ending(ViewCase):
    def test_a_signal_ends_it_at_once(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            server = self.serve("view", "out.h5", "--port", "0")
            kept = socket.create_connection(("127.0.0.1", server.port))
            kept.sendall(b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                answer += kept.recv(1000)
            half = socket.create_connection(("127.0.0.1", server.port))
            half.sendall(b"GET /api")
            time.sleep(0.05)
            code, seconds, out, err = server.end(number)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out, "  Ctrl-C ends it\n")
            self.assertLess(seconds, PATIENCE)
            self.assertEqual(kept.recv(1000), b"")
            kept.close()
            half.close()

    def test_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            for words in (["view", "out.h5"], ["run", "model.yaml", "--live"]):
                done = subprocess.run([RHEON, *words, "--port", str(port)], cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"port {port} cannot be listened on: Address already in use", done.stderr)

    def test_without_a_port_the_next_free_one(self):
        first, second = self.serve("view", "out.h5"), self.serve("view", "out.h5")
        self.assertNotEqual(first.port, second.port)
        self.assertEqual(first.json("/api/status"), second.json("/api/status"))

    def test_what_cannot_be_served_is_said_first(self):
        (self.folder / "text.h5").write_text("t,x\n")
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["x"] = 1
        for name, t in [("back.h5", [0.0, 1.0, 0.5]), ("none_at_all.h5", [0.0, numpy.nan, 1.0])]:
            make_result(self.folder / name, self.folder / "out.h5", ["t", "x"], numpy.array([t, [1.0, 2.0, 3.0]]))
        make_result(self.folder / "twice.h5", self.folder / "out.h5", ["t", "x", "y"], numpy.zeros((3, 4)))
        with h5py.File(self.folder / "twice.h5", "r+") as file:
            file["channels/y"].attrs["name"] = "x"
        for words, text in [(["twice.h5"], 'there are two channels "x"'), (["none.h5"], "cannot read none.h5: "), (["back.h5"], "time goes back from 1 s to 0.5 s in row 2"),
                            (["none_at_all.h5"], "the time of row 1 is nan"), (["text.h5"], "cannot read text.h5: "),
                            (["out.h5", "other.h5"], "not one with results of rheon"), ([], "RESULT is required"),
                            (["out.h5", "--port", "65536"], "a whole number from 0 to 65535"),
                            (["out.h5", "--port", "-1"], "a whole number from 0 to 65535"), (["out.h5", "--port", "http"], "--port")]:
            done = subprocess.run([RHEON, "view", *words], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
