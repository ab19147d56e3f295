// Finding rows by their time, and values between them.

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

/** Values of (t, y) at other times, linear between rows; not a number outside. */
export function interpolated(t: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  const result = new Float64Array(at.length);
  let k = 0;
  for (let i = 0; i < at.length; ++i) {
    const time = at[i]!;
    while (k + 1 < t.length && t[k + 1]! < time) ++k;
    const t0 = t[k]!;
    const t1 = t[k + 1];
    if (time === t0) result[i] = y[k]!;
    else if (t1 === undefined || time < t0 || time > t1) result[i] = NaN;
    else if (time === t1) result[i] = y[k + 1]!;
    else result[i] = y[k]! + ((time - t0) / (t1 - t0)) * (y[k + 1]! - y[k]!);
  }
  return result;
}

export function same(a: Float64Array, b: Float64Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
