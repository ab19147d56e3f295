"""Writes andrews_forces.csv: forces in all joints of Andrews' squeezer by Newton and Euler, body by body. Needs mpmath.

The motion is that of ivp_andrews.csv: beta and its rate at each row, good to 1e-13. From these, in 40 digits: the other
angles by Newton's method on the closure, their rates and the part of their accelerations that does not contain beta'' by
differentiating the closure. Then the equations of the seven free bodies (21) are solved for beta'' and the 20 components of
joint forces at once. No multipliers, no Lagrange, no rheon.

Columns: t; beta'' as ddbeta; Xb_x, Xb_y: force on body Kb at the joint X. At O, B and A it comes from the ground; F2 on K2
from K1; G5 on K5 from K4; H7 on K7 from K6; E3, E4, E6 on these bodies from K2.
"""
import csv
import pathlib

import mpmath as mp

mp.mp.dps = 40
HERE = pathlib.Path(__file__).resolve().parent
V = lambda x, y: mp.matrix([mp.mpf(x), mp.mpf(y)])
A, B, C = V("-0.06934", "-0.00227"), V("-0.03635", "0.03273"), V("0.014", "0.072")
MASS = [mp.mpf(x) for x in "0.04325 0.00365 0.02373 0.00706 0.07050 0.00706 0.05498".split()]
INERTIA = [mp.mpf(x) for x in "2.194e-6 4.410e-7 5.255e-6 5.667e-7 1.169e-5 5.667e-7 1.912e-5".split()]
STIFFNESS, LENGTH, TORQUE = mp.mpf(4530), mp.mpf("0.07785"), mp.mpf("0.033")

# A chain is a ground point and vectors fixed to bodies: (body, x, y), turned by the body's angle. Angles of the bodies:
# beta, beta + Theta, gamma, phi + delta, delta, Omega + eps, eps.
O = V(0, 0)
CENTRES = [
    (O, [(0, "0.00092", 0)]),
    (O, [(0, "0.007", 0), (1, "-0.0115", 0)]),
    (B, [(2, "0.01043", "-0.01874")]),
    (A, [(4, "0.04", 0), (3, 0, "-0.00579")]),
    (A, [(4, "0.02308", "0.00916")]),
    (A, [(6, 0, "-0.04"), (5, "0.00579", 0)]),
    (A, [(6, "-0.00449", "-0.01228")]),
]
E_CHAINS = [
    (O, [(0, "0.007", 0), (1, "-0.028", 0)]),
    (B, [(2, 0, "-0.035")]),
    (A, [(4, "0.04", 0), (3, 0, "-0.02")]),
    (A, [(6, 0, "-0.04"), (5, "0.02", 0)]),
]
F_CHAIN, G_CHAIN, H_CHAIN = (O, [(0, "0.007", 0)]), (A, [(4, "0.04", 0)]), (A, [(6, 0, "-0.04")])
D_CHAIN = (B, [(2, "0.02", "-0.018")])
# joint, chain of its place, body that it acts on (+), body that it comes from (-, None: the ground)
JOINTS = [
    ("O1", (O, []), 0, None), ("F2", F_CHAIN, 1, 0), ("B3", (B, []), 2, None), ("A5", (A, []), 4, None),
    ("A7", (A, []), 6, None), ("G5", G_CHAIN, 4, 3), ("H7", H_CHAIN, 6, 5),
    ("E3", E_CHAINS[1], 2, 1), ("E4", E_CHAINS[1], 3, 1), ("E6", E_CHAINS[1], 5, 1),
]


def turned(angle, x, y):
    c, s = mp.cos(angle), mp.sin(angle)
    x, y = mp.mpf(x), mp.mpf(y)
    return V(c * x - s * y, s * x + c * y)


def place(chain, angles):
    point = chain[0].copy()
    for body, x, y in chain[1]:
        point += turned(angles[body], x, y)
    return point


def gradient(chain, angles):
    """d place / d angle of each body, 2 x 7."""
    J = mp.zeros(2, 7)
    for body, x, y in chain[1]:
        r = turned(angles[body], x, y)
        J[0, body] += -r[1]
        J[1, body] += r[0]
    return J


def centripetal(chain, angles, rates):
    total = V(0, 0)
    for body, x, y in chain[1]:
        total -= rates[body] ** 2 * turned(angles[body], x, y)
    return total


def closure(angles):
    e = [place(chain, angles) for chain in E_CHAINS]
    return mp.matrix([e[0][k] - other[k] for other in e[1:] for k in range(2)])


def closure_gradient(angles):
    first = gradient(E_CHAINS[0], angles)
    G = mp.zeros(6, 7)
    for i, chain in enumerate(E_CHAINS[1:]):
        G[2 * i : 2 * i + 2, :] = first - gradient(chain, angles)
    return G


def kinematics(beta, rate, guess):
    """Angles, rates, and accelerations as p + q beta''."""
    angles = mp.matrix([beta, *guess[1:]])
    for _ in range(8):
        change = mp.lu_solve(closure_gradient(angles)[:, 1:], -closure(angles))
        for i in range(6):
            angles[i + 1] += change[i]
    G = closure_gradient(angles)
    q = mp.matrix([mp.mpf(1), *mp.lu_solve(G[:, 1:], -G[:, 0])])
    rates = q * rate
    first = centripetal(E_CHAINS[0], angles, rates)
    bias = mp.matrix([(first - centripetal(c, angles, rates))[k] for c in E_CHAINS[1:] for k in range(2)])
    p = mp.matrix([mp.mpf(0), *mp.lu_solve(G[:, 1:], -bias)])
    return angles, rates, p, q


def newton_euler(angles, rates, p, q):
    """Unknowns: beta'', then two components for each joint."""
    K, right = mp.zeros(21, 21), mp.zeros(21, 1)
    for b, chain in enumerate(CENTRES):
        J, c = gradient(chain, angles), centripetal(chain, angles, rates)
        known, unknown = J * p + c, J * q
        for k in range(2):
            K[3 * b + k, 0] = MASS[b] * unknown[k]
            right[3 * b + k] = -MASS[b] * known[k]
        K[3 * b + 2, 0] = INERTIA[b] * q[b]
        right[3 * b + 2] = -INERTIA[b] * p[b]
    for j, (_, chain, on, source) in enumerate(JOINTS):
        for body, sign in ((on, 1), (source, -1)):
            if body is None:
                continue
            arm = place(chain, angles) - place(CENTRES[body], angles)
            for k in range(2):
                K[3 * body + k, 1 + 2 * j + k] -= sign
            K[3 * body + 2, 1 + 2 * j] += sign * arm[1]
            K[3 * body + 2, 2 + 2 * j] -= sign * arm[0]
    d = place(D_CHAIN, angles)
    length = mp.sqrt((C[0] - d[0]) ** 2 + (C[1] - d[1]) ** 2)
    pull = (C - d) * (STIFFNESS * (length - LENGTH) / length)
    arm = d - place(CENTRES[2], angles)
    right[6] += pull[0]
    right[7] += pull[1]
    right[8] += arm[0] * pull[1] - arm[1] * pull[0]
    right[2] += TORQUE
    return mp.lu_solve(K, right)


def main() -> None:
    with (HERE / "ivp_andrews.csv").open(newline="", encoding="utf-8") as lines:
        motion = [{k: mp.mpf(v) for k, v in row.items()} for row in csv.DictReader(lines)]
    names = [f"{name}_{axis}" for name, *_ in JOINTS for axis in "xy"]
    out = [",".join(["t", "ddbeta", *names])]
    for r in motion:
        guess = [r["beta"], r["beta"] + r["Theta"], r["gamma"], r["phi"] + r["delta"], r["delta"], r["Omega"] + r["eps"], r["eps"]]
        values = newton_euler(*kinematics(r["beta"], r["dbeta"], guess))
        out.append(",".join(f"{float(x):.16e}" for x in [r["t"], *values]))
    (HERE / "andrews_forces.csv").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
