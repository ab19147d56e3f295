"""How time and memory of a step grow with the number of bodies: rheon alone, each size in a process of its own."""
import math

from race_table import FIXED, Problem

SIZES = (100, 300, 1000, 3000, 10000)
MOST_LOADING = {"spatial-chain": 3000}  # bodies of several times the coordinates
METHODS = ("ali3p/trapezoidal", "lagrange/rk4")
MECHANISMS = ("windows", "chain", "spatial-chain")
STEP = 1e-3
STEPS = 20  # of a pass; passes are repeated for a while
REPEAT_FOR = 1.5
LIMIT = 60.0  # seconds of a pass


def bodies_of(name, n):
    return 2 * n + 1 if name == "windows" else n


def measure(race, engine, name, method, n):
    problem = Problem(f"{name}, N = {n}", name, n, "energy", 0.0, STEP * STEPS)
    smallest = race.run(engine, Problem(name, name, 2, "energy", 0.0, STEP), method, FIXED, STEP, "--end", STEP)
    outcome = race.run(engine, problem, method, FIXED, STEP, "--end", STEP * STEPS, "--repeat-for", REPEAT_FOR,
                       "--limit", LIMIT)
    point = {"problem": name, "method": method, "n": n}
    if "failed" in outcome:
        return point | {"failed": outcome["failed"]}
    bodies, own = bodies_of(name, n), smallest["loaded_memory"]  # the program itself
    return point | {"us_per_step": 1e6 * outcome["cpu"] / outcome["steps"], "setup": outcome["setup"],
                    "loading_bytes_per_body": (outcome["loaded_memory"] - own) / bodies,
                    "stepping_bytes_per_body": (outcome["peak_memory"] - own) / bodies}


def fit(points):
    """Exponent of N by least squares on logarithms."""
    x, y = [math.log(p["n"]) for p in points], [math.log(p["us_per_step"]) for p in points]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def scaling(race, engine, largest):
    points, exponents = [], []
    for name in MECHANISMS:
        for method in METHODS:
            series = []
            for n in (size for size in SIZES if size <= min(largest, MOST_LOADING.get(name, largest))):
                race.say(f"scaling: {name}, N = {n}, {method}")
                series.append(measure(race, engine, name, method, n))
            points += series
            timed = [p for p in series if "us_per_step" in p]
            if len(timed) > 1:
                exponents.append({"problem": name, "method": method, "exponent": fit(timed),
                                  "range": f"{timed[0]['n']}..{timed[-1]['n']}"})
    return points, exponents
