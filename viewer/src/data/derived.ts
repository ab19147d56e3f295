// Quantities that follow from channels, row by row or from one row to the next.

import type { Group } from "./catalogue";

export interface Derivation {
  key: string;
  name: string;
  unit: string;
  group: Group;
  inputs: string[];
  compute(inputs: Float64Array[]): Float64Array;
}

function sum(columns: Float64Array[]): Float64Array {
  return columns[0]!.map((_, row) => columns.reduce((total, column) => total + column[row]!, 0));
}

/** Change of a count over the change of another; between rows without a change there is none. */
function quotient([above, below]: Float64Array[]): Float64Array {
  return above!.map((value, row) => {
    if (row === 0) return NaN;
    const change = below![row]! - below![row - 1]!;
    return change > 0 ? (value - above![row - 1]!) / change : NaN;
  });
}

export const derivations: Derivation[] = [
  {
    key: "\u0000unexplained",
    name: "unexplained energy",
    unit: "J",
    group: "Energy",
    inputs: ["energy.projections", "energy.integrator"],
    compute: sum,
  },
  {
    key: "\u0000iterations",
    name: "iterations per step",
    unit: "",
    group: "Run",
    inputs: ["run.iterations", "run.steps"],
    compute: quotient,
  },
];
