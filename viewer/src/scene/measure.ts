// Sizes of a scene, from its motion: what the camera must show, how thick bodies are drawn, how long forces are.
import type { Block } from "../data/source";
import type { Entry } from "./entries";
import { arrowLength, clamp, percentile, robustLargest } from "./scale";
import type { Values } from "./values";

export interface Measures {
  /** Of the whole motion. */
  low: [number, number, number];
  high: [number, number, number];
  /** Largest extent of the mechanism at any one time (but for the largest twentieth). */
  size: number;
  /** Length of a usual link. */
  link: number;
  /** Radius of a rod. */
  thick: number;
  /** Places all over the motion, with how far they reach: x, y, z, radius. */
  cloud: Float64Array;
  /** Largest force, torque and velocity that arrows are scaled by; 0: there is none. */
  force: number;
  torque: number;
  velocity: number;
}

/** Of several results: all of their motion, and sizes of the largest. */
export function together(all: Measures[]): Measures {
  const largest = all.reduce((most, one) => (one.size > most.size ? one : most));
  const over = (key: "low" | "high", pick: (...values: number[]) => number): [number, number, number] =>
    [0, 1, 2].map((i) => pick(...all.map((one) => one[key][i]!))) as [number, number, number];
  const cloud = new Float64Array(all.reduce((sum, one) => sum + one.cloud.length, 0));
  let at = 0;
  for (const one of all) {
    cloud.set(one.cloud, at);
    at += one.cloud.length;
  }
  return { ...largest, low: over("low", Math.min), high: over("high", Math.max), cloud };
}

/** Rows of a block at even distances, about `most` of them, the last included. */
export function* someRows(block: Block, most: number): Generator<number> {
  const last = block.t.length - 1;
  const step = Math.max(1, Math.ceil(last / most));
  for (let k = 0; k < last; k += step) yield k;
  if (last >= 0) yield last;
}

export function measure(values: Values, entries: Entry[], block: Block, planar: boolean): Measures {
  const row = new Float64Array(block.columns.length);
  const x = new Float64Array(values.size);
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const extents: number[] = [];
  const links: number[] = [];
  const forces: number[] = [];
  const torques: number[] = [];
  const speeds: number[] = [];
  const tips: Record<"force" | "velocity", number[]> = { force: [], velocity: [] };
  const cloud: number[] = [];
  const places = entries.reduce((sum, entry) => sum + entry.places.length, 0);
  // Enough rows for the shape of the motion, not so many that fitting the view takes time.
  const every = Math.max(1, Math.ceil((Math.min(800, block.t.length) * places) / 40000));
  let number = 0;
  for (const k of someRows(block, 800)) {
    for (let c = 0; c < row.length; ++c) row[c] = block.columns[c]![k]!;
    values.evaluate(row, x);
    extents.push(extent(entries, x, low, high, planar));
    if (number === 0) for (const entry of entries) linksOf(entry, x, links);
    const clouded = number++ % every === 0;
    if (clouded) for (const entry of entries) cloudOf(entry, x, cloud);
    for (const entry of entries) {
      if (entry.force >= 0) forces.push(length(x, entry.force));
      if (entry.torque >= 0) torques.push(length(x, entry.torque));
      if (entry.pull >= 0) forces.push(Math.abs(x[entry.pull]!));
      if (entry.item.type !== "arrow" || entry.item.quantity === "") continue;
      const { quantity } = entry.item;
      (quantity === "force" ? forces : speeds).push(length(x, entry.vector));
      tips[quantity].push(...x.subarray(entry.at, entry.at + 3), ...x.subarray(entry.vector, entry.vector + 3), clouded ? 1 : 0);
    }
  }
  if (!(low[0] <= high[0])) {
    low.fill(-0.5);
    high.fill(0.5);
  }
  let size = percentile(Float64Array.from(extents), 0.95);
  if (!(size > 0)) size = Math.hypot(...high.map((h, i) => h - low[i]!)) || 1;
  const link = percentile(Float64Array.from(links), 0.5) || size / 3;
  const [force, torque, velocity] = [forces, torques, speeds].map((list) => robustLargest(Float64Array.from(list))) as [number, number, number];
  countTips(tips.force, force, longestArrow(size, link), low, high, cloud);
  countTips(tips.velocity, velocity, longestArrow(size, link), low, high, cloud);
  return {
    low, high, size, link, force, torque, velocity, cloud: Float64Array.from(cloud),
    thick: clamp(0.045 * link, 0.0016 * size, 0.011 * size),
  };
}

/** Length of the arrow of the largest force: a third of the scene, of a long chain rather a few links. */
export function longestArrow(size: number, link: number): number {
  return Math.min(size / 3, 2.5 * link);
}
/** Arrows may be longer than that by so much; what is longer still is capped. */
export const overlong = 1.8;

/** Tips of arrows that are always shown belong to what is seen, at the length that they have by themselves. */
function countTips(arrows: number[], largest: number, longest: number, low: number[], high: number[], cloud: number[]): void {
  if (!(largest > 0)) return;
  for (let k = 0; k < arrows.length; k += stride) {
    const size = Math.hypot(arrows[k + 3]!, arrows[k + 4]!, arrows[k + 5]!);
    if (!(size > 0) || !Number.isFinite(size + arrows[k]! + arrows[k + 1]! + arrows[k + 2]!)) continue;
    const factor = arrowLength(size, longest / largest, overlong * longest).length / size;
    for (let i = 0; i < 3; ++i) {
      const tip = arrows[k + i]! + factor * arrows[k + 3 + i]!;
      low[i] = Math.min(low[i]!, tip);
      high[i] = Math.max(high[i]!, tip);
      if (arrows[k + 6] === 1) cloud.push(tip);
    }
    if (arrows[k + 6] === 1) cloud.push(0);
  }
}
const stride = 7; // of an arrow in one row: from where, its vector before it is scaled, and 1 if the row is one of the cloud

/** Extends the box of the motion by one row, and returns the diagonal of the mechanism in this row. */
function extent(entries: Entry[], x: Float64Array, low: number[], high: number[], planar: boolean): number {
  const a = [Infinity, Infinity, Infinity];
  const b = [-Infinity, -Infinity, -Infinity];
  for (const entry of entries) {
    for (const at of entry.places) {
      for (let i = 0; i < 3; ++i) {
        const value = x[at + i]!;
        if (!Number.isFinite(value)) continue;
        const reach = planar && i === 2 ? 0 : entry.reach;
        // Only the centre of a shape has its reach around it; its points are inside.
        const r = at === entry.places[0] ? reach : 0;
        if (value - r < a[i]!) a[i] = value - r;
        if (value + r > b[i]!) b[i] = value + r;
      }
    }
  }
  if (!(a[0]! <= b[0]!)) return NaN;
  for (let i = 0; i < 3; ++i) {
    low[i] = Math.min(low[i]!, a[i]!);
    high[i] = Math.max(high[i]!, b[i]!);
  }
  return Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!);
}

function cloudOf(entry: Entry, x: Float64Array, cloud: number[]): void {
  for (const at of entry.places) {
    if (!Number.isFinite(x[at]! + x[at + 1]! + x[at + 2]!)) continue;
    cloud.push(x[at]!, x[at + 1]!, x[at + 2]!, at === entry.places[0] ? entry.reach : 0);
  }
}

function linksOf(entry: Entry, x: Float64Array, links: number[]): void {
  const { item, places } = entry;
  if (entry.reach > 0) links.push(2 * entry.reach);
  if (item.type !== "body" && item.type !== "line" && item.type !== "spring") return;
  let most = 0;
  for (const at of places) {
    const d = Math.hypot(x[at]! - x[places[0]!]!, x[at + 1]! - x[places[0]! + 1]!, x[at + 2]! - x[places[0]! + 2]!);
    if (d > most) most = d;
  }
  if (most > 0) links.push(most);
}

export function length(x: Float64Array, at: number): number {
  return Math.sqrt(x[at]! * x[at]! + x[at + 1]! * x[at + 1]! + x[at + 2]! * x[at + 2]!);
}
