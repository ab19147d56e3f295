// Where the parts of one result are put: its batches, and what they need to know to place themselves.
import type { Material, Object3D } from "three";
import { Batch, type Extra } from "./batch";
import type { Entry } from "./entries";
import type { Measures } from "./measure";
import { Pose } from "./pose";
import { capsule, drum, tube, type Solid } from "./solid";
import type { Values } from "./values";

/** What colours an instance: its item, or what it is. */
export type Role = "item" | "mark" | "ground" | "guide" | "reaction" | "applied" | "velocity" | "drawn";

export interface Tinted {
  batch: Batch;
  index: number;
  entry: Entry;
  role: Role;
}

/** Settings that parts follow. */
export interface Shown {
  reactions: boolean;
  applied: boolean;
  /** Metres a newton, a newton metre, a metre a second. */
  forceScale: number;
  torqueScale: number;
  velocityScale: number;
  longest: number;
  /** Joints are larger while their colours are to be seen. */
  emphasis: number;
  /** Metres a pixel, for what must not get too thin to see. */
  pixel: number;
}

/** All values in the rows before and after the moment, and how much of the step between them has passed. */
export interface Beside {
  before: Float64Array;
  after: Float64Array;
  share: number;
}

export class Stage {
  readonly pose: Pose;
  readonly tinted: Tinted[] = [];
  readonly updates: ((x: Float64Array) => void)[] = [];
  /** Something stands on a support of the ground. */
  supported = false;
  /** Height of a level plane of the ground that something moves on. */
  level: number | null = null;
  #beside: Beside | null = null;
  #batches = new Map<string, { batch: Batch; kind: "solid" | "arrow" | "sheet" }>();

  constructor(
    readonly values: Values,
    readonly measures: Measures,
    readonly planar: boolean,
    readonly up: [number, number, number],
    readonly centre: Float64Array,
    readonly shown: Shown,
    /** All values in the first row, for what does not change. */
    readonly start: Float64Array,
    /** So many items that details would not be seen. */
    readonly many: boolean,
  ) {
    this.pose = new Pose(centre);
  }

  /** An instance of a solid; `key` names the solid, which is made once. */
  add(key: string, make: () => Solid, entry: Entry, role: Role, kind: "solid" | "arrow" | "sheet" = "solid"): Tinted {
    let found = this.#batches.get(key);
    if (!found) {
      found = { batch: new Batch(make()), kind };
      this.#batches.set(key, found);
    }
    const index = found.batch.add(role === "guide" || role === "ground" ? 0 : entry.id);
    const tinted = { batch: found.batch, index, entry, role };
    this.tinted.push(tinted);
    return tinted;
  }

  /** A round bar from z = 0 to 1; among many it has fewer sides. */
  rod(entry: Entry, role: Role): Tinted {
    return this.add("capsule", () => capsule(this.many ? 8 : 16), entry, role);
  }
  /** A circle about z, as a tube, and a disc: among many only as round as small ones need. */
  ring(entry: Entry, role: Role): Tinted {
    return this.add("tube", () => (this.many ? tube(56) : tube()), entry, role);
  }
  disc(entry: Entry, role: Role): Tinted {
    return this.add("disc", () => drum(this.many ? 40 : 96), entry, role);
  }

  build(materials: Record<"solid" | "arrow" | "sheet", Material>, extras: Extra[], parent: Object3D): void {
    for (const { batch, kind } of this.#batches.values())
      batch.build(materials[kind], kind === "solid" ? extras : [], parent, kind === "arrow" ? 10 : 0);
  }
  style(materials: Record<"solid" | "arrow" | "sheet", Material>, first: boolean): void {
    for (const { batch, kind } of this.#batches.values()) batch.style(materials[kind], first);
  }

  /** Places everything for the values of a moment; `beside`: it is between two rows. */
  update(x: Float64Array, beside: Beside | null = null): void {
    this.#beside = beside;
    for (const each of this.updates) each(x);
    for (const { batch } of this.#batches.values()) batch.sent();
  }
  painted(): void {
    for (const { batch } of this.#batches.values()) batch.painted();
  }
  dispose(): void {
    for (const { batch } of this.#batches.values()) batch.dispose();
  }
  get instances(): number {
    let sum = 0;
    for (const { batch } of this.#batches.values()) sum += batch.count;
    return sum;
  }

  /** A solid from z = 0 to 1 between the places x[a] and x[b]. */
  between(part: Tinted, x: Float64Array, a: number, b: number, thick: number, radius = 1): void {
    this.#bar(part, x, a, b, thick, radius, null);
  }
  /** The same between places of one body: between two rows it is as long as in these, and both ends are moved equally. */
  bar(part: Tinted, x: Float64Array, a: number, b: number, thick: number): void {
    const rows = this.#beside;
    const long = rows && (1 - rows.share) * distance(rows.before, a, b) + rows.share * distance(rows.after, a, b);
    this.#bar(part, x, a, b, thick, 1, long);
  }
  #bar(part: Tinted, x: Float64Array, a: number, b: number, thick: number, radius: number, long: number | null): void {
    this.pose.at(x, a);
    const apart = this.pose.aim(x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!, 0, 0, 1);
    const length = long ?? apart;
    if (long !== null) {
      const p = this.pose.numbers;
      const back = (apart - length) / 2;
      this.pose.move(back * p[9]!, back * p[10]!, back * p[11]!);
    }
    part.batch.put(part.index, this.pose, radius, radius, Math.max(length, 1e-6 * this.measures.size), thick);
  }
  /** A solid without direction. */
  spot(part: Tinted, x: Float64Array, at: number, thick: number): void {
    part.batch.put(part.index, this.pose.at(x, at).level(), 1, 1, 1, thick);
  }
}

/** Of two places. */
export function distance(x: Float64Array, a: number, b: number): number {
  return Math.hypot(x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!);
}
