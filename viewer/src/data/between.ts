// Values between rows, for plots and scene alike.
//
// Where the rates of a channel are stored (x', x''), a value between two rows is that of the Hermite polynomial through values
// and rates of both (degree 3, or 5 with second rates), if the rates agree with the rows. Without rates it is that of the
// polynomial through up to six rows, three on each side, bounded by its two rows and the straight lines through those beside
// them, so that it does not overshoot where the rows do not. Nothing is interpolated across a time where a load switches, or
// across a jump: the nearest row on the same side is used there, with its own time.

import { rowsBeside, type Place } from "./locate";

const coarse = 0.1; // of its own size a rate may differ from what the rows say: more, and they are too far apart
const turning = 0.25; // the same of second rates, which are compared without a third
const small = 1e-3; // of the span of a channel: what is off by less does not count
const steep = 8; // times as much as in the steps beside it: a jump

/**
 * Inside a step between two rows. Not a number: rows and rates disagree, or the value jumps there. `span`: how much the values
 * change in all, to know what is small.
 */
export function between(
  t: Float64Array,
  y: Float64Array,
  rate: Float64Array | null,
  second: Float64Array | null,
  place: Place,
  time: number,
  span: number,
): number {
  const k = place.before;
  const h = t[k + 1]! - t[k]!;
  const w = (time - t[k]!) / h;
  if (!rate) return throughRows(t, y, place, time, span);
  const [r0, r1] = [rate[k]!, rate[k + 1]!];
  const dy = y[k + 1]! - y[k]!;
  if (!second) {
    if (!agree(dy / h, r0, r1, 0, turning, (8 * small * span) / h)) return NaN;
    return y[k]! + hermite3(w, h, dy, r0, r1);
  }
  const [a0, a1] = [second[k]!, second[k + 1]!];
  // Taylor: the mean of a rate is that of its ends less h/12 of the change of its own rate, up to h^4/720 of its fourth
  if (!agree(dy / h, r0, r1, (h * (a1 - a0)) / 12, coarse, (8 * small * span) / h)) return NaN;
  if (!agree((r1 - r0) / h, a0, a1, 0, turning, (8 * small * span) / (h * h))) return NaN;
  return y[k]! + hermite5(w, h, dy, r0, r1, a0, a1);
}

/** Does the mean rate follow from the rates at both ends? */
function agree(mean: number, r0: number, r1: number, correction: number, part: number, least: number): boolean {
  const off = Math.abs(mean - (r0 + r1) / 2 + correction);
  return off <= part * Math.max(Math.abs(r0), Math.abs(r1), Math.abs(mean)) || off <= least;
}

/** The change since the first of two rows h apart, at the share w of the step, from values and rates. */
export function hermite3(w: number, h: number, dy: number, r0: number, r1: number): number {
  const u = 1 - w;
  return dy * w * w * (3 - 2 * w) + h * w * u * (r0 * u - r1 * w);
}

/** The same, with second rates. */
export function hermite5(w: number, h: number, dy: number, r0: number, r1: number, a0: number, a1: number): number {
  const u = 1 - w;
  const w3 = w * w * w;
  const u3 = u * u * u;
  const value = dy * w3 * (10 - 15 * w + 6 * w * w);
  const first = h * (r0 * w * u3 * (1 + 3 * w) - r1 * u * w3 * (1 + 3 * u));
  return value + first + 0.5 * h * h * (a0 * w * w * u3 + a1 * u * u * w3);
}

/** Without rates. */
function throughRows(t: Float64Array, y: Float64Array, place: Place, time: number, span: number): number {
  const k = place.before;
  if (jumps(t, y, k, span)) return NaN;
  let first = k;
  let last = k + 1;
  while (first > place.low && k - first < rowsBeside - 1 && usable(t, y, first - 1, span)) --first;
  while (last < place.high && last - k < rowsBeside && usable(t, y, last, span)) ++last;
  const line = straight(t, y, k, k + 1, time);
  if (last - first < 2) return line;
  const value = neville(t, y, first, last, time);
  const left = straight(t, y, first < k ? k - 1 : k + 1, first < k ? k : k + 2, time);
  const right = last > k + 1 ? straight(t, y, k + 1, k + 2, time) : left;
  return bounded(value, y[k]!, y[k + 1]!, line, left, right);
}

/** Finite, and a step that values go through without a jump. */
function usable(t: Float64Array, y: Float64Array, k: number, span: number): boolean {
  return Number.isFinite(y[k]! + y[k + 1]!) && t[k + 1]! > t[k]! && !jumps(t, y, k, span);
}

/** Steeper by far than the steps on both sides, and not small. */
function jumps(t: Float64Array, y: Float64Array, k: number, span: number): boolean {
  const change = Math.abs(y[k + 1]! - y[k]!);
  if (!(change > small * span)) return false;
  const beside = (i: number): number => (i >= 0 && i + 1 < t.length && t[i + 1]! > t[i]! ? Math.abs(y[i + 1]! - y[i]!) / (t[i + 1]! - t[i]!) : NaN);
  const [before, after] = [beside(k - 1), beside(k + 1)];
  const most = Number.isNaN(before) ? after : Number.isNaN(after) ? before : Math.max(before, after);
  return change / (t[k + 1]! - t[k]!) > steep * most;
}

function straight(t: Float64Array, y: Float64Array, a: number, b: number, time: number): number {
  return y[a]! + ((time - t[a]!) / (t[b]! - t[a]!)) * (y[b]! - y[a]!);
}

const column = new Float64Array(2 * rowsBeside);

/** Neville's scheme. */
function neville(t: Float64Array, y: Float64Array, first: number, last: number, time: number): number {
  const n = last - first;
  for (let i = 0; i <= n; ++i) column[i] = y[first + i]!;
  for (let m = 1; m <= n; ++m) {
    for (let i = 0; i + m <= n; ++i) {
      const [a, b] = [t[first + i]!, t[first + i + m]!];
      column[i] = ((time - b) * column[i]! - (time - a) * column[i + 1]!) / (a - b);
    }
  }
  return column[0]!;
}

/**
 * A curve stays between the values of its two rows; where rows bend to one side it may leave them, on the side of its chord where
 * the lines through the rows beside it are, and not beyond these.
 */
function bounded(value: number, y0: number, y1: number, chord: number, left: number, right: number): number {
  let low = Math.min(y0, y1);
  let high = Math.max(y0, y1);
  if (left >= chord && right >= chord) high = Math.max(high, Math.min(left, right));
  else if (left <= chord && right <= chord) low = Math.min(low, Math.max(left, right));
  return clamp(value, low, high);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** From the least to the largest finite value. */
export function spanOf(y: ArrayLike<number>): number {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < y.length; ++i) {
    const value = y[i]!;
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return max > min ? max - min : 0;
}
