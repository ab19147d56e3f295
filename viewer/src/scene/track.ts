// Numbers of one result over time, for the animation: the whole run, and where that is too coarse a window around the time.
import type { Block, Range, Source } from "../data/source";

const coarse = 4000; // rows of the whole run that are asked for when there are more
const windowed = 1500; // rows of a window
const together = 2000; // channels in one question: addresses have an end
const numbers = 8e6; // in all answers together: of very many channels fewer rows are asked for

/** The rows of a block at a time, straight between them. Returns the number of the row before. */
export function interpolate(block: Block, time: number, out: Float64Array, hint = 0): number {
  const t = block.t;
  const last = t.length - 1;
  if (last < 0) {
    out.fill(NaN);
    return 0;
  }
  const k = rowBefore(t, time, hint);
  const next = Math.min(last, k + 1);
  const step = t[next]! - t[k]!;
  const w = step > 0 ? Math.min(1, Math.max(0, (time - t[k]!) / step)) : 0;
  for (let c = 0; c < block.columns.length; ++c) {
    const column = block.columns[c]!;
    const a = column[k]!;
    out[c] = w === 0 ? a : a + w * (column[next]! - a);
  }
  return k;
}

/** The last row that is not after a time, 0 if all are. Of several at the same time the last. */
export function rowBefore(t: Float64Array, time: number, hint = 0): number {
  const last = t.length - 1;
  // Mostly it is the row of the frame before or one of the next.
  if (hint >= 0 && hint < last && t[hint]! <= time) {
    for (let k = hint; k < Math.min(last, hint + 8); ++k) if (t[k + 1]! > time) return k;
  }
  let low = 0;
  let high = last;
  if (t[last]! <= time) return last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

export class Track {
  #source: Source;
  #result: number;
  #all: boolean;
  #rows: number;
  #channels: number[];
  #base: Block | null = null;
  #fine: Block | null = null;
  #asked: { from: number; to: number } | null = null;
  #hint = 0;
  #fineHint = 0;
  #busy = false;
  #generation = 0;
  #changed: () => void;

  /** Channels by number; `rows` if the whole run is taken at once (data in the page), else null. `changed`: new numbers came. */
  constructor(source: Source, result: number, channels: number[], rows: number | null, changed: () => void) {
    this.#source = source;
    this.#result = result;
    this.#channels = channels;
    this.#all = rows !== null;
    this.#rows = rows ?? coarse;
    this.#changed = changed;
  }

  /** The whole run, all rows or some of them; null until it has come. */
  get base(): Block | null {
    return this.#base;
  }

  /** Asks for the whole run. */
  async load(from: number, to: number): Promise<void> {
    const generation = ++this.#generation;
    const block = await this.#ask({ from, to }, this.#rows);
    if (generation !== this.#generation) return;
    this.#base = block;
    this.#fine = null;
    this.#asked = null;
    this.#hint = 0;
    this.#changed();
  }

  /** Rows of all channels, in several questions if there are very many. */
  async #ask(range: Range, most: number): Promise<Block> {
    const channels = this.#channels;
    if (this.#all || channels.length <= together) return this.#source.rows(this.#result, channels, range, most, "even");
    const rows = Math.max(2, Math.min(most, Math.floor(numbers / channels.length)));
    const parts: number[][] = [];
    for (let k = 0; k < channels.length; k += together) parts.push(channels.slice(k, k + together));
    const blocks = await Promise.all(parts.map((part) => this.#source.rows(this.#result, part, range, rows, "even")));
    const t = blocks[0]!.t;
    if (blocks.some((block) => block.t.length !== t.length)) throw new Error("The run went on while it was read.");
    return { t, columns: blocks.flatMap((block) => block.columns), complete: blocks.every((block) => block.complete) };
  }

  sample(time: number, row: Float64Array): boolean {
    const fine = this.#fine;
    if (fine && fine.t.length > 1 && time >= fine.t[0]! && time <= fine.t[fine.t.length - 1]!) {
      this.#fineHint = interpolate(fine, time, row, this.#fineHint);
      return true;
    }
    if (!this.#base || this.#base.t.length === 0) return false;
    this.#hint = interpolate(this.#base, time, row, this.#hint);
    return true;
  }

  /** Asks for a window around the time if the whole run is known coarsely only; one question at a time. */
  follow(time: number, speed: number, playing: boolean): void {
    const base = this.#base;
    if (!base || base.complete || this.#all || this.#busy || base.t.length < 2) return;
    const spacing = (base.t[base.t.length - 1]! - base.t[0]!) / (base.t.length - 1);
    const ahead = playing ? Math.max(4 * Math.abs(speed), 2 * spacing) : 2 * spacing;
    // Rows at the screen's rate would be no denser than those that are here.
    if (playing && spacing < Math.abs(speed) / 120) return;
    const have = this.#asked;
    if (have && time >= have.from && (playing ? time + 0.4 * ahead <= have.to || have.to >= base.t[base.t.length - 1]! : time <= have.to)) return;
    const range = { from: time - 0.25 * ahead, to: time + ahead };
    const generation = this.#generation;
    this.#busy = true;
    this.#ask(range, windowed)
      .then((block) => {
        if (generation !== this.#generation) return;
        this.#fine = block;
        this.#fineHint = 0;
        this.#asked = range;
        this.#changed();
      })
      .catch(() => {
        // The whole run is still there, more coarsely; the page tells that the server does not answer.
        this.#asked = range;
      })
      .finally(() => {
        this.#busy = false;
      });
  }
}
