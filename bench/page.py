#!/usr/bin/python3 -B
"""How fast large results open in a browser: a report of 100,000 rows, and `rheon view` of 1,000,000 rows x 200 channels.

See bench/README.md. Builds nothing: ./dev bench page does that first.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
RHEON = pathlib.Path(os.environ.get("RHEON_CLI", ROOT / "build" / "bench" / "bin" / "rheon"))
MODEL = ROOT / "examples" / "four_bar_windows_40" / "model.yaml"


def run(*arguments):
    subprocess.run([str(a) for a in arguments], check=True, stdout=subprocess.DEVNULL)


def report_of(folder: pathlib.Path, rows: int) -> pathlib.Path:
    """A report of a run with that many rows."""
    result = folder / "rows.h5"
    run(RHEON, "run", ROOT / "examples" / "slider_crank" / "model.yaml", "--step", f"{2 / rows}", "--samples", rows,
        "--quiet", "-o", result)
    run(RHEON, "report", result, "-o", folder / "rows.html")
    return folder / "rows.html"


def large_result(folder: pathlib.Path, rows: int, channels: int) -> pathlib.Path:
    """The file of a real run, its channels repeated in time until there are enough rows; noise makes every row its own."""
    small, large = folder / "small.h5", folder / "large.h5"
    run(RHEON, "run", MODEL, "--samples", 2000, "--quiet", "-o", small)
    random = numpy.random.default_rng(1)
    shutil.copy(small, large)
    with h5py.File(small) as source, h5py.File(large, "a") as target:
        del target["channels"]
        group = target.create_group("channels")
        by_index = sorted(source["channels"].values(), key=lambda data: data.attrs["index"])[:channels]
        for data in by_index:
            values = numpy.resize(data[:], rows)
            if data.attrs["name"] == "t":
                values = numpy.linspace(0, data[-1] * rows / len(data), rows)
            else:
                values = values + 1e-9 * random.standard_normal(rows)
            copy = group.create_dataset(data.name.rsplit("/", 1)[1], data=values, chunks=(16384,), shuffle=True,
                                        compression="gzip", compression_opts=1)
            copy.attrs.update(data.attrs)
        return large


def browse(*arguments) -> dict:
    done = subprocess.run(["node", str(ROOT / "bench" / "support" / "page_times.mjs"), *map(str, arguments)],
                          check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def viewed(result: pathlib.Path) -> dict:
    server = subprocess.Popen([str(RHEON), "view", str(result), "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        times = browse(address)
        with open(f"/proc/{server.pid}/status", encoding="ascii") as status:
            times["memory_mb"] = int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024
        return times
    finally:
        server.terminate()
        server.wait()


def print_times(title: str, times: dict):
    print(title)
    print(f"  opens in          {times['plots_s']:.2f} s (page and plots), {times['scene_s']:.2f} s (mechanism too)")
    print(f"  scrubbing         {times['scrub_ms']:.0f} ms a step, worst {times['scrub_worst_ms']:.0f} ms")
    print(f"  zoom to redraw    {times['zoom_ms']:.0f} ms")
    print(f"  adding a channel  {times['channel_ms']:.0f} ms")
    if "memory_mb" in times:
        print(f"  server memory     {times['memory_mb']:.0f} MB")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the result that is served")
    parser.add_argument("--channels", type=int, default=200)
    a = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rheon-page-"))
    try:
        page = report_of(folder, 100_000)
        print_times(f"report of 100,000 rows, {page.stat().st_size / 1e6:.1f} MB", browse(page.as_uri()))
        result = large_result(folder, a.rows, a.channels)
        print_times(f"rheon view, {a.rows:,} rows x {a.channels} channels, {result.stat().st_size / 1e6:.0f} MB", viewed(result))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
