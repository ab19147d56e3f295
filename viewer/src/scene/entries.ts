// Items of a scene and where they are among the values that are evaluated at every frame.
import type { Frame, Guide, Item, SceneHead, Value, Vector } from "../data/format";
import { Values, channelsOf } from "./values";

/** One item: what can be pointed at. */
export interface Entry {
  item: Item;
  /** Number among all that can be picked, from 1. */
  id: number;
  result: number;
  /** Slots of places that belong to it, the first is where its name is written. */
  places: number[];
  /** How far it reaches around its places. */
  reach: number;
  force: number;
  torque: number;
  /** Where the force acts. */
  at: number;
  /** The pull of a spring. */
  pull: number;
  /** What an arrow of the model shows. */
  vector: number;
}

export interface Plan {
  values: Values;
  entries: Entry[];
  /** What is not drawn, and why. */
  notes: string[];
}

/** Slots for all items whose channels are there; of the others a note. `first`: number of the first entry. */
export function plan(scene: SceneHead, missing: Set<number>, result: number, first: number): Plan {
  const values = new Values();
  const entries: Entry[] = [];
  const left = new Map<string, string[]>();
  const note = (item: Item, what: string, parts: Value[]): boolean => {
    const lacking = lacks(parts, missing);
    if (lacking === null) return false;
    const key = `${what}, as the result has no channel ${scene.channels[lacking] ?? lacking}`;
    left.set(key, [...(left.get(key) ?? []), item.name]);
    return true;
  };
  for (const item of scene.items) {
    const vectors = placesOf(item);
    if (vectors.length === 0) {
      left.set("not drawn, as it has no places", [...(left.get("not drawn, as it has no places") ?? []), item.name]);
      continue;
    }
    if (note(item, "not drawn", [...vectors.flat(), ...othersOf(item)])) continue;
    const entry: Entry = {
      item, id: first + entries.length, result, places: vectors.map((v) => values.addVector(v)), reach: reachOf(item),
      force: -1, torque: -1, at: values.addVector(vectors[0]!), pull: -1,
      vector: item.type === "arrow" ? values.addVector(item.vector) : -1,
    };
    if (item.type === "joint" || item.type === "driver" || item.type === "force") {
      if (item.force && !note(item, "force not drawn", item.force)) entry.force = values.addVector(item.force);
      if (item.torque && !note(item, "torque not drawn", item.torque)) entry.torque = values.addVector(item.torque);
    }
    if (item.type === "spring" && item.force !== null && !note(item, "force not drawn", [item.force]))
      entry.pull = values.add(item.force);
    entries.push(entry);
  }
  const notes = [...left].map(([why, names]) => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}: ${why}`);
  return { values, entries, notes };
}

function lacks(parts: Value[], missing: Set<number>): number | null {
  if (missing.size === 0) return null;
  const needed = new Set<number>();
  channelsOf(parts, needed);
  for (const channel of needed) if (missing.has(channel)) return channel;
  return null;
}

/** Places of an item, the one for its name first. */
function placesOf(item: Item): Vector[] {
  switch (item.type) {
    case "body":
      return item.ends ? [...item.ends, ...item.points] : item.frame ? [item.frame.origin, ...item.points] : item.points;
    case "spring":
      return item.ends;
    case "joint":
    case "driver":
      return item.ends ? [item.at, ...item.ends] : [item.at];
    case "line":
      return item.points;
    case "box":
      return [item.frame.origin];
    case "arrow":
      // Without a quantity it is as long as its vector: its tip is a place like others.
      return item.quantity === "" ? [item.at, item.at.map((value, i) => sum(value, item.vector[i]!)) as Vector] : [item.at];
    default:
      return [item.at];
  }
}

function sum(a: Value, b: Value): Value {
  const parts = (value: Value): number[] => (typeof value === "number" ? [value] : value);
  const [one, other] = [parts(a), parts(b)];
  return [(one[0] ?? 0) + (other[0] ?? 0), ...one.slice(1), ...other.slice(1)];
}

/** Numbers of the channels that say where things are; others are forces and speeds. */
export function placeChannels(scene: SceneHead): Set<number> {
  const found = new Set<number>();
  for (const item of scene.items) {
    channelsOf(placesOf(item).flat(), found);
    if (item.type !== "arrow") channelsOf(othersOf(item), found);
  }
  return found;
}

/** Values that an item needs besides its places and its forces. */
function othersOf(item: Item): Value[] {
  const ofFrame = (frame: Frame): Value[] => frame.axes.flat();
  switch (item.type) {
    case "body":
      return item.frame ? ofFrame(item.frame) : [];
    case "joint":
    case "driver":
      return [...(item.axis ?? []), ...guideValues(item.guide)];
    case "force":
      return guideValues(item.guide);
    case "box":
      return [...ofFrame(item.frame), ...item.size];
    case "circle":
      return [...item.axis, item.radius, ...(item.spoke ?? [])];
    case "sphere":
      return [item.radius];
    case "arrow":
      return item.vector;
    default:
      return [];
  }
}
function guideValues(guide: Guide | null): Value[] {
  return guide ? guideVectors(guide).flat() : [];
}
/** The place of a guide and its direction. */
export function guideVectors(guide: Guide): [Vector, Vector] {
  if (guide.kind === "line") return [guide.through, guide.along];
  if (guide.kind === "plane") return [guide.through, guide.normal];
  return [guide.centre, guide.axis];
}

function reachOf(item: Item): number {
  if (item.type === "circle" || item.type === "sphere") return typeof item.radius === "number" ? item.radius : (item.radius[0] ?? 0);
  if (item.type === "box") return Math.hypot(...item.size.map((s) => (typeof s === "number" ? s : (s[0] ?? 0)))) / 2;
  if (item.type !== "body") return item.type === "joint" && item.guide?.kind === "circle" ? item.guide.radius : 0;
  const shape = item.shape;
  switch (shape.kind) {
    case "box":
      return Math.hypot(...shape.size) / 2;
    case "disc":
    case "sphere":
    case "ring":
      return shape.radius;
    case "cylinder":
      return Math.hypot(shape.radius, shape.length / 2);
    default:
      return 0;
  }
}
