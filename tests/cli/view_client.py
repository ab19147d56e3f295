"""A client of `rheon view` and `rheon run --live` that shares no code with them."""
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy

RHEON = os.environ.get("RHEON_CLI", "")
PATIENCE = 2.0  # seconds until a server has ended: it looks ten times a second, on a machine that does other things as well

MODEL = """\
rheon: 1
name: Pendulum, größer </script>
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: [x, y]
kinetic: m/2*(x'^2 + y'^2)
potential: m*g*y
constraints:
  rod: x^2 + y^2 = l^2
initial: {x: l, y: 0, x': 0, y': 0}
simulate: {formulation: ali3p, step: 10 ms, duration: 1 s}
"""


class Server:
    """A rheon that serves; `words` are its arguments, the address is the first line it prints."""

    def __init__(self, words, folder):
        self.process = subprocess.Popen([RHEON, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        bufsize=0)
        source = self.process.stderr if "--live" in words else self.process.stdout
        self.first = source.readline().decode()
        if not self.first.startswith("http://127.0.0.1:"):
            raise AssertionError(f"no address: {self.first!r} {self.process.communicate()}")
        self.port = int(self.first.split(":")[2].strip().rstrip("/"))

    def get(self, target, method="GET", headers=None, timeout=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, headers=headers or {})
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()

    def json(self, target):
        response, body = self.get(target)
        assert response.status == 200, (response.status, body)
        return json.loads(body)

    def rows(self, channels, **parameters):
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        response, body = self.get(f"/api/rows?channels={','.join(map(str, channels))}&{query}")
        assert response.status == 200, (response.status, body)
        return decoded(body)

    def raw(self, data, timeout=20):
        """Sends bytes as they are and reads to the end of the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as stream:
            stream.sendall(data)
            return read_all(stream)

    def end(self, number=signal.SIGINT):
        """Exit code, seconds it took, what was printed since the address."""
        began = time.monotonic()
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, time.monotonic() - began, out.decode(), err.decode()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def read_all(stream):
    parts = []
    while part := stream.recv(65536):
        parts.append(part)
    return b"".join(parts)


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


def decoded(body):
    """(array of columns, t first; complete) of a binary answer."""
    count, width, complete, zero = struct.unpack("<4I", body[:16])
    assert zero == 0 and len(body) == 16 + 8 * count * width, (count, width, len(body))
    return numpy.frombuffer(body[16:], dtype="<f8").reshape(width, count), complete == 1


def same_bits(a, b):
    return a.shape == b.shape and bool((numpy.ascontiguousarray(a).view("<u8") == numpy.ascontiguousarray(b).view("<u8")).all())


def values_in(path):
    """All channels of a result file in their order, read by h5py."""
    with h5py.File(path) as file:
        sets = sorted(file["channels"].values(), key=lambda one: one.attrs["index"])
        return numpy.array([one[:] for one in sets])


def make_result(path, like, names, columns, packed=True):
    """A result file with columns of our own, stored as rheon does or plainly; what is no channel is as in the file `like`."""
    shutil.copyfile(like, path)
    with h5py.File(path, "r+") as file:
        del file["channels"]
        group = file.create_group("channels")
        for index, (name, values) in enumerate(zip(names, columns)):
            how = {"chunks": (min(len(values), 16384),), "shuffle": True, "compression": 4} if packed else {}
            one = group.create_dataset(name, data=values, **how)
            one.attrs["name"], one.attrs["unit"], one.attrs["index"] = name, "", numpy.int64(index)


class ViewCase(unittest.TestCase):
    """A folder with a model and its results, and a server of what `words` says."""

    words: list[str] = []

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="rheon-view-")
        cls.folder = pathlib.Path(cls.scratch.name)
        (cls.folder / "model.yaml").write_text(MODEL, encoding="utf-8")
        subprocess.run([RHEON, "run", "model.yaml", "-o", "out.h5", "--quiet"], cwd=cls.folder, check=True)
        cls.prepare()
        cls.server = Server([*cls.words, "--port", "0"], cls.folder) if cls.words else None

    @classmethod
    def prepare(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        if cls.server:
            cls.server.close()
        cls.scratch.cleanup()

    def serve(self, *words):
        server = Server(words, self.folder)
        self.addCleanup(server.close)
        return server
