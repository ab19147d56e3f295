// Colours and dashes that stay apart, also for colour-blind readers.
//
// Blue, orange, green, mauve, brown, sky and black, or white on dark: the hues of Okabe and Ito, with lightness moved until
// every pair is at least 20 apart (CIEDE2000) for usual vision and at least 12 apart for protanopia, deuteranopia and
// tritanopia (matrices of Machado, Oliveira and Fernandes 2009), at a contrast of at least 3 to the page. The browser tests
// check these figures on the page.

import type { Shade } from "./theme";

export const hues: Record<Shade, readonly string[]> = {
  light: ["#1d58c4", "#e2660c", "#1f5f4c", "#c060a0", "#7a3208", "#2a98d8", "#12141c"],
  dark: ["#2f72ff", "#ffa022", "#2d9762", "#e0b6cc", "#d0560f", "#3cbcf8", "#f9fbee"],
};

/** Lengths of strokes and gaps in pixels; the first is a full line. */
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 4], [5, 2, 1, 2, 1, 2]];

export interface Style {
  colour: string;
  dash: readonly number[];
  /** Broad, pale and below the others: what they are measured against. */
  ground: boolean;
}

export function colourOf(index: number, shade: Shade): string {
  const of = hues[shade];
  return of[index % of.length]!;
}

export function dashOf(index: number): readonly number[] {
  return dashes[index % dashes.length]!;
}

/** Of one among several results: both colour and dash distinguish it; the reference has a full line below all others. */
export function resultStyle(index: number, shade: Shade, reference: number | null): Style {
  const ground = index === reference;
  return { colour: colourOf(index, shade), dash: ground ? [] : dashOf(index + Math.floor(index / hues.light.length)), ground };
}

/** How a curve on the ground is drawn. */
export const broad = { width: 5, opacity: 0.35 };

/** Of one series among those of a single result: full lines until the colours are used up. */
export function seriesStyle(index: number, shade: Shade): Style {
  return { colour: colourOf(index, shade), dash: dashOf(Math.floor(index / hues.light.length)), ground: false };
}
