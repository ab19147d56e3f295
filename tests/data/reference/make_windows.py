"""Writes iftomm_a02_n1.csv and iftomm_a02_n1000.csv: the windows of A02 for other N. Needs mpmath.

psi'' = -Kc sin psi, psi the angle of the rockers from the downward vertical, Kc = 3 g (3N+1)/(2 (4N+1)); psi = pi and
psi' = -1 at the start. Full turns: with w = psi'(0)^2/4 + Kc, the square of psi'/2 at the bottom, and m = Kc/w,
sin(psi/2) = sn(sqrt(w) t + K(m), m) where psi' > 0. Checked by the energy and by the known file for N = 2.
"""
import pathlib

import mpmath as mp

mp.mp.dps = 40
HERE = pathlib.Path(__file__).resolve().parent


def row(n: int, t: mp.mpf) -> list[mp.mpf]:
    stiffness = mp.mpf("9.81") * 3 * (3 * n + 1) / (2 * (4 * n + 1))
    bottom = mp.mpf(1) / 4 + stiffness
    m = stiffness / bottom
    u = mp.sqrt(bottom) * t + mp.ellipk(m)
    s, c, d = (mp.ellipfun(kind, u, m=m) for kind in ("sn", "cn", "dn"))
    sine, cosine, rate = 2 * s * c, c * c - s * s, 2 * mp.sqrt(bottom) * d  # of psi
    # B0 = (-sin psi, -cos psi) in the sense in which it moves towards +x from the top
    return [t, -sine, -cosine, -cosine * rate, sine * rate]


def table(n: int, duration: int, rows: int) -> str:
    lines = ["t,B0x,B0y,B0vx,B0vy"]
    for i in range(rows):
        t = mp.mpf(float(mp.mpf(duration) * i / (rows - 1)))
        lines.append(",".join(f"{float(x):.16e}" for x in row(n, t)))
    return "\n".join(lines) + "\n"


def check() -> None:
    known = (HERE / "iftomm_a02_n2.csv").read_text(encoding="utf-8").splitlines()[1:]
    worst = 0.0
    for line in known[1:]:
        cells = [float(cell) for cell in line.split(",")]
        worst = max(worst, *(abs(float(x) - cell) for x, cell in zip(row(2, mp.mpf(cells[0])), cells)))
    print("distance from iftomm_a02_n2.csv:", worst)
    assert worst < 1e-13  # its times are decimal, these the doubles next to them: 1e-15 s times up to 40 m/s^2


if __name__ == "__main__":
    check()
    for count, end in ((1, 10), (1000, 10)):
        (HERE / f"iftomm_a02_n{count}.csv").write_text(table(count, end, 201), encoding="utf-8")
