// Data that a server is asked for, and what is still growing there.

import type { Head } from "./format";
import type { Block, Range, Source } from "./source";

export interface Status {
  rows: number[];
  running: boolean;
}

/** The response of the server; throws if there is none, or if it refuses. */
async function answer(path: string, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { signal: signal ?? null, cache: "no-store" });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new Error("The server does not answer. Was rheon ended? Start it again and reload the page.");
  }
  if (response.ok) return response;
  const text = await response.text();
  let reason = text;
  try {
    reason = (JSON.parse(text) as { error?: string }).error ?? text;
  } catch {
    // not JSON: the text itself is shown
  }
  throw new Error(`The server refused ${path}: ${response.status} ${reason}`);
}

export async function askHead(): Promise<Head> {
  return (await (await answer("/api/head")).json()) as Head;
}

export async function askStatus(): Promise<Status> {
  return (await (await answer("/api/status")).json()) as Status;
}

function blockOf(data: ArrayBuffer, columns: number): Block {
  if (data.byteLength < 16) throw new Error(`The server's answer has ${data.byteLength} bytes: too short.`);
  const [rows = 0, given = 0, complete] = new Uint32Array(data, 0, 4);
  if (given !== columns + 1 || data.byteLength !== 16 + 8 * rows * given) {
    throw new Error(`The server's answer does not fit: ${rows} rows, ${given} columns, ${data.byteLength} bytes.`);
  }
  const column = (k: number) => new Float64Array(data, 16 + 8 * rows * k, rows);
  return { t: column(0), columns: Array.from({ length: columns }, (_, k) => column(k + 1)), complete: complete === 1 };
}

const kept = 64; // answers

interface Asked {
  block: Promise<Block>;
  waiting: number;
  done: boolean;
  control: AbortController;
}

export class ServerSource implements Source {
  #asked = new Map<string, Asked>();

  /** Requests that are repeated share one answer; one that is no longer needed is cancelled. */
  rows(
    result: number,
    channels: number[],
    range: Range,
    most: number,
    pick: "peaks" | "even",
    signal?: AbortSignal,
  ): Promise<Block> {
    const path =
      `/api/rows?result=${result}&channels=${channels.join(",")}` +
      `&from=${range.from}&to=${range.to}&most=${most}&pick=${pick}`;
    const asked = this.#asked.get(path) ?? this.#ask(path, channels.length);
    this.#asked.delete(path); // the latest come last
    this.#asked.set(path, asked);
    ++asked.waiting;
    signal?.addEventListener("abort", () => {
      if (--asked.waiting > 0 || asked.done) return;
      if (this.#asked.get(path) === asked) this.#asked.delete(path);
      asked.control.abort();
    });
    return asked.block;
  }

  /** Discards all answers: there may be more rows now. */
  clear(): void {
    this.#asked.clear();
  }

  #ask(path: string, columns: number): Asked {
    const control = new AbortController();
    const block = answer(path, control.signal)
      .then((response) => response.arrayBuffer())
      .then((data) => blockOf(data, columns));
    const asked: Asked = { block, waiting: 0, done: false, control };
    block.then(
      () => (asked.done = true),
      () => this.#asked.delete(path),
    );
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size < kept) break;
      this.#asked.delete(oldest);
    }
    return asked;
  }
}
