// A channel over time: what it is in its rows, and between them.

import { between, spanOf } from "./between";
import { locate, nearest, type Place } from "./locate";

/** What is known of a channel at a time. */
export interface Sample {
  value: number;
  /** That it belongs to: the one asked for, or that of the row that stands for it. */
  time: number;
  how: Place["how"];
}

export interface Followed {
  at(time: number): Sample;
  /** Values at shares of the step after a row, in order; null: nothing is known inside it. */
  inside(row: number, shares: readonly number[]): number[] | null;
}

export const nothing = (time: number): Sample => ({ value: NaN, time, how: "none" });

export class Curve implements Followed {
  #span: number | null = null;
  #hint = 0;

  constructor(
    readonly t: Float64Array,
    readonly y: Float64Array,
    /** Of the values, and of these rates; null: not stored. */
    readonly rate: Float64Array | null = null,
    readonly second: Float64Array | null = null,
    /** Times where a load switches. */
    readonly switches: ArrayLike<number> = [],
    /** What is counted or left over in a row has no values between rows. */
    readonly rowsOnly = false,
  ) {}

  at(time: number): Sample {
    const { t, y } = this;
    const place = locate(t, this.switches, time, this.#hint);
    this.#hint = place.before;
    if (place.how === "none") return nothing(time);
    if (place.how === "between" && !this.rowsOnly) {
      const value = this.#between(place, time);
      if (!Number.isNaN(value)) return { value, time, how: "between" };
    }
    const row = place.nearest;
    return { value: y[row]!, time: place.how === "row" ? time : t[row]!, how: place.how === "row" ? "row" : "held" };
  }

  /** The nearest row, where rows may have been left out. */
  rowAt(time: number): Sample {
    const row = nearest(this.t, time);
    if (row < 0) return nothing(time);
    return { value: this.y[row]!, time: this.t[row]!, how: this.t[row] === time ? "row" : "held" };
  }

  inside(row: number, shares: readonly number[]): number[] | null {
    const [from, to] = [this.t[row]!, this.t[row + 1]!];
    if (this.rowsOnly || !(to > from)) return null;
    const place = locate(this.t, this.switches, (from + to) / 2, row);
    if (place.how !== "between") return null;
    const values = shares.map((share) => this.#between(place, from + share * (to - from)));
    return values.some(Number.isNaN) ? null : values;
  }

  #between(place: Place, time: number): number {
    this.#span ??= spanOf(this.y);
    return between(this.t, this.y, this.rate, this.second, place, time, this.#span);
  }
}

/** One curve less another; known where both are. */
export class Difference implements Followed {
  constructor(
    private of: Curve,
    private base: Curve,
  ) {}

  at(time: number): Sample {
    const [a, b] = [this.of.at(time), this.base.at(time)];
    if (a.time !== b.time || a.how === "none" || b.how === "none") return nothing(time);
    return { value: a.value - b.value, time: a.time, how: a.how === "row" && b.how === "row" ? "row" : a.how === "held" ? "held" : "between" };
  }
  inside(row: number, shares: readonly number[]): number[] | null {
    const { t } = this.base;
    const values = shares.map((share) => this.at(t[row]! + share * (t[row + 1]! - t[row]!)));
    return values.every(({ how }) => how === "between" || how === "row") ? values.map(({ value }) => value) : null;
  }
}
