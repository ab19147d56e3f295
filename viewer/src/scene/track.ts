// Numbers of one result over time, for the animation: the whole run, and where that is too coarse a window around the time.
import { between, spanOf } from "../data/between";
import { locate, type Place } from "../data/locate";
import type { Block, Range, Source } from "../data/source";

const coarse = 4000; // rows of the whole run that are asked for when there are more
const windowed = 1500; // rows of a window
const together = 2000; // channels in one request: addresses have a largest length
const numbers = 8e6; // in all answers together: of very many channels fewer rows are asked for

/** What is followed of a result. */
export interface Followed {
  /** Numbers of the channels. */
  channels: number[];
  /** Of each the numbers of its first and second rate, as far as they are stored. */
  rates: number[][];
  /** Is it about where something is? Bodies hold together, so these are found between rows all or none. */
  places: boolean[];
  /** What is left over in a row has no values between rows. */
  rowsOnly: boolean[];
  /** Times where a load switches. */
  switches: number[];
}

/** Rows of all channels, and of their rates if these have come. */
interface Rows extends Block {
  rates: (Float64Array | null)[][];
  /** How much a channel changes; of places, how much any of them does. */
  spans: Float64Array | null;
}

/** What came: rows of the whole run, their rates, or a window of rows. */
export type News = "rows" | "rates" | "window";

/** Where a time is among rows. */
export interface Moment extends Place {
  rows: Block;
  /** Share of the step that has passed. */
  share: number;
}

/** Values of all channels at a time, and how they were found. */
export function interpolate(rows: Rows, followed: Followed, time: number, out: Float64Array, hint = 0): Moment {
  const { t, columns } = rows;
  const place = locate(t, followed.switches, time, hint);
  const k = place.before;
  const held = (): Moment => {
    for (let c = 0; c < columns.length; ++c) out[c] = place.how === "none" ? NaN : columns[c]![place.nearest]!;
    return { ...place, how: place.how === "between" ? "held" : place.how, rows, share: 0 };
  };
  if (place.how !== "between") return held();
  const spans = (rows.spans ??= spansOf(columns, followed.places));
  for (let c = 0; c < columns.length; ++c) {
    const [rate, second] = rows.rates[c] ?? [];
    const value = followed.rowsOnly[c] ? NaN : between(t, columns[c]!, rate ?? null, second ?? null, place, time, spans[c]!);
    if (Number.isNaN(value) && followed.places[c] && Number.isFinite(columns[c]![k]! + columns[c]![k + 1]!)) return held();
    out[c] = Number.isNaN(value) ? columns[c]![place.nearest]! : value;
  }
  return { ...place, rows, share: (time - t[k]!) / (t[k + 1]! - t[k]!) };
}

function spansOf(columns: Float64Array[], places: boolean[]): Float64Array {
  const spans = Float64Array.from(columns, spanOf);
  const most = spans.reduce((largest, span, c) => (places[c] ? Math.max(largest, span) : largest), 0);
  return spans.map((span, c) => (places[c] ? most : span));
}

export class Track {
  #source: Source;
  #result: number;
  #all: boolean;
  #rows: number;
  #window: number;
  #followed: Followed;
  #rates: Map<number, number>; // numbers of all rates, and their places in an answer
  #base: Rows | null = null;
  #fine: Rows | null = null;
  #asked: { from: number; to: number } | null = null;
  #hint = 0;
  #fineHint = 0;
  #busy = false;
  #generation = 0;
  #changed: (news: News) => void;

  /** `rows` if the whole run is taken at once (data in the page), else null. `changed`: new numbers came. */
  constructor(source: Source, result: number, followed: Followed, rows: number | null, changed: (news: News) => void) {
    this.#source = source;
    this.#result = result;
    this.#followed = followed;
    this.#rates = new Map([...new Set(followed.rates.flat())].map((number, k) => [number, k]));
    this.#all = rows !== null;
    const most = Math.max(2, Math.floor(numbers / (followed.channels.length + this.#rates.size || 1)));
    this.#rows = rows ?? Math.min(coarse, most);
    this.#window = Math.min(windowed, most);
    this.#changed = changed;
  }

  /** The whole run, all rows or some of them; null until it has come. */
  get base(): Block | null {
    return this.#base;
  }

  /** Asks for the whole run; rates come after it, so that nothing waits for them. */
  async load(from: number, to: number): Promise<void> {
    const generation = ++this.#generation;
    const { channels } = this.#followed;
    const block = await this.#ask(channels, { from, to }, this.#rows);
    if (generation !== this.#generation) return;
    this.#base = this.#joined(block, null);
    this.#fine = null;
    this.#asked = null;
    this.#hint = 0;
    this.#changed("rows");
    if (this.#rates.size === 0) return;
    const rates = await this.#ask([...this.#rates.keys()], { from, to }, this.#rows);
    // a run that goes on may have more rows by now, and is asked for again
    if (generation !== this.#generation || rates.t.length !== block.t.length) return;
    this.#base = this.#joined(block, rates.columns);
    this.#changed("rates");
  }
  #joined(block: Block, rates: Float64Array[] | null): Rows {
    const column = (number: number): Float64Array | null => rates?.[this.#rates.get(number)!] ?? null;
    return { ...block, rates: rates ? this.#followed.rates.map((list) => list.map(column)) : [], spans: null };
  }

  /** Rows of channels, in several requests if there are very many. */
  async #ask(channels: number[], range: Range, most: number): Promise<Block> {
    if (this.#all || channels.length <= together) return this.#source.rows(this.#result, channels, range, most, "even");
    const parts: number[][] = [];
    for (let k = 0; k < channels.length; k += together) parts.push(channels.slice(k, k + together));
    const blocks = await Promise.all(parts.map((part) => this.#source.rows(this.#result, part, range, most, "even")));
    const t = blocks[0]!.t;
    if (blocks.some((block) => block.t.length !== t.length)) throw new Error("The run went on while it was read.");
    return { t, columns: blocks.flatMap((block) => block.columns), complete: blocks.every((block) => block.complete) };
  }

  /** Null: there are no numbers yet. */
  sample(time: number, row: Float64Array): Moment | null {
    const fine = this.#fine;
    if (fine && fine.t.length > 1 && time >= fine.t[0]! && time <= fine.t[fine.t.length - 1]!) {
      const moment = interpolate(fine, this.#followed, time, row, this.#fineHint);
      this.#fineHint = moment.before;
      return moment;
    }
    return this.sampleBase(time, row);
  }
  /** From the rows of the whole run alone. */
  sampleBase(time: number, row: Float64Array): Moment | null {
    if (!this.#base || this.#base.t.length === 0) return null;
    const moment = interpolate(this.#base, this.#followed, time, row, this.#hint);
    this.#hint = moment.before;
    return moment;
  }

  /** Asks for a window around the time if the whole run is known coarsely only; one request at a time. */
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
    const { channels } = this.#followed;
    this.#busy = true;
    this.#ask([...channels, ...this.#rates.keys()], range, this.#window)
      .then((block) => {
        if (generation !== this.#generation) return;
        const { columns } = block;
        this.#fine = this.#joined({ ...block, columns: columns.slice(0, channels.length) }, columns.slice(channels.length));
        this.#fineHint = 0;
        this.#asked = range;
        this.#changed("window");
      })
      .catch(() => {
        // The whole run is still there, more coarsely; the page says that the server does not answer.
        this.#asked = range;
      })
      .finally(() => {
        this.#busy = false;
      });
  }
}
