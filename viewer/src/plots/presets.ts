// Panes that are there from the start, as far as their channels exist.

import type { Catalogue, Quantity } from "../data/catalogue";
import type { ResultHead } from "../data/format";
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

const mostSeries = 6; // in a pane that is there from the start

/** A component of a unit vector, the memory of a controller, what only the picture needs: not shown at first. */
function inner({ name }: Quantity, catalogue: Catalogue): boolean {
  const bare = name.replace(/'+$/, ""); // a rate is as good as what it is the rate of
  const of = catalogue.find(bare);
  return bare.startsWith("view.") || bare.endsWith(".memory") || (of?.group === "Coordinates" && of.unit === "" && bare.includes("."));
}

/** Of what all results have, a pane a unit: outputs of the model, driving forces, angles, positions, other coordinates, or whatever there is. */
export function firstPanes(catalogue: Catalogue, several: boolean): States {
  const states: States = [];
  const seen = new Set<string>();
  const all = catalogue.quantities.filter((quantity) => !inner(quantity, catalogue));
  const add = (from: Quantity[]) => {
    const fresh = from.filter(({ key }) => !seen.has(key));
    for (const unit of unitsOf(fresh)) {
      if (states.length >= 2) return;
      const keys = fresh.filter((quantity) => quantity.unit === unit).map(({ key }) => key);
      for (const key of keys) seen.add(key);
      states.push({ keys: keys.slice(0, several ? 1 : mostSeries) });
    }
  };
  const shared = all.filter((quantity) => catalogue.inAll(quantity));
  const still = (unit: string) => shared.filter((one) => (one.group === "Coordinates" || one.group === "Other") && one.unit === unit);
  add(shared.filter(({ group }) => group === "Outputs"));
  add(shared.filter(({ name }) => catalogue.drives(name)));
  add(still("rad"));
  add(still("m"));
  add(shared.filter(({ group }) => group === "Coordinates"));
  add(shared.filter(({ group }) => group === "Velocities"));
  if (states.length === 0) add(shared);
  if (states.length === 0) add(all);
  return states;
}

/** What differences are looked at first. */
export function differencePanes(catalogue: Catalogue): States {
  const from = firstPanes(catalogue, true).slice(0, 1);
  const energy = there(catalogue, ["energy.total"]);
  return [
    ...from.map((state) => ({ ...state, difference: true, log: true })),
    ...energy.map((key) => ({ keys: [key], difference: true, log: true })),
  ];
}

/** Levels at which a result has constraints; without a summary all of them may have some. */
function heldAt({ summary }: ResultHead, level: string): boolean {
  const { violation, rows, ending } = summary as { violation?: Record<string, unknown>; rows?: number; ending?: string };
  if (violation === undefined) return true;
  return ending === "running" ? rows !== 0 : violation[level] !== null;
}

/** Of the levels that have constraints; where they hold exactly a logarithm would have nothing to show. */
export function driftPanes(catalogue: Catalogue, results: ResultHead[]): States {
  return ["position", "velocity", "acceleration"].flatMap((level) => {
    if (!results.some((result) => heldAt(result, level))) return [];
    const key = `drift.${level}`;
    return pane(catalogue, `Violation of constraints: ${level}`, [key], { log: catalogue.find(key)?.size !== 0 });
  });
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
