"""Drawings of mechanisms in the plane."""
import numpy as np

from drawings.panels import BLUE, GREY, LIGHT, RED, label, links, note, panels


def slider_crank_at(axis, run, row: int, alpha: float) -> None:
    links(axis, run, row, (([(0, 0), "A"], RED), (["A", "B"], BLUE)), alpha)
    axis.plot(run["B.x"][row], 0, "s", color=GREY, ms=8, alpha=alpha)


def slider_crank(run):
    figure, left, right = panels((1, 1.6))
    left.axhline(0, color=LIGHT, lw=1, zorder=0)
    left.plot(run["A.x"], run["A.y"], color=LIGHT, lw=1, zorder=0)
    for row, alpha in ((0, 0.25), (60, 1.0)):
        slider_crank_at(left, run, row, alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["motor.torque"], color=RED, lw=1.3)
    right.plot(run["t"], run["guide.fy"], color=BLUE, lw=1.3)
    right.set_ylim(-11, 36)
    note(right, 0.03, -9, "motor.torque [N m]", RED)
    note(right, 0.03, 32, "guide.fy [N]", BLUE)
    label(right, "t [s]", "torque, guide force")
    return figure


def slider_crank_free(run):
    figure, left, right = panels((1, 1.6))
    left.axhline(0, color=LIGHT, lw=1, zorder=0)
    for row, alpha in ((0, 0.25), (40, 0.5), (80, 1.0)):
        slider_crank_at(left, run, row, alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["crank.angle"], color=RED, lw=1.3)
    right.plot(run["t"], run["A.fx"] / 40, color=BLUE, lw=1.0)
    right.set_ylim(-2.4, 0.9)
    note(right, 0.1, 0.65, "crank.angle [rad]", RED)
    note(right, 0.1, -2.2, "A.fx / 40 N", BLUE)
    label(right, "t [s]", "angle, force in the crank pin")
    return figure


def four_bar(run):
    figure, left, right = panels((1, 1.6))
    left.plot(run["A.x"], run["A.y"], color=LIGHT, lw=1, zorder=0)
    left.plot(run["B.x"], run["B.y"], color=LIGHT, lw=1, zorder=0)
    for row, alpha in ((0, 0.3), (100, 1.0)):
        links(left, run, row, (([(0, 0), "A"], RED), (["A", "B"], BLUE), (["B", (0.25, 0)], GREY)), alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["rocker.angle"], color=GREY, lw=1.3)
    right.plot(run["t"], run["motor.torque"], color=RED, lw=1.3)
    right.set_ylim(-2.2, 3.0)
    note(right, 0.05, 2.6, "rocker.angle [rad]", GREY)
    note(right, 0.05, -2.0, "motor.torque [N m]", RED)
    label(right, "t [s]", "angle, torque")
    return figure


def andrews(run):
    figure, left, right = panels((1, 1.6))
    a, b, c = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
    for row, alpha in ((0, 0.35), (50, 1.0)):
        links(left, run, row, (([(0, 0), "F", "E"], RED), ([b, "D", "E", b], BLUE), ([a, "G", "E"], GREY),
                               ([a, "H", "E"], GREY)), alpha)
        left.plot([c[0], run["D.x"][row]], [c[1], run["D.y"][row]], ":", color=GREY, lw=1.3, alpha=alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"] * 1e3, run["spring.force"], color=BLUE, lw=1.3)
    right.plot(run["t"] * 1e3, run["O.fx"], color=RED, lw=1.3)
    note(right, 0.3, -90, "spring.force", BLUE)
    note(right, 0.3, 115, "O.fx", RED)
    label(right, "t [ms]", "force [N]")
    return figure


def four_bar_windows(run):
    figure, left, right = panels((1, 1.6))
    for row, alpha in ((0, 0.3), (27, 1.0)):
        links(left, run, row, ((["B0", "B1", "B2"], BLUE), ([(0, 0), "B0"], RED), ([(1, 0), "B1"], RED),
                               ([(2, 0), "B2"], RED)), alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["B0.x"], color=BLUE, lw=1.3)
    right.plot(run["t"], run["B0.y"], color=RED, lw=1.3)
    right.set_ylim(-1.1, 1.35)
    note(right, 0.72, 1.07, "B0.x", BLUE, ha="center")
    note(right, 2.05, 1.07, "B0.y", RED, ha="center")
    label(right, "t [s]", "place [m]")
    return figure


def quick_return(run):
    figure, left, right = panels((1, 1.8))
    left.plot(run["A.x"], run["A.y"], color=LIGHT, lw=1, zorder=0)
    left.axhline(0.55, color=LIGHT, lw=1, zorder=0)
    for row, alpha in ((0, 0.3), (100, 1.0)):
        links(left, run, row, (([(0, 0), "B"], BLUE), (["B", "C"], GREY), ([(0, 0.25), "A"], RED)), alpha)
        left.plot(run["A.x"][row], run["A.y"][row], "s", color=RED, ms=6, alpha=alpha)
        left.plot(run["C.x"][row], 0.55, "s", color=GREY, ms=8, alpha=alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["C.x'"], color=BLUE, lw=1.3)
    right.plot(run["t"], run["torque"] / 40, color=RED, lw=1.0)
    right.set_ylim(-2.8, 4.6)
    note(right, 0.0, -2.5, "C.x' [m/s]", BLUE)
    note(right, 0.32, 3.6, "torque / 40 N m", RED, ha="right")
    label(right, "t [s]", "speed of the ram, torque")
    return figure


def pendulum_a01(run):
    figure, left, right = panels()
    left.plot(run["t"], run["B.y"], color=BLUE, lw=1.3)
    label(left, "t [s]", "height of the mass [m]")
    right.plot(run["t"], np.hypot(run["link.fx"], run["link.fy"]), color=RED, lw=1.3)
    right.axhline(3 * 9.81, color=LIGHT, lw=1, zorder=0)
    right.set_ylim(-1, 33)
    note(right, 0.1, 3 * 9.81 + 0.4, "3 m g", GREY, va="bottom")
    label(right, "t [s]", "force of the link [N]")
    return figure


def pendulum_double(run):
    figure, left, right = panels((1, 1.6))
    for row, alpha in ((0, 0.25), (20, 0.5), (40, 1.0)):
        links(left, run, row, (([(0, 0), "A"], RED), (["A", "B"], BLUE)), alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], np.hypot(run["upper.fx"], run["upper.fy"]), color=RED, lw=1.3)
    right.plot(run["t"], np.hypot(run["lower.fx"], run["lower.fy"]), color=BLUE, lw=1.3)
    right.set_ylim(0, 75)
    note(right, 0.1, 68, "upper", RED)
    note(right, 1.6, 68, "lower", BLUE)
    label(right, "t [s]", "forces of the links [N]")
    return figure


def pendulum_moving_pivot(run):
    figure, left, right = panels()
    left.plot(run["t"], run["O.x"], color=GREY, lw=1.3)
    left.plot(run["t"], run["B.x"], color=BLUE, lw=1.3)
    left.set_ylim(-1.3, 1.6)
    note(left, 0.1, 1.35, "mass", BLUE)
    note(left, 2.0, 1.35, "pivot", GREY)
    label(left, "t [s]", "x [m]")
    right.plot(run["t"], run["energy.total"], color=RED, lw=1.3)
    label(right, "t [s]", "kinetic and potential energy [J]")
    return figure


def four_bar_spring(run):
    figure, left, right = panels((1, 1.6))
    links(left, run, -1, (([(0, 0), "A", "B", (1, 0)], BLUE),))
    left.plot([0, run["B.x"][-1]], [0, run["B.y"][-1]], ":", color=RED, lw=1.5)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    right.plot(run["t"], run["crank.angle"], color=BLUE, lw=1.3)
    right.axhline(2.23433101901759, color=LIGHT, lw=1, zorder=0)
    label(right, "t [s]", "crank.angle [rad]")
    return figure


def windows(run, count: int):
    figure, left, right = panels((1, 1.2) if count == 1 else (1.6, 1))
    for row, alpha in ((0, 0.3), (21, 1.0)):
        chains = [([(i, 0), f"B{i}"], RED) for i in range(count + 1)]
        chains += [([f"B{i}" for i in range(count + 1)], BLUE)]
        links(left, run, row, chains, alpha)
    left.set_aspect("equal")
    label(left, "x [m]", "y [m]")
    shown = run["t"] <= 10
    right.plot(run["t"][shown], run["B0.x"][shown], color=BLUE, lw=1.3)
    right.plot(run["t"][shown], run["B0.y"][shown], color=RED, lw=1.3)
    right.set_ylim(-1.1, 1.5)
    note(right, 0.2, 1.25, "B0.x", BLUE)
    note(right, 1.8, 1.25, "B0.y", RED)
    label(right, "t [s]", "place of the first joint [m]")
    return figure


def four_bar_windows_1(run):
    return windows(run, 1)


def four_bar_windows_40(run):
    return windows(run, 40)
