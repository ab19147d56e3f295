// A part of a plot that is to fill it: pulled out by a pointer, or scaled around one.

import type { Chart } from "./chart";

type Span = [number, number];

/** In pixels from the left and the top of the plotting area; null: this axis stays as it is. */
export interface Part {
  x: Span | null;
  y: Span | null;
  /** Where it was asked for. */
  at: { x: number; y: number };
}

/** Ranges of the axes; null: all there is to see. */
export interface Zoom {
  x: Span | null;
  y: (Span | null)[];
}

export function unzoomed(): Zoom {
  return { x: null, y: [] };
}

/** Larger than 1 shows more; what is at the pixel stays there. */
export function scaled(at: number, length: number, factor: number): Span {
  return [at - at * factor, at + (length - at) * factor];
}

/** With the same scale on both axes, an axis that was not asked for comes along. */
function whole(part: Part, chart: Chart): Part {
  const { width, height } = chart.area;
  const { x, y, at } = part;
  if (!chart.spec?.equal || (x && y)) return part;
  if (x) return { ...part, y: scaled(at.y, height, (x[1] - x[0]) / width) };
  return y ? { ...part, x: scaled(at.x, width, (y[1] - y[0]) / height) } : part;
}

const narrowest = 1e-9; // of its own values: a range that numbers of 64 bits still divide

/** What the axes show when the part fills the plot. */
export function zoomed(part: Part, chart: Chart, before: Zoom): Zoom {
  const { x, y } = whole(part, chart);
  const values = (span: Span, axis: "x" | number): Span => {
    const ends = span.map((pixel) => chart.valueAt(pixel, axis)).sort((a, b) => a - b) as Span;
    const { min, max } = axis === "x" ? chart.spec!.x : chart.spec!.y[axis]!;
    const wide = ends[1] - ends[0] > narrowest * Math.max(Math.abs(ends[0]), Math.abs(ends[1]));
    return wide && Number.isFinite(ends[1] - ends[0]) ? ends : [min, max];
  };
  return {
    x: x ? values(x, "x") : before.x,
    y: y ? chart.spec!.y.map((_, axis) => values(y, axis)) : before.y,
  };
}
