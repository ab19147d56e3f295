// From numbers to strokes, for the screen and for pictures: a stroke goes through every peak, however many rows there are.

import { lowerBound } from "../data/locate";

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Sink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

export interface Scaling {
  min: number;
  max: number;
  log: boolean;
}

/** Position of a value; not a number where a logarithmic axis has none. */
export function scaler(scale: Scaling, start: number, length: number): (value: number) => number {
  if (scale.log) {
    const low = Math.log10(scale.min);
    const per = length / (Math.log10(scale.max) - low);
    return (value) => (value > 0 ? start + (Math.log10(value) - low) * per : NaN);
  }
  const per = length / (scale.max - scale.min);
  return (value) => start + (value - scale.min) * per;
}

export interface Curve {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  sorted: boolean;
}

export function stroke(curve: Curve, x: Scaling, y: Scaling, area: Area, sink: Sink): void {
  const toX = scaler(x, area.left, area.width);
  const toY = scaler(y, area.top + area.height, -area.height);
  // far outside positions would lose precision in a canvas
  const limit = (position: number) => Math.max(area.top - 1e5, Math.min(area.top + area.height + 1e5, position));
  const pen = new Pen(sink);
  let first = 0;
  let last = curve.x.length;
  if (curve.sorted) {
    first = Math.max(0, lowerBound(curve.x, x.min) - 1);
    last = Math.min(curve.x.length, lowerBound(curve.x, x.max) + 1);
    if (last - first > 4 * area.width) {
      strokeColumns(curve, first, last, toX, (value) => limit(toY(value)), pen);
      pen.end();
      return;
    }
  }
  for (let i = first; i < last; ++i) pen.to(toX(curve.x[i]!), limit(toY(curve.y[i]!)));
  pen.end();
}

/** In each column of pixels: the first, least, largest and last value, the middle two in the order they come. */
function strokeColumns(
  curve: Curve,
  first: number,
  last: number,
  toX: (value: number) => number,
  toY: (value: number) => number,
  pen: Pen,
): void {
  const { x, y } = curve;
  let i = first;
  while (i < last) {
    const column = Math.floor(toX(x[i]!));
    let low = i;
    let high = i;
    let gap = Number.isNaN(toY(y[i]!));
    let end = i + 1;
    for (; end < last && Math.floor(toX(x[end]!)) === column; ++end) {
      const value = y[end]!;
      if (Number.isNaN(toY(value))) gap = true;
      else if (Number.isNaN(toY(y[low]!))) low = high = end;
      else if (value < y[low]!) low = end;
      else if (value > y[high]!) high = end;
    }
    const before = gap ? [] : [i];
    const after = gap ? [] : [end - 1];
    for (const k of [...before, Math.min(low, high), Math.max(low, high), ...after]) pen.to(toX(x[k]!), toY(y[k]!));
    i = end;
  }
}

/** Interrupted where there is no number; a point alone becomes a dot. */
class Pen {
  #down = false;
  #alone: [number, number] | null = null;

  constructor(private sink: Sink) {}

  to(x: number, y: number): void {
    if (!(Number.isFinite(x) && Number.isFinite(y))) {
      this.end();
      return;
    }
    if (this.#down) {
      this.sink.lineTo(x, y);
      this.#alone = null;
    } else {
      this.sink.moveTo(x, y);
      this.#alone = [x, y];
      this.#down = true;
    }
  }
  end(): void {
    if (this.#alone) this.sink.lineTo(this.#alone[0] + 0.01, this.#alone[1]);
    this.#alone = null;
    this.#down = false;
  }
}

/** Positions of points in the area, one at most a pixel. */
export function dots(curve: Curve, x: Scaling, y: Scaling, area: Area, each: (x: number, y: number) => void): void {
  const toX = scaler(x, area.left, area.width);
  const toY = scaler(y, area.top + area.height, -area.height);
  let before = "";
  for (let i = 0; i < curve.x.length; ++i) {
    const px = toX(curve.x[i]!);
    const py = toY(curve.y[i]!);
    const inside =
      px >= area.left - 1 && px <= area.left + area.width + 1 && py >= area.top - 1 && py <= area.top + area.height + 1;
    if (!inside) continue;
    const at = `${Math.round(px)},${Math.round(py)}`;
    if (at !== before) each(px, py);
    before = at;
  }
}
