"""Runs the programs of the race: references, the search for the cheapest setting, repetitions."""
import json
import os
import resource
import statistics
import subprocess
from dataclasses import dataclass, field

from race_table import FIXED, ladder

ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
# A pass is repeated inside a process for this long: short ones would show the first touch of memory alone.
REPEAT_FOR = 0.05
REPEAT_IN_SCAN = 0.02
# Settings of a method that are this much slower than the best found end its scan.
SLOWER = 1.2
# A setting may take this much longer than the best found: the next finer one does.
FINER = 4.0
# Seconds that an engine may take for all repetitions of a problem.
PATIENCE = 30.0
# Characters of a failure that are shown.
SHOWN = 160
# Of references by an engine: far beyond the accuracies asked.
TIGHT = 1e-10


def spent():
    """Processor time of all programs that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass
class Result:
    """Of an engine for a problem."""
    engine: str
    method: str = ""
    control: str = ""
    setting: float = 0.0
    cpu: float = 0.0
    steps: int = 0
    energy: float = 0.0
    error: float | None = None
    version: str = ""
    why_not: str = ""
    tried: int = 0
    gave_up: bool = False  # not even the coarsest setting of a method ended in time
    times: list = field(default_factory=list)

    @property
    def found(self):
        return self.method != ""

    def take(self, method, setting, told):
        """If it is the cheapest so far."""
        if self.found and self.cpu <= told["cpu"]:
            return
        self.method, self.control, self.setting = method.name, method.control, setting
        self.cpu, self.steps, self.energy = told["cpu"], told["steps"], told["energy"]
        self.error, self.version = told.get("error"), told["version"]

    @property
    def setting_text(self):
        return f"{'h' if self.control == FIXED else 'tol'} {self.setting:g}"


class Race:
    def __init__(self, folder, references, say, limit=None, patience=60.0, quick=False):
        self.folder, self.references, self.say = folder, references, say
        self.limit, self.patience, self.quick = limit, patience, quick

    def has(self, engine):
        return (self.folder / engine.program).exists()

    def run(self, engine, problem, method, control, setting, *options):
        """What the program tells; `failed` if there is nothing."""
        command = [self.folder / engine.program, "--problem", problem.name, "--n", str(problem.n), "--method", method,
                   f"--{control}", repr(setting), *map(str, options)]
        # in the build folder: MuJoCo writes its warnings to a file where it runs
        done = subprocess.run(command, cwd=self.folder, env=dict(os.environ, **ONE_THREAD), capture_output=True,
                              text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if not lines:
            return {"failed": f"{engine.program} ended with {done.returncode}: {done.stderr.strip()[-200:]}"}
        told = json.loads(lines[-1])
        if "failed" in told:
            told["failed"] = " ".join(told["failed"].split())[:SHOWN]
        return told

    def reference(self, problem):
        """File with the centres of all bodies at the time that the problem is judged."""
        kept = self.references / f"{problem.key}.txt"
        if kept.exists() or problem.measure != "error":
            return kept if kept.exists() else None
        computed = self.folder / f"reference-{problem.key}.txt"
        if not computed.exists():
            self.say(f"reference of {problem.title}")
            done = subprocess.run([self.folder / "race_reference", problem.name, str(problem.n)], capture_output=True,
                                  text=True, check=True)
            computed.write_text(done.stdout)
        return computed

    def keeps(self, problem, told):
        """Does a run reach the accuracy asked?"""
        measured = told.get(problem.measure)
        return "failed" not in told and measured is not None and measured <= problem.accuracy

    def scan(self, engine, problem):
        """The cheapest setting of all methods of the engine."""
        best = Result(engine.name)
        reference = self.reference(problem)
        for method in engine.methods:
            if problem.n > method.largest or (self.quick and not method.quick):
                continue
            self.scan_method(engine, problem, method, reference, best)
            if best.gave_up and not best.found:
                break
        return best

    def scan_method(self, engine, problem, method, reference, best):
        """Goes from coarse to fine. Ends when settings get slower than the best found, or after a while without one.

        A setting counts if the next finer one reaches the accuracy as well: one alone may do so by luck.
        """
        began = spent()
        unconfirmed = None
        for count, setting in enumerate(ladder(method.control, problem)):
            if spent() - began > self.patience:
                best.why_not = best.why_not or f"not reached within {self.patience:g} s of trying"
                break
            reason = best.cpu if best.found else unconfirmed[1]["cpu"] if unconfirmed else 1e9
            limit = min(self.limit or problem.limit, FINER * reason + 0.05)
            options = ["--look", "--limit", limit, "--repeat-for", REPEAT_IN_SCAN]
            told = self.run(engine, problem, method.name, method.control, setting, *options,
                            *(["--reference", reference] if reference else []))
            best.tried += 1
            self.tell_setting(engine, problem, method, setting, told)
            if "failed" in told:
                if "limit" in told["failed"]:
                    # the coarsest setting takes too long: others would, too
                    best.gave_up = count == 0
                    best.why_not = f"longer than {limit:g} s"
                    break
                best.why_not = told["failed"]
                if self.is_hopeless(told["failed"]):
                    return
                unconfirmed = None
                continue
            good = self.keeps(problem, told)
            if good and unconfirmed:
                best.take(method, *unconfirmed)
            unconfirmed = (setting, told) if good and (not best.found or told["cpu"] < best.cpu) else None
            if best.found and not unconfirmed and told["cpu"] > SLOWER * best.cpu:
                return
        if unconfirmed:  # what would confirm it takes too long
            best.take(method, *unconfirmed)

    def tell_setting(self, engine, problem, method, setting, told):
        said = told.get("failed") or f"{1e3 * told['cpu']:.3g} ms, {problem.measure} {told.get(problem.measure)}"
        self.say(f"  {engine.name} {method.name} {method.control} {setting:g}: {said}", detail=True)

    @staticmethod
    def is_hopeless(failure):
        """Failures that no other setting of the method heals: the engine cannot express the problem."""
        return any(text in failure for text in ("cannot express", "written for", "has no method", "mj_loadXML",
                                                "does not", "cannot honour", "unknown", "ended with"))

    def repeat(self, engines, problem, results, repetitions):
        """Engine after engine in each repetition; the median counts."""
        by_name = {engine.name: engine for engine in engines}
        for repetition in range(repetitions):
            for result in results:
                if not result.found or (repetition + 1) * result.cpu > max(PATIENCE, result.cpu):
                    continue
                told = self.run(by_name[result.engine], problem, result.method, result.control, result.setting,
                                "--repeat-for", REPEAT_FOR)
                if "cpu" in told:
                    result.times.append(told["cpu"])
        for result in results:
            if result.times:
                result.cpu = statistics.median(result.times)

    def knows_auto(self, auto, problem):
        told = self.run(auto, problem, "auto", "tolerance", 1e-6, "--end", 1e-3)
        return "failed" not in told

    def make_reference(self, problem, simbody):
        """A reference of a problem that no program of ours computes, by Simbody, with the change against a looser run."""
        path = self.references / f"{problem.key}.txt"
        told = {}
        for tolerance in (TIGHT, 10 * TIGHT):
            options = ["--look"] + (["--write-centres", path] if tolerance == TIGHT else ["--reference", path])
            told = self.run(simbody, problem, "rkm", "tolerance", tolerance, *options)
            if "failed" in told:
                raise RuntimeError(f"{problem.title}: {told['failed']}")
        self.say(f"{problem.title}: reference of tolerance {TIGHT:g}; one of {10 * TIGHT:g} differs by {told['error']:.2g}")
