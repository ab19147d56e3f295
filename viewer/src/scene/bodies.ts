// Bodies, drawn from their shapes.
import type { BodyItem, Shape } from "../data/format";
import type { Entry } from "./entries";
import { hull, plateOf } from "./hull";
import { clamp } from "./scale";
import { ball, brick, prism } from "./solid";
import { distance, type Stage } from "./stage";

export function addBody(stage: Stage, entry: Entry, item: BodyItem, heaviest: number): void {
  const h = stage.measures.thick;
  const shape = item.shape;
  if (item.ends) {
    addRod(stage, entry, item);
    return;
  }
  if (shape.kind === "point" || (!item.frame && item.points.length === 1)) {
    const ballOf = stage.add("ball", ball, entry, "item");
    const radius = clamp(3.2 * Math.cbrt(item.mass / (heaviest || 1)), 1.7, 3.2) * h;
    // Smaller while joints are to be seen, which may be inside.
    stage.updates.push((x) => stage.spot(ballOf, x, entry.at, radius / stage.shown.emphasis ** 2));
    return;
  }
  if (!item.frame) {
    addOutline(stage, entry);
    return;
  }
  const second = stage.values.addVector(item.frame.axes[1]);
  const third = stage.values.addVector(item.frame.axes[2]);
  if (shape.kind === "general" || shape.kind === "rod") {
    addGeneral(stage, entry, second, third);
    return;
  }
  addShape(stage, entry, shape, second, third);
  // Points outside the shape are held by thin arms.
  const reach = 1.02 * entry.reach;
  for (const point of entry.places.slice(1)) {
    if (distance(stage.start, entry.at, point) <= reach) continue;
    const arm = stage.rod(entry, "item");
    stage.updates.push((x) => stage.bar(arm, x, entry.at, point, 0.55 * h));
  }
}

function addRod(stage: Stage, entry: Entry, item: BodyItem): void {
  const h = stage.measures.thick;
  const [a, b] = entry.places as [number, number];
  const rod = stage.rod(entry, "item");
  stage.updates.push((x) => stage.bar(rod, x, a, b, h));
  if (item.shape.kind !== "rod") return;
  for (const point of entry.places.slice(2)) {
    const foot = footOn(stage.start, a, b, point);
    if (foot.distance <= 1.5 * h) continue;
    const arm = stage.rod(entry, "item");
    const from = foot.share < 0.5 ? a : b;
    stage.updates.push((x) => stage.bar(arm, x, from, point, 0.6 * h));
  }
}

/**
 * The wheel of a body whose shape is not known, from where it touches: a ring about the body's centre, or a ball. `axis`
 * is a slot of the rolling joint, -1 in the plane; `radius` is how far the contact is from the centre.
 */
export function addWheel(stage: Stage, entry: Entry, item: BodyItem, axis: number, radius: number, round: boolean): void {
  const h = stage.measures.thick;
  if (round) {
    const part = stage.add("ball", ball, entry, "item");
    stage.updates.push((x) => stage.spot(part, x, entry.at, radius));
    return;
  }
  const pose = stage.pose;
  const ring = stage.ring(entry, "item");
  stage.updates.push((x) => {
    pose.at(x, entry.at);
    if (axis < 0) pose.aim(0, 0, 1, 0, 1, 0);
    else pose.aim(x[axis]!, x[axis + 1]!, x[axis + 2]!, 0, 1, 0);
    ring.batch.put(ring.index, pose, radius, radius, radius, Math.min(h, 0.12 * radius));
  });
  // Spokes along those axes of the body that are across the wheel's.
  for (const direction of item.frame!.axes.map((vector) => stage.values.addVector(vector))) {
    const along = axis < 0 ? stage.start[direction + 2]! : [0, 1, 2].reduce((sum, i) => sum + stage.start[direction + i]! * stage.start[axis + i]!, 0);
    if (Math.abs(along) > 0.7) continue;
    const spoke = stage.rod(entry, "item");
    stage.updates.push((x) => {
      const [dx, dy, dz] = [x[direction]!, x[direction + 1]!, x[direction + 2]!];
      pose.at(x, entry.at).move(-radius * dx, -radius * dy, -radius * dz).aim(dx, dy, dz, 0, 0, 1);
      spoke.batch.put(spoke.index, pose, 1, 1, 2 * radius, Math.min(0.35 * h, 0.05 * radius));
    });
  }
}

/** Known by its points alone: bars from each to the next, and back to the first. */
function addOutline(stage: Stage, entry: Entry): void {
  const points = entry.places;
  const bars = points.length === 2 ? 1 : points.length;
  for (let i = 0; i < bars; ++i) {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const bar = stage.rod(entry, "item");
    stage.updates.push((x) => stage.bar(bar, x, a, b, stage.measures.thick));
  }
}

/** Shapes with a size; `second`, `third`: slots of the axes. A mark shows how they turn. */
function addShape(stage: Stage, entry: Entry, shape: Shape, second: number, third: number): void {
  const h = stage.measures.thick;
  const pose = stage.pose;
  const set = (x: Float64Array): void => void pose.at(x, entry.at).frame(x, second, third);
  if (shape.kind === "box") {
    const [a, b, c] = shape.size.map((s) => (s > 0 ? s : 1.6 * h)) as [number, number, number];
    const r = Math.min(0.5 * h, 0.12 * Math.min(a, b, c));
    const part = stage.add("brick", brick, entry, "item");
    stage.updates.push((x) => {
      set(x);
      part.batch.put(part.index, pose, a - 2 * r, b - 2 * r, c - 2 * r, r);
    });
  } else if (shape.kind === "sphere") {
    const part = stage.add("ball", ball, entry, "item");
    const belts = [0, 1].map(() => stage.ring(entry, "mark"));
    stage.updates.push((x) => {
      stage.spot(part, x, entry.at, shape.radius);
      belts.forEach((belt, i) => {
        set(x);
        if (i === 1) pose.aim(x[second]!, x[second + 1]!, x[second + 2]!, x[third]!, x[third + 1]!, x[third + 2]!);
        const r = 0.985 * shape.radius;
        belt.batch.put(belt.index, pose, r, r, r, Math.min(0.25 * h, 0.03 * shape.radius) + 0.015 * shape.radius);
      });
    });
  } else if (shape.kind === "ring") {
    const part = stage.ring(entry, "item");
    const spokes = [0, 1].map(() => stage.rod(entry, "item"));
    const r = shape.radius;
    stage.updates.push((x) => {
      set(x);
      part.batch.put(part.index, pose, r, r, r, Math.min(h, 0.15 * r));
      spokes.forEach((spoke, i) => {
        const p = pose.at(x, entry.at).frame(x, second, third).numbers;
        const k = i === 0 ? 3 : 6;
        const [ax, ay, az] = [p[k]!, p[k + 1]!, p[k + 2]!];
        pose.move(-r * ax, -r * ay, -r * az).aim(ax, ay, az, 0, 0, 1);
        spoke.batch.put(spoke.index, pose, 1, 1, 2 * r, Math.min(0.35 * h, 0.06 * r));
      });
    });
  } else if (shape.kind === "disc" || shape.kind === "cylinder") {
    const length = shape.kind === "cylinder" ? shape.length : shape.thickness > 0 ? shape.thickness : 1.2 * h;
    addDrum(stage, entry, shape.radius, length, second, third);
  }
}

function addDrum(stage: Stage, entry: Entry, radius: number, length: number, second: number, third: number): void {
  const h = stage.measures.thick;
  const pose = stage.pose;
  const edge = Math.min(0.4 * h, 0.2 * length, 0.2 * radius);
  const part = stage.disc(entry, "item");
  const marks = [-1, 1].map((side) => ({ side, mark: stage.rod(entry, "mark") }));
  const wide = Math.min(0.3 * h, 0.06 * radius);
  stage.updates.push((x) => {
    pose.at(x, entry.at).frame(x, second, third);
    part.batch.put(part.index, pose, radius - edge, radius - edge, length - 2 * edge, edge);
    for (const { side, mark } of marks) {
      const p = pose.at(x, entry.at).frame(x, second, third).numbers;
      const [ax, ay, az] = [p[3]!, p[4]!, p[5]!];
      const s = 0.5 * side * length;
      pose.move(s * p[9]!, s * p[10]!, s * p[11]!).aim(ax, ay, az, 0, 0, 1);
      mark.batch.put(mark.index, pose, 1, 1, 0.86 * radius, wide);
    }
  });
}

/** Known by its centre and points only: a plate if they are in a plane, else arms from the centre; without points a ball. */
function addGeneral(stage: Stage, entry: Entry, second: number, third: number): void {
  const h = stage.measures.thick;
  const pose = stage.pose;
  const local = localPoints(stage, entry, second, third);
  if (local.every((p) => Math.hypot(...p) < 1e-6 * stage.measures.size)) {
    addShape(stage, entry, { kind: "sphere", radius: 2.6 * h }, second, third);
    return;
  }
  const plate = local.length >= (stage.planar ? 1 : 3) ? plateOf(stage.planar ? [[0, 0, 0], ...local] : local, 1e-3 * stage.measures.size) : null;
  if (plate) {
    const polygon = hull(plate.polygon);
    const key = `plate ${polygon.map((p) => p.map((c) => (c / h).toFixed(3)).join(" ")).join(",")}`;
    const part = stage.add(key, () => prism(polygon), entry, "item");
    const [o, u, v] = [plate.origin, plate.u, plate.v];
    stage.updates.push((x) => {
      const p = pose.at(x, entry.at).frame(x, second, third).numbers;
      const turn = (w: readonly number[], i: number): number => p[3 + i]! * w[0]! + p[6 + i]! * w[1]! + p[9 + i]! * w[2]!;
      const [ux, uy, uz, vx, vy, vz] = [turn(u, 0), turn(u, 1), turn(u, 2), turn(v, 0), turn(v, 1), turn(v, 2)];
      pose.move(turn(o, 0), turn(o, 1), turn(o, 2)).aim(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, vx, vy, vz);
      part.batch.put(part.index, pose, 1, 1, 0.2 * h, 0.75 * h);
    });
  } else {
    for (const point of entry.places.slice(1)) {
      if (distance(stage.start, entry.at, point) < 1e-6 * stage.measures.size) continue;
      const arm = stage.rod(entry, "item");
      stage.updates.push((x) => stage.bar(arm, x, entry.at, point, 0.8 * h));
    }
  }
  const centre = stage.add("ball", ball, entry, plate ? "mark" : "item");
  const radius = plate ? 0.95 * h : 1.6 * h;
  stage.updates.push((x) => stage.spot(centre, x, entry.at, radius));
}

/** Points of a body in its own axes, in the first row. */
function localPoints(stage: Stage, entry: Entry, second: number, third: number): [number, number, number][] {
  const x = stage.start;
  const p = stage.pose.at(x, entry.at).frame(x, second, third).numbers;
  return entry.places.slice(1).map((at) => {
    const d = [0, 1, 2].map((i) => x[at + i]! - x[entry.at + i]!);
    return [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, i) => sum + p[3 + 3 * k + i]! * d[i]!, 0)) as [number, number, number];
  });
}

function footOn(x: Float64Array, a: number, b: number, p: number): { share: number; distance: number } {
  const d = [0, 1, 2].map((i) => x[b + i]! - x[a + i]!);
  const e = [0, 1, 2].map((i) => x[p + i]! - x[a + i]!);
  const square = d.reduce((sum, v) => sum + v * v, 0) || 1;
  const share = clamp(d.reduce((sum, v, i) => sum + v * e[i]!, 0) / square, 0, 1);
  return { share, distance: Math.hypot(...e.map((v, i) => v - share * d[i]!)) };
}
