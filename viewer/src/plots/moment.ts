// The values of a pane at one time, in its legend and as dots: of the nearest row.

import type { Quantity } from "../data/catalogue";
import { nearest } from "../data/locate";
import type { Chart } from "./chart";
import type { Overlay } from "./overlay";
import type { Readout } from "./readout";
import { gather, type Gathered, type Wanted } from "./trace";
import type { Context } from "../ui/context";

export interface Moment {
  t: number | null;
  /** A row of each trace. */
  rows: { t: number; x: number; y: number }[];
}

export function momentOf({ traces }: Gathered, time: number): Moment {
  const rows = traces.map(({ t, x, y }) => {
    const row = nearest(t, time);
    return { t: t[row] ?? NaN, x: x[row] ?? NaN, y: y[row] ?? NaN };
  });
  return { t: rows[0]?.t ?? null, rows };
}

export function showMoment(moment: Moment, readout: Readout): void {
  readout.values(
    moment.t,
    moment.rows.map(({ t, y }) => (Number.isNaN(t) ? undefined : y)),
  );
}

export function showDots(moment: Moment, chart: Chart, overlay: Overlay, quantities: Quantity[], units: string[], log: boolean): void {
  overlay.dots(
    moment.rows.map(({ x, y }, k) => ({
      x: chart.positionOf(x, "x"),
      y: chart.positionOf(log ? Math.abs(y) : y, Math.max(0, units.indexOf(quantities[k]!.unit))),
      colour: chart.spec?.series[k]?.colour ?? "",
    })),
  );
}

const settled = 120; // ms without a move before a server is asked

/** Where rows were left out, the nearest of all is asked for once the pointer rests. */
export class NearestRow {
  #timer = 0;
  #control: AbortController | null = null;

  constructor(
    private context: Context,
    private found: (moment: Moment) => void,
  ) {}

  ask(wanted: Wanted, time: number): void {
    this.cancel();
    this.#timer = window.setTimeout(() => void this.#fetch(wanted, time), settled);
  }
  cancel(): void {
    clearTimeout(this.#timer);
    this.#control?.abort();
    this.#control = null;
  }

  async #fetch(wanted: Wanted, time: number): Promise<void> {
    const control = (this.#control = new AbortController());
    const { catalogue, source } = this.context;
    try {
      const gathered = await gather(catalogue, source, wanted, { from: time, to: time }, 8, control.signal);
      if (!control.signal.aborted) this.found(momentOf(gathered, time));
    } catch {
      // the row that is shown was computed too, if not the nearest
    }
  }
}
