// Names, the key of arrows and the colour bar, over the scene.
import { known, type Layer } from "./layer";
import type { Label } from "./overlay";
import { fourDigits, roundBelow } from "./scale";
import type { Show } from "./show";

/** Writes over the frame that was drawn; returns how many names there are. */
export function write(show: Show): number {
  const { world, shown, settings, range } = show;
  const { overlay, cameras, palette } = world;
  const keys: { text: string; length: number; colour: string }[] = [];
  const key = (scale: number, unit: string, colour: string): void => {
    if (!(scale > 0)) return;
    const value = roundBelow((90 * shown.pixel) / scale);
    keys.push({ text: `${fourDigits(value)} ${unit}`, length: (value * scale) / shown.pixel, colour });
  };
  if (shown.reactions) key(shown.forceScale, "N, reactions", palette.reaction);
  if (shown.applied) key(shown.forceScale, "N, applied", palette.applied);
  const drawn = arrowColour(show, palette.drawn);
  if (drawn !== null) key(shown.forceScale, "N, drawn by the model", drawn);
  if (settings.forces !== "none") key(shown.torqueScale, "N*m (radius)", palette.text);
  key(shown.velocityScale, "m/s", palette.velocity);
  overlay.keys(keys);
  show.keys = keys.map(({ text }) => text);
  if (range) {
    const title = `${settings.colouring}${range.unit === "" ? "" : `, ${range.unit}`}`;
    overlay.bar(range, title, settings.colouring === "violation" ? "grey: holds exactly" : "");
  }
  const first = show.visible[0];
  return settings.labels && first?.stage && first.group.visible ? overlay.labels(names(first, world.centre), cameras.camera) : 0;
}

/** Of the model's own arrows of forces: their colour if they share one, else the usual one; null: there are none. */
function arrowColour(show: Show, usual: string): string | null {
  const arrows = show.visible[0]?.plan.entries.flatMap(({ item }) => (item.type === "arrow" && item.quantity === "force" ? [item.colour] : []));
  if (!arrows || arrows.length === 0) return null;
  const [first = ""] = arrows;
  return known(first) && arrows.every((colour) => colour === first) ? first : usual;
}

const order: Record<string, number> = { point: 0, body: 1, joint: 2, driver: 2, spring: 2 };

function names(layer: Layer, centre: Float64Array): Label[] {
  const out: Label[] = [];
  const sorted = [...layer.plan.entries].sort((a, b) => (order[a.item.type] ?? 3) - (order[b.item.type] ?? 3));
  for (const { item, places } of sorted) {
    // A shared point has its name from the point, a weight or a path has none of its own.
    if (item.type === "force" || item.type === "trace" || (item.type === "joint" && item.kind === "shared")) continue;
    const a = places[0]!;
    const b = (item.type === "body" && item.ends) || item.type === "spring" || item.type === "line" ? (places[1] ?? a) : a;
    const [x, y, z] = [0, 1, 2].map((i) => (layer.x[a + i]! + layer.x[b + i]!) / 2 - centre[i]!) as [number, number, number];
    out.push({ text: item.name, x, y, z, strong: item.type === "body" });
  }
  return out;
}
