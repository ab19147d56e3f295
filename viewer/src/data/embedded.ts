// Data that are in the page: a channel is decoded when it is first asked for.

import { decode } from "./decode";
import type { Head } from "./format";
import { rowsIn } from "./locate";
import type { Block, Range, Source } from "./source";

export class EmbeddedSource implements Source {
  #head: Head;
  #columns = new Map<string, Promise<Float64Array>>();

  constructor(head: Head) {
    this.#head = head;
  }

  /** All rows of the range; with `even` no more than `most`. */
  async rows(result: number, channels: number[], range: Range, most: number, pick: "peaks" | "even"): Promise<Block> {
    const [t, ...columns] = await Promise.all([0, ...channels].map((channel) => this.#column(result, channel)));
    const [first, last] = rowsIn(t!, range.from, range.to);
    if (pick === "even" && last - first > most) {
      const even = (from: Float64Array) => evenly(from, first, last, Math.max(2, most));
      return { t: even(t!), columns: columns.map(even), complete: false };
    }
    return { t: t!.subarray(first, last), columns: columns.map((c) => c.subarray(first, last)), complete: true };
  }

  #column(result: number, channel: number): Promise<Float64Array> {
    const id = `rheon-data-${result}-${channel}`;
    let column = this.#columns.get(id);
    if (!column) {
      column = this.#decoded(id, result, channel);
      this.#columns.set(id, column);
    }
    return column;
  }

  async #decoded(id: string, result: number, channel: number): Promise<Float64Array> {
    const head = this.#head.results[result];
    const name = head?.channels[channel]?.name ?? `number ${channel}`;
    const block = document.getElementById(id);
    if (!head || !block) throw new Error(`The page has no data of channel "${name}" (${id}): the file is incomplete.`);
    try {
      return await decode(block.textContent!.trim(), head.rows);
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem);
      throw new Error(`The data of channel "${name}" (${id}) cannot be read: ${reason}. The file is damaged.`);
    }
  }
}

function evenly(from: Float64Array, first: number, last: number, most: number): Float64Array {
  const result = new Float64Array(most);
  const distance = (last - first - 1) / (most - 1);
  for (let i = 0; i < most; ++i) result[i] = from[first + Math.round(i * distance)]!;
  return result;
}
