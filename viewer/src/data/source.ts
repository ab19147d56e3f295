// Where numbers come from: the page itself, or a server that is asked for them.

/** Rows of some channels: `t` and, in the order asked for, their values. */
export interface Block {
  t: Float64Array;
  columns: Float64Array[];
  /** All rows of the range are here; otherwise some were left out, never a peak. */
  complete: boolean;
}

export interface Range {
  from: number;
  to: number;
}

export interface Source {
  /** Rows of `channels` (numbers) with from <= t <= to, and the next on both sides; about `most` of them. */
  rows(
    result: number,
    channels: number[],
    range: Range,
    most: number,
    pick: "peaks" | "even",
    /** The answer is no longer wanted: the promise is then refused, or answered all the same. */
    signal?: AbortSignal,
  ): Promise<Block>;
}
