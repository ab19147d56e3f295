// Numbers to scale by: robust largest values, round steps, nice ranges.

/** The value below which a share of the finite numbers lies; 0 if there are none. Sorts its argument. */
export function percentile(numbers: Float64Array, share: number): number {
  let count = 0;
  for (let i = 0; i < numbers.length; ++i) {
    const value = numbers[i]!;
    if (Number.isFinite(value)) numbers[count++] = value;
  }
  if (count === 0) return 0;
  const finite = numbers.subarray(0, count).sort();
  return finite[Math.min(count - 1, Math.max(0, Math.ceil(share * count) - 1))]!;
}

/** The largest number, unless it is a spike: more than three times what 99 of 100 stay below. */
export function robustLargest(numbers: Float64Array): number {
  const most = percentile(numbers, 1);
  const usual = percentile(numbers, 0.99);
  return usual > 0 && most > 3 * usual ? usual : most;
}

/** 1, 2 or 5 times a power of ten, not above the number. */
export function roundBelow(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const digit = value / power;
  return (digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1) * power;
}

/** Length of an arrow, and whether it is shown shorter than it is. */
export function arrowLength(magnitude: number, scale: number, longest: number): { length: number; capped: boolean } {
  const length = magnitude * scale;
  return length > longest ? { length: longest, capped: true } : { length, capped: false };
}

/** Where a number lies between two ends, 0 to 1, evenly or by powers of ten. */
export function share(value: number, from: number, to: number, log: boolean): number {
  if (!Number.isFinite(value)) return NaN;
  if (log) {
    if (!(value > 0)) return 0;
    const low = Math.log(from);
    const high = Math.log(to);
    return high > low ? clamp((Math.log(value) - low) / (high - low), 0, 1) : 0.5;
  }
  return to > from ? clamp((value - from) / (to - from), 0, 1) : 0;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** A number as text, with at most four digits. */
export function fourDigits(value: number): string {
  if (!Number.isFinite(value)) return "not a number";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return String(Number(value.toPrecision(4)).toExponential());
  return String(Number(value.toPrecision(4)));
}
