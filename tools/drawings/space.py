"""Drawings of mechanisms in space."""
import numpy as np

from drawings.panels import BLUE, GREY, LIGHT, RED, label, links, note, panels


def bricard(run):
    figure, left, right = panels((1, 1.6))
    for row, alpha in ((0, 0.25), (250, 0.5), (500, 1.0)):
        chain = [(0, 0, 0), "J1", "J2", "J3", "J4", (0, 0, 1)]
        places = np.array([[run[f"{p}.{k}"][row] for k in "xyz"] if isinstance(p, str) else p for p in chain])
        left.plot(places[:, 0] - 0.5 * places[:, 2], places[:, 1] - 0.3 * places[:, 2], "o-", color=BLUE, lw=1.4, ms=3,
                  alpha=alpha)
    left.set_aspect("equal")
    label(left, "x - z/2 [m]", "y - 0.3 z [m]")
    for name, colour in (("J2.x", BLUE), ("J2.y", RED), ("J2.z", GREY)):
        right.plot(run["t"], run[name], color=colour, lw=1.3)
        note(right, 1.01, run[name][-1], name, colour, va="center")
    right.set_xlim(0, 1.1)
    label(right, "t [s]", "place of J2 [m]")
    return figure


def governor(run):
    figure, left, right = panels((1, 1.6))
    for row, alpha in ((0, 0.3), (int(np.argmax(run["S.z"])), 1.0)):
        turn = run["bearing.angle"][row]
        flat = {f"{p}.{k}": values for p in "ABCDEFPQS" for k, values in
                (("r", run[f"{p}.x"] * np.cos(turn) + run[f"{p}.y"] * np.sin(turn)), ("z", run[f"{p}.z"]))}
        links(left, flat, row, ((["A", "C"], BLUE), (["B", "D"], BLUE), (["P", "E"], LIGHT), (["Q", "F"], LIGHT)),
              alpha, flat="rz")
        left.plot(0, run["S.z"][row], "s", color=RED, ms=10, alpha=alpha)
        for ball in "CD":
            left.plot(flat[f"{ball}.r"][row], flat[f"{ball}.z"][row], "o", color=GREY, ms=9, alpha=alpha)
    left.plot([0, 0], [0, 1], color=GREY, lw=2, zorder=0)
    left.set_aspect("equal")
    label(left, "radius [m]", "z [m]")
    right.plot(run["t"], run["S.z"], color=RED, lw=1.3)
    right.set_ylim(0.48, 0.8)
    note(right, 0.1, 0.77, "S.z: height of the slider", RED)
    label(right, "t [s]", "z [m]")
    return figure


def heavy_top(run):
    figure, left, right = panels((1, 1.6))
    left.plot(run["G.x"], run["G.y"], color=BLUE, lw=1)
    left.plot(0, 0, "o", color=GREY, ms=4)
    left.set_aspect("equal")
    label(left, "x of the centre [m]", "y [m]")
    right.plot(run["t"], run["G.z"], color=BLUE, lw=1.3)
    right.plot(run["t"], run["O.fz"] / 1000, color=RED, lw=1.3)
    note(right, 0.02, -0.93, "G.z [m]", BLUE)
    note(right, 0.02, 0.5, "O.fz [kN]", RED)
    label(right, "t [s]", "height, force of the pivot")
    return figure


def spinning_body(run):
    figure, left, right = panels((1, 2))
    left.plot(run["w1"], run["w2"], color=BLUE, lw=1)
    left.set_aspect("equal")
    label(left, "w1 [rad/s]", "w2 [rad/s]")
    for name, colour in (("w1", BLUE), ("w2", RED), ("w3", GREY)):
        right.plot(run["t"], run[name], color=colour, lw=1.3)
    right.set_ylim(-1.1, 1.3)
    note(right, 1, 1.07, "w2", RED)
    note(right, 10.4, 1.07, "w1", BLUE, ha="center")
    note(right, 10.4, -0.75, "w3", GREY, ha="center")
    label(right, "t [s]", "angular velocity, body axes [rad/s]")
    return figure


def bicycle(run):
    figure, left, right = panels()
    circle = np.linspace(0, 2 * np.pi, 80)
    for x, r in ((0.0, 0.3), (1.02, 0.35)):
        left.plot(x + r * np.cos(circle), r + r * np.sin(circle), color=BLUE, lw=1.3)
    steer = np.tan(np.pi / 10)
    left.plot([1.1 - 1.15 * steer, 1.1], [1.15, 0], ":", color=GREY, lw=1)
    left.plot([0, 0.3, 1.1 - 1.0 * steer, 0.9 - 0.02], [0.3, 0.55, 1.0, 0.75], color=GREY, lw=1.3)
    left.plot([1.1 - 1.0 * steer, 1.02], [1.0, 0.35], color=RED, lw=1.3)
    left.plot([0.3, 0.9], [0.9, 0.7], "x", color=GREY, ms=6)
    left.axhline(0, color=GREY, lw=1)
    left.set_aspect("equal")
    label(left, "x [m]", "-z [m]")
    right.plot(run["t"], np.arcsin(run["rear_hub.axis.z"]) * 1e3, color=BLUE, lw=1.3)
    right.plot(run["t"], run["steer.angle"] * 1e3, color=RED, lw=1.3)
    note(right, 0.9, 8, "lean", BLUE)
    note(right, 0.6, 11, "steer", RED)
    label(right, "t [s]", "angle [mrad]")
    return figure


def stewart(run):
    figure, left, right = panels((1, 1.6))
    degrees = np.pi / 180
    base = [(np.cos(a * degrees), np.sin(a * degrees)) for a in (-10, 10, 110, 130, 230, 250)]
    row = 250
    tip = np.array([[run[f"B{k}.{axis}"][row] for axis in "xyz"] for k in range(1, 7)])
    flat = lambda p: (p[0] - 0.35 * p[1], p[2] + 0.25 * p[1])
    ground = np.array([flat((*p, 0.0)) for p in base + base[:1]])
    plate = np.array([flat(p) for p in [*tip, tip[0]]])
    left.plot(*ground.T, color=GREY, lw=1.3)
    left.fill(*plate.T, color=LIGHT, alpha=0.6)
    left.plot(*plate.T, color=BLUE, lw=1.3)
    for k in range(6):
        left.plot(*np.array([ground[k], plate[k]]).T, color=RED, lw=1.2)
    left.set_aspect("equal")
    label(left, "x - 0.35 y [m]", "z + 0.25 y [m]")
    for k in range(1, 7):
        right.plot(run["t"], run[f"leg{k}.force"], color=RED if k == 1 else LIGHT, lw=1.3, zorder=2 if k == 1 else 1)
    right.set_ylim(126, 177)
    note(right, 1.85, 173, "leg1.force", RED, ha="center")
    label(right, "t [s]", "force of the legs [N]")
    return figure
