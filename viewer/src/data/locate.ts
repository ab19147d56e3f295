// Finding rows by their time.

/** The first index with t[index] >= time; t.length if there is none. */
export function lowerBound(t: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row whose time is nearest; -1 without rows. */
export function nearest(t: ArrayLike<number>, time: number): number {
  if (t.length === 0) return -1;
  const above = lowerBound(t, time);
  if (above === 0) return 0;
  if (above === t.length) return t.length - 1;
  return time - t[above - 1]! <= t[above]! - time ? above - 1 : above;
}

/** Indices [first, last) of the rows in the range and the next on both sides. */
export function rowsIn(t: ArrayLike<number>, from: number, to: number): [number, number] {
  const first = Math.max(0, lowerBound(t, from) - 1);
  let last = lowerBound(t, to);
  while (last < t.length && t[last]! <= to) ++last;
  return [first, Math.min(t.length, last + 1)];
}

/** Where a time is among rows. */
export interface Place {
  /** `row`: it is the time of a row; `between`: of two; `held`: a row stands for it; `none`: there are no rows. */
  how: "row" | "between" | "held" | "none";
  /** The row before or at the time. */
  before: number;
  /** The row that stands for the time if nothing is known between rows. */
  nearest: number;
  /** The first and the last row near it that no switch parts from it. */
  low: number;
  high: number;
}

/** On each side of a step that are looked at for a value inside it. */
export const rowsBeside = 3;

/** The last row that is not after a time, 0 if all are. Of several at the same time the last. */
export function rowBefore(t: Float64Array, time: number, hint = 0): number {
  const last = t.length - 1;
  // mostly it is the row of the frame before or one of the next
  if (hint >= 0 && hint < last && t[hint]! <= time) {
    for (let k = hint; k < Math.min(last, hint + 8); ++k) if (t[k + 1]! > time) return k;
  }
  let low = 0;
  let high = last;
  if (t[last]! <= time) return last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

const slack = 1e-9; // of the run, or of a step between rows: times that are the same but for rounding

/** The first switch in the step after row k, or at its end, and the first later than that; both the same: there is none. */
function switchesIn(t: Float64Array, switches: ArrayLike<number>, k: number): [number, number] {
  const more = slack * (t[k + 1]! - t[k]!);
  return [lowerBound(switches, t[k]! + more), lowerBound(switches, t[k + 1]! + more)];
}

/** `switches`: times where a load switches, in order. The row at such a time is the first of what comes after. */
export function locate(t: Float64Array, switches: ArrayLike<number>, time: number, hint = 0): Place {
  const last = t.length - 1;
  const place = { before: 0, nearest: 0, low: 0, high: last };
  if (last < 0 || Number.isNaN(time)) return { ...place, how: "none" };
  const outside = slack * (t[last]! - t[0]!);
  if (time < t[0]! - outside || time > t[last]! + outside) return { ...place, how: "none" };
  const k = (place.before = place.nearest = rowBefore(t, time, hint));
  if (t[k] === time || time < t[0]! || time > t[last]!) return { ...place, how: "row" };
  if (time - t[k]! > t[k + 1]! - time) place.nearest = k + 1;
  if (switches.length === 0) return { ...place, how: "between" };
  const [first, after] = switchesIn(t, switches, k);
  if (first < after) {
    // between two switches neither row is of the same piece
    if (time < switches[first]!) place.nearest = k;
    else if (time >= switches[after - 1]!) place.nearest = k + 1;
    return { ...place, how: "held" };
  }
  const crossed = (row: number): boolean => {
    const [one, next] = switchesIn(t, switches, row);
    return one < next;
  };
  place.low = k;
  place.high = k + 1;
  while (place.low > 0 && k - place.low < rowsBeside - 1 && !crossed(place.low - 1)) --place.low;
  while (place.high < last && place.high - k < rowsBeside && !crossed(place.high)) ++place.high;
  return { ...place, how: "between" };
}

export function same(a: Float64Array, b: Float64Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
