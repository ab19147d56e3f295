// A plot as a vector picture for papers: black on white, axes, ticks, labels with units, legend.

import { dots, scaler, stroke, type Area } from "../plots/lines";
import { equalised, inOrder, type AxisSpec, type PlotSpec, type SeriesSpec } from "../plots/spec";
import { ticks } from "../plots/ticks";
import { broad } from "../ui/palette";

const width = 720;
const plotHeight = 320; // the legend adds to it
const xTicks = 8; // at most
const line = 16; // height of a line of the legend
const ink = "#1a1f27";
const faint = "#c9ced6";

/** What text and attributes may not have in XML, escaped; characters that XML has not, left out. */
function text(of: string): string {
  return [...of]
    .filter((c) => c >= " " || c === "\t" || c === "\n")
    .filter((c) => !/[\ufffe\uffff\ud800-\udfff]/.test(c) || c.length === 2)
    .map((c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[c] ?? c)
    .join("");
}

const number = (value: number) => String(Math.round(value * 100) / 100);
const cut = (of: string, most: number) => (of.length > most ? `${of.slice(0, most - 1)}…` : of);

export function svg(wanted: PlotSpec): string {
  const rows = legendRows(wanted.series);
  const top = 14 + (wanted.title ? 22 : 0) + rows.length * line;
  const height = top + plotHeight + 52;
  const { min, max, log } = wanted.x;
  const last = ticks(min, max, log, xTicks).labels.at(-1) ?? "";
  const area: Area = {
    left: 78,
    top,
    width: width - 78 - (wanted.y.length > 1 ? 78 : Math.max(22, 3.5 * last.length + 4)), // half of the last label
    height: plotHeight,
  };
  const spec = equalised(wanted, area.width, area.height);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="Helvetica, Arial, sans-serif" font-size="12" fill="${ink}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<clipPath id="area"><rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}"/></clipPath>`,
  ];
  if (spec.title) parts.push(`<text x="${width / 2}" y="22" text-anchor="middle" font-size="14">${text(cut(spec.title, 80))}</text>`);
  parts.push(...legend(rows, spec.title ? 36 : 14), ...horizontal(spec.x, area));
  spec.y.forEach((axis, k) => parts.push(...vertical(axis, area, k)));
  parts.push(`<g clip-path="url(#area)" fill="none" stroke-linejoin="round">`);
  for (const k of inOrder(spec.series)) parts.push(curve(spec.series[k]!, spec, area));
  parts.push(
    "</g>",
    `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" fill="none" stroke="${ink}"/>`,
    "</svg>",
  );
  return `${parts.join("\n")}\n`;
}

function pen({ ground }: SeriesSpec): string {
  return ground ? ` stroke-width="${broad.width}" stroke-opacity="${broad.opacity}"` : ` stroke-width="1.5"`;
}

function curve(series: SeriesSpec, spec: PlotSpec, area: Area): string {
  const y = spec.y[series.axis]!;
  const steps: string[] = [];
  if (series.line) {
    const sink = {
      moveTo: (px: number, py: number) => void steps.push(`M${number(px)} ${number(py)}`),
      lineTo: (px: number, py: number) => void steps.push(`L${number(px)} ${number(py)}`),
    };
    // twice as fine as a screen would show
    const fine = { left: 2 * area.left, top: 2 * area.top, width: 2 * area.width, height: 2 * area.height };
    stroke(series, spec.x, y, fine, { moveTo: (a, b) => sink.moveTo(a / 2, b / 2), lineTo: (a, b) => sink.lineTo(a / 2, b / 2) });
  }
  const circles: string[] = [];
  if (series.points) {
    dots(series, spec.x, y, area, (px, py) => circles.push(`<circle cx="${number(px)}" cy="${number(py)}" r="2.4" fill="${series.colour}"/>`));
  }
  const dash = series.dash.length > 0 ? ` stroke-dasharray="${series.dash.join(" ")}"` : "";
  const title = `<title>${text(cut(series.label, 400))}</title>`;
  const path = steps.length > 0 ? `<path d="${steps.join("")}" stroke="${series.colour}"${pen(series)}${dash}/>` : "";
  return `<g>${title}${path}${circles.join("")}</g>`;
}

function horizontal(axis: AxisSpec, area: Area): string[] {
  const to = scaler(axis, area.left, area.width);
  const bottom = area.top + area.height;
  const { at, labels } = ticks(axis.min, axis.max, axis.log, xTicks);
  const parts = at.flatMap((value, k) => [
    `<path d="M${number(to(value))} ${area.top}V${bottom}" stroke="${faint}" stroke-width="0.6"/>`,
    `<path d="M${number(to(value))} ${bottom}v5" stroke="${ink}"/>`,
    `<text x="${number(to(value))}" y="${bottom + 18}" text-anchor="middle">${text(labels[k]!)}</text>`,
  ]);
  return [...parts, `<text x="${area.left + area.width / 2}" y="${bottom + 40}" text-anchor="middle">${text(axis.label)}</text>`];
}

function vertical(axis: AxisSpec, area: Area, side: number): string[] {
  const to = scaler(axis, area.top + area.height, -area.height);
  const edge = side === 0 ? area.left : area.left + area.width;
  const out = side === 0 ? -1 : 1;
  const { at, labels } = ticks(axis.min, axis.max, axis.log, 7);
  const parts = at.flatMap((value, k) => {
    const y = number(to(value));
    const grid = `<path d="M${area.left} ${y}h${area.width}" stroke="${faint}" stroke-width="0.6"/>`;
    return [
      side === 0 ? grid : "",
      `<path d="M${edge} ${y}h${5 * out}" stroke="${ink}"/>`,
      `<text x="${edge + 8 * out}" y="${y}" dy="0.35em" text-anchor="${side === 0 ? "end" : "start"}">${text(labels[k]!)}</text>`,
    ];
  });
  const x = edge + out * 62;
  const y = area.top + area.height / 2;
  return [...parts, `<text transform="translate(${x} ${y}) rotate(-90)" text-anchor="middle">${text(axis.label)}</text>`];
}

type Placed = { series: SeriesSpec; x: number };

function legendRows(series: SeriesSpec[]): Placed[][] {
  const rows: Placed[][] = [];
  let x = Infinity;
  for (const one of series) {
    const long = 44 + 6.6 * Math.min(one.label.length, 44);
    if (x + long > width - 22) {
      rows.push([]);
      x = 78;
    }
    rows.at(-1)!.push({ series: one, x });
    x += long;
  }
  return rows;
}

function legend(rows: Placed[][], top: number): string[] {
  return rows.flatMap((row, k) =>
    row.map(({ series, x }) => {
      const y = top + k * line;
      const dash = series.dash.length > 0 ? ` stroke-dasharray="${series.dash.join(" ")}"` : "";
      const mark = series.line
        ? `<path d="M${x} ${y}h24" stroke="${series.colour}"${pen(series)}${dash}/>`
        : `<circle cx="${x + 12}" cy="${y}" r="2.4" fill="${series.colour}"/>`;
      return `${mark}<text x="${x + 30}" y="${y}" dy="0.35em">${text(cut(series.label, 44))}</text>`;
    }),
  );
}
