// Methods side by side, with the figures that `rheon compare` prints: errors, orders, violations, energy and cost.

import type { Comparison, ComparisonRow } from "../data/format";
import { referenceOf } from "../data/head";
import { count, shown } from "../data/numbers";
import { swatch } from "../plots/readout";
import type { Context } from "../ui/context";
import { element } from "../ui/dom";
import { resultStyle } from "../ui/palette";
import { compared, errorText, figure } from "./figures";
import { sortable, type Column } from "./sortable";
import { workPrecision } from "./work_precision";

type Columns = Column<ComparisonRow>[];

/** The method with the mark of its curves; what ended early points to a footnote. */
function methodColumn(context: Context, notes: ComparisonRow[]): Column<ComparisonRow> {
  const cell = (row: ComparisonRow) => {
    const style = row.result === null ? null : resultStyle(row.result, context.theme.shade, referenceOf(context.head));
    const named = row.method.includes(row.label) ? row.method : `${row.method} (${row.label})`;
    const note = notes.indexOf(row) + 1;
    return element("span", { class: "method" }, style && swatch(style), element("span", { text: note > 0 ? `${named} [${note}]` : named }));
  };
  return { name: "Method", title: "Formulation and integrator", key: (row) => row.method, cell };
}

function errorColumns(comparison: Comparison, shownOnes: number[]): Columns {
  return shownOnes.map((k) => ({
    name: comparison.quantities[k]!,
    title: `Error of ${comparison.quantities[k]!}`,
    key: (row) => row.errors[k] ?? null,
    cell: (row) => errorText(row.errors[k] ?? null, row.at_reference_level[k]),
  }));
}

function orderColumns(comparison: Comparison, shownOnes: number[]): Columns {
  if (!comparison.rows.some(({ orders }) => orders.some((order) => order !== null))) return [];
  return shownOnes.map((k) => ({
    name: `order, ${comparison.quantities[k]!}`,
    title: `Observed order of ${comparison.quantities[k]!}`,
    key: (row) => row.orders[k] ?? null,
    cell: (row) => figure(row.orders[k] ?? null, 3),
  }));
}

function costColumns(): Columns {
  const levels = ["position", "velocity", "acceleration"].map((level, k) => ({
    name: level,
    title: `Violation, ${level}`,
    key: (row: ComparisonRow) => row.violations[k] ?? null,
    cell: (row: ComparisonRow) => figure(row.violations[k] ?? null),
  }));
  const whole = (name: string, of: (row: ComparisonRow) => number) => ({ name, title: name, key: of, cell: (row: ComparisonRow) => String(of(row)) });
  return [
    ...levels,
    { name: "energy [J]", title: "Energy unexplained [J]", key: ({ energy }) => energy, cell: ({ energy }) => figure(energy) },
    whole("steps", ({ steps }) => steps),
    whole("iterations", ({ iterations }) => iterations),
    whole("evaluations", ({ evaluations }) => evaluations),
    { name: "CPU [ms]", title: "CPU time [ms]", key: ({ cpu_seconds: s }) => s, cell: ({ cpu_seconds: s }) => shown(1e3 * s, 3) },
  ];
}

/** What was compared with what. */
function about(comparison: Comparison): HTMLElement {
  const { reference, duration, times, step, step_origin: origin, tolerance } = comparison;
  const methods = [
    step > 0 ? `step ${shown(step, 6)} s${origin ? ` (${origin})` : ""}` : "",
    tolerance > 0 ? `tolerance ${shown(tolerance, 3)}${step > 0 ? " where a method has error control" : ""}` : "",
  ];
  const lines = [
    `0 to ${shown(duration, 6)} s, compared at ${count(times, "time")}${methods.map((text) => text && `; ${text}`).join("")}.`,
    reference.name === ""
      ? "There is no reference: no method with error control reached the end; errors are not known."
      : `Reference: ${reference.name}${reference.confirmed_by ? `; confirmed by ${reference.confirmed_by}` : ""}.`,
    reference.unknown_columns.length > 0 ? `Columns that are not channels, ignored: ${reference.unknown_columns.join(", ")}.` : "",
  ];
  return element("div", { class: "hint", testid: "comparison-about" }, ...lines.filter(Boolean).map((text) => element("p", { text })));
}

function referenceLines({ reference }: Comparison, shownOnes: number[], columns: number): (Node | string)[][] {
  if (reference.name === "") return [];
  const line = (name: string, values: (number | null)[]) => {
    const cells = [name, ...shownOnes.map((k) => ((values[k] ?? null) === null ? "not known" : figure(values[k]!)))];
    return [...cells, ...Array.from({ length: columns - cells.length }, () => "")];
  };
  return [line("accuracy of the reference", reference.accuracy), line("largest magnitude", reference.scale)];
}

/** What the figures mean, as the command says it. */
function legend(comparison: Comparison, withOrders: boolean): HTMLElement {
  const { rows, reaction_difference: most, reference } = comparison;
  const marked = rows.some((row) => row.at_reference_level.some((level, k) => level && (row.errors[k] ?? null) !== null));
  const lines = [
    most
      ? `Reactions of two methods differ most between ${most.between[0]} and ${most.between[1]}: ${figure(most.value)} in ${most.channel} at t = ${shown(most.time, 6)} s.`
      : "",
    reference.name !== ""
      ? "Errors are absolute, the largest over all rows and channels of a kind, in SI units; outputs in their own; reactions are the multipliers lambda."
      : "",
    marked ? "* at the level of the reference: what is shown may be its error as well." : "",
    withOrders ? "Order: slope of log error over log step; – where fewer than three errors were clear of the reference." : "",
    "Energy: what neither forces nor drives account for, at the end. CPU time of one run.",
  ];
  return element("div", { class: "hint", testid: "comparison-legend" }, ...lines.filter(Boolean).map((text) => element("p", { text })));
}

export function comparisonTable(comparison: Comparison, context: Context): HTMLElement {
  const ran = comparison.rows.filter((row) => row.ran);
  const failed = comparison.rows.filter((row) => !row.ran);
  const notes = ran.filter((row) => row.outcome !== "completed");
  const shownOnes = compared(comparison);
  const method = methodColumn(context, notes);
  const orders = orderColumns(comparison, shownOnes);
  const accuracy = [method, ...errorColumns(comparison, shownOnes), ...orders];
  return element(
    "div",
    { class: "scroll comparison" },
    about(comparison),
    comparison.reference.name !== "" && element("h3", { text: "Largest error" }),
    comparison.reference.name !== "" && sortable(accuracy, ran, "comparison", referenceLines(comparison, shownOnes, accuracy.length)),
    element("h3", { text: "Largest violation of the constraints, energy and cost" }),
    sortable([method, ...costColumns()], ran, "comparison-cost"),
    ...notes.map((row, k) => element("p", { class: "hint", text: `[${k + 1}] ${row.reason}; the numbers are those up to there.` })),
    legend(comparison, orders.length > 0),
    workPrecision(comparison, context),
    failed.length > 0 && failures(failed),
  );
}

function failures(rows: ComparisonRow[]): HTMLElement {
  return element(
    "table",
    { class: "facts", testid: "comparison-failed" },
    element("caption", { text: "Not compared" }),
    element(
      "tbody",
      {},
      ...rows.map((row) =>
        element(
          "tr",
          {},
          element("th", { text: row.method, attributes: { scope: "row" } }),
          element("td", {}, element("span", { class: "bad", text: `✗ ${row.outcome}` }), row.reason && `: ${row.reason}`),
        ),
      ),
    ),
  );
}
