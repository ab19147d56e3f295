// From the numbers of a pane to what is drawn.

import type { Quantity } from "../data/catalogue";
import { rowsIn } from "../data/locate";
import { headed } from "../data/numbers";
import { resultStyle, seriesStyle, dashOf, type Style } from "../ui/palette";
import type { Shade } from "../ui/theme";
import { extent, roomy, type AxisSpec, type PlotSpec } from "./spec";
import { drawnOf, type Trace } from "./trace";
import type { Zoom } from "./zoom";

export const mostUnits = 2; // in one pane: an axis on each side

export interface PaneState {
  title: string;
  keys: string[];
  /** Key of what goes to the right; null: time. */
  x: string | null;
  log: boolean;
  equal: boolean;
  difference: boolean;
}

export interface Looks {
  shade: Shade;
  /** Names of results, in order. */
  labels: string[];
  /** More than one result is in the page. */
  several: boolean;
  /** The result that others are measured against, if there is one. */
  reference: number | null;
}

export function unitsOf(quantities: Quantity[]): string[] {
  return [...new Set(quantities.map((quantity) => quantity.unit))];
}

/** Colour distinguishes results, dashes too where there is one channel; with several, dashes distinguish channels. */
export function styleOf(trace: Trace, quantities: Quantity[], looks: Looks): Style {
  // by name: a run that has ended has new quantities
  const index = quantities.findIndex(({ key }) => key === trace.quantity.key);
  if (!looks.several) return seriesStyle(index, looks.shade);
  if (quantities.length === 1) return resultStyle(trace.result, looks.shade, looks.reference);
  return { ...resultStyle(trace.result, looks.shade, looks.reference), dash: dashOf(index) };
}

export function labelOf(trace: Trace, looks: Looks, difference: boolean, base: number): string {
  const name = difference ? `Δ ${trace.quantity.name}` : trace.quantity.name;
  if (!looks.several) return name;
  const which = looks.labels[trace.result]!;
  return difference ? `${name}, ${which} − ${looks.labels[base]!}` : `${name}, ${which}`;
}

const longest = 32; // letters of an axis' label, so that it has room beside a small plot

function cutOff(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function axisLabel(unit: string, quantities: Quantity[], state: PaneState, sign: boolean): string {
  const names = quantities.filter((quantity) => quantity.unit === unit).map((quantity) => quantity.name);
  let text = names.join(", ");
  if (text.length > longest) text = names.length === 1 ? cutOff(text) : commonStart(names);
  if (state.difference) text = `Δ ${text}`.trim();
  if (sign) text = `|${text}|`;
  return text === "" ? unit : headed(text, unit);
}

/** `A.x, A.y, ...` is A: what is shared up to a dot, if anything. */
function commonStart(names: string[]): string {
  let start = names[0]!;
  for (const name of names) while (!name.startsWith(start)) start = start.slice(0, -1);
  const dot = start.lastIndexOf(".");
  return dot > 0 ? cutOff(start.slice(0, dot)) : "";
}

/** Without room around it, time fills the width. */
export function paneSpec(
  state: PaneState,
  quantities: Quantity[],
  x: Quantity | null,
  traces: Trace[],
  range: { from: number; to: number },
  zoomed: Zoom,
  looks: Looks,
  base: number,
): PlotSpec {
  const units = unitsOf(quantities);
  const curves = traces.map((trace) => {
    const drawn = drawnOf(trace, range);
    return { trace, drawn, y: state.log ? drawn.y.map(Math.abs) : drawn.y };
  });
  const spans = units.map((): [number, number] | null => null);
  let across: [number, number] | null = null;
  let negative = false;
  for (const { trace, drawn, y } of curves) {
    const axis = units.indexOf(trace.quantity.unit);
    const [first, last] = rowsIn(drawn.t, range.from, range.to);
    spans[axis] = joined(spans[axis]!, extent(y, state.log, first, last));
    if (x) across = joined(across, extent(drawn.x, false, first, last));
    negative ||= state.log && (extent(drawn.y, false, first, last)?.[0] ?? 0) < 0;
  }
  const side: AxisSpec[] = units.map((unit, k) => {
    const [min, max] = zoomed.y[k] ?? roomy(spans[k]!, state.log);
    return { label: axisLabel(unit, quantities, state, negative), min, max, log: state.log };
  });
  const [left, right] = x ? (zoomed.x ?? roomy(across, false)) : [range.from, range.to > range.from ? range.to : range.from + 1];
  return {
    title: state.title,
    x: { label: x ? headed(cutOff(x.name), x.unit) : "t [s]", min: left, max: right, log: false },
    y: side,
    equal: state.equal && x !== null,
    series: curves.map(({ trace, drawn, y }) => {
      const part = x ? rowsIn(drawn.t, range.from, range.to) : [0, drawn.t.length];
      return {
        label: labelOf(trace, looks, state.difference, base),
        x: drawn.x.subarray(part[0], part[1]),
        y: y.subarray(part[0], part[1]),
        sorted: !x,
        axis: units.indexOf(trace.quantity.unit),
        ...styleOf(trace, quantities, looks),
        points: false,
        line: true,
      };
    }),
  };
}

function joined(a: [number, number] | null, b: [number, number] | null): [number, number] | null {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}
