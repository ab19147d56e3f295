// What was run and how good it is: a line a fact, a column a result.

import type { ResultHead } from "../data/format";
import { referenceOf } from "../data/head";
import { count, shown, withUnit } from "../data/numbers";
import { swatch } from "../plots/readout";
import type { Context } from "../ui/context";
import { cut, element } from "../ui/dom";
import { resultStyle } from "../ui/palette";

type Cell = Node | string | null;
type Line = [name: string, of: (result: ResultHead) => Cell];
type Part = [name: string, lines: Line[]];

function field(result: ResultHead, path: string): unknown {
  let value: unknown = result.summary;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
function number(path: string, unit = "", digits = 6): (result: ResultHead) => Cell {
  return (result) => {
    const value = field(result, path);
    return typeof value === "number" ? withUnit(shown(value, digits), unit) : null;
  };
}
function word(path: string): (result: ResultHead) => Cell {
  return (result) => {
    const value = field(result, path);
    return typeof value === "string" && value !== "" ? cut(value) : null;
  };
}

function ending(result: ResultHead): Cell {
  const how = field(result, "ending");
  if (typeof how !== "string") return null;
  if (how === "running") return element("span", { class: "muted", text: "still running" });
  const message = field(result, "message");
  const good = how === "completed";
  const text = typeof message === "string" && message !== "" ? `${how}: ${message}` : how;
  return element("span", { class: good ? "good" : "bad" }, `${good ? "✓" : "✗"} `, text);
}

function verdicts(result: ResultHead): Cell {
  if (result.verdicts.length === 0) return element("span", { class: "muted", text: "no budget was asked for" });
  const list = element("ul", { class: "plain", testid: "verdicts" });
  for (const { name, value, limit, kept, unit } of result.verdicts) {
    const text = `${name}: ${withUnit(shown(value, 4), unit)}, ${kept ? "within" : "over"} ${withUnit(shown(limit, 4), unit)}`;
    list.append(element("li", { class: kept ? "good" : "bad" }, `${kept ? "✓" : "✗"} ${text}`));
  }
  return list;
}

/** Why the motion is not to be trusted. */
function doubts(result: ResultHead): Cell {
  const given = field(result, "doubts");
  if (!Array.isArray(given) || given.length === 0) return null;
  return element("ul", { class: "plain", testid: "doubts" }, ...given.map((text) => element("li", { class: "bad", text: `✗ ${String(text)}` })));
}

function notes(result: ResultHead): Cell {
  const given = field(result, "notes");
  const all = [...(Array.isArray(given) ? given.map(String) : []), ...(result.note ? [result.note] : [])];
  return all.length === 0 ? null : element("ul", { class: "plain" }, ...all.map((text) => element("li", { text })));
}

function options(result: ResultHead): Cell {
  const given = field(result, "options");
  if (typeof given !== "object" || given === null) return null;
  const list = element("dl", { class: "pairs" });
  for (const [name, value] of Object.entries(given)) {
    list.append(element("dt", { text: name }), element("dd", { text: String(value) }));
  }
  return list;
}

function violation(context: Context, level: string): (result: ResultHead) => Cell {
  return (result) => {
    const value = field(result, `violation.${level}.value`);
    if (typeof value !== "number") return null;
    const time = field(result, `violation.${level}.time`);
    const constraint = field(result, `violation.${level}.constraint`);
    const named = typeof constraint === "string" && constraint !== "" ? cut(constraint, "short") : null;
    return element("span", {}, shown(value, 3), " ", named, " ", typeof time === "number" && moment(context, time));
  };
}

/** A time that is gone to by a press. */
function moment(context: Context, time: number): HTMLElement {
  return element("button", {
    class: "link",
    text: `at t = ${shown(time, 6)} s`,
    title: "Go to this time",
    testid: "go-to-time",
    attributes: { type: "button" },
    on: { click: () => context.clock.set(time) },
  });
}

function worst(context: Context): (result: ResultHead) => Cell {
  return (result) => {
    const value = field(result, "energy.worst.value");
    const time = field(result, "energy.worst.time");
    if (typeof value !== "number") return null;
    return element("span", {}, `${shown(value, 4)} J `, typeof time === "number" && moment(context, time));
  };
}

function parts(context: Context): Part[] {
  const versions = (result: ResultHead) =>
    Object.entries(result.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ");
  return [
    ["Verdict", [["Ending", ending], ["Doubts", doubts], ["Budgets", verdicts], ["Notes", notes]]],
    ["Model", [["Model", word("model")], ["Model file", word("file")], ["Result file", ({ file }) => (file ? cut(file) : null)]]],
    [
      "Method",
      [
        ["Formulation", word("formulation")],
        ["Integrator", word("integrator")],
        ["Step", (r) => (field(r, "step") ? number("step", "s")(r) : null)],
        ["Tolerance", (r) => (field(r, "tolerance") ? number("tolerance")(r) : null)],
        ["Smallest step", number("smallest_step", "s")],
        ["Largest step", number("largest_step", "s")],
        ["Options", options],
        ["Versions", versions],
      ],
    ],
    [
      "Largest violation",
      [
        ["Position", violation(context, "position")],
        ["Velocity", violation(context, "velocity")],
        ["Acceleration", violation(context, "acceleration")],
      ],
    ],
    [
      "Energy",
      [
        ["At the start", number("energy.start", "J", 9)],
        ["At the end", number("energy.end", "J", 9)],
        ["Work applied", number("work.applied", "J")],
        ["Work of friction", number("work.friction", "J")],
        ["Work driving", number("work.driving", "J")],
        ["Unexplained", number("energy.unexplained", "J", 4)],
        ["… by projections", number("energy.projections", "J", 4)],
        ["Worst unexplained", worst(context)],
      ],
    ],
    [
      "Cost",
      [
        ["Simulated", (r) => `${shown(Number(field(r, "start_time") ?? 0), 6)} to ${shown(Number(field(r, "end_time") ?? 0), 6)} s`],
        ["Steps", number("steps", "", 12)],
        ["Refused steps", number("refused_steps", "", 12)],
        ["Evaluations", number("evaluations", "", 12)],
        ["Iterations", number("iterations", "", 12)],
        ["Factorisations", number("factorisations", "", 12)],
        ["Wall time", number("wall_seconds", "s", 4)],
        ["CPU time", number("cpu_seconds", "s", 4)],
        ["Coordinates", number("coordinates", "", 12)],
        ["Constraint rows", number("rows", "", 12)],
        ["Rows in the result", (r) => (r.rows < r.rows_total ? `${r.rows} of ${count(r.rows_total, "row")}` : String(r.rows_total))],
      ],
    ],
  ];
}

export function summaryTable(context: Context): HTMLElement {
  const { results } = context.head;
  const table = element("table", { class: "facts", testid: "summary" });
  const several = results.length > 1;
  if (several) {
    const head = element("tr", {}, element("th", { text: "" }));
    results.forEach(({ label }, k) =>
      head.append(
        element("th", { class: "column", attributes: { scope: "col" } }, swatch(resultStyle(k, context.theme.shade, referenceOf(context.head))), cut(label)),
      ),
    );
    table.append(element("thead", {}, head));
  }
  for (const [name, lines] of parts(context)) {
    const rows = lines.flatMap(([title, of]) => {
      const cells = results.map(of);
      if (cells.every((cell) => cell === null)) return [];
      return [
        element(
          "tr",
          {},
          element("th", { text: title, attributes: { scope: "row" } }),
          ...cells.map((cell, k) => element("td", { attributes: { "data-result": several ? results[k]!.label.slice(0, 80) : null } }, cell ?? element("span", { class: "muted", text: "–" }))),
        ),
      ];
    });
    if (rows.length === 0) continue;
    const heading = element("th", { class: "part", text: name, attributes: { colspan: results.length + 1, scope: "rowgroup" } });
    table.append(element("tbody", {}, element("tr", {}, heading), ...rows));
  }
  return element("div", { class: "scroll" }, pageNotes(context), table);
}

function pageNotes(context: Context): HTMLElement | null {
  const { notes: all } = context.head;
  if (all.length === 0) return null;
  return element("ul", { class: "page-notes", testid: "page-notes" }, ...all.map((text) => element("li", { text })));
}
