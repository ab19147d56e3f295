// One figure of a paper: its panels, each a plot with a legend and the same exports as those of a run.

import type { PaperFigure, PaperPanel } from "../data/format";
import { headed, shown } from "../data/numbers";
import { nearest } from "../data/locate";
import { csv } from "../export/csv";
import { png } from "../export/png";
import { fileName, save, saveBlob } from "../export/save";
import { svg } from "../export/svg";
import { Chart, ink } from "../plots/chart";
import { Overlay } from "../plots/overlay";
import { attachPointer } from "../plots/pointer";
import { swatch } from "../plots/readout";
import { extent, roomy, type AxisSpec, type PlotSpec } from "../plots/spec";
import { unzoomed, zoomed, type Zoom } from "../plots/zoom";
import { element } from "../ui/dom";
import { menu } from "../ui/menu";
import { resultStyle, seriesStyle } from "../ui/palette";
import { oncePerFrame } from "../ui/signal";
import type { Shade, Theme } from "../ui/theme";

const numbers = (values: (number | null)[]) => Float64Array.from(values, (value) => value ?? NaN);

function ascending(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; ++i) if (!(values[i]! >= values[i - 1]!)) return false;
  return true;
}

function specOf(panel: PaperPanel, title: string, shade: Shade, zoom: Zoom): PlotSpec {
  const series = panel.series.map((one, k) => {
    const x = numbers(one.x);
    return {
      label: one.label,
      x,
      y: numbers(one.y),
      sorted: ascending(x),
      axis: 0,
      ...(one.result == null ? seriesStyle(k, shade) : resultStyle(one.result, shade, null)),
      points: one.style !== "line",
      line: one.style !== "points",
    };
  });
  const axis = (of: PaperPanel["x"], which: "x" | "y"): AxisSpec => {
    const spans = series.flatMap((one) => extent(one[which], of.log) ?? []);
    const range: [number, number] | null = spans.length > 0 ? [Math.min(...spans), Math.max(...spans)] : null;
    const [min, max] = (which === "x" ? zoom.x : zoom.y[0]) ?? roomy(range, of.log);
    return { label: headed(of.label, of.unit), min, max, log: of.log };
  };
  return { title, x: axis(panel.x, "x"), y: [axis(panel.y, "y")], equal: panel.equal, series };
}

function panelView(panel: PaperPanel, title: string, theme: Theme, say: (message: string) => void): HTMLElement {
  const plot = element("div", { class: "plot", testid: "plot" });
  const chart = new Chart(plot);
  const values = element("div", { class: "readout-entries readout", testid: "readout" });
  let zoom = unzoomed();
  let overlay: Overlay | null = null;
  let pointed: number | null = null;

  const legend = () => {
    const spec = chart.spec!;
    values.replaceChildren(
      ...spec.series.map((one) => {
        const row = pointed === null || !one.sorted ? -1 : nearest(one.x, pointed);
        const text = row < 0 ? "" : `(${shown(one.x[row]!, 6)}, ${shown(one.y[row]!, 6)})`;
        return element(
          "span",
          { class: "readout-entry" },
          swatch(one, one.line),
          element("span", { class: "cut readout-name", text: one.label, title: one.label }),
          element("span", { class: "number", text }),
        );
      }),
    );
  };
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = plot;
    if (width < 40 || height < 40 || panel.series.length === 0) return;
    if (chart.show(specOf(panel, title, theme.shade, zoom), width, height, ink(plot))) attach();
    legend();
  };
  const attach = () => {
    overlay = new Overlay(chart.over!);
    overlay.time(null);
    overlay.hover(null);
    attachPointer(chart.over!, {
      cursor: () => null,
      hover: (pixel) => {
        pointed = pixel ? chart.valueAt(pixel.x, "x") : null;
        overlay?.hover(pixel?.x ?? null);
        legend();
      },
      seek: () => undefined,
      hold: () => () => undefined,
      boxes: () => panel.equal,
      zoom: (part) => {
        zoom = zoomed(part, chart, zoom);
        draw();
      },
      reset: () => {
        zoom = unzoomed();
        draw();
      },
    });
  };
  const again = oncePerFrame(draw);
  new ResizeObserver(again).observe(plot);
  theme.listen(again);
  const picture = () => svg(specOf(panel, title, "light", zoom));
  const table = () =>
    panel.series.flatMap((one) => [
      { name: `${panel.x.label}, ${one.label}`, values: numbers(one.x) },
      { name: one.label, values: numbers(one.y) },
    ]);
  const tools = menu({
    icon: "save",
    label: "Export",
    testid: "pane-export",
    actions: () => [
      { text: "Picture, SVG", testid: "export-svg", press: () => save(fileName(title, "svg"), "image/svg+xml", picture()) },
      {
        text: "Picture, PNG",
        testid: "export-png",
        press: () =>
          void png(picture()).then(
            (blob) => saveBlob(fileName(title, "png"), blob),
            (problem: Error) => say(problem.message),
          ),
      },
      { text: "Numbers, CSV", testid: "export-csv", press: () => save(fileName(title, "csv"), "text/csv", csv(table())) },
    ],
  });
  const head = element("header", { class: "pane-head" }, element("h4", { class: "pane-title cut", text: panel.title }), element("div", { class: "tools" }, tools));
  return element("section", { class: `pane ${panel.equal ? "square" : ""}`, testid: "panel" }, head, plot, values);
}

export function paperFigure(figure: PaperFigure, theme: Theme, say: (message: string) => void): HTMLElement {
  const panels = figure.panels.map((panel, k) => {
    const more = panel.title || (figure.panels.length > 1 ? String(k + 1) : "");
    return panelView(panel, [figure.title, more].filter(Boolean).join(": "), theme, say);
  });
  return element(
    "figure",
    { class: "figure", testid: "figure", attributes: { id: `figure-${encodeURIComponent(figure.name)}` } },
    element("figcaption", {}, element("b", { text: figure.title }), figure.definition !== "" && element("p", { text: figure.definition })),
    element("div", { class: "panels" }, ...panels),
  );
}
