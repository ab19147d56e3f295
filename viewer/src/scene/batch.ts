// Many instances of one solid, drawn at once. Instances are added while a layer is built, and placed at every frame.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh,
  type Material, type Object3D,
} from "three";
import type { Pose } from "./pose";
import type { Solid } from "./solid";

/** Objects on this layer are looked at to find what is under the pointer. */
export const pickLayer = 1;

/** What the same instances are drawn with besides: outline, shadow. */
export interface Extra {
  material: Material;
  order: number;
}

export class Batch {
  #solid: Solid;
  #items: number[] = [];
  #meshes: InstancedMesh[] = [];
  #matrix = new Float32Array(0);
  #thick = new Float32Array(0);
  #colour = new Float32Array(0);
  #seen = new Uint8Array(0);
  #count = 0; // of those that are seen

  constructor(solid: Solid) {
    this.#solid = solid;
  }

  /** Makes room for one more instance that belongs to an item (its number among all that can be picked, from 1; 0: none). */
  add(item: number): number {
    this.#items.push(item);
    return this.#items.length - 1;
  }

  /** Makes the meshes, when all instances have been added. */
  build(material: Material, extras: Extra[], parent: Object3D, order: number): void {
    const count = this.#items.length;
    this.#matrix = new Float32Array(16 * count);
    this.#thick = new Float32Array(count);
    this.#seen = new Uint8Array(count);
    this.#count = 0;
    this.#colour = new Float32Array(3 * count).fill(0.5);
    const geometry = this.#geometry();
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.instanceMatrix = new InstancedBufferAttribute(this.#matrix, 16).setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(this.#colour, 3);
    mesh.layers.enable(pickLayer);
    mesh.renderOrder = order;
    this.#meshes = [mesh];
    for (const extra of extras) {
      const copy = new InstancedMesh(geometry, extra.material, count);
      copy.instanceMatrix = mesh.instanceMatrix;
      copy.renderOrder = extra.order;
      this.#meshes.push(copy);
    }
    for (const each of this.#meshes) {
      each.frustumCulled = false;
      parent.add(each);
    }
  }

  #geometry(): BufferGeometry {
    const { position, offset, normal, shade, index } = this.#solid;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
    geometry.setAttribute("offset", new BufferAttribute(new Float32Array(offset), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normal), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(shade.flatMap((s) => [s, s, s])), 3));
    geometry.setIndex(index);
    geometry.setAttribute("thick", new InstancedBufferAttribute(this.#thick, 1).setUsage(DynamicDrawUsage));
    const ids = new Uint8Array(4 * this.#items.length);
    this.#items.forEach((item, i) => ids.set([item & 255, (item >> 8) & 255, (item >> 16) & 255, item ? 255 : 0], 4 * i));
    geometry.setAttribute("pick", new InstancedBufferAttribute(ids, 4, true));
    return geometry;
  }

  /** Places an instance: axes and origin of the pose, scaled; not a number hides it. */
  put(i: number, pose: Pose, sx: number, sy: number, sz: number, thick: number): void {
    const m = this.#matrix;
    const p = pose.numbers;
    const k = 16 * i;
    if (!pose.good || !Number.isFinite(sx + sy + sz + thick)) {
      this.hide(i);
      return;
    }
    m[k] = p[3]! * sx;
    m[k + 1] = p[4]! * sx;
    m[k + 2] = p[5]! * sx;
    m[k + 4] = p[6]! * sy;
    m[k + 5] = p[7]! * sy;
    m[k + 6] = p[8]! * sy;
    m[k + 8] = p[9]! * sz;
    m[k + 9] = p[10]! * sz;
    m[k + 10] = p[11]! * sz;
    m[k + 12] = p[0]!;
    m[k + 13] = p[1]!;
    m[k + 14] = p[2]!;
    m[k + 15] = 1;
    this.#thick[i] = thick;
    this.#count += 1 - this.#seen[i]!;
    this.#seen[i] = 1;
  }
  /** Where the origin of an instance is, and its third axis, scaled. */
  placed(i: number): { at: number[]; along: number[] } {
    const column = (k: number): number[] => [...this.#matrix.subarray(16 * i + 4 * k, 16 * i + 4 * k + 3)];
    return { at: column(3), along: column(2) };
  }
  hide(i: number): void {
    if (this.#seen[i] === 0) return;
    this.#seen[i] = 0;
    --this.#count;
    this.#matrix.fill(0, 16 * i, 16 * i + 16);
    this.#thick[i] = 0;
  }
  paint(i: number, r: number, g: number, b: number): void {
    this.#colour[3 * i] = r;
    this.#colour[3 * i + 1] = g;
    this.#colour[3 * i + 2] = b;
  }

  /** Marks what has changed, for the graphics processor. */
  sent(): void {
    const mesh = this.#meshes[0]!;
    // Hidden instances take their time, too.
    for (const each of this.#meshes) each.count = this.#count > 0 ? this.#items.length : 0;
    if (this.#count === 0) return;
    mesh.instanceMatrix.needsUpdate = true;
    mesh.geometry.getAttribute("thick").needsUpdate = true;
  }
  painted(): void {
    this.#meshes[0]!.instanceColor!.needsUpdate = true;
  }

  style(material: Material, first: boolean): void {
    this.#meshes[0]!.material = material;
    for (const extra of this.#meshes.slice(1)) extra.visible = first;
  }
  get count(): number {
    return this.#items.length;
  }
  dispose(): void {
    this.#meshes[0]?.geometry.dispose();
    for (const mesh of this.#meshes) {
      mesh.removeFromParent();
      mesh.dispose();
    }
  }
}

