// What a channel is about, in words that its name need not have: its group, its unit, and the part that it belongs to.

import type { Head, Item } from "./format";

const ofGroup: Record<string, string> = {
  "Forces in joints": "reaction",
  Multipliers: "reaction force",
};
const ofUnit: Record<string, string> = { N: "force", m: "length position", rad: "angle", J: "energy work", W: "power", "m/s": "velocity speed", "m/s^2": "acceleration" };

/** Newton metres, however they are spelt. */
function isTorque(unit: string): boolean {
  return /^N[ *·]?m$/.test(unit);
}

/** Words about the parts that scenes draw, by name: a hinge is a revolute joint of ground and crank. */
export function partWords(head: Head): Map<string, string> {
  const words = new Map<string, string>();
  for (const { scene } of head.results) {
    for (const item of scene?.items ?? []) if (!words.has(item.name)) words.set(item.name, wordsOf(item));
  }
  return words;
}

function wordsOf(item: Item): string {
  const kind = "kind" in item ? item.kind : "";
  const bodies = "bodies" in item ? item.bodies.join(" ") : "";
  return `${item.type} ${kind} ${bodies}`;
}

/** In lower case. */
export function channelWords(quantity: { name: string; unit: string; group: string }, parts: Map<string, string>): string {
  const { name, unit, group } = quantity;
  const about = isTorque(unit) ? "torque moment" : (ofUnit[unit] ?? "");
  return `${group} ${ofGroup[group] ?? ""} ${unit} ${about} ${partOf(name, parts)}`.toLowerCase();
}

/** Of the longest beginning of the name, up to a dot or a prime, that is a part. */
function partOf(name: string, parts: Map<string, string>): string {
  let bare = name.replace(/^(lambda|violation|balance)\./, "").replace(/'+$/, "");
  while (bare !== "") {
    const found = parts.get(bare);
    if (found !== undefined) return found;
    bare = bare.slice(0, Math.max(0, bare.lastIndexOf(".")));
  }
  return "";
}
