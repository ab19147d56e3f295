// Numbers of a plot: of each result that is shown and each quantity that was picked, asked for and put together.

import type { Catalogue, Quantity } from "../data/catalogue";
import { interpolated, same } from "../data/locate";
import type { Block, Range, Source } from "../data/source";

export interface Trace {
  quantity: Quantity;
  result: number;
  t: Float64Array;
  x: Float64Array;
  y: Float64Array;
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
  of: Map<Quantity, Float64Array>;
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
      const y = of.get(quantity);
      const x = wanted.x ? of.get(wanted.x) : t;
      if (x && y) traces.push({ quantity, result, t, x, y });
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
  const block: Block = await source.rows(result, catalogue.indices(result, names)!, range, most, pick, signal);
  const column = (name: string) => block.columns[names.indexOf(name)]!;
  const of = new Map(
    quantities.map((quantity) => {
      const inputs = quantity.inputs.map(column);
      return [quantity, quantity.derivation ? quantity.derivation.compute(inputs) : inputs[0]!];
    }),
  );
  return { t: block.t, of, complete: block.complete };
}

function differences(wanted: Wanted, values: Map<number, Values>, complete: boolean): Gathered {
  const base = values.get(wanted.base!)!;
  const traces: Trace[] = [];
  let between = false;
  for (const quantity of wanted.quantities) {
    const reference = base.of.get(quantity);
    if (!reference) continue;
    for (const result of wanted.results) {
      const other = values.get(result)!;
      const y = other.of.get(quantity);
      if (result === wanted.base || !y) continue;
      const aligned = same(other.t, base.t);
      between ||= !aligned;
      const compared = aligned ? y : interpolated(other.t, y, base.t);
      traces.push({ quantity, result, t: base.t, x: base.t, y: compared.map((value, row) => value - reference[row]!) });
    }
  }
  const notes: string[] = [];
  if (between) notes.push("Rows are at different times: interpolated linearly at those of the base.");
  if (!complete) notes.push("Not all rows are shown: zoom in for every one.");
  return { traces, complete, note: notes.join(" ") };
}
