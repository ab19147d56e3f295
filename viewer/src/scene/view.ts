// The scene of a report: bodies, joints, forces and paths of one or several results at the time of the clock.
import { Vector3 } from "three";
import type { Head } from "../data/format";
import type { Source } from "../data/source";
import type { Clock } from "../ui/clock";
import type { ViewName } from "./cameras";
import type { Theme } from "./colours";
import type { Entry } from "./entries";
import { Layer, type Colouring, type Range } from "./layer";
import type { Measures } from "./measure";
import { shortened, type Label } from "./overlay";
import { Pointer } from "./pointer";
import { roundBelow, told } from "./scale";
import "./scene.css";
import type { Shown } from "./stage";
import { about } from "./told";
import { Toolbar, type Controls, type ForceKind } from "./toolbar";
import { Trace } from "./traces";
import { World } from "./world";

export interface SceneOptions {
  container: HTMLElement;
  head: Head;
  source: Source;
  clock: Clock;
  theme: Theme;
}

export interface SceneStats {
  /** Drawn so far. */
  frames: number;
  /** Of the frame that is shown. */
  time: number;
  /** There is WebGL, and numbers have come. */
  ready: boolean;
  webgl: boolean;
  entries: number;
  instances: number;
  rows: number;
  results: number[];
  view: string;
  plane: boolean;
  forces: ForceKind;
  forceScale: number;
  colouring: Colouring;
  range: Range | null;
  labels: number;
  traces: string[];
  hovered: string;
  selected: string;
  notes: string[];
  /** Milliseconds that the last frame took to calculate and hand over. */
  work: number;
}

type Events = { change: undefined; select: { name: string; type: string; result: number } | null; hover: { name: string; type: string; result: number } | null };

/** Keys that `key` knows, for a page of help. */
export const sceneKeys: [key: string, meaning: string][] = [
  ["f", "show everything"], ["1 … 7", "look from iso, front, back, left, right, top, bottom"], ["p", "plane or space (mechanisms of the plane)"],
  ["v", "forces: none, reactions, applied, all"], ["c", "colours: kind, load, violation"], ["l", "names"], ["m", "move along with the mechanism"],
];

export class SceneView implements Controls {
  #options: SceneOptions;
  #root = document.createElement("div");
  #world: World | null = null;
  #layers: Layer[] = [];
  #visible: boolean[];
  #colours: string[] = [];
  #measures: Measures | null = null;
  #toolbar: Toolbar | null = null;
  #pointer: Pointer | null = null;
  #traces = new Map<string, Trace[]>();
  #listeners: { [K in keyof Events]: Set<(detail: Events[K]) => void> } = { change: new Set(), select: new Set(), hover: new Set() };
  #shown: Shown = { reactions: false, applied: false, forceScale: 0, torqueScale: 0, velocityScale: 0, longest: 0, pixel: 0 };
  #forces: ForceKind = "none";
  #factor = 1;
  #colouring: Colouring = "none";
  #range: Range | null = null;
  #labels = false;
  #follows = false;
  #where = new Vector3();
  #hovered: Entry | null = null;
  #selected: Entry | null = null;
  #failures: string[] = [];
  #frame = 0;
  #moved = true;
  #frames = 0;
  #written = 0;
  #work = 0;
  #time = NaN;
  #loadedTo = NaN;
  #timer = 0;
  #ends: (() => void)[] = [];

  /** Whether any result has something to draw. */
  static canDraw(head: Head): boolean {
    return head.results.some((result) => result.scene !== null && result.scene.items.length > 0);
  }

  constructor(options: SceneOptions) {
    this.#options = options;
    this.#visible = options.head.results.map((_, i) => i === 0);
    this.#root.className = "rheon-scene";
    this.#root.dataset["theme"] = options.theme;
    options.container.append(this.#root);
    const drawn = options.head.results.flatMap((result, i) => (result.scene && result.scene.items.length > 0 ? [{ result, i }] : []));
    if (drawn.length === 0) {
      this.#say("There is nothing to draw in this result.");
      return;
    }
    const first = drawn[0]!.result.scene!;
    try {
      this.#world = new World(this.#root, first.plane, first.up, options.theme, () => this.#request(false));
    } catch {
      this.#root.replaceChildren();
      this.#say("This browser has no WebGL, which the 3-D scene needs. Plots, tables and the model are all there.");
      return;
    }
    let id = 1;
    for (const { result, i } of drawn) {
      const layer = new Layer(result, i, options.source, options.head.source === "file", id, () => this.#came(layer));
      id += layer.plan.entries.length;
      this.#layers.push(layer);
      this.#world.scene.add(layer.group);
    }
    if (!this.#layers.some((layer) => this.#visible[layer.index])) this.#visible[this.#layers[0]!.index] = true;
    for (const entry of this.#layers[0]!.plan.entries) if (entry.item.type === "trace") this.#traces.set(entry.item.name, []);
    if (this.planar) this.#world.cameras.use(true);
    this.#toolbar = new Toolbar(this);
    this.#root.append(this.#toolbar.element);
    this.#pointer = new Pointer(this.#root, this.#world.renderer.domElement, (x, y) => this.#find(this.#world!.pick(x, y)), (e) => this.#hover(e), (e) => this.select(e));
    this.#ends.push(options.clock.listen(() => this.#ticked()));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.#root);
    this.#ends.push(() => observer.disconnect());
    this.resize();
    this.#load();
  }
  #say(text: string): void {
    const message = document.createElement("p");
    message.className = "message";
    message.textContent = text;
    this.#root.append(message);
  }

  // ---- numbers

  #load(): void {
    const { clock } = this.#options;
    this.#loadedTo = clock.to;
    for (const layer of this.#layers) {
      if (!this.#visible[layer.index] || (layer.track.base && this.#options.head.source !== "live")) continue;
      layer.track.load(clock.from, clock.to).catch((error: unknown) => {
        this.#failures = [`No numbers for ${shortened(layer.head.label)}: ${error instanceof Error ? error.message : String(error)}`];
        this.#told();
      });
    }
  }

  /** Numbers of a layer have come: the first time it is built, later only if it has outgrown its sizes. */
  #came(layer: Layer): void {
    const world = this.#world;
    if (!world) return;
    const before = layer.measures;
    if (!before || this.#options.head.source === "live") {
      if (!layer.measure()) return;
      const now = layer.measures!;
      const grown = this.#measures !== null && now.size > 1.3 * this.#measures.size;
      if (!this.#measures || grown) {
        this.#adopt(now);
        for (const other of this.#layers) if (other.measures) this.#build(other);
        this.fit();
      } else if (!before) this.#build(layer);
      this.#rescale();
      this.#retrace();
      this.#repaint();
    }
    this.#request(true);
    this.#told();
  }
  #adopt(measures: Measures): void {
    this.#measures = measures;
    const { low, high, size } = measures;
    for (let i = 0; i < 3; ++i) this.#world!.centre[i] = (low[i]! + high[i]!) / 2;
    const motion = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    if (motion > 6 * size) this.#follows = true;
    if (!this.flat) this.#world!.cameras.look("iso", this.#box());
    if (this.flat) this.#world!.cameras.look("plane", this.#box());
    this.#world!.layGrid(measures, this.#level());
  }
  #build(layer: Layer): void {
    const { centre, solid, outline } = this.#world!;
    layer.build(this.#measures!, centre, this.#shown, solid, outline);
    this.#restyle();
  }

  // ---- settings

  /** Which results are shown: the first as it is, others seen through in their colours. */
  setResult(visible: boolean[]): void {
    this.#visible = [...visible];
    this.#load();
    this.#restyle();
    this.#rescale();
    this.#retrace();
    this.#repaint();
    this.#told();
  }
  setResultColours(colours: string[]): void {
    this.#colours = [...colours];
    this.#repaint();
  }
  setTheme(theme: Theme): void {
    this.#root.dataset["theme"] = theme;
    this.#world?.theme(theme);
    if (this.#measures && this.#world) this.#world.layGrid(this.#measures, this.#level());
    this.#retrace();
    this.#repaint();
  }
  /** Height of the ground: below everything, and below the supports. */
  #level(): number {
    const { low, high, thick } = this.#measures!;
    return this.#layers[0]!.scene.up.map((u, i) => (u > 0 ? low[i]! : high[i]!) * u).reduce((a, b) => a + b, 0) - 5.2 * thick;
  }
  get #shownLayers(): Layer[] {
    return this.#layers.filter((layer) => this.#visible[layer.index]);
  }
  get planar(): boolean {
    return this.#layers[0]?.planar ?? false;
  }
  get flat(): boolean {
    return this.#world?.cameras.isFlat ?? false;
  }
  get forces(): ForceKind {
    return this.#forces;
  }
  get hasForces(): boolean {
    return this.#layers.some((layer) => layer.hasForces);
  }
  get hasViolations(): boolean {
    return this.#layers.some((layer) => layer.hasViolations);
  }
  get forceScale(): number {
    return this.#factor;
  }
  get colouring(): Colouring {
    return this.#colouring;
  }
  get labels(): boolean {
    return this.#labels;
  }
  get follows(): boolean {
    return this.#follows;
  }
  get notes(): string[] {
    const notes = this.#shownLayers.flatMap((layer) => layer.plan.notes);
    if (this.#colouring === "violation") notes.push("Joints in grey hold exactly: they share coordinates and have no rows.");
    return [...new Set([...this.#failures, ...notes])];
  }

  showForces(kind: ForceKind): void {
    this.#forces = kind;
    this.#rescale();
    this.#told();
  }
  setForceScale(factor: number): void {
    this.#factor = factor;
    this.#rescale();
    this.#told();
  }
  colourBy(what: Colouring): void {
    this.#colouring = what;
    this.#repaint();
    this.#told();
  }
  showLabels(on: boolean): void {
    this.#labels = on;
    this.#request(false);
    this.#told();
  }
  follow(on: boolean): void {
    this.#follows = on;
    this.#where.copy(this.#middle());
    this.#told();
  }

  /** Names of points whose paths can be shown. */
  points(): string[] {
    const named = (this.#layers[0]?.plan.entries ?? []).filter(({ item }) => item.type === "trace" || (item.type === "point" && !item.ground));
    return [...new Set(named.map(({ item }) => item.name))];
  }
  isTraced(name: string): boolean {
    return this.#traces.has(name);
  }
  trace(name: string, on: boolean): void {
    for (const trace of this.#traces.get(name) ?? []) trace.dispose();
    if (on) this.#traces.set(name, []);
    else this.#traces.delete(name);
    this.#retrace();
    this.#told();
  }

  // ---- view

  fit(): void {
    if (!this.#measures || !this.#world) return;
    this.#where.copy(this.#middle());
    this.#world.cameras.fit(this.#box());
    this.#request(false);
  }
  view(name: ViewName): void {
    if (!this.#measures || !this.#world || (name === "plane" && !this.planar)) return;
    this.#where.copy(this.#middle());
    this.#world.cameras.look(name, this.#box());
    this.#request(false);
    this.#told();
  }
  /** What fit shows: the whole motion, or what is around the mechanism when the eye moves along. */
  #box(): ReturnType<World["box"]> {
    const { low, high, size, thick } = this.#measures!;
    const more = [0, 1, 2].map((i) => (this.planar && i === 2 ? 3 * thick : 4 * thick));
    if (!this.#follows) return this.#world!.box(low.map((v, i) => v - more[i]!), high.map((v, i) => v + more[i]!));
    const middle = this.#middle().toArray().map((v, i) => v + this.#world!.centre[i]!);
    const half = [0, 1, 2].map((i) => (this.planar && i === 2 ? 3 * thick : 0.42 * size));
    return this.#world!.box(middle.map((v, i) => v - half[i]!), middle.map((v, i) => v + half[i]!));
  }
  /** The middle of the first result's bodies, now. */
  #middle(): Vector3 {
    const layer = this.#shownLayers[0];
    const sum = new Vector3();
    let count = 0;
    if (!layer?.stage || layer.x.length === 0) return sum;
    for (const { item, at } of layer.plan.entries) {
      if (item.type === "joint" || item.type === "driver" || item.type === "force" || (item.type === "point" && item.ground)) continue;
      const [x, y, z] = [layer.x[at]!, layer.x[at + 1]!, layer.x[at + 2]!];
      if (!Number.isFinite(x + y + z)) continue;
      sum.add(new Vector3(x, y, z));
      ++count;
    }
    return count > 0 ? sum.divideScalar(count).sub(new Vector3(...this.#world!.centre)) : sum;
  }

  /** Acts on a key that the page forwards; true if it was one of `sceneKeys`. */
  key(event: KeyboardEvent): boolean {
    if (!this.#world || event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    const views: ViewName[] = ["iso", "front", "back", "left", "right", "top", "bottom"];
    const next = <T>(list: T[], now: T): T => list[(list.indexOf(now) + 1) % list.length]!;
    const number = Number(key);
    if (Number.isInteger(number) && number >= 1 && number <= views.length) this.view(views[number - 1]!);
    else if (key === "f") this.fit();
    else if (key === "p" && this.planar) this.view(this.flat ? "iso" : "plane");
    else if (key === "v" && this.hasForces) this.showForces(next(["none", "reactions", "applied", "all"], this.#forces));
    else if (key === "c") this.colourBy(next(["none", ...(this.hasForces ? ["load" as const] : []), ...(this.hasViolations ? ["violation" as const] : [])], this.#colouring));
    else if (key === "l") this.showLabels(!this.#labels);
    else if (key === "m") this.follow(!this.#follows);
    else return false;
    return true;
  }

  resize(): void {
    const world = this.#world;
    if (!world) return;
    const width = Math.max(1, this.#root.clientWidth);
    const height = Math.max(1, this.#root.clientHeight);
    world.resize(width, height, Math.min(2, window.devicePixelRatio || 1));
    this.#request(false);
  }

  // ---- events

  on<K extends keyof Events>(event: K, listener: (detail: Events[K]) => void): () => void {
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  }
  #told(): void {
    this.#toolbar?.refresh();
    for (const listener of this.#listeners.change) listener(undefined);
  }
  #find(id: number): Entry | null {
    for (const layer of this.#shownLayers) {
      const first = layer.plan.entries[0]?.id ?? 0;
      const entry = layer.plan.entries[id - first];
      if (id >= first && entry) return entry;
    }
    return null;
  }
  #hover(entry: Entry | null): void {
    if (entry === this.#hovered) return;
    this.#hovered = entry;
    this.#repaint();
    for (const listener of this.#listeners.hover) listener(entry && { name: entry.item.name, type: entry.item.type, result: entry.result });
  }
  /** Marks an item, or none. */
  select(entry: Entry | null): void {
    this.#selected = entry;
    this.#repaint();
    for (const listener of this.#listeners.select) listener(entry && { name: entry.item.name, type: entry.item.type, result: entry.result });
  }
  /** Marks the first item of a name. */
  selectName(name: string | null): void {
    this.#selected = this.#shownLayers[0]?.plan.entries.find(({ item }) => item.name === name) ?? null;
    this.#repaint();
  }

  // ---- frames

  #ticked(): void {
    const { clock, head } = this.#options;
    if (head.source === "live" && clock.to > this.#loadedTo && this.#timer === 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.#load();
      }, 1000);
    }
    this.#request(clock.time !== this.#time);
  }
  #request(moved: boolean): void {
    this.#moved ||= moved;
    if (this.#frame === 0 && this.#world) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #restyle(): void {
    const world = this.#world;
    if (!world) return;
    this.#shownLayers.forEach((layer, i) => layer.stage?.style(i === 0 ? world.solid : world.ghost, i === 0));
    for (const layer of this.#layers) layer.group.visible = this.#visible[layer.index] ?? false;
    this.#request(true);
  }
  /** Lengths of arrows: the largest force is a third of the scene, times the factor. */
  #rescale(): void {
    const measures = this.#measures;
    if (!measures) return;
    const all = this.#shownLayers.flatMap((layer) => (layer.measures ? [layer.measures] : []));
    const most = (key: "force" | "torque" | "velocity"): number => Math.max(0, ...all.map((m) => m[key]));
    const per = (largest: number, length: number): number => (largest > 0 ? (length * measures.size * this.#factor) / largest : 0);
    this.#shown.reactions = this.#forces === "reactions" || this.#forces === "all";
    this.#shown.applied = this.#forces === "applied" || this.#forces === "all";
    this.#shown.forceScale = per(most("force"), 1 / 3);
    this.#shown.torqueScale = per(most("torque"), 1 / 8);
    this.#shown.velocityScale = per(most("velocity"), 1 / 3);
    this.#shown.longest = 0.6 * measures.size;
    this.#request(true);
  }
  #repaint(): void {
    const world = this.#world;
    if (!world) return;
    this.#range = this.#shownLayers[0]?.range(this.#colouring) ?? null;
    this.#paint();
    this.#request(true);
  }
  #paint(): void {
    this.#shownLayers.forEach((layer, i) => {
      const ghost = i === 0 ? null : (this.#colours[layer.index] ?? this.#world!.palette.trace[i % 6]!);
      layer.paint(this.#world!.palette, ghost, this.#colouring, this.#range, this.#hovered ?? this.#selected);
    });
  }
  #retrace(): void {
    const world = this.#world;
    if (!world || !this.#measures) return;
    let number = 0;
    for (const [name, old] of this.#traces) {
      for (const trace of old) trace.dispose();
      const made: Trace[] = [];
      this.#shownLayers.forEach((layer, i) => {
        const entry = layer.plan.entries.find(({ item }) => item.name === name && (item.type === "trace" || item.type === "point"));
        if (!entry || !layer.stage) return;
        const colour = i === 0 ? world.palette.trace[number % 6]! : (this.#colours[layer.index] ?? world.palette.trace[(number + i) % 6]!);
        const trace = new Trace(layer, entry, world.centre, colour, this.planar ? 4 * this.#measures!.thick : 0);
        world.scene.add(trace.group);
        made.push(trace);
      });
      this.#traces.set(name, made);
      ++number;
    }
    this.#request(true);
  }

  #draw(): void {
    this.#frame = 0;
    const world = this.#world;
    if (!world) return;
    const start = performance.now();
    const { clock } = this.#options;
    const time = clock.time;
    const pixel = world.cameras.pixel(world.height);
    if (pixel !== this.#shown.pixel) this.#moved = true;
    this.#shown.pixel = pixel;
    if (this.#moved) this.#advance(time);
    if (!this.#measures) return;
    world.draw(this.#measures.thick);
    this.#write();
    this.#pointer?.tell(this.#hovered ? { name: this.#hovered.item.name, lines: about(this.#layerOf(this.#hovered), this.#hovered) } : null);
    this.#time = time;
    ++this.#frames;
    this.#work = performance.now() - start;
  }
  #layerOf(entry: Entry): Layer {
    return this.#layers.find((layer) => layer.index === entry.result)!;
  }
  /** Everything at a time. */
  #advance(time: number): void {
    const { clock } = this.#options;
    const behind = this.planar && this.#measures ? 4 * this.#measures.thick : 0;
    for (const layer of this.#shownLayers) {
      layer.track.follow(time, clock.speed, clock.playing);
      layer.update(time);
    }
    for (const traces of this.#traces.values())
      for (const trace of traces) trace.update(time, this.#layerOf(trace.entry), this.#world!.centre, behind);
    if (this.#colouring !== "none") this.#paint();
    if (this.#follows) {
      const now = this.#middle();
      this.#world!.cameras.carry(now.clone().sub(this.#where));
      this.#where.copy(now);
    }
    this.#moved = false;
  }

  /** Names, key of arrows and colour bar. */
  #write(): void {
    const { overlay, cameras, palette } = this.#world!;
    const pixel = this.#shown.pixel;
    const keys: { text: string; length: number; colour: string }[] = [];
    const key = (scale: number, unit: string, colour: string): void => {
      if (!(scale > 0)) return;
      const value = roundBelow((90 * pixel) / scale);
      keys.push({ text: `${told(value)} ${unit}`, length: (value * scale) / pixel, colour });
    };
    if (this.#shown.reactions) key(this.#shown.forceScale, "N, reactions", palette.reaction);
    if (this.#shown.applied) key(this.#shown.forceScale, "N, applied", palette.applied);
    if (this.#forces !== "none") key(this.#shown.torqueScale, "N m, radius", palette.text);
    key(this.#shown.velocityScale, "m/s", palette.velocity);
    overlay.keys(keys);
    if (this.#range) {
      const title = this.#colouring === "load" ? `load, ${this.#range.unit}` : `violation, ${this.#range.unit}`;
      overlay.bar(this.#range, title, this.#colouring === "violation" ? "grey: holds exactly" : "");
    }
    this.#written = this.#labels ? overlay.labels(this.#names(), cameras.camera) : 0;
  }
  #names(): Label[] {
    const layer = this.#shownLayers[0];
    if (!layer?.stage) return [];
    const [cx, cy, cz] = this.#world!.centre as unknown as [number, number, number];
    const out: Label[] = [];
    const order = { point: 0, body: 1, joint: 2, driver: 2, spring: 2 } as Record<string, number>;
    for (const { item, places } of [...layer.plan.entries].sort((a, b) => (order[a.item.type] ?? 3) - (order[b.item.type] ?? 3))) {
      if (item.type === "force" || item.type === "trace" || (item.type === "joint" && item.kind === "shared")) continue;
      const a = places[0]!;
      const b = (item.type === "body" && item.ends) || item.type === "spring" || item.type === "line" ? places[1]! : a;
      const [x, y, z] = [0, 1, 2].map((i) => (layer.x[a + i]! + layer.x[b + i]!) / 2) as [number, number, number];
      out.push({ text: item.name, x: x - cx, y: y - cy, z: z - cz, strong: item.type === "body" });
    }
    return out;
  }

  /** The scene as it is shown, with what is written over it, as PNG. */
  picture(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      const world = this.#world;
      if (!world) return reject(new Error("there is no scene to take a picture of"));
      this.#draw();
      const canvas = document.createElement("canvas");
      canvas.width = world.renderer.domElement.width;
      canvas.height = world.renderer.domElement.height;
      const context = canvas.getContext("2d")!;
      context.drawImage(world.renderer.domElement, 0, 0);
      context.drawImage(world.overlay.canvas, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png");
    });
  }
  savePicture(): void {
    void this.picture().then((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "scene.png";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  stats(): SceneStats {
    const layers = this.#shownLayers;
    const name = (entry: Entry | null): string => entry?.item.name ?? "";
    return {
      frames: this.#frames, time: this.#time, webgl: this.#world !== null, ready: this.#measures !== null && this.#frames > 0,
      entries: layers[0]?.plan.entries.length ?? 0, instances: layers.reduce((sum, layer) => sum + (layer.stage?.instances ?? 0), 0),
      rows: layers[0]?.track.base?.t.length ?? 0, results: layers.map((layer) => layer.index),
      view: this.#world?.cameras.name ?? "", plane: this.flat, forces: this.#forces, forceScale: this.#factor,
      colouring: this.#colouring, range: this.#range, labels: this.#written, traces: [...this.#traces.keys()],
      hovered: name(this.#hovered), selected: name(this.#selected), notes: this.notes, work: this.#work,
    };
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    for (const traces of this.#traces.values()) for (const trace of traces) trace.dispose();
    for (const layer of this.#layers) layer.dispose();
    this.#pointer?.dispose();
    this.#world?.dispose();
    this.#world = null;
    this.#root.remove();
  }
}
