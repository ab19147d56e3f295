// A place and three axes, calculated without making objects.

export class Pose {
  /** Origin, then the three axes. */
  readonly numbers = new Float64Array(12);
  good = true;

  /** Places are relative to `centre`: graphics processors have seven digits, which a place far away would use up. */
  constructor(readonly centre: Float64Array) {}

  at(x: Float64Array, k: number): this {
    return this.place(x[k]!, x[k + 1]!, x[k + 2]!);
  }
  place(x: number, y: number, z: number): this {
    const n = this.numbers;
    n[0] = x - this.centre[0]!;
    n[1] = y - this.centre[1]!;
    n[2] = z - this.centre[2]!;
    this.good = Number.isFinite(x + y + z);
    return this;
  }
  move(dx: number, dy: number, dz: number): this {
    this.numbers[0]! += dx;
    this.numbers[1]! += dy;
    this.numbers[2]! += dz;
    return this;
  }

  /** Axes of the world. */
  level(): this {
    this.numbers.fill(0, 3);
    this.numbers[3] = this.numbers[7] = this.numbers[11] = 1;
    return this;
  }

  /** The third axis along (ax, ay, az), the second as near to (hx, hy, hz) as it can be. Returns the length of the former. */
  aim(ax: number, ay: number, az: number, hx: number, hy: number, hz: number): number {
    const n = this.numbers;
    const length = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(length > 0)) {
      this.good = this.good && length === 0;
      this.level();
      return length;
    }
    const zx = ax / length;
    const zy = ay / length;
    const zz = az / length;
    let along = zx * hx + zy * hy + zz * hz;
    let yx = hx - along * zx;
    let yy = hy - along * zy;
    let yz = hz - along * zz;
    let size = Math.sqrt(yx * yx + yy * yy + yz * yz);
    if (size < 1e-3) {
      // The hint is along the axis: take the axis of the world that is most across it.
      const a = Math.abs(zx) <= Math.abs(zy) && Math.abs(zx) <= Math.abs(zz) ? 0 : Math.abs(zy) <= Math.abs(zz) ? 1 : 2;
      along = a === 0 ? zx : a === 1 ? zy : zz;
      yx = (a === 0 ? 1 : 0) - along * zx;
      yy = (a === 1 ? 1 : 0) - along * zy;
      yz = (a === 2 ? 1 : 0) - along * zz;
      size = Math.sqrt(yx * yx + yy * yy + yz * yz);
    }
    yx /= size;
    yy /= size;
    yz /= size;
    n[3] = yy * zz - yz * zy;
    n[4] = yz * zx - yx * zz;
    n[5] = yx * zy - yy * zx;
    n[6] = yx;
    n[7] = yy;
    n[8] = yz;
    n[9] = zx;
    n[10] = zy;
    n[11] = zz;
    return length;
  }

  /** Axes from the second and third of a right-handed frame, x[b] and x[c]: unit vectors but for interpolation. */
  frame(x: Float64Array, b: number, c: number): this {
    const length = this.aim(x[c]!, x[c + 1]!, x[c + 2]!, x[b]!, x[b + 1]!, x[b + 2]!);
    if (!Number.isFinite(length + x[b]! + x[b + 1]! + x[b + 2]!)) this.good = false;
    return this;
  }
}
