// Joints, drivers and points by their symbols, supports of the ground, and what points and wheels move on.
import type { Guide, JointItem, PointItem } from "../data/format";
import type { Entry } from "./entries";
import { glyph, glyphKey, hatch, slides, support } from "./glyphs";
import { addTelescope } from "./others";
import { ball, brick } from "./solid";
import type { Stage } from "./stage";

/** How far a joint moves in the whole run. */
export interface Reach {
  /** From, to along a direction, from the place `through`. */
  along(entry: Entry, through: number, along: number): [number, number];
  around(entry: Entry): { middle: number[]; radius: number };
}

export function addJoint(stage: Stage, entry: Entry, item: JointItem, reach: Reach, supports: Set<number>): void {
  const h = stage.measures.thick;
  const pose = stage.pose;
  const axis = directionOf(stage, item);
  if (item.type === "driver" && item.ends) {
    addTelescope(stage, entry, entry.places[1]!, entry.places[2]!);
    return;
  }
  const key = glyphKey(item.type, item.kind, axis >= 0 || stage.planar);
  const part = stage.add(key, () => glyph(key, stage.many), entry, "item");
  const sliding = slides.has(item.kind) || key === "driver:distance" || key === "driver:displacement";
  // In the plane hinges face the reader; rails lie in the plane, on both sides of what slides.
  const [dx, dy, dz] = sliding && stage.planar ? [1, 0, 0] : stage.planar ? [0, 0, 1] : stage.up;
  const [hx, hy, hz] = stage.planar ? (sliding ? [0, 1, 0] : stage.up) : [0, 0, 1];
  const ux = axis >= 0 && !(stage.planar && !sliding);
  stage.updates.push((x) => {
    pose.at(x, entry.at);
    if (!ux) pose.aim(dx, dy, dz, hx, hy, hz);
    else if (stage.planar) pose.aim(x[axis]!, x[axis + 1]!, 0, -x[axis + 1]!, x[axis]!, 0);
    else pose.aim(x[axis]!, x[axis + 1]!, x[axis + 2]!, hx, hy, hz);
    const { emphasis, pixel } = stage.shown;
    part.batch.put(part.index, pose, 1, 1, 1, emphasis > 1 && item.type === "joint" ? Math.max(emphasis * h, 2 * pixel) : h);
  });
  if (item.ends) {
    const [a, b] = entry.places.slice(1) as [number, number];
    const link = stage.rod(entry, "item");
    const rigid = item.type === "joint";
    stage.updates.push((x) => (rigid ? stage.bar(link, x, a, b, 0.45 * h) : stage.between(link, x, a, b, 0.45 * h)));
  }
  const grounded = item.bodies.includes("ground") || item.bodies.length === 0;
  if (item.guide) addGuide(stage, entry, item.guide, grounded, reach);
  else if (grounded && item.type === "joint" && !item.ends && !onSurface.has(item.kind)) addSupport(stage, entry, supports);
}
const onSurface = new Set(["wheel", "rolling_disc", "rolling_sphere", "skate", "on_plane", "on_surface", "on_curve", "gear", "rack"]);

/** The slot of the direction of a joint: its axis, or that of what it moves on; -1: it has none. */
function directionOf(stage: Stage, item: JointItem): number {
  if (item.axis) return stage.values.addVector(item.axis);
  const guide = item.guide;
  if (!guide) return -1;
  return stage.values.addVector(guide.kind === "line" ? guide.along : guide.kind === "plane" ? guide.normal : guide.axis);
}

/** A support of the ground, once at each place. */
export function addSupport(stage: Stage, entry: Entry, supports: Set<number>): void {
  if (supports.has(entry.at)) return;
  supports.add(entry.at);
  stage.supported = true;
  const part = stage.add("support", support, entry, "ground");
  const [ux, uy, uz] = stage.up;
  stage.updates.push((x) => {
    const pose = stage.pose.at(x, entry.at);
    // Its second axis is up; the third is across the page in the plane, anything level in space.
    if (stage.planar) pose.aim(0, 0, 1, ux, uy, uz);
    else pose.aim(Math.abs(uy) > 0.7 ? 0 : uy, Math.abs(uy) > 0.7 ? 0 : -1, Math.abs(uy) > 0.7 ? 1 : 0, ux, uy, uz);
    part.batch.put(part.index, pose, 1, 1, 1, stage.measures.thick);
  });
}

/** `large`: where there are no bodies, points are what is looked at. */
export function addPoint(stage: Stage, entry: Entry, item: PointItem, large: boolean, supports: Set<number>): void {
  const part = stage.add("bead", () => ball(stage.many ? 6 : 14), entry, item.colour === "" ? "mark" : "item");
  stage.updates.push((x) => stage.spot(part, x, entry.at, (large && !item.ground ? 1.7 : 0.75) * stage.measures.thick));
  if (item.ground) addSupport(stage, entry, supports);
}

/** What something moves on or pushes off from. */
export function addGuide(stage: Stage, entry: Entry, guide: Guide, grounded: boolean, reach: Reach): void {
  if (guide.kind === "line") addLine(stage, entry, guide, grounded, reach);
  else if (guide.kind === "circle") addCircle(stage, entry, guide);
  else addSheet(stage, entry, guide, reach);
}

function addLine(stage: Stage, entry: Entry, guide: Guide & { kind: "line" }, grounded: boolean, reach: Reach): void {
  const h = stage.measures.thick;
  const pose = stage.pose;
  const through = stage.values.addVector(guide.through);
  const along = stage.values.addVector(guide.along);
  const [from, to] = reach.along(entry, through, along);
  const rail = stage.rod(entry, "guide");
  const spacing = 2.4 * h;
  const count = grounded ? Math.min(400, Math.floor((to - from) / spacing)) : 0;
  const step = count > 0 ? (to - from) / count : spacing;
  const strokes = Array.from({ length: count }, () => stage.add("hatch", hatch, entry, "guide"));
  // A hinge or block stands on the rail; hatches are on the other side.
  const drop = grounded && entry.item.type === "joint" && entry.item.kind === "on_line" ? 2.4 * h : 0;
  const set = (x: Float64Array, s: number): void => {
    const [dx, dy, dz] = [x[along]!, x[along + 1]!, x[along + 2]!];
    const [ux, uy, uz] = stage.up;
    pose.at(x, through).aim(dx, dy, dz, ux, uy, uz);
    const p = pose.numbers;
    pose.move(s * p[9]! - drop * p[6]!, s * p[10]! - drop * p[7]!, s * p[11]! - drop * p[8]!);
  };
  stage.updates.push((x) => {
    set(x, from);
    rail.batch.put(rail.index, pose, 1, 1, to - from, 0.32 * h);
    strokes.forEach((stroke, i) => {
      set(x, from + (i + 0.5) * step);
      stroke.batch.put(stroke.index, pose, 1, 1, 1, h);
    });
  });
}

function addCircle(stage: Stage, entry: Entry, guide: Guide & { kind: "circle" }): void {
  const centre = stage.values.addVector(guide.centre);
  const axis = stage.values.addVector(guide.axis);
  const part = stage.ring(entry, "guide");
  stage.updates.push((x) => {
    stage.pose.at(x, centre).aim(x[axis]!, x[axis + 1]!, x[axis + 2]!, 0, 1, 0);
    part.batch.put(part.index, stage.pose, guide.radius, guide.radius, guide.radius, 0.32 * stage.measures.thick);
  });
}

/** A plane, seen through, as large as what happens on it. */
function addSheet(stage: Stage, entry: Entry, guide: Guide & { kind: "plane" }, reach: Reach): void {
  const { size, thick } = stage.measures;
  const through = stage.values.addVector(guide.through);
  const normal = stage.values.addVector(guide.normal);
  const { start, up } = stage;
  const [nx, ny, nz] = [start[normal]!, start[normal + 1]!, start[normal + 2]!];
  const level = Math.abs(nx * up[0] + ny * up[1] + nz * up[2]) / (Math.hypot(nx, ny, nz) || 1);
  // The level ground is the grid, which every scene has.
  if (level > 0.999) {
    stage.level = up[0] * start[through]! + up[1] * start[through + 1]! + up[2] * start[through + 2]!;
    return;
  }
  const part = stage.add("sheet", brick, entry, "guide", "sheet");
  const { middle, radius } = reach.around(entry);
  const wide = 2 * radius + 0.4 * size;
  stage.updates.push((x) => {
    const [a, b, c] = [x[normal]!, x[normal + 1]!, x[normal + 2]!];
    const off = (a * (x[through]! - middle[0]!) + b * (x[through + 1]! - middle[1]!) + c * (x[through + 2]! - middle[2]!)) / (a * a + b * b + c * c);
    stage.pose.place(middle[0]! + off * a, middle[1]! + off * b, middle[2]! + off * c).aim(a, b, c, ...up);
    part.batch.put(part.index, stage.pose, wide, wide, 0.02 * thick, 0.02 * thick);
  });
}
