// Channels as comma-separated values: numbers in the shortest form that reads back the same, names quoted where they must be.

import { exact } from "../data/numbers";

export interface Column {
  name: string;
  values: ArrayLike<number>;
}

/** RFC 4180: quotes around what has a comma, a quote or a line break in it; quotes inside doubled. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns may differ in length: cells that are not there stay empty. */
export function csv(columns: Column[]): string {
  const rows = Math.max(0, ...columns.map((column) => column.values.length));
  const lines = [columns.map((column) => quoted(column.name)).join(",")];
  for (let row = 0; row < rows; ++row) {
    lines.push(columns.map(({ values }) => (row < values.length ? exact(values[row]!) : "")).join(","));
  }
  return `${lines.join("\n")}\n`;
}
