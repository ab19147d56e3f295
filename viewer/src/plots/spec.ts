// A plot as data: what is drawn on the screen, and what goes into an exported picture.

export interface AxisSpec {
  label: string;
  min: number;
  max: number;
  log: boolean;
}

export interface SeriesSpec {
  label: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** x grows from row to row. */
  sorted: boolean;
  /** Number of its y axis. */
  axis: number;
  colour: string;
  dash: readonly number[];
  /** Broad, pale and below the others. */
  ground: boolean;
  points: boolean;
  line: boolean;
}

export interface PlotSpec {
  title: string;
  x: AxisSpec;
  y: AxisSpec[];
  /** Same scale on both axes. */
  equal: boolean;
  series: SeriesSpec[];
}

/** Numbers of the series in the order in which they are drawn. */
export function inOrder(series: SeriesSpec[]): number[] {
  return series.map((_, k) => k).sort((a, b) => Number(series[b]!.ground) - Number(series[a]!.ground) || a - b);
}

/** Grows the range of an axis until a unit is as long on x as on y, in an area of this size. */
export function equalised(spec: PlotSpec, width: number, height: number): PlotSpec {
  const y = spec.y[0];
  if (!spec.equal || !y || spec.x.log || y.log || width <= 0 || height <= 0) return spec;
  const unit = Math.max((spec.x.max - spec.x.min) / width, (y.max - y.min) / height);
  const grown = (axis: AxisSpec, length: number): AxisSpec => {
    const middle = (axis.min + axis.max) / 2;
    return { ...axis, min: middle - (unit * length) / 2, max: middle + (unit * length) / 2 };
  };
  return { ...spec, x: grown(spec.x, width), y: [grown(y, height), ...spec.y.slice(1)] };
}

/** Least and largest finite value, positive ones alone on a logarithmic axis; null: there is none. */
export function extent(
  values: ArrayLike<number>,
  log: boolean,
  first = 0,
  last = values.length,
): [number, number] | null {
  let min = Infinity;
  let max = -Infinity;
  for (let i = first; i < last; ++i) {
    const value = values[i]!;
    if (!Number.isFinite(value) || (log && value <= 0)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : null;
}

/** A range with room around what it must hold. */
export function roomy(range: [number, number] | null, log: boolean): [number, number] {
  if (!range) return log ? [1e-3, 1] : [-1, 1];
  let [min, max] = range;
  if (log) {
    const room = Math.max(0.06 * Math.log10(max / min), 0.15);
    return [min / 10 ** room, max * 10 ** room];
  }
  if (max - min <= 1e-13 * Math.max(Math.abs(min), Math.abs(max)) || max === min) {
    const half = min === 0 ? 1 : 0.1 * Math.abs(min);
    [min, max] = [min - half, max + half];
  }
  const room = 0.06 * (max - min);
  return [min - room, max + room];
}
