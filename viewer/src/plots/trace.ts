// Numbers of a plot: of each result that is shown and each quantity that was picked, asked for and put together.

import type { Catalogue, Quantity } from "../data/catalogue";
import { Curve, Difference, type Followed } from "../data/curve";
import { rowsIn, same } from "../data/locate";
import type { Block, Range, Source } from "../data/source";

export interface Trace {
  quantity: Quantity;
  result: number;
  t: Float64Array;
  x: Float64Array;
  y: Float64Array;
  /** The same between rows. */
  curve: Followed;
  /** Of what goes to the right; null: time. */
  across: Followed | null;
}

export interface Wanted {
  quantities: Quantity[];
  /** What goes to the right; null: time. */
  x: Quantity | null;
  results: number[];
  /** The others minus this result; null: values themselves. */
  base: number | null;
}

export interface Gathered {
  traces: Trace[];
  /** All rows of the range are there. */
  complete: boolean;
  /** What a reader must know about these numbers. */
  note: string;
}

interface Values {
  t: Float64Array;
  of: Map<Quantity, Curve>;
  complete: boolean;
}

export async function gather(
  catalogue: Catalogue,
  source: Source,
  wanted: Wanted,
  range: Range,
  most: number,
  signal: AbortSignal,
): Promise<Gathered> {
  const results = wanted.base === null ? wanted.results : [...new Set([wanted.base, ...wanted.results])];
  const pick = wanted.base === null ? "peaks" : "even"; // differences need the same rows of all
  const values = await Promise.all(
    results.map(async (result): Promise<[number, Values]> => {
      const needed = wanted.x ? [...wanted.quantities, wanted.x] : wanted.quantities;
      const there = needed.filter((quantity) => catalogue.indices(result, quantity.inputs));
      return [result, await valuesOf(catalogue, source, result, there, range, most, pick, signal)];
    }),
  );
  const byResult = new Map(values);
  const complete = values.every(([, one]) => one.complete);
  if (wanted.base !== null) return differences(wanted, byResult, complete);
  const traces: Trace[] = [];
  for (const quantity of wanted.quantities) {
    for (const [result, { t, of }] of values) {
      const curve = of.get(quantity);
      const across = wanted.x ? of.get(wanted.x) : null;
      if (curve && across !== undefined) traces.push({ quantity, result, t, x: across?.y ?? t, y: curve.y, curve, across });
    }
  }
  return { traces, complete, note: "" };
}

async function valuesOf(
  catalogue: Catalogue,
  source: Source,
  result: number,
  quantities: Quantity[],
  range: Range,
  most: number,
  pick: "peaks" | "even",
  signal: AbortSignal,
): Promise<Values> {
  const names = [...new Set(quantities.flatMap((quantity) => quantity.inputs))];
  const block = await source.rows(result, catalogue.indices(result, names)!, range, most, pick, signal);
  const column = (name: string) => block.columns[names.indexOf(name)]!;
  const rates = await ratesOf(catalogue, source, result, quantities, range, most, pick, block, signal);
  const switches = catalogue.switches(result);
  const of = new Map(
    quantities.map((quantity) => {
      const inputs = quantity.inputs.map(column);
      const y = quantity.derivation ? quantity.derivation.compute(inputs) : inputs[0]!;
      const [rate, second] = quantity.rates.map((name) => rates.get(name) ?? null);
      return [quantity, new Curve(block.t, y, rate ?? null, rate ? (second ?? null) : null, switches, quantity.rowsOnly)];
    }),
  );
  return { t: block.t, of, complete: block.complete };
}

/** Rates in the same rows, by name. None where peaks were picked: others would have been without these channels. */
async function ratesOf(
  catalogue: Catalogue,
  source: Source,
  result: number,
  quantities: Quantity[],
  range: Range,
  most: number,
  pick: "peaks" | "even",
  block: Block,
  signal: AbortSignal,
): Promise<Map<string, Float64Array>> {
  const names = [...new Set(quantities.flatMap((quantity) => quantity.rates))].filter((name) => catalogue.indices(result, [name]));
  if (names.length === 0 || !(block.complete || pick === "even")) return new Map();
  const rows = Math.max(most, block.t.length);
  const { t, columns } = await source.rows(result, catalogue.indices(result, names)!, range, rows, "even", signal);
  // a run that goes on may have had more rows by then
  return same(t, block.t) ? new Map(names.map((name, k) => [name, columns[k]!])) : new Map();
}

/** At the times of the base. */
function differences(wanted: Wanted, values: Map<number, Values>, complete: boolean): Gathered {
  const base = values.get(wanted.base!)!;
  const traces: Trace[] = [];
  let between = false;
  for (const quantity of wanted.quantities) {
    const reference = base.of.get(quantity);
    if (!reference) continue;
    for (const result of wanted.results) {
      const other = values.get(result)!;
      const of = other.of.get(quantity);
      if (result === wanted.base || !of) continue;
      between ||= !same(other.t, base.t);
      const curve = new Difference(of, reference);
      const y = base.t.map((time) => curve.at(time).value);
      traces.push({ quantity, result, t: base.t, x: base.t, y, curve, across: null });
    }
  }
  const notes: string[] = [];
  if (between) notes.push("Rows are at different times: differences are those at the times of the base, from rates where they are stored, else through six rows.");
  if (!complete) notes.push("Not all rows are shown: zoom in for every one.");
  return { traces, complete, note: notes.join(" ") };
}

const enough = 1200; // points of a curve that look round on a screen
const finest = 32; // pieces of a step

/** What is drawn: the rows, and where there are few in the range, points between them on the same curves. */
export function drawnOf({ t, x, y, curve, across }: Trace, range: Range): { t: Float64Array; x: Float64Array; y: Float64Array } {
  const [first, last] = rowsIn(t, range.from, range.to);
  const pieces = Math.min(finest, Math.ceil(enough / Math.max(1, last - first)));
  if (pieces < 2 || last - first < 2) return { t, x, y };
  const shares = Array.from({ length: pieces - 1 }, (_, i) => (i + 1) / pieces);
  const [times, right, up]: number[][] = [[], [], []] as number[][];
  for (let row = first; row < last; ++row) {
    times!.push(t[row]!);
    right!.push(x[row]!);
    up!.push(y[row]!);
    if (row + 1 === last) break;
    const inside = curve.inside(row, shares);
    const over = inside && (across ? across.inside(row, shares) : shares.map((share) => t[row]! + share * (t[row + 1]! - t[row]!)));
    if (!inside || !over) continue;
    times!.push(...shares.map((share) => t[row]! + share * (t[row + 1]! - t[row]!)));
    right!.push(...over);
    up!.push(...inside);
  }
  return { t: Float64Array.from(times!), x: Float64Array.from(right!), y: Float64Array.from(up!) };
}
