"""Drawings of the examples that are written as equations."""
import numpy as np

from drawings.panels import BLUE, GREY, LIGHT, RED, label, note, panels


def pendulum(run):
    figure, left, right = panels((1, 2))
    angle = np.linspace(np.pi, 2 * np.pi, 100)
    left.plot(np.cos(angle), np.sin(angle), color=LIGHT, lw=1)
    for i in range(0, 60, 5):
        left.plot([0, run["x"][i]], [0, run["y"][i]], color=BLUE, lw=1, alpha=0.15 + 0.85 * i / 60)
        left.plot(run["x"][i], run["y"][i], "o", color=BLUE, ms=5, alpha=0.15 + 0.85 * i / 60)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["tension"], color=RED, lw=1.3)
    right.axhline(3 * 9.81, color=LIGHT, lw=1, zorder=0)
    note(right, 0.1, 3 * 9.81 + 0.4, "3 m g", GREY, va="bottom")
    right.set_ylim(-1, 33)
    label(right, "t [s]", "tension of the rod [N]")
    return figure


def two_masses(run):
    figure, left, right = panels()
    left.plot(run["t"], run["x1"], color=BLUE, lw=1.5)
    left.plot(run["t"], run["x2"], color=RED, lw=1.5)
    note(left, 3.0, 4.0, "x1", BLUE)
    note(left, 3.0, 1.1, "x2", RED)
    label(left, "t [s]", "position [m]")
    right.plot(run["t"], run["f_c"], color=BLUE, lw=1.5)
    right.set_ylim(0, 1.2)
    note(right, 0.2, 0.88, "5/6 N", GREY)
    label(right, "t [s]", "force on mass 2 [N]")
    return figure


def pursuit(run):
    figure, left, right = panels((1, 1.6))
    early = run["t"] <= 1.6 + 1e-9
    for i in np.flatnonzero(early)[::16]:
        left.plot([run["xA"][i], run["xB"][i]], [run["yA"][i], run["yB"][i]], color=LIGHT, lw=0.8, zorder=0)
    left.plot(run["xB"][early], run["yB"][early], color=RED, lw=1.5)
    left.plot(run["xA"][early], run["yA"][early], color=BLUE, lw=1.5)
    note(left, 2.4, 1.6, "B", RED)
    note(left, 0.6, 0.35, "A", BLUE, ha="right")
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["fx"], color=BLUE, lw=1.3)
    right.plot(run["t"], run["fy"], color=RED, lw=1.3)
    note(right, 1.0, 0.72, "fy", RED)
    note(right, 1.6, -0.43, "fx", BLUE)
    label(right, "t [s]", "reaction on A [N]")
    return figure


def rolling_wheel(run):
    figure, left, right = panels((1.4, 1))
    r = 0.175
    circle = np.linspace(0, 2 * np.pi, 80)
    left.axhline(0, color=GREY, lw=1)
    for i in (0, 250, 320, 400, 500):
        y, z = run["y"][i], run["z"][i]
        left.plot(y + r * np.cos(circle), z + r * np.sin(circle), color=BLUE, lw=1)
        for a, b, colour in (("wy", "wz", RED), ("vy", "vz", LIGHT)):
            left.plot([y, y + r * run[a][i]], [z, z + r * run[b][i]], color=colour, lw=1.2)
    left.set_aspect("equal")
    label(left, "y [m]", "z [m]")
    right.plot(run["t"], run["f_t"], color=RED, lw=1.5)
    right.plot(run["t"], run["y'"], color=BLUE, lw=1.5)
    note(right, 1.4, 0.68, "f_t [N]", RED, ha="right")
    note(right, 3.5, 0.52, "y' [m/s]", BLUE)
    label(right, "t [s]", "ground force, speed")
    return figure


def andrews_angles(run):
    figure, left, right = panels((1, 1.6))
    a, b = np.array([-0.06934, -0.00227]), np.array([-0.03635, 0.03273])
    for i, alpha in ((0, 0.35), (112, 1.0)):
        q = {name: run[name][i] for name in ("beta", "Theta", "gamma", "delta", "eps")}
        f = 0.007 * np.array([np.cos(q["beta"]), np.sin(q["beta"])])
        e = f - 0.028 * np.array([np.cos(q["beta"] + q["Theta"]), np.sin(q["beta"] + q["Theta"])])
        g = a + 0.04 * np.array([np.cos(q["delta"]), np.sin(q["delta"])])
        h = a + 0.04 * np.array([np.sin(q["eps"]), -np.cos(q["eps"])])
        c, s = np.cos(q["gamma"]), np.sin(q["gamma"])
        d = b + np.array([0.02 * c + 0.018 * s, 0.02 * s - 0.018 * c])
        for chain, colour in (([(0, 0), f, e], RED), ([b, d, e, b], BLUE), ([a, g, e], GREY), ([a, h, e], GREY)):
            left.plot(*np.array(chain).T * 1e3, "o-", color=colour, lw=1.3, ms=3, alpha=alpha)
        left.plot(*np.array([(0.014, 0.072), d]).T * 1e3, ":", color=GREY, lw=1.3, alpha=alpha)
    left.set_aspect("equal")
    label(left, "x [mm]", "y [mm]")
    for name, colour in (("beta", RED), ("gamma", BLUE), ("phi", GREY)):
        right.plot(run["t"] * 1e3, run[name] / (10 if name == "beta" else 1), color=colour, lw=1.3)
    note(right, 24, 1.3, "beta / 10", RED, ha="right")
    note(right, 3, 0.55, "gamma", BLUE)
    note(right, 1, -0.3, "phi", GREY)
    label(right, "t [ms]", "angle [rad]")
    return figure


def car_axis(run):
    figure, left, right = panels()
    left.plot(run["xl"], run["yl"], color=BLUE, lw=1)
    left.plot(run["xr"], run["yr"], color=RED, lw=1)
    for i in (0, 100, 200):
        left.plot([run["xl"][i], run["xr"][i]], [run["yl"][i], run["yr"][i]], color=LIGHT, lw=1, zorder=0)
    label(left, "x", "y")
    right.plot(run["t"], run["l1"] * 1e3, color=BLUE, lw=1.2)
    right.plot(run["t"], run["l2"] * 1e3, color=RED, lw=1.2)
    note(right, 0.3, 5.2, "l1", BLUE)
    note(right, 0.3, 1.9, "l2", RED)
    label(right, "t", "multipliers times 1000")
    return figure


def elastic_crank(run):
    figure, left, right = panels()
    left.plot(run["t"] * 1e3, run["x3"], color=BLUE, lw=1.3)
    label(left, "t [ms]", "slider x3 [m]")
    right.plot(run["t"] * 1e3, run["q1"] * 1e6, color=BLUE, lw=1)
    right.plot(run["t"] * 1e3, run["q4"] * 1e6, color=RED, lw=1)
    note(right, 10, 1400, "q1: bending", BLUE)
    note(right, 1, -230, "q4: stretching", RED)
    label(right, "t [ms]", "deformation [um]")
    return figure
