// The values of a pane at one time, in its legend and as dots.

import type { Quantity } from "../data/catalogue";
import { Curve, nothing, type Sample } from "../data/curve";
import { nearest } from "../data/locate";
import type { Chart } from "./chart";
import type { Overlay } from "./overlay";
import type { Readout } from "./readout";
import { gather, type Gathered, type Trace, type Wanted } from "./trace";
import type { Context } from "../ui/context";

export interface Moment {
  t: number;
  /** What is known of each trace, and what goes to the right with it. */
  values: (Sample & { x: number })[];
}

export function momentOf({ traces, complete }: Gathered, time: number): Moment {
  return { t: time, values: traces.map((trace) => valueOf(trace, time, complete)) };
}

/** Where rows were left out, that of a row that is there: what was between them is not known. */
function valueOf({ curve, across }: Trace, time: number, complete: boolean): Sample & { x: number } {
  const y = !complete && curve instanceof Curve ? curve.rowAt(time) : curve.at(time);
  if (!across) return { ...y, x: y.time };
  const x = across.at(y.time);
  return x.time === y.time ? { ...y, x: x.value } : { ...nothing(time), x: NaN };
}

/** The time of the nearest row of any trace, if it is no further away than `reach`; otherwise the time itself. */
export function snapped({ traces }: Gathered, time: number, reach: number): number {
  let best = time;
  let least = reach;
  for (const { t } of traces) {
    const row = nearest(t, time);
    if (row < 0 || Math.abs(t[row]! - time) > least) continue;
    best = t[row]!;
    least = Math.abs(best - time);
  }
  return best;
}

export function showMoment(moment: Moment, readout: Readout): void {
  readout.values(moment.t, moment.values);
}

export function showDots(moment: Moment, chart: Chart, overlay: Overlay, quantities: Quantity[], units: string[], log: boolean): void {
  overlay.dots(
    moment.values.map(({ x, value, how }, k) => ({
      x: how === "none" ? NaN : chart.positionOf(x, "x"),
      y: chart.positionOf(log ? Math.abs(value) : value, Math.max(0, units.indexOf(quantities[k]!.unit))),
      colour: chart.spec?.series[k]?.colour ?? "",
    })),
  );
}

const delay = 120; // ms between a move and the request

/** Of what a pane does not have, or not all of it: the rows around a time, asked for one time after the other. */
export class RowsAround {
  #timer = 0;
  #control: AbortController | null = null;
  #next: { wanted: Wanted; time: number } | null = null;

  constructor(
    private context: Context,
    private found: (moment: Moment) => void,
  ) {}

  /** While one request is running the latest waits. */
  ask(wanted: Wanted, time: number): void {
    this.#next = { wanted, time };
    if (this.#timer === 0 && !this.#control) this.#timer = window.setTimeout(() => void this.#fetch(), delay);
  }
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#next = null;
    this.#control?.abort();
    this.#control = null;
  }

  async #fetch(): Promise<void> {
    this.#timer = 0;
    const asked = this.#next;
    this.#next = null;
    if (!asked) return;
    const control = (this.#control = new AbortController());
    const moment = await this.#moment(asked.wanted, asked.time, control.signal);
    if (control.signal.aborted) return;
    this.#control = null;
    this.found(moment);
    if (this.#next) void this.#fetch();
  }

  async #moment(wanted: Wanted, time: number, signal: AbortSignal): Promise<Moment> {
    const { catalogue, source } = this.context;
    try {
      const beside = await gather(catalogue, source, wanted, { from: time, to: time }, 64, signal);
      const times = beside.traces.flatMap(({ t }) => [...t]);
      // the rows beside, and two more on each side
      const before = Math.max(...times.filter((one) => one < time));
      const after = Math.min(...times.filter((one) => one > time));
      if (!Number.isFinite(after - before)) return momentOf(beside, time);
      const more = 2.5 * (after - before);
      return momentOf(await gather(catalogue, source, wanted, { from: before - more, to: after + more }, 4000, signal), time);
    } catch {
      return { t: time, values: [] }; // the pane says by itself that the server does not answer
    }
  }
}
