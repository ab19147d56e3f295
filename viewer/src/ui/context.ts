// What all parts of the page share.

import type { Catalogue } from "../data/catalogue";
import type { Head } from "../data/format";
import type { Source } from "../data/source";
import type { Clock } from "./clock";
import { Signal } from "./signal";
import type { Theme } from "./theme";

/** Which results are shown, and which one the others are compared with. */
export class Selection extends Signal {
  visible: boolean[];
  #base = 0;

  constructor(results: number, base: number) {
    super();
    this.visible = Array.from({ length: results }, () => true);
    this.#base = base;
  }
  get base(): number {
    return this.#base;
  }
  setBase(base: number): void {
    this.#base = base;
    this.notify();
  }
  toggle(result: number): void {
    this.visible[result] = !this.visible[result];
    this.notify();
  }
  get shown(): number[] {
    return this.visible.flatMap((visible, k) => (visible ? [k] : []));
  }
}

/** The part of the time axis that linked panes show; null: all of it. */
export class SharedRange extends Signal {
  range: { from: number; to: number } | null = null;

  set(range: { from: number; to: number } | null): void {
    this.range = range;
    this.notify();
  }
}

export interface Context {
  head: Head;
  catalogue: Catalogue;
  source: Source;
  clock: Clock;
  theme: Theme;
  selection: Selection;
  shared: SharedRange;
  /** Notifies when there are more rows than before. */
  grown: Signal;
  /** A line at the lower edge that goes away by itself. */
  say(message: string): void;
}
