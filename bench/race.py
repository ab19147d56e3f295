#!/usr/bin/python3 -B
"""The race: rheon and other engines on the same problems, each at its cheapest setting that reaches the same accuracy.

See bench/README.md. Builds nothing: ./dev bench race does that first.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench" / "support"))

import race_report  # noqa: E402
from race_run import Race  # noqa: E402
from race_scaling import scaling  # noqa: E402
from race_table import AUTO, PEERS, PROBLEMS, RHEON  # noqa: E402

INTRODUCTION = """\
# The race

Processor time of the stepping loop in milliseconds, {machine}: one thread, medians of {reps} interleaved repetitions.
Every engine runs at its cheapest setting that reaches the accuracy, and whose next finer one does: of all its methods, steps
and tolerances 1, 0.5, 0.2 x 10^k. Accuracy: energy along the run in J, or the position of all bodies against a converged reference,
relative to the size of the mechanism. A dash: the engine cannot express the problem, does not reach the accuracy, or was
given up; the second table says which. Made by `./dev bench race`.

"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--problem", metavar="REGEX", default="", help="only problems whose title matches")
    parser.add_argument("--engines", metavar="NAMES", default="", help="only these peers, comma-separated; rheon always")
    parser.add_argument("--reps", type=int, default=5, help="repetitions of the best settings (5)")
    parser.add_argument("--quick", action="store_true", help="few methods, one repetition, and without --problem only small ones")
    parser.add_argument("--list", action="store_true", help="problems, engines and methods; nothing is run")
    parser.add_argument("--limit", type=float, help="seconds after which a setting is given up")
    parser.add_argument("--patience", type=float, default=60, help="seconds in which a method must reach the accuracy (60)")
    parser.add_argument("--no-scaling", action="store_true", help="leave out the growth with the number of bodies")
    parser.add_argument("--only-scaling", action="store_true", help="nothing else, into race-scaling")
    parser.add_argument("--largest", type=int, default=10**9, help="of the sizes that growth is measured with")
    parser.add_argument("--references", action="store_true", help="compute the kept references anew, by Simbody")
    parser.add_argument("--verbose", action="store_true", help="every setting tried")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench" / "bench", help=argparse.SUPPRESS)
    return parser.parse_args()


def list_all():
    for problem in PROBLEMS:
        print(f"{problem.title}: {problem.end:g} s, {problem.measure} within {problem.accuracy_text}")
    for engine in [RHEON, AUTO, *PEERS]:
        print(f"{engine.name}: " + ", ".join(f"{m.name} ({m.control})" for m in engine.methods))


def machine():
    names = re.findall(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    compiler = subprocess.run(["c++", "-dumpversion"], capture_output=True, text=True, check=False).stdout.strip()
    return f"{names[0] if names else 'unknown processor'}, {os.cpu_count()} cores, g++ {compiler}, -O3"


def engines_of(options, race):
    wanted = {name.strip().lower() for name in options.engines.split(",") if name.strip()}
    unknown = wanted - {p.name.lower() for p in PEERS} - {"rheon", "auto"}
    if unknown:
        sys.exit(f"race: no engine is called {', '.join(sorted(unknown))}; there are rheon, "
                 + ", ".join(p.name for p in PEERS))
    peers = [p for p in PEERS if not wanted or p.name.lower() in wanted]
    for peer in peers:
        if not race.has(peer):
            race.say(f"{peer.name} was not built (its library is missing): left out")
    auto = [AUTO] if race.knows_auto(AUTO, PROBLEMS[0]) else []
    return [RHEON, *auto, *(p for p in peers if race.has(p))]


def race_problem(race, engines, problem, repetitions):
    race.say(f"{problem.title}: {problem.measure} within {problem.accuracy_text}")
    results = [race.scan(engine, problem) for engine in engines]
    race.repeat(engines, problem, results, repetitions)
    for r in results:
        race.say(f"  {r.engine}: " + (f"{r.method}, {r.setting_text}: {race_report.milliseconds(r.cpu)} ms"
                                      if r.found else r.why_not or "accuracy not reached"))
    return problem, {r.engine: r for r in results}


def scaling_text(points, exponents):
    if not points:
        return ""
    return ("\n## Growth with the number of bodies\n\nSteps of 1 ms. Memory: the peak of the process beyond that of a "
            "mechanism of two.\n\n" + race_report.scaling_table(points) + "\nFitted exponents:\n\n"
            + race_report.exponent_table(exponents))


class Page:
    """The results so far, as they are written to bench/results."""

    def __init__(self, engines, repetitions, name):
        self.engines, self.repetitions, self.name = engines, repetitions, name
        self.rows, self.points, self.exponents = [], [], []
        self.machine = machine()

    def text(self):
        peers = [e.name for e in self.engines if e not in (RHEON, AUTO)]
        text = INTRODUCTION.format(machine=self.machine, reps=self.repetitions)
        if self.rows:
            text += (race_report.race_table(self.rows, peers, AUTO in self.engines) + "\n## Settings\n\n"
                     + race_report.settings_table(self.rows, [e.name for e in self.engines]))
        return text + scaling_text(self.points, self.exponents)

    def write(self):
        problems = [{"problem": p.title, "measure": p.measure, "accuracy": p.accuracy,
                     "engines": [dataclasses.asdict(r) for r in results.values()]} for p, results in self.rows]
        data = {"machine": self.machine, "problems": problems, "scaling": self.points, "exponents": self.exponents}
        results = ROOT / "bench" / "results"
        results.mkdir(exist_ok=True)
        (results / f"{self.name}.md").write_text(self.text())
        (results / f"{self.name}.json").write_text(json.dumps(data, indent=1) + "\n")


def main():
    options = arguments()
    if options.list:
        return list_all()

    def say(text, detail=False):
        if not detail or options.verbose:
            print(text, file=sys.stderr, flush=True)

    race = Race(options.folder, ROOT / "bench" / "peers" / "references", say, options.limit, options.patience,
                options.quick)
    if not race.has(RHEON):
        sys.exit("race: race_rheon is not built; run ./dev bench race")
    if options.references:
        race.references.mkdir(exist_ok=True)
        for problem in PROBLEMS:
            if problem.name in ("bricard", "governor", "spatial-chain"):
                race.make_reference(problem, PEERS[0])
        return None
    problems = [p for p in PROBLEMS if re.search(options.problem, p.title)
                and (p.quick or not options.quick or options.problem)]
    if not problems:
        sys.exit(f"race: no problem matches {options.problem!r}; --list shows them")
    engines = engines_of(options, race)
    repetitions = 1 if options.quick else max(1, options.reps)
    whole = not (options.problem or options.engines or options.quick or options.only_scaling)
    # Only a race of everything replaces the one that is kept.
    page = Page(engines, repetitions, "race" if whole else "race-scaling" if options.only_scaling else "race-part")
    for problem in [] if options.only_scaling else problems:
        page.rows.append(race_problem(race, engines, problem, repetitions))
        page.write()  # what is done is kept if the race is interrupted
    if options.only_scaling or (whole and not options.no_scaling):
        page.points, page.exponents = scaling(race, RHEON, options.largest)
        page.write()
    print(page.text())
    say(f"written to bench/results/{page.name}.md and .json")
    return None


if __name__ == "__main__":
    sys.exit(main())
