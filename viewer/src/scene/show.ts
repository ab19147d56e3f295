// What is on show: layers of the results that are visible, their sizes, paths and arrows, and the frames that are drawn.
import { Vector3, type Box3 } from "three";
import type { Head } from "../data/format";
import type { Clock } from "../ui/clock";
import type { Theme } from "./colours";
import type { Entry } from "./entries";
import { known, type Colouring, type Layer, type Range } from "./layer";
import { longestArrow, overlong, together, type Measures } from "./measure";
import { shortened } from "./overlay";
import type { Shown } from "./stage";
import { Trace } from "./traces";
import type { News } from "./track";
import type { World } from "./world";
import { write } from "./writing";

export type ForceKind = "none" | "reactions" | "applied" | "all";

/** What the reader has chosen. */
export interface Settings {
  forces: ForceKind;
  factor: number;
  colouring: Colouring;
  labels: boolean;
  follows: boolean;
}

export class Show {
  readonly settings: Settings = { forces: "none", factor: 1, colouring: "none", labels: false, follows: false };
  readonly shown: Shown = { reactions: false, applied: false, forceScale: 0, torqueScale: 0, velocityScale: 0, longest: 0, emphasis: 1, pixel: 0 };
  readonly traces = new Map<string, Trace[]>();
  measures: Measures | null = null;
  range: Range | null = null;
  marked: Entry | null = null;
  failures: string[] = [];
  frames = 0;
  time = NaN;
  /** Milliseconds that the last frame took to calculate and to submit for drawing. */
  work = 0;
  written = 0;
  /** What the key of arrows says. */
  keys: string[] = [];
  #visible: boolean[];
  #colours: string[] = [];
  #where = new Vector3();
  #ground = new Vector3();
  #frame = 0;
  #moved = true;
  #loadedTo = NaN;
  #loading = 0;
  #far = false;

  constructor(
    readonly world: World,
    readonly layers: Layer[],
    readonly source: Head["source"],
    readonly clock: Clock,
    results: number,
    /** Something that the toolbar shows has changed. */
    readonly changed: () => void,
    /** After each frame. */
    readonly drawn: () => void,
  ) {
    this.#visible = Array.from({ length: results }, (_, i) => i === layers[0]!.index);
    for (const { item } of layers[0]!.plan.entries) if (item.type === "trace") this.traces.set(item.name, []);
    for (const layer of layers) world.scene.add(layer.group);
  }

  get planar(): boolean {
    return this.layers[0]!.planar;
  }
  get visible(): Layer[] {
    return this.layers.filter((layer) => this.#visible[layer.index]);
  }
  layerOf(entry: Entry): Layer {
    return this.layers.find((layer) => layer.index === entry.result)!;
  }

  // ---- numbers

  load(): void {
    const { clock } = this;
    this.#loadedTo = clock.to;
    for (const layer of this.visible) {
      if (layer.track.base && this.source !== "live") continue;
      ++this.#loading;
      const done = (): void => {
        this.failures = [];
      };
      const failed = (error: unknown): void => {
        this.failures = [`No numbers for ${shortened(layer.head.label)}: ${error instanceof Error ? error.message : String(error)}`];
        this.changed();
      };
      void layer.track.load(clock.from, clock.to).then(done, failed).finally(() => {
        --this.#loading;
        this.grew();
      });
    }
  }
  /** A run that goes on has more rows: they are asked for at once, or when what was asked for has come. */
  grew(): void {
    if (this.source === "live" && this.clock.to > this.#loadedTo && this.#loading === 0) this.load();
  }

  /** Numbers of a layer have come: the first time it is built, later only if its sizes have become too small. */
  came(layer: Layer, news: News): void {
    const before = layer.measures;
    if (!before || this.source === "live") {
      if (!layer.measure()) return;
      const now = this.#extent() ?? layer.measures!;
      if (!this.measures || tooSmall(this.measures, now)) {
        this.#adopt(now);
        for (const other of this.layers) if (other.measures) this.#build(other);
        this.#layGround();
      } else if (!before) {
        // Parts are as thick as before, but there is more to see.
        this.#adopt({ ...this.measures, low: now.low, high: now.high, cloud: now.cloud });
        this.#build(layer);
      }
      this.rescale();
      this.retrace();
      this.repaint();
    } else if (news === "rates") this.retrace();
    this.request(true);
    this.changed();
  }
  /** The motion of all results that are visible, as far as it is known; null: of none. */
  #extent(): Measures | null {
    const known = this.visible.flatMap(({ measures }) => (measures ? [measures] : []));
    return known.length > 0 ? together(known) : null;
  }
  #adopt(measures: Measures): void {
    const first = this.measures === null;
    const { low, high } = measures;
    this.measures = measures;
    // Each by itself: results that are far from each other go nowhere.
    const far = this.visible.some((layer) => layer.measures !== null && motionOf(layer.measures) > 6 * layer.measures.size);
    if (far && !this.#far) this.settings.follows = true;
    this.#far = far;
    if (first) for (let i = 0; i < 3; ++i) this.world.centre[i] = (low[i]! + high[i]!) / 2;
    const { cameras } = this.world;
    if (first) cameras.look(cameras.isFlat ? "plane" : cameras.name || "iso", ...this.#seen());
    else this.refit();
  }
  #build(layer: Layer): void {
    const { centre, solid, extras } = this.world;
    layer.build(this.measures!, centre, this.shown, solid, extras);
    this.restyle();
  }
  /** The grid: on a level plane that things move on, else below everything and below the supports. */
  #layGround(): void {
    const layer = this.layers.find(({ stage }) => stage !== null);
    if (!layer || !this.measures) return;
    const { low, high, thick, size } = this.measures;
    const lowest = layer.scene.up.reduce((sum, u, i) => sum + u * (u > 0 ? low[i]! : high[i]!), 0);
    const level = layer.stage!.level ?? lowest - (layer.stage!.supported ? 5.2 * thick : 0);
    // Of a long motion only what is around the mechanism: the grid moves along.
    const around = this.settings.follows ? this.#where : this.world.box(low, high).getCenter(new Vector3());
    this.#ground.copy(around);
    this.world.layGrid(around, this.settings.follows ? 4 * size : 0.75 * motionOf(this.measures), level);
  }

  // ---- how it looks

  setVisible(visible: boolean[]): void {
    this.#visible = [...visible];
    this.load();
    this.restyle();
    this.rescale();
    this.retrace();
    this.repaint();
  }
  setColours(colours: string[]): void {
    this.#colours = [...colours];
    this.retrace();
    this.repaint();
  }
  setTheme(theme: Theme): void {
    this.world.theme(theme);
    this.#layGround();
    this.retrace();
    this.repaint();
  }
  #colourOf(layer: Layer, otherwise: number): string {
    const list = this.world.palette.trace;
    return this.#colours[layer.index] ?? list[otherwise % list.length]!;
  }

  /** The first result as it is, others seen through. */
  restyle(): void {
    this.visible.forEach((layer, i) => layer.stage?.style(i === 0 ? this.world.solid : this.world.ghost, i === 0));
    for (const layer of this.layers) layer.group.visible = this.#visible[layer.index] ?? false;
    this.request(true);
  }
  /** Lengths of arrows: the largest force of the run is a third of the scene, times the factor. */
  rescale(): void {
    const { measures, shown } = this;
    const { forces, factor } = this.settings;
    if (!measures) return;
    const all = this.visible.flatMap((layer) => (layer.measures ? [layer.measures] : []));
    const most = (key: "force" | "torque" | "velocity"): number => Math.max(0, ...all.map((m) => m[key]));
    const longest = longestArrow(measures.size, measures.link);
    const per = (largest: number, length: number): number => (largest > 0 ? (length * factor) / largest : 0);
    shown.reactions = forces === "reactions" || forces === "all";
    shown.applied = forces === "applied" || forces === "all";
    shown.forceScale = per(most("force"), longest);
    shown.torqueScale = per(most("torque"), 0.4 * longest);
    shown.velocityScale = per(most("velocity"), longest);
    shown.longest = overlong * longest;
    this.request(true);
  }
  repaint(): void {
    this.shown.emphasis = this.settings.colouring === "none" ? 1 : 1.5;
    this.range = this.visible[0]?.range(this.settings.colouring) ?? null;
    this.paint();
    this.request(true);
  }
  paint(): void {
    this.visible.forEach((layer, i) => {
      layer.paint(this.world.palette, i === 0 ? null : this.#colourOf(layer, i), this.settings.colouring, this.range, this.marked);
    });
  }
  retrace(): void {
    if (!this.measures) return;
    const { palette, scene, centre } = this.world;
    let number = 0;
    for (const [name, old] of this.traces) {
      for (const trace of old) trace.dispose();
      const made: Trace[] = [];
      this.visible.forEach((layer, i) => {
        const entry = layer.plan.entries.find(({ item }) => item.name === name && (item.type === "trace" || item.type === "point"));
        if (!entry || !layer.stage) return;
        const own = entry.item.type === "trace" && known(entry.item.colour) ? entry.item.colour : null;
        const colour = i === 0 && own !== null ? own : i === 0 ? palette.trace[number % palette.trace.length]! : this.#colourOf(layer, number + i);
        const trace = new Trace(layer, entry, centre, colour, palette.background, this.#behind(), i);
        scene.add(trace.group);
        made.push(trace);
      });
      this.traces.set(name, made);
      ++number;
    }
    this.request(true);
  }
  /** In the plane paths are behind the bodies. */
  #behind(): number {
    return this.planar ? 4 * this.measures!.thick : 0;
  }

  // ---- the camera

  fit(): void {
    if (!this.measures) return;
    this.here();
    this.world.cameras.fit(...this.#seen());
    this.request(false);
  }
  /** What there is to see now, in the window as it is now, from the same side; a view that was moved by hand stays. */
  refit(): void {
    const { cameras } = this.world;
    if (this.measures && !cameras.touched) cameras.fit(...this.#seen());
  }
  look(name: Parameters<World["cameras"]["look"]>[0]): void {
    if (!this.measures) return;
    this.here();
    this.world.cameras.look(name, ...this.#seen());
    this.request(false);
  }
  /** The camera moves along from here on. */
  here(): void {
    this.#where.copy(this.#middle());
    this.#layGround();
  }
  /** What fit shows: the whole motion, or what is around the mechanism when the camera moves along. */
  #seen(): [Box3, Float64Array] {
    const { size, thick } = this.measures!;
    const { low, high, cloud } = this.#extent() ?? this.measures!;
    const { world } = this;
    const more = [0, 1, 2].map((i) => (this.planar && i === 2 ? 3 : 4) * thick);
    if (!this.settings.follows) return [world.box(low.map((v, i) => v - more[i]!), high.map((v, i) => v + more[i]!)), world.cloud(cloud, 4 * thick)];
    const middle = this.#middle().toArray();
    const half = [0, 1, 2].map((i) => (this.planar && i === 2 ? 3 * thick : 0.42 * size));
    const around = middle.map((v, i) => v + world.centre[i]!);
    return [world.box(around.map((v, i) => v - half[i]!), around.map((v, i) => v + half[i]!)), Float64Array.of(...middle, 0.5 * size)];
  }
  /** The middle of the first result's bodies, now. */
  #middle(): Vector3 {
    const layer = this.visible[0];
    const sum = new Vector3();
    let count = 0;
    if (!layer || layer.x.length === 0) return sum;
    for (const { item, at } of layer.plan.entries) {
      if (item.type === "joint" || item.type === "driver" || item.type === "force" || (item.type === "point" && item.ground)) continue;
      const [x, y, z] = [layer.x[at]!, layer.x[at + 1]!, layer.x[at + 2]!];
      if (!Number.isFinite(x + y + z)) continue;
      sum.x += x;
      sum.y += y;
      sum.z += z;
      ++count;
    }
    return count > 0 ? sum.divideScalar(count).sub(new Vector3(...this.world.centre)) : sum;
  }

  // ---- frames

  /** Draws at the next frame; `moved`: not only the camera has changed. */
  request(moved: boolean): void {
    this.#moved ||= moved;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.draw());
  }
  draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const start = performance.now();
    const pixel = this.world.cameras.pixel(this.world.height);
    if (pixel !== this.shown.pixel) this.#moved = true;
    this.shown.pixel = pixel;
    const time = this.clock.time;
    if (this.#moved) this.#advance(time);
    if (!this.measures) return;
    this.world.draw(this.measures.thick);
    this.written = write(this);
    this.time = time;
    ++this.frames;
    this.drawn();
    this.work = performance.now() - start;
  }
  /** Everything at a time. */
  #advance(time: number): void {
    const { clock, world } = this;
    this.#moved = false;
    for (const layer of this.visible) {
      layer.track.follow(time, clock.speed, clock.playing);
      layer.group.visible = layer.update(time); // a result is not drawn at a time that it has no rows of
    }
    if (!this.measures) return;
    for (const traces of this.traces.values())
      for (const trace of traces) trace.update(time, this.layerOf(trace.entry), world.centre, this.#behind());
    if (this.settings.colouring !== "none") this.paint();
    if (this.settings.follows) {
      const now = this.#middle();
      world.cameras.carry(now.clone().sub(this.#where));
      this.#where.copy(now);
      if (now.distanceTo(this.#ground) > this.measures.size) this.#layGround();
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    for (const traces of this.traces.values()) for (const trace of traces) trace.dispose();
    for (const layer of this.layers) layer.dispose();
    this.world.dispose();
  }
}

function motionOf({ low, high }: Measures): number {
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
/** The sizes from before do not fit any more. */
function tooSmall(before: Measures, now: Measures): boolean {
  return now.size > 1.3 * before.size || motionOf(now) > 1.3 * motionOf(before);
}
