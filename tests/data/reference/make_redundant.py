"""Writes x_two_wheels.csv and x_bennett.csv: mechanisms with more rows than needed, from their least equations.

Two wheels on one axle: rolling without slip on the plane z = 0 with gravity (gx, 0, -gz). The centre of mass is in the middle
of the axle, so that forward speed v and yaw rate w do not couple: (m + 2 C/r^2) v' = m gx cos(w t), w' = 0; in closed form.

Bennett's linkage: one freedom, the angle th of the first link. The second link joins B (on the first) and C (on the third), so
|C - B|, the part of C - B along the hinge axis at B, and the angle between both hinge axes are constant, which gives the
angle of the third (Gauss and Newton: any one of them has a second solution, all three have not); its own direction follows
from C - B and from the hinge axis at B. Positions and rotations are Taylor series in th to second order; with the kinetic energy I(th) th'^2/2,
I th'' + I' th'^2/2 + V' = 0, integrated by extrapolation (Gragg, Bulirsch, Stoer). Checked: the hinge axes of C in both of its
links agree at all positions (that is Bennett's condition), and the energy is constant.
"""
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


class Jet:
    """x + x1 e + x2 e^2/2, e^3 = 0."""

    def __init__(self, x, x1=0.0, x2=0.0):
        self.x, self.x1, self.x2 = x, x1, x2

    def __add__(self, o):
        o = o if isinstance(o, Jet) else Jet(o)
        return Jet(self.x + o.x, self.x1 + o.x1, self.x2 + o.x2)

    __radd__ = __add__

    def __neg__(self):
        return Jet(-self.x, -self.x1, -self.x2)

    def __sub__(self, o):
        return self + -(o if isinstance(o, Jet) else Jet(o))

    def __rsub__(self, o):
        return -self + o

    def __mul__(self, o):
        o = o if isinstance(o, Jet) else Jet(o)
        return Jet(self.x * o.x, self.x1 * o.x + self.x * o.x1, self.x2 * o.x + 2 * self.x1 * o.x1 + self.x * o.x2)

    __rmul__ = __mul__

    def of(self, f, f1, f2):
        return Jet(f, f1 * self.x1, f1 * self.x2 + f2 * self.x1 ** 2)

    def power(self, p):
        return self.of(self.x ** p, p * self.x ** (p - 1), p * (p - 1) * self.x ** (p - 2))

    def sin(self):
        return self.of(math.sin(self.x), math.cos(self.x), -math.sin(self.x))

    def cos(self):
        return self.of(math.cos(self.x), -math.sin(self.x), -math.cos(self.x))


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def unit(a):
    inverse = dot(a, a).power(-0.5)
    return [x * inverse for x in a]


def times(R, x):
    return [dot(row, x) for row in R]


def product(R, S):
    columns = list(zip(*S))
    return [[dot(row, column) for column in columns] for row in R]


def rotation(axis, angle):
    """About a unit axis (Rodrigues)."""
    c, s = angle.cos(), angle.sin()
    x, y, z = axis
    K = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    return [[(1.0 - c) * (axis[i] * axis[j]) + s * K[i][j] + (c if i == j else 0.0) for j in range(3)]
            for i in range(3)]


A = [0.0, 0.0, 0.0]
D = [-0.43857066002446299, -1.0755285551056204e-16, -2.7755575615628914e-17]
B = [0.1928362829059618, 0.22981333293569339, 0.0]
C = [-0.15131840053604415, -0.029592430760363997, 0.081304535300874212]
AXIS = {"A": [0.0, 0.0, 1.0], "B": [0.49240387650610395, -0.41317591116653479, 0.76604444311897801],
        "C": [-0.18538525877754616, 0.50934181239105958, 0.84035898518322083],
        "D": [-1.1315450549065332e-16, 0.93969262078590821, 0.34202014332566882]}
CENTRE = [[0.096418141452980902, 0.1149066664678467, 0.0],
          [0.020758941184958829, 0.1001104510876647, 0.040652267650437106],
          [-0.29494453028025358, -0.014796215380182052, 0.040652267650437092]]
INERTIA, MASS, G = [0.01, 0.02, 0.03], 1.0, 9.81


def normalised(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


AXIS = {name: normalised(axis) for name, axis in AXIS.items()}
LENGTH2, OFFSET, COSINE = dot(minus(C, B), minus(C, B)), dot(minus(C, B), AXIS["B"]), dot(AXIS["B"], AXIS["C"])
worst = 0.0


def frame(along, axis):
    """Columns: along, what of the axis is across it, and their cross product."""
    e1 = unit(along)
    part = dot(axis, e1)
    e2 = unit([a - part * e for a, e in zip(axis, e1)])
    e3 = cross(e1, e2)
    return [[e1[i], e2[i], e3[i]] for i in range(3)]


def jets(a):
    return [Jet(x) for x in a]


START = frame(jets(minus(C, B)), jets(AXIS["B"]))


def linkage(th, guess):
    """Rotations and centres of the links, B, C, and the angle of the third link, as series in th."""
    global worst
    R1 = rotation(AXIS["A"], Jet(th, 1.0))
    b, axis = times(R1, B), times(R1, AXIS["B"])
    psi = Jet(guess)
    for _ in range(60):
        R3 = rotation(AXIS["D"], psi)
        arm = times(R3, minus(C, D))
        c = [x + d for x, d in zip(arm, D)]
        along = minus(c, b)
        moving, axis_c = cross(AXIS["D"], arm), times(R3, AXIS["C"])
        pairs = [(dot(along, along) - LENGTH2, 2.0 * dot(along, moving)), (dot(along, axis) - OFFSET, dot(moving, axis)),
                 (dot(axis, axis_c) - COSINE, dot(axis, cross(AXIS["D"], axis_c)))]
        step = sum((m * s for m, s in pairs), Jet(0.0)) * sum((s * s for _, s in pairs), Jet(0.0)).power(-1.0)
        psi = psi - step
        if max(abs(step.x), abs(step.x1), abs(step.x2)) < 1e-15:
            break
    now = frame(along, axis)
    R2 = product(now, [list(column) for column in zip(*START)])
    worst = max(worst, max(abs(x.x - y.x) for x, y in zip(times(R2, AXIS["C"]), times(R3, AXIS["C"]))),
                *(abs(m.x) for m, _ in pairs))
    r1 = times(R1, CENTRE[0])
    r2 = [x + y for x, y in zip(b, times(R2, minus(CENTRE[1], B)))]
    r3 = [x + d for x, d in zip(times(R3, minus(CENTRE[2], D)), D)]
    return [R1, R2, R3], [r1, r2, r3], b, c, psi


def energies(th, guess):
    """I, I', V, V', and what else is written."""
    R, r, b, c, psi = linkage(th, guess)
    inertia = slope = potential = force = 0.0
    for k in range(3):
        inertia += MASS * sum(x.x1 ** 2 for x in r[k])
        slope += MASS * sum(2 * x.x1 * x.x2 for x in r[k])
        potential += MASS * G * r[k][2].x
        force += MASS * G * r[k][2].x1
        # angular velocity in the axes of the body: W = R^T R', skew; W' = R'^T R' + R^T R''
        W = [[sum(R[k][i][p].x * R[k][i][q].x1 for i in range(3)) for q in range(3)] for p in range(3)]
        Wd = [[sum(R[k][i][p].x1 * R[k][i][q].x1 + R[k][i][p].x * R[k][i][q].x2 for i in range(3)) for q in range(3)]
              for p in range(3)]
        w, wd = [W[2][1], W[0][2], W[1][0]], [Wd[2][1], Wd[0][2], Wd[1][0]]
        inertia += sum(J * x * x for J, x in zip(INERTIA, w))
        slope += sum(2 * J * x * y for J, x, y in zip(INERTIA, w, wd))
    return inertia, slope, potential, force, [x.x for x in b], [x.x for x in c], psi.x


def derivative(y, guess):
    inertia, slope, _, force, *_ = energies(y[0], guess)
    return [y[1], -(0.5 * slope * y[1] ** 2 + force) / inertia]


def extrapolated(y, h, guess):
    rows = []
    for j in range(1, 8):
        n = 2 * j
        s = h / n
        z0, z1 = y, [a + s * b for a, b in zip(y, derivative(y, guess))]
        for _ in range(n - 1):
            z0, z1 = z1, [a + 2 * s * b for a, b in zip(z0, derivative(z1, guess))]
        end = [0.5 * (a + b + s * d) for a, b, d in zip(z0, z1, derivative(z1, guess))]
        row = [end]
        for k in range(1, j):
            ratio = (n / (2.0 * (j - k))) ** 2 - 1.0
            row.append([a + (a - b) / ratio for a, b in zip(row[-1], rows[-1][k - 1])])
        rows.append(row)
    return rows[-1][-1]


def bennett(parts):
    y, guess, lines, first, spread = [0.0, 1.0], 0.0, [], None, 0.0
    for i in range(101):
        inertia, _, potential, _, b, c, guess = energies(y[0], guess)
        energy = 0.5 * inertia * y[1] ** 2 + potential
        first = energy if first is None else first
        spread = max(spread, abs(energy - first))
        lines.append([i / 50, y[0], y[1], *b, *c])
        for _ in range(parts):
            y = extrapolated(y, 0.02 / parts, guess)
    return lines, spread


def two_wheels():
    r, half, gx = 0.3, 0.5, 1.5
    m, axial = 5.0 + 2 * 2.0, 0.5 * 2.0 * r * r
    left, right = 12.0, 10.0  # rates of the wheels at y = +half and y = -half
    v0, w = 0.5 * r * (left + right), r * (right - left) / (2 * half)
    k = m * gx / (m + 2 * axial / r ** 2)
    lines = []
    for i in range(101):
        t = i / 50
        v = v0 + k / w * math.sin(w * t)
        lines.append([t, v0 / w * math.sin(w * t) + k / (2 * w * w) * math.sin(w * t) ** 2,
                      v0 / w * (1 - math.cos(w * t)) + k / (2 * w) * (t - math.sin(2 * w * t) / (2 * w)), w * t, v])
    return lines


def write(name, header, lines):
    text = "\n".join([header] + [",".join(f"{x:.16e}" for x in line) for line in lines]) + "\n"
    (HERE / name).write_text(text)


if __name__ == "__main__":
    write("x_two_wheels.csv", "t,x,y,heading,speed", two_wheels())
    coarse, _ = bennett(1)
    lines, spread = bennett(2)
    change = max(abs(a - b) for p, q in zip(coarse, lines) for a, b in zip(p, q))
    print(f"Bennett: axes at C differ by {worst:.1e}, energy by {spread:.1e} J, steps of 0.02 s and 0.01 s by {change:.1e}")
    write("x_bennett.csv", "t,th,thd,Bx,By,Bz,Cx,Cy,Cz", lines)
