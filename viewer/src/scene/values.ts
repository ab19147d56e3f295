// Values of a scene: all of them are evaluated together, from one row of its channels.
import type { Value, Vector } from "../data/format";

export class Values {
  #constants: number[] = [];
  #starts: number[] = [0];
  #channels: number[] = [];
  #weights: number[] = [];
  #known = new Map<string, number>();

  /** Adds a value and returns where it will be among the results. */
  add(value: Value): number {
    const at = this.#constants.length;
    if (typeof value === "number") {
      this.#constants.push(value);
    } else {
      this.#constants.push(value[0] ?? 0);
      for (let i = 1; i + 1 < value.length; i += 2) {
        this.#channels.push(value[i]!);
        this.#weights.push(value[i + 1]!);
      }
    }
    this.#starts.push(this.#channels.length);
    return at;
  }

  /** Adds three values; they follow each other. Equal vectors share their place. */
  addVector(vector: Vector): number {
    const key = JSON.stringify(vector);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.add(vector[0]);
    this.add(vector[1]);
    this.add(vector[2]);
    this.#known.set(key, at);
    return at;
  }

  get size(): number {
    return this.#constants.length;
  }

  /** Writes all values for a row of channels. Not a number goes through. */
  evaluate(row: Float64Array, out: Float64Array): void {
    const starts = this.#starts;
    for (let i = 0; i < this.#constants.length; ++i) {
      let sum = this.#constants[i]!;
      for (let k = starts[i]!; k < starts[i + 1]!; ++k) sum += this.#weights[k]! * row[this.#channels[k]!]!;
      out[i] = sum;
    }
  }
}

/** Numbers of the channels that values need. */
export function channelsOf(values: readonly Value[], out: Set<number>): void {
  for (const value of values) {
    if (typeof value === "number") continue;
    for (let i = 1; i + 1 < value.length; i += 2) out.add(value[i]!);
  }
}
