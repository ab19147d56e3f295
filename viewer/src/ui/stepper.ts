// One row forward or back, whatever source the rows come from.

import type { Context } from "./context";

export class Stepper {
  #busy = false;

  constructor(private context: Context) {}

  async step(rows: number): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      this.context.clock.pause();
      for (let k = 0; k < Math.abs(rows); ++k) {
        const next = await this.#beside(Math.sign(rows));
        if (next === null) break;
        this.context.clock.set(next);
      }
    } catch (problem) {
      this.context.say(problem instanceof Error ? problem.message : String(problem));
    } finally {
      this.#busy = false;
    }
  }

  /** Time of the next row after, or before, the clock's; of the first result that is shown. */
  async #beside(direction: number): Promise<number | null> {
    const { clock, source, selection } = this.context;
    const now = clock.time;
    const result = selection.shown[0] ?? 0;
    const { t } = await source.rows(result, [], { from: now, to: now }, 8, "peaks");
    if (direction > 0) return t.find((time) => time > now) ?? null;
    return t.filter((time) => time < now).at(-1) ?? null;
  }
}
