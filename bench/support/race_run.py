"""Runs the programs of the race: references, the search for the cheapest settings, repetitions."""
import json
import os
import resource
import statistics
import subprocess
from dataclasses import dataclass, field

from race_search import State, between, coarsest, dividing
from race_table import FIXED, ladder

ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
# A pass is repeated inside a process for this long: short ones would show the first touch of memory alone.
REPEAT_FOR = 0.05
REPEAT_IN_SCAN = 0.02
# A setting that misses the accuracy and takes this much longer than the best found ends the search of its method.
SLOWER = 1.2
# A setting may take this much longer than the best found: the next finer one does.
FINER = 4.0
# Methods of an engine that come this close to its best are refined and repeated, so many at the most.
CLOSE, FINALISTS = 1.3, 3
# Methods this close at the next smaller size run with many bodies.
CONTENDS = 3.0
# Part of an engine's time that one method may take.
METHOD_SHARE = 0.4
# Loading alone takes many seconds from this size on; engines have so much more time then.
HUGE, HUGE_PATIENCE = 5000, 4.0
# Fewest bodies with which an engine shows whether it can run more of them; after fewer it is tried anyway.
FEWEST_THAT_SHOW = 10
# Seconds that the repetitions of one setting may take.
REPETITIONS_TAKE = 15.0
# Seconds of a process beyond its passes: loading.
LOADING = 90.0
# Characters of a failure that are shown.
SHOWN = 160


def spent():
    """Processor time of all programs that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass
class Setting:
    """The cheapest of a method that reaches the accuracy."""
    method: str
    control: str
    setting: float
    cpu: float
    steps: int = 0
    divided: int = 0  # steps that were taken in parts
    setup: float = 0.0
    energy: float = 0.0
    error: float | None = None
    version: str = ""
    times: list = field(default_factory=list)

    @classmethod
    def of(cls, method, setting, outcome):
        return cls(method.name, method.control, setting, outcome["cpu"], outcome["steps"], outcome.get("divided", 0),
                   outcome.get("setup", 0.0), outcome["energy"], outcome.get("error"), outcome["version"])

    @property
    def text(self):
        return f"{'h' if self.control == FIXED else 'tol'} {self.setting:.4g}"


@dataclass
class Result:
    """Of an engine for a problem: the cheapest setting of each method, and why others have none."""
    engine: str
    settings: list = field(default_factory=list)
    failures: dict = field(default_factory=dict)
    tried: int = 0
    seconds: float = 0.0  # of the search

    @property
    def best(self):
        """Of those that were repeated, if any was."""
        return min([s for s in self.settings if s.times] or self.settings, key=lambda s: s.cpu, default=None)

    @property
    def found(self):
        return bool(self.settings)

    @property
    def why_not(self):
        return next(iter(self.failures.values()), "accuracy not reached")

    def of(self, method):
        return next((s for s in self.settings if (s.method, s.control) == (method.name, method.control)), None)

    def close(self, factor, most=None):
        near = [s for s in self.settings if s.cpu <= factor * self.best.cpu] if self.found else []
        return sorted(near, key=lambda s: s.cpu)[:most]


class MethodScan:
    """The settings of one method for one problem, each run once."""

    def __init__(self, race, engine, problem, method, result, reference, deadline):
        self.race, self.engine, self.problem, self.method = race, engine, problem, method
        self.result, self.reference, self.deadline = result, reference, deadline
        self.outcomes, self.why_not, self.cheapest_good = {}, "", None

    def run(self, setting):
        if setting not in self.outcomes:
            self.outcomes[setting] = self.attempt(setting)
        return self.outcomes[setting]

    def attempt(self, setting):
        if spent() > self.deadline:
            return State.END, {"failed": "not reached in the time that a method or an engine has"}
        known = [c for c in (self.result.best.cpu if self.result.found else None, self.cheapest_good) if c is not None]
        limit = min(self.race.limit, FINER * min(known) + 0.05) if known else self.race.limit
        outcome = self.race.run(self.engine, self.problem, self.method.name, self.method.control, setting, "--look",
                                "--limit", limit, "--repeat-for", REPEAT_IN_SCAN,
                                *(["--reference", self.reference] if self.reference else []))
        self.result.tried += 1
        state = self.judge(outcome, limit)
        measure = self.problem.measure
        said = outcome.get("failed") or f"{1e3 * outcome['cpu']:.3g} ms, {measure} {outcome.get(measure)}"
        self.race.say(f"  {self.engine.name} {self.method.name} {self.method.control} {setting:g}: {said}", detail=True)
        return state, outcome

    def judge(self, outcome, limit):
        if "failed" in outcome:
            if "limit" in outcome["failed"]:
                outcome["failed"] = f"longer than {limit:.3g} s"
                return State.END
            return State.END if is_hopeless(outcome["failed"]) else State.BAD
        if self.race.keeps(self.problem, outcome):
            self.cheapest_good = min(outcome["cpu"], self.cheapest_good or outcome["cpu"])
            return State.GOOD
        slow = self.result.found and outcome["cpu"] > SLOWER * self.result.best.cpu
        return State.SLOW if slow else State.BAD

    def search(self, hint):
        """The cheapest setting, or None; `why_not` then says why. `hint`: one that was the best before, or None."""
        settings = ladder(self.method.control, self.problem)
        start = max((k for k, s in enumerate(settings) if hint and s >= 0.999 * hint), default=0)
        index = coarsest(len(settings), lambda k: self.run(settings[k])[0], start, 1 if hint else 3)
        if index is None:
            self.why_not = next((t["failed"] for _, t in reversed(self.outcomes.values()) if "failed" in t),
                                "slower than the best" if self.result.found else "accuracy not reached")
            return None
        # finer ones may be cheaper: fewer steps are refused
        while index + 2 < len(settings) and self.is_cheaper(settings[index + 1], settings[index]) \
                and self.run(settings[index + 2])[0] is State.GOOD:
            index += 1
        return Setting.of(self.method, settings[index], self.run(settings[index])[1])

    def is_cheaper(self, one, other):
        state, outcome = self.run(one)
        return state is State.GOOD and outcome["cpu"] < self.run(other)[1]["cpu"]

    def refine(self, found):
        """Between the setting found and the next coarser one of the ladder, which is not good enough."""
        coarser = [s for s in ladder(self.method.control, self.problem) if s > 1.001 * found.setting]
        best = found
        for setting in between(coarser[-1], found.setting) if coarser else ():
            if self.method.control == FIXED:
                setting = dividing(setting, self.problem.grain or self.problem.end)
            else:
                setting = float(f"{setting:.2g}")
            if not 1.001 * found.setting < setting < 0.999 * coarser[-1]:
                continue
            state, outcome = self.run(setting)
            if state is not State.GOOD:
                break
            if outcome["cpu"] < best.cpu:
                best = Setting.of(self.method, setting, outcome)
        return best


def is_hopeless(failure):
    """Failures that no other setting of the method heals: the engine cannot express the problem."""
    return any(text in failure for text in ("cannot express", "written for", "has no method", "mj_loadXML", "does not",
                                            "cannot honour", "unknown", "needs a fixed step"))


class Race:
    def __init__(self, folder, references, say, limit=20.0, patience=40.0, quick=False):
        self.folder, self.references, self.say = folder, references, say
        self.limit, self.patience, self.quick = limit, patience, quick

    def has(self, engine):
        return (self.folder / engine.program).exists()

    def run(self, engine, problem, method, control, setting, *options):
        """What the program reports; `failed` if there is nothing."""
        command = [self.folder / engine.program, "--problem", problem.name, "--n", str(problem.n), "--method", method,
                   f"--{control}", repr(setting), *map(str, options)]
        try:
            # in the build folder: MuJoCo writes its warnings to a file where it runs
            done = subprocess.run(command, cwd=self.folder, env=dict(os.environ, **ONE_THREAD, **dict(engine.environment)),
                                  capture_output=True, text=True, check=False, timeout=LOADING + 12.0 * self.limit)
        except subprocess.TimeoutExpired:
            return {"failed": f"{engine.program} took longer than the limit to load"}
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if not lines:
            return {"failed": f"{engine.program} ended with {done.returncode}: {done.stderr.strip()[-200:]}"}
        outcome = json.loads(lines[-1])
        if "failed" in outcome:
            outcome["failed"] = " ".join(outcome["failed"].split())[:SHOWN]
        return outcome

    def compute_reference(self, problem, path, coarser=1):
        done = subprocess.run([self.folder / "race_reference", problem.name, str(problem.n), str(coarser)],
                              capture_output=True, text=True, check=True)
        path.write_text(done.stdout)

    def reference(self, problem):
        """File with the centres of all bodies at the time that the problem is judged."""
        kept = self.references / f"{problem.key}.txt"
        if kept.exists() or problem.measure != "error":
            return kept if kept.exists() else None
        computed = self.folder / f"reference-{problem.key}.txt"
        if not computed.exists():
            self.say(f"reference of {problem.title}")
            self.compute_reference(problem, computed)
        return computed

    def keeps(self, problem, outcome):
        """Does a run reach the accuracy asked?"""
        measured = outcome.get(problem.measure)
        return "failed" not in outcome and measured is not None and measured <= problem.accuracy

    def methods(self, engine, problem, smaller):
        """In the order in which they are tried: those that did best with fewer bodies first."""
        wanted = [m for m in engine.methods if problem.n <= m.largest and (m.quick or not self.quick)]
        if smaller is None or not smaller.found:
            return [m for m in wanted if m.quick or not problem.is_large]
        if problem.is_large:
            near = {(s.method, s.control) for s in smaller.close(CONTENDS)}
            wanted = [m for m in wanted if (m.name, m.control) in near]
        return sorted(wanted, key=lambda m: smaller.of(m).cpu if smaller.of(m) else float("inf"))

    def hopeless(self, problem, smaller, smaller_problem):
        """Why an engine need not run a problem, by what it did with fewer bodies; nothing if it may run."""
        if smaller is None or smaller_problem.n < FEWEST_THAT_SHOW:
            return ""
        if not smaller.found:
            return f"given up with N = {smaller_problem.n}: {smaller.why_not}"
        growth = problem.n / smaller_problem.n * problem.end / smaller_problem.end
        if growth * smaller.best.cpu > self.limit:
            return (f"longer than {self.limit:g} s even if time grew in proportion to N = {smaller_problem.n} "
                    f"({smaller.best.cpu:.3g} s)")
        if problem.n / smaller_problem.n * smaller.best.setup > LOADING:
            return f"loading takes longer than {LOADING:g} s even if it grew in proportion to N = {smaller_problem.n}"
        return ""

    def scan(self, engine, problem, smaller=None, smaller_problem=None, before=None):
        """The cheapest settings of all methods of the engine; `smaller`: its result for fewer bodies, `before`: one for this
        problem that is to be renewed. Both only say where to begin."""
        result, began = Result(engine.name), spent()
        reason = self.hopeless(problem, smaller, smaller_problem)
        if reason:
            result.failures["all"] = reason
            return result
        patience = self.patience * (HUGE_PATIENCE if problem.n >= HUGE else 1.0)
        reference, deadline, scans = self.reference(problem), began + patience, {}
        for method in self.methods(engine, problem, before or smaller):
            own_deadline = min(deadline, spent() + METHOD_SHARE * patience)
            scan = MethodScan(self, engine, problem, method, result, reference, own_deadline)
            known = [r.of(method) for r in (before, smaller) if r is not None and r.of(method)]
            found = scan.search(known[0].setting if known else None)
            if found:
                result.settings.append(found)
                scans[method.name, method.control] = scan
            else:
                result.failures[f"{method.name} ({method.control})"] = scan.why_not
        for near in result.close(CLOSE, FINALISTS):
            result.settings[result.settings.index(near)] = scans[near.method, near.control].refine(near)
        result.seconds = spent() - began
        return result

    def repeat(self, engines, problem, results, repetitions):
        """Engine after engine in each repetition, the finalists of each; the median counts."""
        by_name = {engine.name: engine for engine in engines}
        finalists = [(r.engine, s) for r in results for s in r.close(CLOSE, FINALISTS)]
        for repetition in range(repetitions):
            for name, one in finalists:
                if repetition > 0 and (repetition + 1) * (one.cpu + one.setup) > REPETITIONS_TAKE:
                    continue
                outcome = self.run(by_name[name], problem, one.method, one.control, one.setting, "--repeat-for",
                                   REPEAT_FOR)
                if "cpu" in outcome:
                    one.times.append(outcome["cpu"])
        for _, one in finalists:
            if one.times:
                one.cpu = statistics.median(one.times)

    def knows_auto(self, auto, problem):
        outcome = self.run(auto, problem, "auto", "tolerance", 1e-6, "--end", 1e-3)
        return "failed" not in outcome
