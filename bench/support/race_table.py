"""What runs in the race: problems, engines and their methods. One row each."""
from dataclasses import dataclass

FIXED, TOLERANCE = "step", "tolerance"


@dataclass(frozen=True)
class Problem:
    title: str
    name: str  # as bench/peers/problems.cpp knows it
    n: int
    measure: str  # "energy" in J along the run, or "error": of positions, relative to the size
    accuracy: float
    end: float  # seconds simulated
    quick: bool = False  # part of --quick
    grain: float | None = None  # divides the end and the time of the comparison; the end if they are the same

    @property
    def is_large(self):
        """Only methods that did well with fewer bodies run."""
        return self.n >= LARGE

    @property
    def key(self):
        return f"{self.name}-{self.n}"

    @property
    def accuracy_text(self):
        return f"{self.accuracy:g} J" if self.measure == "energy" else f"{self.accuracy:g}"


# Loading takes longer than some settings do.
LARGE = 1000

PROBLEMS = [
    Problem("A02, N = 1", "windows", 1, "energy", 0.1, 10, quick=True),
    Problem("A02, N = 10", "windows", 10, "energy", 0.1, 10, quick=True),
    Problem("A02, N = 40", "windows", 40, "energy", 0.1, 10, quick=True),
    Problem("A02, N = 200", "windows", 200, "energy", 0.1, 10),
    Problem("A02, N = 1000", "windows", 1000, "energy", 0.1, 10),
    Problem("A02, N = 10,000", "windows", 10000, "energy", 0.1, 1),
    Problem("pendulum", "chain", 1, "error", 1e-3, 10, quick=True),
    Problem("double pendulum", "chain", 2, "error", 1e-3, 10, quick=True),
    Problem("chain, N = 10", "chain", 10, "error", 1e-3, 10, quick=True, grain=2),
    Problem("chain, N = 100", "chain", 100, "error", 1e-3, 10, grain=2),
    Problem("chain, N = 1000", "chain", 1000, "error", 1e-3, 1),
    Problem("chain, N = 10,000", "chain", 10000, "error", 1e-3, 1),
    Problem("Andrews", "andrews", 1, "error", 1e-4, 0.05, quick=True),
    Problem("Chaplygin sleigh", "sleigh", 1, "error", 1e-3, 10, quick=True),
    Problem("rolling disc", "rolling-disc", 1, "error", 1e-3, 5, quick=True),
    Problem("Stewart platform", "stewart", 1, "error", 1e-3, 5, quick=True),
    Problem("Bricard", "bricard", 1, "error", 1e-3, 10, quick=True),
    Problem("flyball governor", "governor", 1, "error", 1e-3, 10),
    Problem("spatial chain, N = 10", "spatial-chain", 10, "error", 1e-3, 5, quick=True, grain=1),
    Problem("spatial chain, N = 100", "spatial-chain", 100, "error", 1e-3, 2),
]


@dataclass(frozen=True)
class Method:
    name: str  # as the program of the engine knows it
    control: str  # FIXED or TOLERANCE
    largest: int = 10**9  # only for problems of at most this n: beyond it is hopeless
    quick: bool = False


@dataclass(frozen=True)
class Engine:
    name: str
    program: str
    methods: tuple
    environment: tuple = ()  # pairs of names and values


DENSE_METHODS_UP_TO = 40  # kane and udwadia-kalaba solve with dense matrices


def rheon_methods():
    """Those that are the fastest most often come first: they bound the search of the others."""
    adaptive = ("lagrange/dop853", "lagrange/dopri5", "lagrange/bogacki-shampine", "lagrange/kutta-merson")
    dense = ("kane/dop853", "kane/dopri5", "udwadia-kalaba/dop853", "udwadia-kalaba/dopri5", "np-ode/dop853")
    return (
        *(Method(name, TOLERANCE, quick=True) for name in adaptive[:2]),
        Method("lagrange/rk4", FIXED, quick=True),
        Method("ali3p/trapezoidal", FIXED, quick=True),
        *(Method(name, TOLERANCE) for name in adaptive[2:]),
        *(Method(name, TOLERANCE, largest=DENSE_METHODS_UP_TO) for name in dense),
        Method("ali3p/trapezoidal", TOLERANCE),
        Method("ali3p/gauss4", TOLERANCE),
        Method("augmented-lagrangian/dop853", TOLERANCE),
        Method("augmented-lagrangian/rk4", FIXED),
        Method("penalty/trapezoidal", FIXED),
        Method("energy-momentum/implicit-midpoint", FIXED),
        Method("np-three-field/implicit-midpoint", FIXED),
        Method("lagrange-index3/trapezoidal", FIXED),
        Method("lagrange-index3/generalised-alpha", FIXED),
        Method("ali3p/gauss4", FIXED),
        Method("ali3p/radau5", TOLERANCE),
        Method("lagrange-index2/radau5", TOLERANCE),
        Method("lagrange-index2/gauss4", FIXED),
        # projection after each step: of velocities only, where needed, or none
        *(Method(f"{name}/projection={what}", TOLERANCE) for name in adaptive for what in ("velocity", "needed", "none")),
        *(Method(f"lagrange/rk4/projection={what}", FIXED) for what in ("velocity", "none")),
    )


RHEON = Engine("rheon", "race_rheon", rheon_methods())
# Left out at run time while the library does not know it.
AUTO = Engine("auto", "race_rheon", (Method("auto", TOLERANCE, quick=True),))
# The same programs and the same bits without machine code: the methods that are the fastest most often.
INTERPRETED = Engine("interpreted", "race_rheon", tuple(m for m in rheon_methods() if m.quick), (("RHEON_CODE", "interpret"),))

PEERS = [
    Engine("Simbody", "race_simbody", (
        Method("rkm", TOLERANCE, quick=True),
        Method("rk3", TOLERANCE),
        Method("cpodes", TOLERANCE),
        Method("verlet", FIXED),
        Method("rkm", FIXED),
    )),
    Engine("MuJoCo", "race_mujoco", (
        Method("rk4", FIXED, quick=True),
        Method("implicit", FIXED),
        Method("euler", FIXED),
    )),
    Engine("IDA", "race_ida", (
        Method("ggl", TOLERANCE, quick=True),
        Method("ggl-loose", TOLERANCE, quick=True),
    )),
]


def ladder(control, problem):
    """Settings from coarse to fine: 1, 0.5, 0.2 of each decade."""
    first = 0.1 if control == TOLERANCE else problem.end / 50  # Simbody refuses 1
    last = 1e-12 if control == TOLERANCE else problem.end / 1e6
    values = (float(f"{digit}e{decade}") for decade in range(0, -13, -1) for digit in (5, 2, 1))
    return [v for v in values if last * 0.999 <= v <= first * 1.001]
