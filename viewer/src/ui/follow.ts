// A run that goes on is followed: the clock moves smoothly to the newest row, until the reader goes elsewhere in time.

import type { Clock } from "./clock";
import { Signal } from "./signal";

export class Follow extends Signal {
  #on = true;
  #ended = false;
  #own = false; // what moves the clock is not the reader
  #frame = 0;
  #placed = NaN;

  constructor(private clock: Clock) {
    super();
    this.#place(clock.to);
    clock.listen(() => this.#moved());
  }

  get on(): boolean {
    return this.#on;
  }
  set(on: boolean): void {
    if (on) {
      this.clock.pause();
      this.#place(this.clock.to);
    } else cancelAnimationFrame(this.#frame);
    if (on === this.#on) return;
    this.#on = on;
    this.notify();
  }

  /** No more rows will come. */
  get ended(): boolean {
    return this.#ended;
  }
  end(): void {
    this.#ended = true;
    this.notify();
  }

  /** There are rows up to this time; the clock goes there within so many milliseconds. */
  grew(to: number, within: number): void {
    const { clock } = this;
    const start = clock.time;
    this.#own = true;
    clock.setRange(clock.from, to);
    this.#own = false;
    if (!this.#on) return;
    cancelAnimationFrame(this.#frame);
    const began = performance.now();
    const move = () => {
      const part = Math.min(1, (performance.now() - began) / within);
      this.#place(part < 1 ? start + part * (to - start) : to);
      if (part < 1) this.#frame = requestAnimationFrame(move);
    };
    move();
  }

  #place(time: number): void {
    this.#own = true;
    this.clock.set(time);
    this.#own = false;
    this.#placed = time;
  }

  /** Playing, or another time, is the reader's choice; going to the end follows the run again. */
  #moved(): void {
    const { playing, time, to } = this.clock;
    if (this.#own || (this.#on && !playing && time === this.#placed)) return;
    cancelAnimationFrame(this.#frame);
    const on = !playing && time >= to;
    if (on === this.#on) return;
    this.#on = on;
    this.notify();
  }
}
