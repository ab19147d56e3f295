// Panes that are there from the start, as far as their channels exist.

import { forcePart, larger, type Catalogue, type Quantity } from "../data/catalogue";
import { unitsOf, type PaneState } from "./pane_spec";

type States = Partial<PaneState>[];

function there(catalogue: Catalogue, keys: string[]): string[] {
  return keys.filter((key) => catalogue.find(key));
}

/** A pane with those of the keys that exist; none if there are none. */
function pane(catalogue: Catalogue, title: string, keys: string[], more: Partial<PaneState> = {}): States {
  const known = there(catalogue, keys);
  return known.length > 0 ? [{ title, keys: known, ...more }] : [];
}

const mostSeries = 6; // in a pane that nobody asked for

/** Outputs of the model, then its coordinates, or whatever there is; a pane a unit. */
export function firstPanes(catalogue: Catalogue, several: boolean): States {
  const states: States = [];
  const add = (from: Quantity[], most: number) => {
    for (const unit of unitsOf(from)) {
      if (states.length >= most) return;
      const keys = from.filter((quantity) => quantity.unit === unit).map((quantity) => quantity.key);
      states.push({ keys: keys.slice(0, several ? 1 : mostSeries) });
    }
  };
  add(catalogue.of("Outputs"), 2);
  add(catalogue.of("Coordinates"), 2);
  add(catalogue.of("Velocities"), 2);
  if (states.length === 0) add(catalogue.quantities, 2);
  return states;
}

/** What differences are looked at first. */
export function differencePanes(catalogue: Catalogue): States {
  const from = [...catalogue.of("Coordinates"), ...catalogue.of("Outputs"), ...catalogue.quantities];
  const energy = there(catalogue, ["energy.total"]);
  return [
    ...from.slice(0, 1).map((quantity) => ({ keys: [quantity.key], difference: true, log: true })),
    ...energy.map((key) => ({ keys: [key], difference: true, log: true })),
  ];
}

export function driftPanes(catalogue: Catalogue): States {
  return ["position", "velocity", "acceleration"].flatMap((level) =>
    pane(catalogue, `Violation of constraints: ${level}`, [`drift.${level}`], { log: true }),
  );
}

export function energyPanes(catalogue: Catalogue): States {
  return [
    ...pane(catalogue, "Energy", ["energy.kinetic", "energy.potential", "energy.constraint", "energy.total"]),
    ...pane(catalogue, "Work done on the system", ["work.applied", "work.friction", "work.driving"]),
    ...pane(catalogue, "Unexplained energy", ["\u0000unexplained"]),
    ...pane(catalogue, "Unexplained by projections and by the integrator", ["energy.projections", "energy.integrator"]),
  ];
}

export function runPanes(catalogue: Catalogue): States {
  return [
    ...pane(catalogue, "Step size", ["run.step"], { log: true }),
    ...pane(catalogue, "Iterations per step", ["\u0000iterations"]),
    ...pane(catalogue, "Steps since the start", ["run.steps", "run.refused"]),
  ];
}

/** Forces at one place: what acts, how large, and the channels of its parts. */
export interface Reaction {
  name: string;
  keys: string[];
  /** Null: not known, because not all rows were read. */
  size: number | null;
  unit: string;
}

/** Forces first, then torques, then multipliers of constraints; the largest of each first. */
export function reactions(catalogue: Catalogue): Reaction[] {
  const found = new Map<string, Reaction>();
  const add = (name: string, quantity: Quantity) => {
    const id = `${name}\u0000${quantity.unit}`;
    const known = found.get(id);
    if (!known) found.set(id, { name, keys: [quantity.key], size: quantity.size, unit: quantity.unit });
    else {
      known.keys.push(quantity.key);
      known.size = larger(known.size, quantity.size);
    }
  };
  for (const quantity of catalogue.of("Forces in joints")) add(forcePart(quantity.name)!.of, quantity);
  for (const quantity of catalogue.of("Multipliers")) add(quantity.name, quantity);
  const order = ["N", "N m"];
  const rank = ({ name, unit }: Reaction) => {
    if (name.startsWith("lambda.")) return order.length + 1;
    const known = order.indexOf(unit);
    return known < 0 ? order.length : known;
  };
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || (b.size ?? 0) - (a.size ?? 0));
}
