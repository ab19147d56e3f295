// Symbols for joints, drivers and the ground, each one solid whose size is that of its thickness. The third axis is that of
// the joint; in the plane it is across the page for hinges, and along the guide for what slides, with the second axis across.
import { ball, brick, capsule, drum, empty, join, prism, tube, wire, arrow, coilPoints, type Solid } from "./solid";

type Maker = () => Solid;

const dark = 0.55;

/** A hinge: a bushing with a pin that is longer. */
const hinge: Maker = () => {
  const glyph = join(empty(), drum(20), { scale: [1.5, 1.5, 3.0], thick: 0.25 });
  return join(glyph, drum(14), { scale: [0.6, 0.6, 3.9], thick: 0.12, shade: dark });
};
const smallBall: Maker = () => join(empty(), ball(14), { thick: 1.45 });
const largeBall: Maker = () => {
  const glyph = join(empty(), ball(20), { thick: 2.0 });
  return join(glyph, tube(24), { scale: [1.95, 1.95, 1], thick: 0.28, shade: dark });
};
const cube: Maker = () => join(empty(), brick(), { scale: [2.6, 2.6, 2.6], thick: 0.3 });
const cross: Maker = () => {
  let glyph = join(empty(), ball(14), { thick: 1.2 });
  glyph = join(glyph, capsule(10), { at: [-2.6, 0, 0], along: [1, 0, 0], scale: [1, 1, 5.2], thick: 0.62, shade: dark });
  glyph = join(glyph, capsule(10), { at: [0, 0, -2.6], scale: [1, 1, 5.2], thick: 0.62, shade: dark });
  for (const [x, z] of [[-2.6, 0], [2.6, 0], [0, -2.6], [0, 2.6]] as const)
    glyph = join(glyph, ball(10), { at: [x, 0, z], thick: 0.95 });
  return glyph;
};
const sleeve: Maker = () => {
  const glyph = join(empty(), drum(20), { scale: [1.6, 1.6, 4.6], thick: 0.25 });
  return join(glyph, drum(14), { scale: [0.55, 0.55, 8], thick: 0.1, shade: dark });
};
const thread: Maker = () => {
  const glyph = join(empty(), drum(20), { scale: [1.3, 1.3, 3.2], thick: 0.2 });
  const points = coilPoints(5).slice(2, -2).map(([x, y, z]) => [1.0 * x, 1.0 * y, 9 * (z - 0.5)] as const);
  join(glyph, drum(14), { scale: [0.7, 0.7, 7], thick: 0.1, shade: dark });
  return join(glyph, wire(points), { thick: 0.28, shade: dark });
};
/** A block between two rails; the rails are across the second axis. */
const slide: Maker = () => {
  let glyph = join(empty(), brick(), { scale: [2.2, 2.2, 4.2], thick: 0.3 });
  for (const side of [-1, 1])
    glyph = join(glyph, capsule(8), { at: [0, 2.1 * side, -5], scale: [1, 1, 10], thick: 0.4, shade: dark });
  return glyph;
};
/** A block that is small, for a point on a line, circle or curve. */
const runner: Maker = () => {
  const glyph = join(empty(), brick(), { scale: [1.7, 1.7, 3.0], thick: 0.3 });
  return join(glyph, drum(14), { along: [1, 0, 0], scale: [0.5, 0.5, 2.5], thick: 0.1, shade: dark });
};
const plateOn: Maker = () => join(empty(), drum(20), { scale: [2.6, 2.6, 0.5], thick: 0.2 });
/** Where a wheel touches: a ring on the ground and a spot. */
const contact: Maker = () => {
  const glyph = join(empty(), tube(24), { scale: [2.2, 2.2, 1], thick: 0.28, shade: dark });
  return join(glyph, ball(10), { thick: 0.7 });
};
const blade: Maker = () => join(empty(), brick(), { scale: [0.3, 1.6, 5], thick: 0.2 });
const cogs: Maker = () => {
  let glyph = join(empty(), drum(20), { scale: [1.7, 1.7, 1.0], thick: 0.2 });
  for (let i = 0; i < 10; ++i) {
    const a = (2 * Math.PI * i) / 10;
    glyph = join(glyph, brick(), {
      at: [2.2 * Math.cos(a), 2.2 * Math.sin(a), 0], along: [Math.cos(a), Math.sin(a), 0], side: [0, 0, 1],
      scale: [0.9, 0.35, 0.5], thick: 0.15, shade: dark,
    });
  }
  return glyph;
};

const [turnFrom, turnTo] = [-2.3, 2.0];
/** Part of a circle of radius 1 with a head, turning about the third axis in the positive sense. */
export function turnArrow(): Solid {
  const points = Array.from({ length: 49 }, (_, i) => {
    const a = turnFrom + ((turnTo - turnFrom) * i) / 48;
    return [Math.cos(a), Math.sin(a), 0] as const;
  });
  const arc = wire(points);
  const along = [-Math.sin(turnTo), Math.cos(turnTo), 0] as const;
  const head = join(empty(), arrow(), { along, scale: [1, 1, 5] });
  const start = arc.shade.length;
  for (let i = 0; i < head.shade.length; ++i) arc.position.push(...points[48]!);
  arc.offset.push(...head.offset);
  arc.normal.push(...head.normal);
  arc.shade.push(...head.shade);
  arc.index.push(...head.index.map((i) => start + i));
  return arc;
}
const turning: Maker = () => join(empty(), turnArrow(), { scale: [4.2, 4.2, 4.2], thick: 0.42 });
/** Two heads along the third axis: what drives a distance. */
const pushing: Maker = () => {
  let glyph = empty();
  for (const side of [-1, 1])
    glyph = join(glyph, arrow(), { at: [0, 2.6, 1.2 * side], along: [0, 0, side], scale: [1, 1, 4.4], thick: 0.45 });
  return glyph;
};

const makers: Record<string, Maker> = {
  revolute: hinge, shared: smallBall, spherical: largeBall, universal: cross, cylindrical: sleeve, screw: thread,
  prismatic: slide, slider: slide, weld: cube, planar: plateOn, on_plane: plateOn, on_surface: plateOn, on_line: runner,
  on_circle: runner, on_curve: runner, wheel: contact, rolling_disc: contact, rolling_sphere: contact, skate: blade,
  gear: cogs, rack: cogs, distance: smallBall, "driver:angle": turning, "driver:speed": turning, "driver:distance": pushing,
  "driver:displacement": pushing, "driver:position": pushing,
};

/** The symbol of a joint; a kind that is not known is a ball. Drivers have their own. */
export function glyphKey(type: "joint" | "driver", kind: string, hasAxis: boolean): string {
  const key = type === "driver" ? `driver:${kind}` : kind;
  if (key === "revolute" && !hasAxis) return "spherical";
  return Object.hasOwn(makers, key) ? key : type === "driver" ? "driver:angle" : "shared";
}
export function glyph(key: string, many: boolean): Solid {
  return many && key === "shared" ? join(empty(), ball(8), { thick: 1.45 }) : makers[key]!();
}
export const slides = new Set(["prismatic", "slider", "on_line", "on_circle", "on_curve", "cylindrical", "screw"]);

/** A support under a point: triangle, plate and hatches. The second axis is up, the third across the page. */
export function support(): Solid {
  let glyph = join(empty(), prism([[0, -0.4], [-2.2, -3.9], [2.2, -3.9]]), { scale: [1, 1, 1.6], thick: 0.3 });
  glyph = join(glyph, brick(), { at: [0, -4.7, 0], scale: [7.6, 0.5, 3.0], thick: 0.2, shade: 0.8 });
  for (let i = 0; i < 6; ++i)
    glyph = join(glyph, capsule(4), {
      at: [-3.1 + 1.35 * i, -5.2, 0], along: [-0.9, -1.2, 0], scale: [1, 1, 1.7], thick: 0.16, shade: 0.7,
    });
  return glyph;
}
/** Marks on the ground's side of a guide: short slanted strokes, one at a time. */
export function hatch(): Solid {
  return join(empty(), capsule(5), { along: [0, -1, -0.75], scale: [1, 1, 1.8], thick: 0.16 });
}
