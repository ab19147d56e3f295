// Work and precision: what an error costs with each method, as a chart with both axes logarithmic and as a table.

import type { Comparison, ComparisonRow, PaperFigure, SweepPoint } from "../data/format";
import { shown } from "../data/numbers";
import { paperFigure } from "../paper/figure";
import type { Context } from "../ui/context";
import { clear, element } from "../ui/dom";
import { compared, errorText } from "./figures";
import { sortable, type Column } from "./sortable";

/** A figure of the errors of one quantity over evaluations. */
function chart({ rows, quantities }: Comparison, quantity: number): PaperFigure {
  const series = rows.flatMap((row) => {
    const points = row.sweep
      .filter((point) => point.completed && (point.errors[quantity] ?? 0) > 0 && point.evaluations > 0)
      .sort((a, b) => a.evaluations - b.evaluations);
    if (points.length === 0) return [];
    const [x, y] = [points.map((point) => point.evaluations), points.map((point) => point.errors[quantity]!)];
    return [{ label: row.method, style: "both" as const, result: row.result, x, y }];
  });
  const panel = {
    title: `error in ${quantities[quantity]!}`,
    x: { label: "evaluations", unit: "", log: true },
    y: { label: `error in ${quantities[quantity]!}`, unit: "", log: true },
    equal: false,
    series,
  };
  return { name: "work-precision", title: "", definition: "", panels: [panel] };
}

type Run = { row: ComparisonRow; point: SweepPoint };

function table(comparison: Comparison): HTMLElement {
  const runs = comparison.rows.flatMap((row): Run[] => row.sweep.map((point) => ({ row, point })));
  const size = ({ step, tolerance }: SweepPoint) => (step > 0 ? step : tolerance);
  const columns: Column<Run>[] = [
    { name: "Method", title: "Formulation and integrator", key: ({ row }) => row.method, cell: ({ row }) => row.method },
    {
      name: "step / tolerance",
      title: "Step or tolerance",
      key: ({ point }) => size(point),
      cell: ({ point }) => (point.step > 0 ? `${shown(point.step, 3)} s` : shown(point.tolerance, 3)),
    },
    ...compared(comparison).map((k): Column<Run> => ({
      name: comparison.quantities[k]!,
      title: `Error of ${comparison.quantities[k]!}`,
      key: ({ point }) => (point.completed ? (point.errors[k] ?? null) : null),
      cell: ({ point }) => (point.completed ? errorText(point.errors[k] ?? null, point.at_reference_level[k]) : "stopped"),
    })),
    { name: "steps", title: "Steps", key: ({ point }) => point.steps, cell: ({ point }) => String(point.steps) },
    { name: "evaluations", title: "Evaluations", key: ({ point }) => point.evaluations, cell: ({ point }) => String(point.evaluations) },
    { name: "CPU [ms]", title: "CPU time [ms]", key: ({ point }) => point.cpu_seconds, cell: ({ point }) => shown(1e3 * point.cpu_seconds, 3) },
  ];
  return sortable(columns, runs, "sweep");
}

/** Null without a sweep (`--work-precision`). */
export function workPrecision(comparison: Comparison, context: Context): HTMLElement | null {
  if (!comparison.rows.some(({ sweep }) => sweep.length > 0)) return null;
  const quantities = compared(comparison);
  const place = element("div", { testid: "work-precision" });
  const choice = element("select", { testid: "work-quantity", label: "Error of" });
  choice.append(...quantities.map((k) => element("option", { text: comparison.quantities[k]!, attributes: { value: k } })));
  const draw = () => {
    clear(place);
    place.append(paperFigure(chart(comparison, Number(choice.value)), context.theme, context.say));
  };
  choice.addEventListener("change", draw);
  if (quantities.length > 0) draw();
  return element(
    "section",
    {},
    element("h3", {}, "Work and precision: error in ", choice, " over evaluations"),
    place,
    table(comparison),
  );
}
