// A pane as a picture or as numbers.

import { csv, type Column } from "../export/csv";
import { png } from "../export/png";
import { fileName, save, saveBlob } from "../export/save";
import { svg } from "../export/svg";
import { same } from "../data/locate";
import type { Action } from "../ui/menu";
import type { Pane } from "./pane";
import type { Trace } from "./trace";

export function exportActions(pane: Pane): Action[] {
  const name = pane.state.title || pane.quantities.map((quantity) => quantity.name).join("_");
  return [
    { text: "Picture, SVG", testid: "export-svg", press: () => save(fileName(name, "svg"), "image/svg+xml", svg(pane.specIn("light"))) },
    { text: "Picture, PNG", testid: "export-png", press: () => void savePng(pane, name) },
    { text: "Numbers, CSV", testid: "export-csv", press: () => void saveCsv(pane, name) },
  ];
}

async function saveCsv(pane: Pane, name: string): Promise<void> {
  const { say } = pane.context;
  try {
    const gathered = await pane.everyRow();
    if (!gathered.complete) say("There are more rows than fit into one file: some were left out, no peak among them. Zoom in for all.");
    save(fileName(name, "csv"), "text/csv", csv(columnsOf(pane, gathered.traces)));
  } catch (problem) {
    say(problem instanceof Error ? problem.message : String(problem));
  }
}

async function savePng(pane: Pane, name: string): Promise<void> {
  try {
    saveBlob(fileName(name, "png"), await png(svg(pane.specIn("light"))));
  } catch (problem) {
    pane.context.say(problem instanceof Error ? problem.message : String(problem));
  }
}

/** Results that share their times share the column t; others have their own. Rows of the part in view. */
function columnsOf(pane: Pane, all: Trace[]): Column[] {
  const { head, selection } = pane.context;
  const { from, to } = pane.range;
  const several = head.results.length > 1;
  const columns: Column[] = [];
  let times: Float64Array | null = null;
  const byResult = new Map<number, Trace[]>();
  for (const trace of all) byResult.set(trace.result, [...(byResult.get(trace.result) ?? []), trace]);
  for (const [result, traces] of byResult) {
    const minus = pane.state.difference ? ` - ${head.results[selection.base]!.label}` : "";
    const label = several ? ` (${head.results[result]!.label}${minus})` : "";
    const first = traces[0]!;
    const inside = (values: Float64Array) => values.filter((_, row) => first.t[row]! >= from && first.t[row]! <= to);
    if (!times || !same(times, first.t)) {
      columns.push({ name: times ? `t${label}` : "t", values: inside(first.t) });
      times = first.t;
    }
    if (pane.x) columns.push({ name: pane.x.name + label, values: inside(first.x) });
    for (const trace of traces) {
      columns.push({ name: trace.quantity.name + label, values: inside(trace.y) });
    }
  }
  return columns;
}
