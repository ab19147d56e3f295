// Colours and dashes that stay apart for colour-blind eyes: the hues of Okabe and Ito, darker on white, lighter on black.

import type { Shade } from "./theme";

const hues: Record<Shade, readonly string[]> = {
  light: ["#0072b2", "#d55e00", "#008a64", "#b0528a", "#a87000", "#3a94cc", "#3c434d", "#7d7300"],
  dark: ["#5aa9f0", "#ff8a3d", "#2fc79a", "#de93bd", "#e6b000", "#a5dcff", "#e6e9ee", "#f0e442"],
};

/** Lengths of strokes and gaps in pixels; the first is a full line. */
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 4], [5, 2, 1, 2, 1, 2]];

export interface Style {
  colour: string;
  dash: readonly number[];
}

export function colourOf(index: number, shade: Shade): string {
  const of = hues[shade];
  return of[index % of.length]!;
}

export function dashOf(index: number): readonly number[] {
  return dashes[index % dashes.length]!;
}

/** Of one among several results: both colour and dash tell it apart. */
export function resultStyle(index: number, shade: Shade): Style {
  return { colour: colourOf(index, shade), dash: dashOf(index + Math.floor(index / hues.light.length)) };
}

/** Of one series among those of a single result: full lines until the colours are used up. */
export function seriesStyle(index: number, shade: Shade): Style {
  return { colour: colourOf(index, shade), dash: dashOf(Math.floor(index / hues.light.length)) };
}
