// What can be plotted: the channels of all results under their names, and quantities that follow from them.

import { derivations, type Derivation } from "./derived";
import type { Head, ResultHead } from "./format";
import { outputNames } from "./outputs";
import { forcePart, magnitudeKey, norms, reactionsOf, type Reaction } from "./reactions";
import { channelWords, partWords } from "./words";

export const groups = [
  "Outputs",
  "Coordinates",
  "Velocities",
  "Accelerations",
  "Forces in joints",
  "Multipliers",
  "Energy",
  "Constraints",
  "Balance",
  "Run",
  "Other",
] as const;
export type Group = (typeof groups)[number];

export interface Quantity {
  /** Unique; that of a channel is its name. */
  key: string;
  name: string;
  unit: string;
  group: Group;
  /** Channels that it is made from; its own name alone if it is a channel. */
  inputs: string[];
  derivation: Derivation | null;
  /** Channels of its first and second rate, as far as they are stored. */
  rates: string[];
  /** Counted or left over in each row: there is nothing between rows. */
  rowsOnly: boolean;
  /** Largest size in any result; null: not known. */
  size: number | null;
}

export class Catalogue {
  quantities: Quantity[] = [];
  readonly reactions: Reaction[];
  #byKey = new Map<string, Quantity>();
  #indices: Map<string, number>[] = [];
  #parts: Map<string, string>;
  #drivers = new Set<string>();
  #switches: number[][];

  constructor(head: Head) {
    this.#switches = head.results.map((result) => result.switches ?? []);
    this.#parts = partWords(head);
    for (const { scene } of head.results) {
      for (const item of scene?.items ?? []) if (item.type === "driver") this.#drivers.add(item.name);
    }
    const known = new Map<string, Quantity>();
    for (const result of head.results) {
      this.#indices.push(new Map(result.channels.map((channel, k) => [channel.name, k])));
      addChannels(result, known);
    }
    const rank = (q: Quantity) => groups.indexOf(q.group);
    this.quantities = [...known.values()].sort((a, b) => rank(a) - rank(b));
    this.reactions = reactionsOf(this.of("Forces in joints").map(({ name }) => name));
    for (const derivation of [...derivations, ...magnitudes(this.reactions, known)]) {
      if (!derivation.inputs.every((name) => known.has(name))) continue;
      const { key, name, unit, group, inputs } = derivation;
      this.quantities.push({ key, name, unit, group, inputs, derivation, rates: [], rowsOnly: rowGroups.has(group), size: null });
    }
    for (const quantity of this.quantities) this.#byKey.set(quantity.key, quantity);
  }

  find(key: string): Quantity | undefined {
    return this.#byKey.get(key);
  }

  /** Numbers of a result's channels with these names; null if one is not there. */
  indices(result: number, names: readonly string[]): number[] | null {
    const numbers = names.map((name) => this.#indices[result]?.get(name));
    return numbers.every((number) => number !== undefined) ? (numbers as number[]) : null;
  }

  /** What it is about, for searching. */
  words(quantity: Quantity): string {
    return channelWords(quantity, this.#parts);
  }

  /** The force or torque of a driver? */
  drives(name: string): boolean {
    const found = forcePart(name);
    return found !== null && /\.(force|torque)$/.test(name) && this.#drivers.has(found.of);
  }

  /** Times where a load of the result switches. */
  switches(result: number): number[] {
    return this.#switches[result] ?? [];
  }

  /** Do all results have it? */
  inAll({ inputs }: Quantity): boolean {
    return this.#indices.every((_, result) => this.indices(result, inputs) !== null);
  }

  of(group: Group): Quantity[] {
    return this.quantities.filter((quantity) => quantity.group === group);
  }
}

/** How large the forces and torques of joints are. */
function magnitudes(reactions: Reaction[], known: Map<string, Quantity>): Derivation[] {
  return reactions.flatMap((reaction) =>
    (["force", "torque"] as const).flatMap((part): Derivation[] => {
      const inputs = reaction.ground[part];
      if (inputs.length < 2) return [];
      const name = `|${reaction.name}.${part === "force" ? "f" : "t"}|`;
      return [{ key: magnitudeKey(reaction, part)!, name, unit: known.get(inputs[0]!)!.unit, group: "Forces in joints", inputs, compute: norms }];
    }),
  );
}

function addChannels(result: ResultHead, known: Map<string, Quantity>): void {
  const names = new Set(result.channels.map((channel) => channel.name));
  const outputs = outputNames(result.model);
  for (const { name, unit: given, min, max } of result.channels) {
    if (name === "t") continue;
    const unit = given === "1" ? "" : given; // a plain number
    const size = min === null || max === null ? null : Math.max(Math.abs(min), Math.abs(max));
    const before = known.get(name);
    if (before) {
      before.size = larger(before.size, size);
      continue;
    }
    const group = groupOf(name, names, outputs);
    const rates = outputs.has(name) ? [] : ratesOf(name, names);
    known.set(name, { key: name, name, unit, group, inputs: [name], derivation: null, rates, rowsOnly: rowGroups.has(group), size });
  }
}

const rowGroups = new Set<Group>(["Constraints", "Balance", "Run"]);

/** Names of the first and second rate of a channel, as far as they are among the names. */
export function ratesOf(name: string, names: { has(name: string): boolean }): string[] {
  if (!names.has(`${name}'`)) return [];
  return names.has(`${name}''`) ? [`${name}'`, `${name}''`] : [`${name}'`];
}

export function larger(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function groupOf(name: string, names: Set<string>, outputs: Set<string>): Group {
  if (outputs.has(name)) return "Outputs";
  if (name.endsWith("''") && names.has(name.slice(0, -2))) return "Accelerations";
  if (name.endsWith("'") && names.has(name.slice(0, -1))) return "Velocities";
  if (names.has(`${name}'`)) return "Coordinates";
  if (name.startsWith("lambda.")) return "Multipliers";
  if (/^(energy|work)\./.test(name)) return "Energy";
  if (/^(drift|violation)\./.test(name)) return "Constraints";
  if (name.startsWith("balance.")) return "Balance";
  if (name.startsWith("run.")) return "Run";
  if (forcePart(name)) return "Forces in joints";
  return "Other";
}
