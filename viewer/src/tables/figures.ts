// Figures of a comparison, as its tables have them.

import type { Comparison } from "../data/format";
import { shown } from "../data/numbers";

export function figure(value: number | null, digits = 2): string {
  return value === null ? "–" : shown(value, digits);
}

/** With the mark of an error that may be that of the reference. */
export function errorText(value: number | null, level: boolean | undefined): string {
  return figure(value) + (value !== null && level ? " *" : "");
}

/** Numbers of the quantities that any method has an error of. */
export function compared({ quantities, rows }: Comparison): number[] {
  return quantities.flatMap((_, k) => (rows.some(({ errors }) => (errors[k] ?? null) !== null) ? [k] : []));
}
