// The place from which a perspective camera just shows everything.

type V3 = readonly [number, number, number];

export interface Fitted {
  /** Of the camera: along `side`, `above` and `from` (towards it). */
  place: [number, number, number];
  /** Middle of the depth of what is seen, along `from`. */
  depth: number;
}

/**
 * Shows points (x, y, z, radius) in an opening of tangents `wide` and `high` (half angles) around -from. The least distance
 * for which a shift exists: a point at (a, d) along side and from is inside if |a - shift| <= wide (distance - d).
 */
export function fitted(points: Float64Array, side: V3, above: V3, from: V3, wide: number, high: number): Fitted {
  const most = [-Infinity, -Infinity];
  const least = [Infinity, Infinity];
  let near = -Infinity;
  let far = Infinity;
  const tangents = [wide, high];
  const slants = tangents.map((k) => Math.sqrt(1 + k * k));
  for (let i = 0; i + 3 < points.length; i += 4) {
    const [x, y, z, r] = [points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!];
    const d = x * from[0] + y * from[1] + z * from[2];
    for (let axis = 0; axis < 2; ++axis) {
      const v = axis === 0 ? side : above;
      const a = x * v[0] + y * v[1] + z * v[2];
      const k = tangents[axis]!;
      const more = r * slants[axis]!;
      most[axis] = Math.max(most[axis]!, a + k * d + more);
      least[axis] = Math.min(least[axis]!, a - k * d - more);
    }
    near = Math.max(near, d + r);
    far = Math.min(far, d - r);
  }
  const distance = Math.max((most[0]! - least[0]!) / (2 * wide), (most[1]! - least[1]!) / (2 * high));
  return { place: [(most[0]! + least[0]!) / 2, (most[1]! + least[1]!) / 2, distance], depth: (near + far) / 2 };
}
