// A table whose heads sort it. Where there is no room for its columns, its rows become cards (tables.css).

import { clear, element } from "../ui/dom";

export interface Column<Row> {
  name: string;
  title: string;
  /** What it is sorted by. */
  key(row: Row): number | string | null;
  cell(row: Row): Node | string;
}

/** Without a value they come last, in either order. */
function compare(a: number | string | null, b: number | string | null, direction: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "string" || typeof b === "string") return direction * String(a).localeCompare(String(b));
  return direction * (a - b);
}

/** The first column names the row. `foot`: further lines, which stay below. */
export function sortable<Row>(columns: Column<Row>[], rows: Row[], testid: string, foot: (Node | string)[][] = []): HTMLTableElement {
  const body = element("tbody");
  const heads: HTMLElement[] = [];
  let by = -1;
  let direction = 1;
  const line = (cells: (Node | string)[], id?: string) =>
    element(
      "tr",
      { testid: id },
      ...cells.map((cell, k) => element("td", { class: k === 0 ? "" : "number", attributes: { "data-label": columns[k]!.title } }, cell)),
    );
  const fill = () => {
    const sorted = by < 0 ? rows : [...rows].sort((a, b) => compare(columns[by]!.key(a), columns[by]!.key(b), direction));
    clear(body);
    for (const row of sorted) body.append(line(columns.map((column) => column.cell(row)), `${testid}-row`));
    heads.forEach((head, k) => head.setAttribute("aria-sort", k !== by ? "none" : direction > 0 ? "ascending" : "descending"));
  };
  columns.forEach((column, k) => {
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
    "table",
    { class: "sortable", testid },
    element("thead", {}, element("tr", {}, ...heads)),
    body,
    foot.length > 0 && element("tfoot", {}, ...foot.map((cells) => line(cells))),
  );
}
