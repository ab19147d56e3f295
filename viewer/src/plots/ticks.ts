// Where an axis has ticks and what is written there.

export interface Ticks {
  at: number[];
  labels: string[];
}

const minus = "\u2212";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function power(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => raised[Number(digit)]).join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function niceStep(least: number): number {
  const base = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5, 10]) if (base * factor >= least * (1 - 1e-9)) return base * factor;
  return base * 10;
}

function linearLabels(at: number[], step: number): string[] {
  const largest = Math.max(...at.map(Math.abs));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  if (largest === 0) return at.map(() => "0");
  const order = Math.floor(Math.log10(largest) + 1e-9);
  const exponential = order >= 6 || order < -4;
  return at.map((value) => {
    if (Math.abs(value) < step * 1e-6) return "0";
    const text = exponential
      ? `${(value / 10 ** order).toFixed(Math.max(0, order + decimals - (decimals === 0 ? Math.floor(Math.log10(step)) : 0)))}e${order}`
      : value.toFixed(decimals);
    return text.replaceAll("-", minus);
  });
}

export function linearTicks(min: number, max: number, most: number): Ticks {
  if (!(max > min) || !Number.isFinite(max - min)) return { at: [min], labels: [String(min)] };
  const step = niceStep((max - min) / Math.max(1, most));
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  const at: number[] = [];
  for (let k = first; k <= last && at.length < 100; ++k) at.push(k * step);
  return { at, labels: linearLabels(at, step) };
}

export function logTicks(min: number, max: number, most: number): Ticks {
  const low = Math.log10(min);
  const high = Math.log10(max);
  if (!(high > low) || !Number.isFinite(high - low)) return { at: [min], labels: [String(min)] };
  if (high - low < 0.7) return linearTicks(min, max, most);
  const at: number[] = [];
  const labels: string[] = [];
  const every = Math.max(1, Math.ceil((high - low) / Math.max(1, most)));
  const fine = high - low < 2.5 && most >= 4 ? [1, 2, 5] : [1];
  for (let k = Math.floor(low); k <= Math.ceil(high); ++k) {
    if (k % every !== 0) continue;
    for (const factor of fine) {
      const value = factor * 10 ** k;
      if (value < min * (1 - 1e-9) || value > max * (1 + 1e-9)) continue;
      at.push(value);
      labels.push(factor === 1 ? power(k) : `${factor}·${power(k)}`);
    }
  }
  return at.length > 0 ? { at, labels } : linearTicks(min, max, most);
}

export function ticks(min: number, max: number, log: boolean, most: number): Ticks {
  return log ? logTicks(min, max, most) : linearTicks(min, max, most);
}
