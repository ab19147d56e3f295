"""What the drawings of examples share: two panels, colours, words in them, and links of mechanisms."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

SIZE = (8.0, 2.8)
BLUE, RED, GREY, LIGHT = "#1f5fa8", "#c03a2b", "#555555", "#c8c8c8"


def panels(ratio=(1, 1)):
    figure, axes = plt.subplots(1, 2, figsize=SIZE, gridspec_kw={"width_ratios": ratio}, layout="constrained")
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8, colors=GREY)
    return figure, *axes


def label(axis, x: str, y: str) -> None:
    axis.set_xlabel(x, fontsize=9, color=GREY)
    axis.set_ylabel(y, fontsize=9, color=GREY)


def note(axis, x: float, y: float, text: str, colour: str, **options) -> None:
    axis.text(x, y, text, color=colour, fontsize=9, **options)


def links(axis, run, row: int, chains, alpha: float = 1.0, flat: str = "xy") -> None:
    """Polygons through points of a mechanism: channels `A.x`, or places that do not move."""
    for chain, colour in chains:
        places = [[run[f"{point}.{k}"][row] for k in flat] if isinstance(point, str) else point for point in chain]
        axis.plot(*np.array(places).T, "o-", color=colour, lw=1.4, ms=3, alpha=alpha)
