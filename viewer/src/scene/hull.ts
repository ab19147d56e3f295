// The plate through points of a body.

type V2 = readonly [number, number];
type V3 = readonly [number, number, number];

/** Corners of the smallest convex polygon around points, counter-clockwise; fewer than three if they are on a line. */
export function hull(points: V2[]): V2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: V2, a: V2, b: V2): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: V2[]): V2[] => {
    const out: V2[] = [];
    for (const p of list) {
      while (out.length >= 2 && turn(out[out.length - 2]!, out[out.length - 1]!, p) <= 1e-12) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  const found = [...half(sorted), ...half(sorted.reverse())];
  return found.length > 0 ? found : sorted.slice(0, 1);
}

export interface Plate {
  origin: V3;
  u: V3;
  v: V3;
  polygon: V2[];
}

/** The plane of points, if they are in one to within a tolerance, and their places in it. */
export function plateOf(points: V3[], tolerance: number): Plate | null {
  const origin = points[0]!;
  const sub = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: V3, b: V3): V3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a: V3): V3 => {
    const length = Math.sqrt(dot(a, a));
    return [a[0] / length, a[1] / length, a[2] / length];
  };
  const furthest = (of: (p: V3) => number): V3 => points.reduce((best, p) => (of(p) > of(best) ? p : best));
  const far = sub(furthest((p) => dot(sub(p, origin), sub(p, origin))), origin);
  if (dot(far, far) <= tolerance * tolerance) return null;
  const u = unit(far);
  const across = (p: V3): V3 => {
    const d = sub(p, origin);
    const a = dot(d, u);
    return [d[0] - a * u[0], d[1] - a * u[1], d[2] - a * u[2]];
  };
  const widest = across(furthest((p) => dot(across(p), across(p))));
  const v = dot(widest, widest) > tolerance * tolerance ? unit(widest) : unit(cross(Math.abs(u[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], u));
  const normal = cross(u, v);
  for (const p of points) if (Math.abs(dot(sub(p, origin), normal)) > tolerance) return null;
  return { origin, u, v, polygon: points.map((p) => [dot(sub(p, origin), u), dot(sub(p, origin), v)] as const) };
}
