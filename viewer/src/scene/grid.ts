// The ground: a grid level with it in space, lines at round numbers behind a mechanism of the plane.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments, Vector3 } from "three";
import { roundBelow } from "./scale";

const most = 400; // lines in one view; the spacing keeps them below

export class Grid {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  #positions = new Float32Array(most * 6);
  #colours = new Float32Array(most * 6);
  #count = 0;
  #weak = new Color();
  #strong = new Color();

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("color", new BufferAttribute(this.#colours, 3).setUsage(DynamicDrawUsage));
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, depthWrite: false }));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = -5;
  }

  colours(weak: string, strong: string): void {
    this.#weak.set(weak);
    this.#strong.set(strong);
  }

  /** Lines across two unit vectors from `middle` (relative to `centre`), `half` to each side; those through zero are strong. */
  set(middle: Vector3, u: Vector3, v: Vector3, halfU: number, halfV: number, spacing: number, centre: Float64Array): void {
    this.#count = 0;
    const from = new Vector3(...(centre as unknown as [number, number, number]));
    const absolute = middle.clone().add(from);
    for (const [a, b, halfA, halfB] of [[u, v, halfU, halfV], [v, u, halfV, halfU]] as const) {
      const place = absolute.dot(a);
      const first = Math.ceil((place - halfA) / spacing);
      const last = Math.floor((place + halfA) / spacing);
      for (let k = first; k <= last && this.#count < most; ++k) {
        const at = middle.clone().addScaledVector(a, k * spacing - place);
        this.#line(at.clone().addScaledVector(b, -halfB), at.addScaledVector(b, halfB), k === 0 ? this.#strong : this.#weak);
      }
    }
    const geometry = this.lines.geometry;
    geometry.setDrawRange(0, 2 * this.#count);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("color").needsUpdate = true;
  }
  #line(a: Vector3, b: Vector3, colour: Color): void {
    const k = 6 * this.#count++;
    a.toArray(this.#positions, k);
    b.toArray(this.#positions, k + 3);
    colour.toArray(this.#colours, k);
    colour.toArray(this.#colours, k + 3);
  }
  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}

/** Distance of lines so that about `lines` of them are across a length. */
export function spacingFor(length: number, lines: number): number {
  return roundBelow((length / lines) * 1.999);
}
