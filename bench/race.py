#!/usr/bin/python3 -B
"""The race: rheon and other engines on the same problems, each at its cheapest setting that reaches the same accuracy.

See bench/README.md. Builds nothing: ./dev bench race does that first.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench" / "support"))

import race_report  # noqa: E402
from race_record import Record, Row  # noqa: E402
from race_run import Race  # noqa: E402
from race_scaling import scaling  # noqa: E402
from race_table import AUTO, INTERPRETED, PEERS, PROBLEMS, RHEON  # noqa: E402

INTRODUCTION = """\
# The race

Processor time of the stepping loop in milliseconds, {machine}: one thread, medians of {reps} interleaved repetitions.
Every engine runs at its cheapest setting that reaches the accuracy, and whose next finer one does: of all its methods, steps
and tolerances 1, 0.5, 0.2 x 10^k and two between. Accuracy: energy along the run in J, or the position of all bodies against
a converged reference, relative to the size of the mechanism. A dash: the engine cannot express the problem, does not reach
the accuracy, or was given up; the second table says which. `auto` chooses its method by a trial while it loads. Made by
`./dev bench race`.

"""
# References that take a while to compute.
KEPT = ("bricard", "governor", "rolling-disc", "spatial-chain", "stewart")
TIGHT = 1e-10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--problem", metavar="REGEX", default="", help="only problems whose title matches")
    parser.add_argument("--engines", metavar="NAMES", default="",
                        help="only these, comma-separated: rheon, auto, and peers; others keep their results")
    parser.add_argument("--missing", action="store_true", help="only problems without results: goes on with a race")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier races found")
    parser.add_argument("--reps", type=int, default=5, help="repetitions of the best settings (5)")
    parser.add_argument("--quick", action="store_true",
                        help="few methods, one repetition, and without --problem only small ones; into race-quick")
    parser.add_argument("--list", action="store_true", help="problems, engines and methods; nothing is run")
    parser.add_argument("--limit", type=float, default=20, help="seconds after which a setting is given up (20)")
    parser.add_argument("--patience", type=float, default=40, help="seconds for all methods of an engine (40)")
    parser.add_argument("--no-scaling", action="store_true", help="leave out the growth with the number of bodies")
    parser.add_argument("--only-scaling", action="store_true", help="nothing else")
    parser.add_argument("--largest", type=int, default=10**9, help="of the sizes that growth is measured with")
    parser.add_argument("--references", action="store_true", help="compute the kept references anew")
    parser.add_argument("--verbose", action="store_true", help="every setting tried")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench" / "bench", help=argparse.SUPPRESS)
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench" / "results", help=argparse.SUPPRESS)
    return parser.parse_args()


def list_all():
    for problem in PROBLEMS:
        print(f"{problem.title}: {problem.end:g} s, {problem.measure} within {problem.accuracy_text}")
    for engine in [RHEON, AUTO, INTERPRETED, *PEERS]:
        print(f"{engine.name}: " + ", ".join(f"{m.name} ({m.control})" for m in engine.methods))


def machine():
    names = re.findall(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    compiler = subprocess.run(["c++", "-dumpversion"], capture_output=True, text=True, check=False).stdout.strip()
    return f"{names[0] if names else 'unknown processor'}, {os.cpu_count()} cores, g++ {compiler}, -O3"


def engines_of(options, race):
    wanted = {name.strip().lower() for name in options.engines.split(",") if name.strip()}
    everyone = [RHEON, AUTO, INTERPRETED, *PEERS]
    unknown = wanted - {e.name.lower() for e in everyone}
    if unknown:
        sys.exit(f"race: no engine is called {', '.join(sorted(unknown))}; there are "
                 + ", ".join(e.name for e in everyone))
    engines = [e for e in everyone if not wanted or e.name.lower() in wanted]
    for engine in engines:
        if not race.has(engine):
            race.say(f"{engine.name} was not built (its library is missing): left out")
    return [e for e in engines if race.has(e) and (e is not AUTO or race.knows_auto(AUTO, PROBLEMS[0]))]


def smaller_one(problem):
    """The same mechanism with fewer bodies."""
    fewer = [p for p in PROBLEMS if p.name == problem.name and p.n < problem.n]
    return max(fewer, key=lambda p: p.n, default=None)


def race_problem(race, record, engines, problem, repetitions):
    race.say(f"{problem.title}: {problem.measure} within {problem.accuracy_text}")
    smaller = smaller_one(problem)
    results = [race.scan(engine, problem, record.result(smaller.title, engine.name) if smaller else None, smaller,
                         record.result(problem.title, engine.name)) for engine in engines]
    race.repeat(engines, problem, results, repetitions)
    for r in results:
        text = f"{r.best.method}, {r.best.text}: {race_report.milliseconds(r.best.cpu)} ms" if r.found else r.why_not
        race.say(f"  {r.engine}: {text} ({r.tried} settings, {r.seconds:.0f} s)")
    return Row(problem.title, problem.measure, problem.accuracy, problem.accuracy_text, machine(), repetitions,
               {r.engine: r for r in results})


def renew_references(race):
    """And how far they are from those of twice the steps, and from Simbody, if it was built."""
    race.references.mkdir(exist_ok=True)
    for problem in (p for p in PROBLEMS if p.name in KEPT):
        kept, coarse = race.references / f"{problem.key}.txt", race.folder / f"coarse-{problem.key}.txt"
        race.compute_reference(problem, kept)
        race.compute_reference(problem, coarse, 2)
        difference = max(abs(float(a) - float(b)) for a, b in zip(kept.read_text().split(), coarse.read_text().split()))
        race.say(f"{problem.title}: steps twice as long change {difference:.2g} m")
        if race.has(PEERS[0]):
            outcome = race.run(PEERS[0], problem, "rkm", "tolerance", TIGHT, "--look", "--reference", kept)
            text = outcome.get("failed") or f"{outcome['error']:.2g} of the size away"
            race.say(f"  Simbody, tolerance {TIGHT:g}: {text}")


def main():
    options = arguments()
    if options.list:
        return list_all()

    def say(text, detail=False):
        if not detail or options.verbose:
            print(text, file=sys.stderr, flush=True)

    race = Race(options.folder, ROOT / "bench" / "peers" / "references", say, options.limit, options.patience, options.quick)
    if not race.has(RHEON):
        sys.exit("race: race_rheon is not built; run ./dev bench race")
    if options.references:
        return renew_references(race)
    problems = [p for p in PROBLEMS if re.search(options.problem, p.title)
                and (p.quick or not options.quick or options.problem)]
    if not problems:
        sys.exit(f"race: no problem matches {options.problem!r}; --list shows them")
    engines = engines_of(options, race)
    names, peers = [e.name for e in [RHEON, AUTO, INTERPRETED, *PEERS]], [e.name for e in PEERS]
    repetitions = 1 if options.quick else max(1, options.reps)
    # Times of one repetition do not belong among those that are kept.
    record = Record(options.results, "race-quick" if options.quick else "race", INTRODUCTION, [p.title for p in PROBLEMS],
                    options.fresh)
    for problem in [] if options.only_scaling else problems:
        if options.missing and all(record.result(problem.title, e.name) for e in engines):
            continue
        record.take(race_problem(race, record, engines, problem, repetitions))
        record.write(names, peers)  # what is done is kept if the race is interrupted
    everything = not (options.problem or options.engines or options.quick or options.no_scaling)
    if options.only_scaling or (everything and not (options.missing and record.points)):
        record.points, record.exponents = scaling(race, RHEON, options.largest)
        record.write(names, peers)
    print(record.text(names, peers))
    say(f"written to {options.results}/{record.name}.md and .json")
    return None


if __name__ == "__main__":
    sys.exit(main())
