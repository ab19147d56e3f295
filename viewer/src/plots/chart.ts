// One plot on the screen: uPlot draws axes and strokes of a PlotSpec.

import uPlot from "uplot";
import { broad } from "../ui/palette";
import { dots, stroke, type Scaling } from "./lines";
import { equalised, inOrder, type AxisSpec, type PlotSpec, type SeriesSpec } from "./spec";
import { ticks, type Ticks } from "./ticks";

export interface Ink {
  text: string;
  faint: string;
  grid: string;
}

/** Colours of the theme in force. */
export function ink(of: Element): Ink {
  const style = getComputedStyle(of);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { text: colour("--text"), faint: colour("--muted"), grid: colour("--grid") };
}

const scaleKeys = ["y", "z"]; // of the y axes
const xDistance = 80; // pixels between ticks of the x axis, about
const letter = 6.4; // pixels of a letter of a tick's label, about

export class Chart {
  #plot: uPlot | null = null;
  #spec: PlotSpec | null = null;
  #shape = "";
  #width = 0;
  #height = 0;

  constructor(readonly host: HTMLElement) {}

  /** What lies over the plotting area and takes pointers; null before anything was drawn. */
  get over(): HTMLElement | null {
    return this.#plot?.over ?? null;
  }
  get spec(): PlotSpec | null {
    return this.#spec;
  }

  /** Draws; true if `over` is new. */
  show(spec: PlotSpec, width: number, height: number, colours: Ink): boolean {
    const shape = JSON.stringify([
      spec.y.map((axis) => [axis.label, axis.log]),
      spec.x.label,
      spec.x.log,
      spec.series.map(({ label, axis, colour, dash, ground, points, line }) => [label, axis, colour, dash, ground, points, line]),
      colours,
    ]);
    const anew = shape !== this.#shape || !this.#plot;
    this.#width = width;
    this.#height = height;
    if (anew) {
      this.dispose();
      this.#shape = shape;
      this.#spec = spec;
      this.#plot = new uPlot(this.#options(spec, colours), dataOf(spec), this.host);
    } else if (this.#plot!.width !== width || this.#plot!.height !== height) {
      this.#plot!.setSize({ width, height });
    }
    this.#spec = this.#fitted(spec);
    this.#scale();
    const canvas = this.#plot!.ctx.canvas;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", described(spec));
    return anew;
  }

  dispose(): void {
    this.#plot?.destroy();
    this.#plot = null;
    this.#shape = "";
  }

  /** Value at a distance from the left (x) or the top (y) of the plotting area. */
  valueAt(pixel: number, axis: "x" | number): number {
    return this.#plot!.posToVal(pixel, axis === "x" ? "x" : scaleKeys[axis]!);
  }
  positionOf(value: number, axis: "x" | number): number {
    return this.#plot!.valToPos(value, axis === "x" ? "x" : scaleKeys[axis]!);
  }
  get area(): { width: number; height: number } {
    const { width, height } = this.#plot!.bbox;
    return { width: width / uPlot.pxRatio, height: height / uPlot.pxRatio };
  }

  #fitted(spec: PlotSpec): PlotSpec {
    const { width, height } = this.area;
    return equalised(spec, width, height);
  }

  #scale(): void {
    const plot = this.#plot!;
    const spec = this.#spec!;
    plot.batch(() => {
      plot.setData(dataOf(spec), false);
      plot.setScale("x", spec.x as { min: number; max: number });
      spec.y.forEach((axis, k) => plot.setScale(scaleKeys[k]!, { min: axis.min, max: axis.max }));
    });
  }

  #options(spec: PlotSpec, colours: Ink): uPlot.Options {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const font = `${Math.round(11 * rem)}px system-ui, sans-serif`;
    const scales: uPlot.Scales = { x: scaleOf(spec.x, () => this.#spec!.x) };
    spec.y.forEach((axis, k) => (scales[scaleKeys[k]!] = scaleOf(axis, () => this.#spec!.y[k]!)));
    const common = { font, labelFont: font, stroke: colours.faint, labelGap: 0, labelSize: 18 * rem };
    const lines = { grid: { stroke: colours.grid, width: 1 }, ticks: { stroke: colours.grid, width: 1, size: 4 } };
    const axes: uPlot.Axis[] = [
      { ...common, ...lines, ...marks(() => this.#spec!.x, xDistance * rem), scale: "x", label: spec.x.label, size: 26 * rem, gap: 3 },
      ...spec.y.map((axis, k) => ({
        ...common,
        ...lines,
        ...marks(() => this.#spec!.y[k]!, 28 * rem),
        grid: k === 0 ? lines.grid : { show: false },
        scale: scaleKeys[k]!,
        side: k === 0 ? 3 : 1,
        label: axis.label,
        size: sizeOf(58 * rem, rem),
        gap: 4,
      })),
    ];
    return {
      mode: 2,
      width: this.#width,
      height: this.#height,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, (plot) => this.#rightRoom(plot, rem), 0, 0],
      scales,
      axes,
      series: [{}, ...inOrder(spec.series).map((k) => this.#seriesOptions(spec.series[k]!, k))],
    };
  }

  /** Room at the right for half of the last label of the x axis; a second y axis has enough. */
  #rightRoom(plot: uPlot, rem: number): number {
    const { x, y } = this.#spec!;
    const width = plot.bbox?.width > 0 ? plot.bbox.width / uPlot.pxRatio : this.#width;
    const last = ticksAlong(x, width, xDistance * rem).labels.at(-1) ?? "";
    return y.length > 1 ? 0 : Math.max(18, Math.ceil((letter * rem * last.length) / 2) + 4);
  }

  #seriesOptions(series: SeriesSpec, k: number): uPlot.Series {
    return {
      auto: false,
      label: String(k),
      facets: [
        { scale: "x", auto: false },
        { scale: scaleKeys[series.axis]!, auto: false },
      ],
      stroke: series.colour,
      fill: series.points ? series.colour : undefined,
      width: series.ground ? broad.width : 1.6,
      alpha: series.ground ? broad.opacity : 1,
      dash: [...series.dash],
      cap: series.dash.length > 0 ? "butt" : "round",
      points: { show: false },
      paths: (plot) => this.#paths(plot, k),
    } as uPlot.Series;
  }

  #paths(plot: uPlot, k: number): uPlot.Series.Paths {
    const spec = this.#spec!;
    const series = spec.series[k]!;
    const line = new Path2D();
    const marks = new Path2D();
    const y = spec.y[series.axis]!;
    if (series.line) stroke(series, spec.x, y, plot.bbox, line);
    if (series.points) {
      const radius = 2.2 * uPlot.pxRatio;
      dots(series, spec.x, y, plot.bbox, (px, py) => {
        marks.moveTo(px + radius, py);
        marks.arc(px, py, radius, 0, 2 * Math.PI);
      });
    }
    return { stroke: line, fill: series.points ? marks : null, clip: null, band: null, gaps: [], flags: 0 };
  }
}

/** The plot in words. */
function described({ title, x, y, series }: PlotSpec): string {
  const axes = y.map((axis) => axis.label).join(" and ");
  const names = series.map(({ label }) => label).join("; ");
  return `${title ? `${title}: plot` : "Plot"} of ${axes} over ${x.label}, ${x.min.toPrecision(4)} to ${x.max.toPrecision(4)}: ${names}`.slice(0, 500);
}

function dataOf(spec: PlotSpec): uPlot.AlignedData {
  return [null, ...inOrder(spec.series).map((k) => [spec.series[k]!.x, spec.series[k]!.y])] as unknown as uPlot.AlignedData;
}

function scaleOf(axis: AxisSpec, current: () => Scaling): uPlot.Scale {
  return {
    time: false,
    auto: false,
    distr: axis.log ? 3 : 1,
    range: () => {
      const { min, max } = current();
      return [min, max];
    },
  };
}

function ticksAlong({ min, max, log }: AxisSpec, length: number, distance: number): Ticks {
  return ticks(min, max, log, Math.max(2, Math.floor(length / distance)));
}

/** Ticks of our own, the same as in exported pictures. */
function marks(axis: () => AxisSpec, distance: number): Pick<uPlot.Axis, "splits" | "values" | "filter"> {
  const made = (plot: uPlot, number: number) => {
    const length = (number === 0 ? plot.bbox.width : plot.bbox.height) / uPlot.pxRatio;
    return ticksAlong(axis(), length, distance);
  };
  return {
    splits: (plot, number) => made(plot, number).at,
    values: (plot, _, number) => made(plot, number).labels,
    filter: (_, splits) => splits,
  };
}

/** Axes are equally wide, so that panes above each other agree, unless a label needs more. */
function sizeOf(usual: number, rem: number): uPlot.Axis.Size {
  return (_, values) => {
    const longest = Math.max(0, ...(values ?? []).map((text) => String(text ?? "").length));
    return Math.max(usual, letter * rem * longest + 14);
  };
}
