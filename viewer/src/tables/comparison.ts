// Methods side by side: errors, orders and cost, sorted as the reader likes.

import type { Comparison, ComparisonRow } from "../data/format";
import { shown } from "../data/numbers";
import { swatch } from "../plots/readout";
import type { Context } from "../ui/context";
import { clear, cut, element } from "../ui/dom";
import { resultStyle } from "../ui/palette";

interface Column {
  name: string;
  title: string;
  /** What it is sorted by. */
  key(row: ComparisonRow): number | string | null;
  cell(row: ComparisonRow): Node | string;
}

const none = "–";
const figure = (value: number | null, digits: number) => (value === null ? none : shown(value, digits));

function columns(comparison: Comparison, context: Context): Column[] {
  const withOrders = comparison.rows.some((row) => row.orders.some((order) => order !== null));
  const errors = comparison.quantities.flatMap((quantity, k): Column[] => {
    const error: Column = {
      name: quantity,
      title: `Error of the ${quantity} against the reference`,
      key: (row) => row.errors[k] ?? null,
      cell: (row) => figure(row.errors[k] ?? null, 3),
    };
    const order: Column = {
      name: "order",
      title: `Observed order of the ${quantity}`,
      key: (row) => row.orders[k] ?? null,
      cell: (row) => figure(row.orders[k] ?? null, 3),
    };
    return withOrders ? [error, order] : [error];
  });
  return [
    { name: "Method", title: "Formulation and integrator", key: (row) => row.method, cell: (row) => methodCell(row, context) },
    ...errors,
    { name: "Steps", title: "Steps", key: (row) => row.steps, cell: (row) => String(row.steps) },
    { name: "Evaluations", title: "Evaluations", key: (row) => row.evaluations, cell: (row) => String(row.evaluations) },
    { name: "CPU [s]", title: "CPU time", key: (row) => row.cpu_seconds, cell: (row) => shown(row.cpu_seconds, 3) },
  ];
}

function methodCell(row: ComparisonRow, context: Context): Node {
  const style = row.result === null ? null : resultStyle(row.result, context.theme.shade);
  const named = row.method.includes(row.label) ? row.method : `${row.method} (${row.label})`;
  return element("span", { class: "method" }, style && swatch(style), cut(named));
}

/** Without a value they come last, in either order. */
function compare(a: number | string | null, b: number | string | null, direction: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "string" || typeof b === "string") return direction * String(a).localeCompare(String(b));
  return direction * (a - b);
}

export function comparisonTable(comparison: Comparison, context: Context): HTMLElement {
  const all = columns(comparison, context);
  const ran = comparison.rows.filter((row) => row.outcome === "completed");
  const failed = comparison.rows.filter((row) => row.outcome !== "completed");
  const body = element("tbody");
  const heads: HTMLElement[] = [];
  let by = -1;
  let direction = 1;
  const fill = () => {
    const sorted = by < 0 ? ran : [...ran].sort((a, b) => compare(all[by]!.key(a), all[by]!.key(b), direction));
    clear(body);
    for (const row of sorted) {
      body.append(
        element(
          "tr",
          { testid: "comparison-row" },
          ...all.map((column, k) => element("td", { class: k === 0 ? "" : "number" }, column.cell(row))),
        ),
      );
    }
    heads.forEach((head, k) => head.setAttribute("aria-sort", k !== by ? "none" : direction > 0 ? "ascending" : "descending"));
  };
  all.forEach((column, k) => {
    const press = element("button", {
      class: "sort",
      text: column.name,
      title: `${column.title}: sort`,
      attributes: { type: "button" },
      on: {
        click: () => {
          direction = by === k ? -direction : 1;
          by = k;
          fill();
        },
      },
    });
    heads.push(element("th", { class: k === 0 ? "" : "number", attributes: { scope: "col" } }, press));
  });
  fill();
  return element(
    "div",
    { class: "scroll" },
    element("p", { class: "hint" }, "Errors against ", element("b", { text: comparison.reference.name }), ", largest over all rows compared."),
    element("table", { class: "sortable", testid: "comparison" }, element("thead", {}, element("tr", {}, ...heads)), body),
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
          element("th", { attributes: { scope: "row" } }, cut(row.method)),
          element("td", {}, element("span", { class: "bad", text: `✗ ${row.outcome.replace("_", " ")}` }), row.reason && `: ${row.reason}`),
        ),
      ),
    ),
  );
}
