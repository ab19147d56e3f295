// Springs, and what a model's own section `view:` draws.
import type { ArrowItem, BoxItem, CircleItem, LineItem, SphereItem, SpringItem } from "../data/format";
import { arrow, ball, brick, coil, drum } from "./solid";
import type { Entry } from "./entries";
import { addArrow } from "./forces";
import { length } from "./measure";
import type { Stage } from "./stage";

export function addSpring(stage: Stage, entry: Entry, item: SpringItem): void {
  const h = stage.measures.thick;
  const [a, b] = entry.places as [number, number];
  if (item.kind === "spring") {
    const part = stage.add("coil", coil, entry, "item");
    stage.updates.push((x) => stage.between(part, x, a, b, 0.38 * h, 2.1 * h));
    return;
  }
  addTelescope(stage, entry, a, b);
}

/** A cylinder over 55 % of the length that there is in the first row, and a rod out of it. */
export function addTelescope(stage: Stage, entry: Entry, a: number, b: number): void {
  const h = stage.measures.thick;
  const rest = Math.hypot(...[0, 1, 2].map((i) => stage.start[b + i]! - stage.start[a + i]!));
  const barrel = stage.add("drum", drum, entry, "item");
  const rod = stage.rod(entry, "item");
  const long = 0.55 * rest;
  stage.updates.push((x) => {
    stage.between(rod, x, a, b, 0.55 * h);
    const pose = stage.pose.at(x, a);
    const now = pose.aim(x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!, 0, 0, 1);
    const shown = Math.min(long, 0.9 * now);
    const p = pose.numbers;
    const s = 0.04 * now + 0.5 * shown;
    pose.move(s * p[9]!, s * p[10]!, s * p[11]!);
    barrel.batch.put(barrel.index, pose, 1.1 * h, 1.1 * h, Math.max(0, shown - 0.4 * h), 0.2 * h);
  });
}

export function addLine(stage: Stage, entry: Entry, item: LineItem): void {
  const h = stage.measures.thick;
  for (let i = 0; i + 1 < item.points.length; ++i) {
    const part = stage.rod(entry, "item");
    const [a, b] = [entry.places[i]!, entry.places[i + 1]!];
    stage.updates.push((x) => stage.between(part, x, a, b, 0.7 * h));
  }
}

export function addCircle(stage: Stage, entry: Entry, item: CircleItem): void {
  const h = stage.measures.thick;
  const axis = stage.values.addVector(item.axis);
  const radius = stage.values.add(item.radius);
  const part = item.filled ? stage.disc(entry, "item") : stage.ring(entry, "item");
  const spoke = item.spoke ? { at: stage.values.addVector(item.spoke), part: stage.rod(entry, item.filled ? "mark" : "item") } : null;
  stage.updates.push((x) => {
    const r = Math.abs(x[radius]!);
    const pose = stage.pose.at(x, entry.at);
    pose.aim(x[axis]!, x[axis + 1]!, x[axis + 2]!, 0, 1, 0);
    if (item.filled) part.batch.put(part.index, pose, r, r, 0.8 * h, 0.2 * h);
    else part.batch.put(part.index, pose, r, r, r, Math.min(0.7 * h, 0.2 * r));
    if (!spoke) return;
    pose.at(x, entry.at);
    pose.aim(x[spoke.at]!, x[spoke.at + 1]!, x[spoke.at + 2]!, 0, 0, 1);
    spoke.part.batch.put(spoke.part.index, pose, 1, 1, 0.95 * r, Math.min(item.filled ? 0.75 * h : 0.45 * h, 0.2 * r));
  });
}

export function addBox(stage: Stage, entry: Entry, item: BoxItem): void {
  const h = stage.measures.thick;
  const size = item.size.map((s) => stage.values.add(s));
  const [second, third] = [stage.values.addVector(item.frame.axes[1]), stage.values.addVector(item.frame.axes[2])];
  const part = stage.add("brick", brick, entry, "item");
  const edge = (value: number): number => (value === 0 ? 1.6 * h : Math.abs(value));
  stage.updates.push((x) => {
    const pose = stage.pose.at(x, entry.at).frame(x, second, third);
    const [a, b, c] = [edge(x[size[0]!]!), edge(x[size[1]!]!), edge(x[size[2]!]!)];
    const r = Math.min(0.5 * h, 0.12 * Math.min(a, b, c));
    part.batch.put(part.index, pose, a - 2 * r, b - 2 * r, c - 2 * r, r);
  });
}

export function addSphere(stage: Stage, entry: Entry, item: SphereItem): void {
  const radius = stage.values.add(item.radius);
  const part = stage.add("ball", ball, entry, "item");
  stage.updates.push((x) => stage.spot(part, x, entry.at, Math.abs(x[radius]!)));
}

/** Forces and velocities of the model's own arrows are scaled like other forces, but are none of them; without a quantity they are lengths. */
export function addViewArrow(stage: Stage, entry: Entry, item: ArrowItem): void {
  const shown = stage.shown;
  if (item.quantity === "force") addArrow(stage, entry, entry.vector, "drawn", () => shown.forceScale);
  else if (item.quantity === "velocity") addArrow(stage, entry, entry.vector, "velocity", () => shown.velocityScale);
  else {
    const part = stage.add("arrow", arrow, entry, "item", "arrow");
    stage.updates.push((x) => {
      const pose = stage.pose.at(x, entry.at);
      const long = length(x, entry.vector);
      pose.aim(x[entry.vector]!, x[entry.vector + 1]!, x[entry.vector + 2]!, 0, 0, 1);
      if (long > 0) part.batch.put(part.index, pose, 1, 1, long, Math.min(0.55 * stage.measures.thick, long / 8));
      else part.batch.hide(part.index);
    });
  }
}
