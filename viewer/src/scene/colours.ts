// Colours that people with any kind of colour vision can distinguish, for light and dark pages.

import { hues } from "../ui/palette";

export type Theme = "light" | "dark";
export type Rgb = [number, number, number];

/** Okabe and Ito without vermillion and blue, which are those of forces. */
export const bodyColours = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d8cb2c", "#8d99ae"];

export interface Palette {
  background: string;
  text: string;
  halo: string;
  joint: string;
  point: string;
  ground: string;
  guide: string;
  grid: string;
  gridStrong: string;
  outline: string;
  shadow: string;
  reaction: string;
  applied: string;
  velocity: string;
  spring: string;
  highlight: string;
  /** Of arrows that the model draws itself. */
  drawn: string;
  trace: readonly string[];
}

export const palettes: Record<Theme, Palette> = {
  light: {
    background: "#ffffff", text: "#1d2430", halo: "#ffffff", joint: "#4a5361", point: "#2b313b", ground: "#9aa1ab",
    guide: "#8a919c", grid: "#e8eaee", gridStrong: "#c9cdd5", outline: "#20252d", shadow: "#1d2430", reaction: "#d55e00",
    applied: "#0072b2", velocity: "#009e73", spring: "#5b6472", highlight: "#ffd23f", drawn: "#8a2f9c",
    trace: hues.light,
  },
  dark: {
    background: "#12161c", text: "#e6e9ee", halo: "#12161c", joint: "#aab2bf", point: "#dfe3ea", ground: "#6a727e",
    guide: "#7d8591", grid: "#20262f", gridStrong: "#39424f", outline: "#05070a", shadow: "#000000", reaction: "#ff7a1a",
    applied: "#3aa6ff", velocity: "#1fd19b", spring: "#b4bcc9", highlight: "#ffe27a", drawn: "#d59bee",
    trace: hues.dark,
  },
};

/** What names have in common without their numbers: window_12 and window_13 are drawn alike. */
export function stem(name: string): string {
  return name.replace(/[0-9]+/g, "#");
}

/** A colour for each body: its own while there are few, one for all with the same stem if there are many. */
export function colourNumbers(names: string[]): number[] {
  if (names.length <= 2 * bodyColours.length) return names.map((_, i) => i % bodyColours.length);
  const stems = new Map<string, number>();
  return names.map((name) => {
    const key = stem(name);
    if (!stems.has(key)) stems.set(key, stems.size);
    return stems.get(key)! % bodyColours.length;
  });
}

// Viridis at even distances; linear between them differs from the full table by less than can be seen.
const viridis: Rgb[] = [
  [68, 1, 84], [72, 24, 106], [71, 45, 123], [66, 64, 134], [59, 82, 139], [51, 99, 141], [44, 114, 142],
  [38, 130, 142], [33, 145, 140], [31, 160, 136], [40, 174, 128], [63, 188, 115], [94, 201, 98], [132, 212, 75],
  [173, 220, 48], [216, 226, 25], [253, 231, 37],
];

/** The colour at a share of the map, 0 to 1, as bytes. */
export function viridisAt(share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (viridis.length - 1);
  const k = Math.min(viridis.length - 2, Math.floor(place));
  const w = place - k;
  const a = viridis[k]!;
  const b = viridis[k + 1]!;
  return [0, 1, 2].map((i) => Math.round(a[i]! + w * (b[i]! - a[i]!))) as Rgb;
}

/** A byte of sRGB as light, 0 to 1: what shaders calculate with. */
export function linear(byte: number): number {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}
