// One pane: a plot of picked channels, its legend with values, and what can be done with it.

import type { Quantity } from "../data/catalogue";
import { referenceOf } from "../data/head";
import type { Range } from "../data/source";
import type { Context } from "../ui/context";
import { element } from "../ui/dom";
import { oncePerFrame } from "../ui/signal";
import { Chart, ink } from "./chart";
import { momentOf, RowsAround, showDots, showMoment, snapped, type Moment } from "./moment";
import { Overlay } from "./overlay";
import { PaneHead } from "./pane_head";
import { mostUnits, paneSpec, styleOf, unitsOf, type Looks, type PaneState } from "./pane_spec";
import { attachPointer } from "./pointer";
import { Readout } from "./readout";
import { scaler } from "./lines";
import type { PlotSpec } from "./spec";
import { drawnOf, gather, type Gathered, type Wanted } from "./trace";
import { unzoomed, zoomed, type Part } from "./zoom";

/** What a pane needs from the board that it is on. */
export interface PaneHost {
  context: Context;
  /** Panes show the same part of the time axis. */
  linked(): boolean;
  remove(pane: Pane): void;
  move(pane: Pane, by: number): void;
  addAfter(pane: Pane, state: Partial<PaneState>): void;
}

const rowsAsked = 4000; // of a server, for one plot
const mostRows = 1_000_000; // that it gives at once
const near = 3; // pixels from a row that are taken for it

export class Pane {
  readonly root = element("section", { class: "pane", testid: "pane" });
  readonly state: PaneState;
  #head: PaneHead;
  #plot = element("div", { class: "plot", testid: "plot" });
  #note = element("p", { class: "pane-note", attributes: { hidden: true } });
  #chart: Chart;
  #overlay: Overlay | null = null;
  #readout: Readout;
  #gathered: Gathered = { traces: [], complete: true, note: "" };
  #gatheredRange: Range | null = null;
  #spec: PlotSpec | null = null;
  #own: Range | null = null; // of the time axis, if panes are not linked
  #zoomed = unzoomed();
  #pointed: { x: number; y: number } | null = null;
  #asking: AbortController | null = null;
  #ends: (() => void)[] = [];
  #later = 0;
  #waiting = false;
  #again = false;
  #around: RowsAround;
  /** Its numbers are there and drawn, or it says why not. */
  readonly ready: Promise<void>;

  constructor(
    readonly host: PaneHost,
    state: Partial<PaneState>,
  ) {
    this.state = { title: "", keys: [], x: null, log: false, equal: false, difference: false, ...state };
    const { clock, selection, shared, theme, grown, say } = host.context;
    this.#readout = new Readout(say);
    this.#chart = new Chart(this.#plot);
    this.#head = new PaneHead(this);
    this.root.append(this.#head.root, this.#plot, this.#note, this.#readout.root);
    const redraw = oncePerFrame(() => this.#draw());
    const moved = oncePerFrame(() => this.#showTime());
    const sized = new ResizeObserver(redraw);
    sized.observe(this.#plot);
    this.#ends = [
      clock.listen(moved),
      selection.listen(() => void this.refresh()),
      shared.listen(() => this.#ranged()),
      theme.listen(() => this.#draw()), // at once: a printer does not wait for a frame
      grown.listen(() => this.#grew()),
      () => sized.disconnect(),
    ];
    this.#around = new RowsAround(host.context, (moment) => this.#showMoment(moment));
    this.ready = this.refresh();
  }

  get context(): Context {
    return this.host.context;
  }
  get quantities(): Quantity[] {
    return this.state.keys.flatMap((key) => this.context.catalogue.find(key) ?? []);
  }
  get x(): Quantity | null {
    return this.state.x === null ? null : (this.context.catalogue.find(this.state.x) ?? null);
  }
  /** As it is on the screen. */
  get spec(): PlotSpec | null {
    return this.#chart.spec;
  }
  get gathered(): Gathered {
    return this.#gathered;
  }

  dispose(): void {
    this.#asking?.abort();
    clearTimeout(this.#later);
    this.#around.cancel();
    for (const end of this.#ends) end();
    this.#chart.dispose();
    this.root.remove();
  }

  change(state: Partial<PaneState>): void {
    Object.assign(this.state, state);
    if (state.log !== undefined || state.keys || state.difference !== undefined || state.x !== undefined) this.#zoomed = unzoomed();
    void this.refresh();
  }

  /** A channel more; if it would need a third axis it gets a pane of its own. */
  add(key: string): void {
    const { catalogue, say } = this.context;
    const quantity = catalogue.find(key);
    if (!quantity || this.state.keys.includes(key)) return;
    const units = unitsOf([...this.quantities, quantity]);
    if (units.length > mostUnits) {
      say(`A pane has two units at most: ${quantity.name.slice(0, 60)} went to a new one.`);
      this.host.addAfter(this, { keys: [key], log: this.state.log, difference: this.state.difference });
      return;
    }
    this.change({ keys: [...this.state.keys, key] });
  }
  remove(key: string): void {
    this.change({ keys: this.state.keys.filter((one) => one !== key) });
  }

  /** The part of the time axis that is shown. */
  get range(): Range {
    const { clock, shared } = this.context;
    return (this.host.linked() ? shared.range : this.#own) ?? { from: clock.from, to: clock.to };
  }

  setRange(range: Range | null): void {
    if (this.host.linked()) this.context.shared.set(range);
    else {
      this.#own = range;
      this.#ranged();
    }
  }

  #ranged(): void {
    this.#draw();
    if (this.#gathered.complete && this.#holds(this.range)) return;
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => void this.refresh(), 80);
  }
  #holds(range: Range): boolean {
    const have = this.#gatheredRange;
    return have !== null && have.from <= range.from && have.to >= range.to;
  }

  /** Asks for the numbers and draws them. */
  async refresh(): Promise<void> {
    this.#asking?.abort();
    this.#around.cancel();
    const asking = (this.#asking = new AbortController());
    const { catalogue, source, head } = this.context;
    const range = head.source === "file" ? { from: -Infinity, to: Infinity } : this.range;
    this.#waiting = true;
    try {
      const gathered = await gather(catalogue, source, this.#wanted(), range, rowsAsked, asking.signal);
      if (asking.signal.aborted) return;
      this.#gathered = gathered;
      this.#gatheredRange = range;
      this.#message(gathered.note);
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.#gathered = { traces: [], complete: true, note: "" };
      this.#gatheredRange = range;
      this.#message(problem instanceof Error ? problem.message : String(problem), true);
    }
    this.#waiting = false;
    this.#head.update();
    this.#draw();
    if (this.#again) this.#grew();
  }

  /** More rows: waits for what is asked already, or a slow server would never get to answer. */
  #grew(): void {
    this.#again = this.#waiting;
    if (!this.#waiting) void this.refresh();
  }

  #wanted(): Wanted {
    const { selection } = this.context;
    const base = this.state.difference ? selection.base : null;
    return { quantities: this.quantities, x: this.x, results: selection.shown, base };
  }

  /** Every row of the part in view, or as many as a server gives at once. */
  async everyRow(): Promise<Gathered> {
    if (this.#gathered.complete) return this.#gathered;
    const { catalogue, source } = this.context;
    return gather(catalogue, source, this.#wanted(), this.range, mostRows, new AbortController().signal);
  }

  #message(text: string, error = false): void {
    this.#note.hidden = text === "";
    this.#note.textContent = text;
    this.#note.classList.toggle("error", error);
    this.root.classList.toggle("failed", error);
  }

  #looks(): Looks {
    const { theme, head } = this.context;
    const { results } = head;
    return { shade: theme.shade, labels: results.map((one) => one.label), several: results.length > 1, reference: referenceOf(head) };
  }

  /** What is on the screen in the colours of this shade. */
  specIn(shade: "light" | "dark"): PlotSpec {
    const looks = { ...this.#looks(), shade };
    const base = this.context.selection.base;
    return paneSpec(this.state, this.quantities, this.x, this.#gathered.traces, this.range, this.#zoomed, looks, base);
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#plot;
    if (width < 40 || height < 40) return; // hidden
    if (this.#gathered.traces.length === 0) {
      this.#chart.dispose();
      this.#overlay = null;
      this.#readout.show([]);
      this.root.classList.add("empty");
      return;
    }
    this.root.classList.remove("empty");
    this.#spec = this.specIn(this.context.theme.shade);
    if (this.#chart.show(this.#spec, width, height, ink(this.root))) this.#attach();
    this.#legend();
    this.#showTime();
  }

  #attach(): void {
    const over = this.#chart.over!;
    this.#overlay = new Overlay(over);
    const { clock } = this.context;
    attachPointer(over, {
      cursor: () => (this.x ? null : this.#chart.positionOf(clock.time, "x")),
      hover: (pixel) => {
        this.#pointed = pixel;
        this.#showTime();
      },
      seek: (x) => {
        const time = this.x ? this.#timeNear(this.#pointed) : this.#timeAt(x);
        if (time !== null) clock.set(time);
      },
      hold: () => {
        const { time } = clock;
        return () => clock.set(time);
      },
      boxes: () => this.x !== null,
      zoom: (part) => this.#zoom(part),
      reset: () => {
        this.#zoomed = unzoomed();
        this.setRange(null);
      },
    });
  }

  /** The time axis belongs to all linked panes, other axes to this one. */
  #zoom(part: Part): void {
    const next = zoomed(part, this.#chart, this.#zoomed);
    if (this.x || !part.x) {
      this.#zoomed = next;
      this.#draw();
      return;
    }
    const { clock } = this.context;
    const [left, right] = [Math.max(clock.from, next.x![0]), Math.min(clock.to, next.x![1])];
    if (right > left) this.setRange(left <= clock.from && right >= clock.to ? null : { from: left, to: right });
  }

  /** Of a row if the pointer is on one. */
  #timeAt(x: number): number {
    const time = this.#chart.valueAt(x, "x");
    return snapped(this.#gathered, time, Math.abs(this.#chart.valueAt(x + near, "x") - time));
  }

  /** Of a path: the time of the point that is drawn nearest. */
  #timeNear(pixel: { x: number; y: number } | null): number | null {
    const spec = this.#chart.spec;
    if (!pixel || !spec) return null;
    const { width, height } = this.#chart.area;
    const toX = scaler(spec.x, 0, width);
    const { from, to } = this.range;
    let best: number | null = null;
    let least = Infinity;
    for (const trace of this.#gathered.traces) {
      const toY = scaler(spec.y[unitsOf(this.quantities).indexOf(trace.quantity.unit)]!, height, -height);
      const drawn = drawnOf(trace, { from, to });
      for (let row = 0; row < drawn.t.length; ++row) {
        const time = drawn.t[row]!;
        if (time < from || time > to) continue;
        const y = drawn.y[row]!;
        const distance = (toX(drawn.x[row]!) - pixel.x) ** 2 + (toY(this.state.log ? Math.abs(y) : y) - pixel.y) ** 2;
        if (distance < least) [least, best] = [distance, time];
      }
    }
    return best;
  }

  #legend(): void {
    const looks = this.#looks();
    const quantities = this.quantities;
    const removable = (key: string) => () => this.remove(key);
    this.#readout.show(
      this.#gathered.traces.map((trace) => ({
        name: trace.quantity.name,
        // a pane of one channel names the results alone
        shown: looks.several && quantities.length === 1 ? "" : `${this.state.difference ? "Δ " : ""}${trace.quantity.name}`,
        result: looks.several ? looks.labels[trace.result]! : "",
        unit: trace.quantity.unit,
        style: styleOf(trace, quantities, looks),
        gaps: trace.quantity.derivation !== null,
        remove: trace.result === this.#gathered.traces[0]?.result ? removable(trace.quantity.key) : null,
      })),
    );
  }

  #showTime(): void {
    const chart = this.#chart;
    if (!chart.over || !this.#overlay || this.root.offsetParent === null) return;
    const { clock } = this.context;
    const pointed = this.#pointed ? (this.x ? this.#timeNear(this.#pointed) : this.#timeAt(this.#pointed.x)) : null;
    const time = pointed ?? clock.time;
    this.#overlay.time(this.x ? null : chart.positionOf(clock.time, "x"));
    this.#overlay.hover(this.x ? null : (this.#pointed?.x ?? null));
    const has = this.#holds({ from: time, to: time });
    // what is shown says its own time until the rows around this one have come
    if (has) this.#showMoment(momentOf(this.#gathered, time));
    if (has && this.#gathered.complete) this.#around.cancel();
    else this.#around.ask(this.#wanted(), time);
  }

  #showMoment(moment: Moment): void {
    if (!this.#overlay || !this.#chart.over) return;
    const quantities = this.#gathered.traces.map((trace) => trace.quantity);
    showMoment(moment, this.#readout);
    showDots(moment, this.#chart, this.#overlay, quantities, unitsOf(this.quantities), this.state.log);
  }
}
