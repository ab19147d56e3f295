// What is shown about an item when it is pointed at.
import type { Entry } from "./entries";
import type { Layer } from "./layer";
import { length } from "./measure";
import { fourDigits } from "./scale";

/** Lines about an entry at the moment that its layer shows. The name is not among them. */
export function about(layer: Layer, entry: Entry): string[] {
  const { item } = entry;
  const x = layer.x;
  const lines: string[] = [];
  const vector = (at: number): string => `(${[0, 1, 2].slice(0, layer.planar ? 2 : 3).map((i) => fourDigits(x[at + i]!)).join(", ")})`;
  const between = (): number => Math.hypot(...[0, 1, 2].map((i) => x[entry.places[1]! + i]! - x[entry.places[0]! + i]!));
  switch (item.type) {
    case "body":
      lines.push(`body, ${item.kind === item.shape.kind ? item.kind : `${item.kind} (${item.shape.kind})`}, ${fourDigits(item.mass)} kg`);
      break;
    case "joint":
    case "driver":
      lines.push(`${item.type}, ${item.kind}: ${item.bodies.join(", ")}`);
      break;
    case "point":
      lines.push(item.ground ? "point of the ground" : "point", `at ${vector(entry.at)} m`);
      break;
    case "spring":
      lines.push(item.kind, `length ${fourDigits(between())} m`);
      break;
    case "force":
      lines.push(`force, ${item.kind}`);
      break;
    default:
      lines.push(item.type);
  }
  if (entry.force >= 0) lines.push(`|force| ${fourDigits(length(x, entry.force))} N ${vector(entry.force)}`);
  if (entry.torque >= 0) lines.push(`|torque| ${fourDigits(length(x, entry.torque))} N*m`);
  if (entry.pull >= 0) lines.push(`${x[entry.pull]! < 0 ? "pushes" : "pulls"} with ${fourDigits(Math.abs(x[entry.pull]!))} N`);
  if (entry.vector >= 0 && item.type === "arrow")
    lines.push(`${fourDigits(length(x, entry.vector))} ${item.quantity === "force" ? "N" : item.quantity === "velocity" ? "m/s" : "m"}`);
  const violation = layer.measureOf(entry, "violation");
  if (Number.isFinite(violation)) lines.push(`violation ${fourDigits(violation)}`);
  else if (item.type === "joint" && item.rows.length === 0) lines.push("holds exactly: coordinates are shared");
  return lines;
}
