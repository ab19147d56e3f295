"""The search for the coarsest setting of a method that reaches the accuracy: few runs, none of them twice."""
import enum


class State(enum.Enum):
    """Of a setting."""
    GOOD = "reaches the accuracy"
    BAD = "does not; a finer one may"
    SLOW = "does not, and takes longer than others that do: so would finer ones"
    END = "takes too long to know, as would finer ones"


FARTHEST = 3  # settings of the ladder make a decade


def coarsest(count, state, start=0, stride=FARTHEST):
    """Index of the coarsest of `count` settings that is good and whose next finer one is too (or takes too long to know):
    one alone may reach the accuracy by luck. None if there is none. state(index) is asked again and again for the same index.

    Goes from `start` to finer ones by strides that grow up to a decade until one is good, then back one by one.
    """
    bad, index, growing = -1, start, 1
    while index < count:
        found = state(index)
        if found in (State.END, State.SLOW):
            if stride == 1 or index - 1 <= bad:
                return None
            index, stride, growing = bad + 1, 1, 0  # coarser ones were jumped over
            continue
        if found is State.BAD:
            bad, index = index, index + stride
            stride = min(stride + growing, FARTHEST)
            continue
        while index - 1 > bad and state(index - 1) is State.GOOD:
            index -= 1
        if index + 1 == count or state(index + 1) in (State.GOOD, State.END):
            return index
        bad, index = index + 1, index + 2
    return None


def between(coarser, setting):
    """Two settings between two others, in equal ratios, from fine to coarse."""
    ratio = (coarser / setting) ** (1 / 3)
    return setting * ratio, setting * ratio * ratio


def dividing(step, grain):
    """The step nearest to one wanted that divides a time evenly."""
    return grain / max(1, round(grain / step))
