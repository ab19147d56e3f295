// Solids as triangles that keep their roundness when they are stretched. A vertex has a position, which the matrix of an
// instance scales and turns, and an offset, which is turned only and multiplied by the instance's thickness: a rod gets
// longer without getting thicker, an arrow's head stays in shape, a coil's wire stays round.

export interface Solid {
  position: number[];
  offset: number[];
  normal: number[];
  shade: number[];
  index: number[];
}

type V3 = readonly [number, number, number];

export function empty(): Solid {
  return { position: [], offset: [], normal: [], shade: [], index: [] };
}

function vertex(solid: Solid, p: V3, o: V3, n: V3, shade = 1): number {
  solid.position.push(...p);
  solid.offset.push(...o);
  solid.normal.push(...n);
  solid.shade.push(shade);
  return solid.shade.length - 1;
}

/** A point of a profile that is turned about z: position, offset and normal, each (radius, height). */
type Profile = [pr: number, pz: number, or: number, oz: number, nr: number, nz: number];

export function lathe(profile: Profile[], sides = 24): Solid {
  const solid = empty();
  for (let i = 0; i <= sides; ++i) {
    const c = Math.cos((2 * Math.PI * i) / sides);
    const s = Math.sin((2 * Math.PI * i) / sides);
    for (const [pr, pz, or, oz, nr, nz] of profile)
      vertex(solid, [pr * c, pr * s, pz], [or * c, or * s, oz], [nr * c, nr * s, nz]);
  }
  const n = profile.length;
  for (let i = 0; i < sides; ++i) {
    for (let k = 0; k + 1 < n; ++k) {
      const a = i * n + k;
      const b = a + n;
      solid.index.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  return solid;
}

function quarter(from: number, to: number, steps: number, pr: number, pz: number): Profile[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return [pr, pz, c, s, c, s] as Profile;
  });
}

const right = Math.PI / 2;

/** From z = 0 to z = 1, with round ends. `sides` of all of these: how round they are. */
export function capsule(sides = 16): Solid {
  const steps = Math.max(1, Math.round(sides / 4));
  return lathe([...quarter(-right, 0, steps, 0, 0), ...quarter(0, right, steps, 0, 1)], sides);
}
export function ball(sides = 32): Solid {
  return lathe(quarter(-right, right, Math.round(sides / 2), 0, 0), sides);
}
/** Radius 1 and height 1 about the origin, edges rounded by the thickness, which adds to both. */
export function drum(sides = 40): Solid {
  return lathe(
    [[0, -0.5, 0, -1, 0, -1], ...quarter(-right, 0, 2, 1, -0.5), ...quarter(0, right, 2, 1, 0.5), [0, 0.5, 0, 1, 0, 1]],
    sides,
  );
}
/** A circle of radius 1 about z, as a tube. It may be as large as the scene: fewer sides would be seen. */
export function tube(sides = 128): Solid {
  return lathe(quarter(-Math.PI, Math.PI, 10, 1, 0), sides);
}
/** From z = 0 to z = 1; its head is six thicknesses long. */
export function arrow(sides = 12): Solid {
  const slope = Math.atan2(2.4, 6);
  const nr = Math.cos(slope);
  const nz = Math.sin(slope);
  return lathe(
    [
      [0, 0, 0, 0, 0, -1], [0, 0, 1, 0, 0.7, -0.7], [0, 1, 1, -6, 1, 0], [0, 1, 1, -6, 0, -1], [0, 1, 2.4, -6, 0.5, -0.8],
      [0, 1, 2.4, -6, nr, nz], [0, 1, 0.12, -0.15, nr, nz], [0, 1, 0, 0, 0, 1],
    ],
    sides,
  );
}

/** Edges of length 1 about the origin, rounded by the thickness, which adds to them. */
export function brick(): Solid {
  const solid = empty();
  const m = 2; // corners are cut once: they are small
  const steps: [number, number][] = [];
  for (let i = 0; i < m; ++i) steps.push([-0.5, -1 + i / (m - 1)]);
  for (let i = 0; i < m; ++i) steps.push([0.5, i / (m - 1)]);
  for (let axis = 0; axis < 3; ++axis) {
    for (const side of [-1, 1]) {
      const start = solid.shade.length;
      for (const [pu, au] of steps) {
        for (const [pv, av] of steps) {
          const u = Math.tan((au * Math.PI) / 4);
          const v = Math.tan((av * Math.PI) / 4);
          const length = Math.hypot(u, v, 1);
          const turn = (a: number, b: number, c: number): V3 => {
            const out: [number, number, number] = [0, 0, 0];
            out[axis] = a;
            out[(axis + 1) % 3] = b;
            out[(axis + 2) % 3] = c;
            return out;
          };
          const n = turn(side / length, u / length, v / length);
          vertex(solid, turn(side * 0.5, pu, pv), n, n);
        }
      }
      const n = steps.length;
      for (let i = 0; i + 1 < n; ++i) {
        for (let k = 0; k + 1 < n; ++k) {
          const a = start + i * n + k;
          const b = a + n;
          if (side > 0) solid.index.push(a, b, b + 1, a, b + 1, a + 1);
          else solid.index.push(a, b + 1, b, a, a + 1, b + 1);
        }
      }
    }
  }
  return solid;
}

/** Round wire along a curve that will be stretched along z: it is round when that is done. */
export function wire(points: V3[], sides = 8, stretch = 1): Solid {
  const solid = empty();
  const along = (i: number): V3 => {
    const a = points[Math.max(0, i - 1)]!;
    const b = points[Math.min(points.length - 1, i + 1)]!;
    return unit([b[0] - a[0], b[1] - a[1], stretch * (b[2] - a[2])]);
  };
  let side: V3 = [1, 0, 0];
  for (let i = 0; i < points.length; ++i) {
    const t = along(i);
    side = perpendicular(t, side);
    const up = cross(t, side);
    for (let k = 0; k <= sides; ++k) {
      const c = Math.cos((2 * Math.PI * k) / sides);
      const s = Math.sin((2 * Math.PI * k) / sides);
      const n: V3 = [c * side[0] + s * up[0], c * side[1] + s * up[1], c * side[2] + s * up[2]];
      vertex(solid, points[i]!, n, n);
    }
  }
  const n = sides + 1;
  for (let i = 0; i + 1 < points.length; ++i) {
    for (let k = 0; k < sides; ++k) {
      const a = i * n + k;
      const b = a + n;
      solid.index.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  return solid;
}

/** A coil of radius 1 from z = 0 to z = 1, with straight ends on the axis; most are about ten radii long. */
export function coil(turns = 8): Solid {
  return wire(coilPoints(turns), 8, 10);
}

/** Places along a coil: it starts and ends on the axis, and turns `turns` times between. */
export function coilPoints(turns: number): V3[] {
  const lead = 0.12;
  const steps = turns * 20;
  const points: V3[] = [[0, 0, 0], [0, 0, lead * 0.8]];
  for (let i = 0; i <= steps; ++i) {
    const angle = (2 * Math.PI * turns * i) / steps;
    points.push([Math.cos(angle), Math.sin(angle), lead + ((1 - 2 * lead) * i) / steps]);
  }
  points.push([0, 0, 1 - lead * 0.8], [0, 0, 1]);
  return points;
}

/** A flat convex polygon (x, y, counter-clockwise) of height 1 about z = 0, rounded by the thickness, which adds to it. */
export function prism(polygon: (readonly [number, number])[]): Solid {
  const solid = empty();
  const n = polygon.length;
  const ring: { p: readonly [number, number]; d: readonly [number, number] }[] = [];
  const normalOf = (i: number): number => {
    const a = polygon[(i + n) % n]!;
    const b = polygon[(i + 1) % n]!;
    return Math.atan2(-(b[0] - a[0]), b[1] - a[1]);
  };
  for (let i = 0; i < n; ++i) {
    const from = normalOf(i - 1);
    let turn = normalOf(i) - from;
    while (turn < -1e-9) turn += 2 * Math.PI;
    const steps = Math.max(1, Math.ceil(turn / 0.35));
    for (let k = 0; k <= steps; ++k) {
      const angle = from + (turn * k) / steps;
      ring.push({ p: polygon[i]!, d: [Math.cos(angle), Math.sin(angle)] });
    }
  }
  const levels: [number, number][] = [];
  for (let i = 0; i <= 3; ++i) levels.push([-0.5, -right + (right * i) / 3]);
  for (let i = 0; i <= 3; ++i) levels.push([0.5, (right * i) / 3]);
  for (const { p, d } of [...ring, ring[0]!]) {
    for (const [z, angle] of levels) {
      const c = Math.cos(angle);
      const normal: V3 = [c * d[0], c * d[1], Math.sin(angle)];
      vertex(solid, [p[0], p[1], z], normal, normal);
    }
  }
  const m = levels.length;
  for (let i = 0; i < ring.length; ++i) {
    for (let k = 0; k + 1 < m; ++k) {
      const a = i * m + k;
      const b = a + m;
      solid.index.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  for (let i = 1; i + 1 < ring.length; ++i) {
    solid.index.push(0, (i + 1) * m, i * m);
    solid.index.push(m - 1, i * m + m - 1, (i + 1) * m + m - 1);
  }
  return solid;
}

/** How a part of a glyph is placed: scaled along its axes, its z turned to `along`, then moved; all in thicknesses. */
export interface Placing {
  at?: V3;
  along?: V3;
  side?: V3;
  scale?: V3;
  thick?: number;
  shade?: number;
}

/** Adds a solid to a glyph, which has no positions any more, only offsets: it has one size, that of the thickness. */
export function join(glyph: Solid, part: Solid, placing: Placing): Solid {
  const { at = [0, 0, 0], along = [0, 0, 1], scale = [1, 1, 1], thick = 1, shade = 1 } = placing;
  const z = unit(along);
  const x = perpendicular(z, placing.side ?? (Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const y = cross(z, x);
  const turn = (a: number, b: number, c: number): V3 => [
    a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2],
  ];
  const start = glyph.shade.length;
  for (let i = 0; i < part.shade.length; ++i) {
    const get = (list: number[], k: number): number => list[3 * i + k]!;
    const o = turn(
      get(part.position, 0) * scale[0] + get(part.offset, 0) * thick,
      get(part.position, 1) * scale[1] + get(part.offset, 1) * thick,
      get(part.position, 2) * scale[2] + get(part.offset, 2) * thick,
    );
    const n = turn(get(part.normal, 0), get(part.normal, 1), get(part.normal, 2));
    vertex(glyph, [0, 0, 0], [o[0] + at[0], o[1] + at[1], o[2] + at[2]], n, part.shade[i]! * shade);
  }
  for (const i of part.index) glyph.index.push(start + i);
  return glyph;
}

function unit(v: V3): V3 {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
function cross(a: V3, b: V3): V3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
/** The part of `v` across `axis`, of unit length. */
function perpendicular(axis: V3, v: V3): V3 {
  const along = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
  const out: V3 = [v[0] - along * axis[0], v[1] - along * axis[1], v[2] - along * axis[2]];
  if (Math.hypot(...out) > 1e-6) return unit(out);
  return perpendicular(axis, Math.abs(axis[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
}
