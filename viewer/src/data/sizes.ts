// How large the forces of joints get: the largest norm in any row, computed from the rows.

import type { Catalogue } from "./catalogue";
import type { Head } from "./format";
import { norms, type Part, type Reaction } from "./reactions";
import type { Source } from "./source";

/** Of the force and torque of a joint; null: it has none. */
export type Sizes = Record<Part, number | null>;

export interface Looked {
  sizes: Map<string, Sizes>;
  /** All rows were used. */
  complete: boolean;
}

const rowsAsked = 20_000; // of a server; no peak of a component is left out
const bytesAtOnce = 2e8; // that it reads for an answer
const channelsAtOnce = 60;
const always = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };

/** Of all results together. `some` is called whenever more are known. */
export async function lookAt(
  head: Head,
  catalogue: Catalogue,
  source: Source,
  reactions: Reaction[],
  some: (looked: Looked) => void,
): Promise<Looked> {
  const looked: Looked = { sizes: new Map(), complete: head.results.every(({ rows, rows_total }) => rows === rows_total) };
  for (const part of parts(reactions, Math.max(1, ...head.results.map(({ rows }) => rows)))) {
    await Promise.all(head.results.map((_, result) => lookAtSome(catalogue, source, result, part, looked)));
    some(looked);
  }
  return looked;
}

/** As many joints at once as a server reads without running out of memory. */
function parts(reactions: Reaction[], rows: number): Reaction[][] {
  const most = Math.max(1, Math.min(channelsAtOnce, Math.floor(bytesAtOnce / 8 / rows)));
  const found: Reaction[][] = [];
  let channels = Infinity;
  for (const reaction of reactions) {
    const more = reaction.ground.force.length + reaction.ground.torque.length;
    if (channels + more > most) {
      found.push([]);
      channels = 0;
    }
    found.at(-1)!.push(reaction);
    channels += more;
  }
  return found;
}

async function lookAtSome(catalogue: Catalogue, source: Source, result: number, reactions: Reaction[], looked: Looked): Promise<void> {
  const names = reactions.flatMap(({ ground }) => [...ground.force, ...ground.torque]).filter((name) => catalogue.indices(result, [name]));
  if (names.length === 0) return;
  const { columns, complete } = await source.rows(result, catalogue.indices(result, names)!, always, rowsAsked, "peaks");
  looked.complete &&= complete;
  const byName = new Map(names.map((name, k) => [name, columns[k]!]));
  const size = (channels: string[]): number | null => {
    const all = channels.flatMap((name) => byName.get(name) ?? []);
    if (all.length === 0) return null;
    return norms(all).reduce((most, value) => (value > most ? value : most), 0);
  };
  for (const { name, ground } of reactions) {
    const before = looked.sizes.get(name);
    const larger = (a: number | null | undefined, b: number | null) => (a == null ? b : b === null ? a : Math.max(a, b));
    looked.sizes.set(name, {
      force: larger(before?.force, size(ground.force)),
      torque: larger(before?.torque, size(ground.torque)),
    });
  }
}
