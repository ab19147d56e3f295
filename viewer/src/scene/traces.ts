// Paths of points: all of it thin, what has passed by now strong.
import { Color, Group, type InterleavedBufferAttribute } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { rowBefore } from "../data/locate";
import type { Entry } from "./entries";
import type { Layer } from "./layer";

const most = 4000; // points of a path

export class Trace {
  readonly group = new Group();
  #all: Line2;
  #past: Line2;
  #times: Float64Array;
  #points: Float32Array;
  #cut = -1;
  #hint = 0;

  constructor(layer: Layer, readonly entry: Entry, centre: Float64Array, colour: string, background: string, behind: number, rank: number) {
    const times: number[] = [];
    const points: number[] = [];
    layer.along(most, (x, time) => {
      const place = [0, 1, 2].map((i) => x[entry.at + i]! - centre[i]!);
      if (!place.every(Number.isFinite)) return;
      times.push(time);
      points.push(place[0]!, place[1]!, place[2]! - behind);
    });
    this.#times = Float64Array.from(times);
    this.#points = Float32Array.from(points);
    this.#all = this.#line(new Color(background).lerp(new Color(colour), 0.45), 1.5, 2 * rank + 1);
    this.#past = this.#line(new Color(colour), 3, 2 * rank);
    this.group.visible = times.length > 1;
  }
  /** Of lines in the same place that of the lowest rank is seen. */
  #line(color: Color, linewidth: number, rank: number): Line2 {
    const geometry = new LineGeometry();
    geometry.setPositions(this.#points.length >= 6 ? this.#points : new Float32Array(6));
    const line = new Line2(geometry, new LineMaterial({ color, linewidth, polygonOffset: rank > 0, polygonOffsetFactor: 0, polygonOffsetUnits: 40 * rank }));
    line.frustumCulled = false;
    line.renderOrder = -2;
    this.group.add(line);
    return line;
  }

  /** Shows what has passed until a time; the last piece ends where the point is now. */
  update(time: number, layer: Layer, centre: Float64Array, behind: number): void {
    if (!this.group.visible) return;
    const last = this.#times.length - 2;
    const k = Math.min(last, rowBefore(this.#times, time, this.#hint));
    this.#hint = k;
    const geometry = this.#past.geometry;
    const buffer = (geometry.getAttribute("instanceStart") as InterleavedBufferAttribute).data;
    const array = buffer.array as Float32Array;
    buffer.clearUpdateRanges();
    if (this.#cut >= 0 && this.#cut !== k) {
      array.set(this.#points.subarray(3 * this.#cut + 3, 3 * this.#cut + 6), 6 * this.#cut + 3);
      buffer.addUpdateRange(6 * this.#cut, 6);
    }
    for (let i = 0; i < 3; ++i) array[6 * k + 3 + i] = layer.x[this.entry.at + i]! - centre[i]! - (i === 2 ? behind : 0);
    buffer.addUpdateRange(6 * k, 6);
    buffer.needsUpdate = true;
    this.#cut = k;
    geometry.instanceCount = k + 1;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const line of [this.#all, this.#past]) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}
