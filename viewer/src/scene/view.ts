// The scene of a report: bodies, joints, forces and paths of one or several results at the time of the clock.
import type { Head } from "../data/format";
import type { Source } from "../data/source";
import type { Clock } from "../ui/clock";
import type { ViewName } from "./cameras";
import type { Theme } from "./colours";
import type { Entry } from "./entries";
import { Layer, type Colouring, type Range } from "./layer";
import { picture, save } from "./picture";
import { Pointer } from "./pointer";
import "./scene.css";
import { Show, type ForceKind } from "./show";
import { about } from "./about";
import { Toolbar, type Controls } from "./toolbar";
import { World } from "./world";

export interface SceneOptions {
  container: HTMLElement;
  head: Head;
  source: Source;
  clock: Clock;
  theme: Theme;
}

/** What tests read. */
export interface SceneStats {
  /** There is WebGL, and a frame with numbers was drawn. */
  webgl: boolean;
  ready: boolean;
  /** Drawn so far, and the time of the one that is shown. */
  frames: number;
  time: number;
  /** Milliseconds that the last frame took to calculate and to submit for drawing. */
  work: number;
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
  keys: string[];
  traces: string[];
  hovered: string;
  selected: string;
  notes: string[];
}

export interface Bar {
  result: number;
  at: number[];
  along: number[];
}

/** What was pressed. */
export interface Pointed {
  name: string;
  type: string;
  result: number;
}
type Events = { change: undefined; select: Pointed | null };

/** Views by number; the keys of the scene are f, 1 to 7, p, v (forces), c (colours), l (names), m (move along). */
const views: ViewName[] = ["iso", "front", "back", "left", "right", "top", "bottom"];

export class SceneView implements Controls {
  #root = document.createElement("div");
  #show: Show | null = null;
  #toolbar: Toolbar | null = null;
  #pointer: Pointer | null = null;
  #listeners: { [K in keyof Events]: Set<(detail: Events[K]) => void> } = { change: new Set(), select: new Set() };
  #hovered: Entry | null = null;
  #selected: Entry | null = null;
  #ends: (() => void)[] = [];

  /** Whether any result has something to draw. */
  static canDraw(head: Head): boolean {
    return head.results.some((result) => result.scene !== null && result.scene.items.length > 0);
  }

  constructor(options: SceneOptions) {
    const { container, head, theme } = options;
    this.#root.className = "rheon-scene";
    this.#root.dataset["theme"] = theme;
    container.append(this.#root);
    const first = head.results.find((result) => result.scene && result.scene.items.length > 0)?.scene;
    if (!first) {
      this.#say("There is nothing to draw in this result.");
      return;
    }
    let world: World;
    try {
      world = new World(this.#root, first.plane, first.up, theme, () => this.#show?.request(false));
    } catch {
      this.#root.replaceChildren();
      this.#say("This browser has no WebGL, which the 3-D scene needs. Plots, tables and the model are all there.");
      return;
    }
    this.#open(world, options);
  }
  #say(text: string): void {
    const message = document.createElement("p");
    message.className = "message";
    message.textContent = text;
    this.#root.append(message);
  }
  #open(world: World, { head, source, clock }: SceneOptions): void {
    const layers: Layer[] = [];
    let id = 1;
    head.results.forEach((result, i) => {
      if (!result.scene || result.scene.items.length === 0) return;
      const layer: Layer = new Layer(result, i, source, head.source === "file", id, (news) => this.#show?.came(layer, news));
      id += layer.plan.entries.length;
      layers.push(layer);
    });
    const show = new Show(world, layers, head.source, clock, head.results.length, () => this.#changed(), () => this.#describe());
    this.#show = show;
    world.cameras.use(show.planar);
    this.#toolbar = new Toolbar(this);
    this.#root.append(this.#toolbar.element);
    const canvas = world.renderer.domElement;
    this.#pointer = new Pointer(this.#root, canvas, (x, y) => this.#find(world.pick(x, y)), (e) => this.#hover(e), (e) => this.#select(e));
    canvas.addEventListener("webglcontextrestored", () => show.request(true));
    this.#ends.push(clock.listen(() => {
      show.grew();
      show.request(clock.time !== show.time);
    }));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.#root);
    this.#ends.push(() => observer.disconnect());
    this.resize();
    show.load();
  }

  // ---- settings

  /** Which results are shown: the first as it is, others seen through in their colours. */
  setResult(visible: boolean[]): void {
    this.#show?.setVisible(visible);
    this.#changed();
  }
  setResultColours(colours: string[]): void {
    this.#show?.setColours(colours);
  }
  setTheme(theme: Theme): void {
    this.#root.dataset["theme"] = theme;
    this.#show?.setTheme(theme);
  }

  get planar(): boolean {
    return this.#show?.planar ?? false;
  }
  get flat(): boolean {
    return this.#show?.world.cameras.isFlat ?? false;
  }
  get forces(): ForceKind {
    return this.#show?.settings.forces ?? "none";
  }
  get hasForces(): boolean {
    return this.#show?.layers.some((layer) => layer.hasForces) ?? false;
  }
  get hasArrows(): boolean {
    return this.hasForces || (this.#show?.layers.some((layer) => layer.hasArrows("force") || layer.hasArrows("velocity")) ?? false);
  }
  get hasViolations(): boolean {
    return this.#show?.layers.some((layer) => layer.hasViolations) ?? false;
  }
  get forceScale(): number {
    return this.#show?.settings.factor ?? 1;
  }
  get colouring(): Colouring {
    return this.#show?.settings.colouring ?? "none";
  }
  get labels(): boolean {
    return this.#show?.settings.labels ?? false;
  }
  get follows(): boolean {
    return this.#show?.settings.follows ?? false;
  }
  /** What is not drawn and why, and what colours do not say. */
  get notes(): string[] {
    const notes = this.#show?.visible.flatMap((layer) => layer.plan.notes) ?? [];
    if (this.colouring === "violation") notes.push("Joints in grey hold exactly: they share coordinates and have no rows.");
    return [...new Set([...(this.#show?.failures ?? []), ...notes])];
  }

  showForces(kind: ForceKind): void {
    if (this.#show) this.#show.settings.forces = kind;
    this.#show?.rescale();
    this.#changed();
  }
  /** Times the length that arrows have by themselves. */
  setForceScale(factor: number): void {
    if (this.#show) this.#show.settings.factor = factor;
    this.#show?.rescale();
    this.#changed();
  }
  colourBy(what: Colouring): void {
    if (this.#show) this.#show.settings.colouring = what;
    this.#show?.repaint();
    this.#changed();
  }
  showLabels(on: boolean): void {
    if (this.#show) this.#show.settings.labels = on;
    this.#show?.request(false);
    this.#changed();
  }
  /** The camera moves with the mechanism. */
  follow(on: boolean): void {
    if (this.#show) this.#show.settings.follows = on;
    this.#show?.here();
    this.#changed();
  }

  /** Names of points whose paths can be shown. */
  points(): string[] {
    const named = (this.#show?.layers[0]!.plan.entries ?? []).filter(({ item }) => item.type === "trace" || (item.type === "point" && !item.ground));
    return [...new Set(named.map(({ item }) => item.name))];
  }
  isTraced(name: string): boolean {
    return this.#show?.traces.has(name) ?? false;
  }
  trace(name: string, on: boolean): void {
    const show = this.#show;
    if (!show) return;
    for (const trace of show.traces.get(name) ?? []) trace.dispose();
    if (on) show.traces.set(name, []);
    else show.traces.delete(name);
    show.retrace();
    this.#changed();
  }

  // ---- view

  fit(): void {
    this.#show?.fit();
  }
  /** "plane" is for mechanisms of the plane only. */
  view(name: ViewName): void {
    if (name === "plane" && !this.planar) return;
    this.#show?.look(name);
    this.#changed();
  }
  /** Acts on a key that the page forwards; true if it was one of the scene's. */
  key(event: KeyboardEvent): boolean {
    if (!this.#show || event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    const next = <T>(list: T[], now: T): T => list[(list.indexOf(now) + 1) % list.length]!;
    const colourings: Colouring[] = ["none"];
    if (this.hasForces) colourings.push("load");
    if (this.hasViolations) colourings.push("violation");
    if (/^[1-7]$/.test(key)) this.view(views[Number(key) - 1]!);
    else if (key === "f") this.fit();
    else if (key === "p" && this.planar) this.view(this.flat ? "iso" : "plane");
    else if (key === "v" && this.hasForces) this.showForces(next<ForceKind>(["none", "reactions", "applied", "all"], this.forces));
    else if (key === "c") this.colourBy(next(colourings, this.colouring));
    else if (key === "l") this.showLabels(!this.labels);
    else if (key === "m") this.follow(!this.follows);
    else return false;
    return true;
  }
  resize(): void {
    if (!this.#show) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.#show.world.resize(Math.max(1, this.#root.clientWidth), Math.max(1, this.#root.clientHeight), ratio);
    this.#show.refit();
    this.#show.request(false);
  }

  // ---- events

  /** Calls back after a change of settings, or when an item is pressed (null: beside all of them); returns what ends it. */
  on<K extends keyof Events>(event: K, listener: (detail: Events[K]) => void): () => void {
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  }
  #changed(): void {
    this.#toolbar?.refresh();
    for (const listener of this.#listeners.change) listener(undefined);
  }
  #describe(): void {
    const entry = this.#hovered;
    this.#pointer?.describe(entry ? { name: entry.item.name, lines: about(this.#show!.layerOf(entry), entry) } : null);
  }
  #find(id: number): Entry | null {
    for (const layer of this.#show?.visible ?? []) {
      const entry = layer.plan.entries[id - layer.first];
      if (entry) return entry;
    }
    return null;
  }
  #hover(entry: Entry | null): void {
    if (entry === this.#hovered) return;
    this.#hovered = entry;
    this.#mark();
  }
  #select(entry: Entry | null): void {
    this.#selected = entry;
    this.#mark();
    for (const listener of this.#listeners.select) listener(pointed(entry));
  }
  #mark(): void {
    if (!this.#show) return;
    this.#show.marked = this.#hovered ?? this.#selected;
    this.#show.paint();
    this.#show.request(false);
  }

  /** The scene as it is shown, with what is written over it, as PNG. */
  picture(): Promise<Blob> {
    if (!this.#show) return Promise.reject(new Error("there is no scene to take a picture of"));
    this.#show.draw();
    return picture(this.#show.world.renderer.domElement, this.#show.world.overlay.canvas);
  }
  savePicture(): void {
    void this.picture().then((blob) => save(blob, "scene.png"));
  }

  /** The bars that are drawn of an item, as they are drawn: from where, and along to the other end; in metres. */
  bars(name: string): Bar[] {
    const { visible, world } = this.#show ?? { visible: [], world: null };
    return visible.flatMap((layer) =>
      (layer.stage?.tinted ?? [])
        .filter(({ entry, role }) => role === "item" && entry.item.name === name)
        .map(({ batch, index }) => ({ result: layer.index, ...batch.placed(index) }))
        .map(({ result, at, along }) => ({ result, at: at.map((v, i) => v + world!.centre[i]!), along })),
    );
  }
  stats(): SceneStats {
    const show = this.#show;
    const layers = show?.visible ?? [];
    return {
      webgl: show !== null, ready: (show?.frames ?? 0) > 0, frames: show?.frames ?? 0, time: show?.time ?? NaN, work: show?.work ?? 0,
      entries: layers[0]?.plan.entries.length ?? 0, instances: layers.reduce((sum, layer) => sum + (layer.stage?.instances ?? 0), 0),
      rows: layers[0]?.track.base?.t.length ?? 0, results: layers.map((layer) => layer.index),
      view: show?.world.cameras.name ?? "", plane: this.flat, forces: this.forces, forceScale: this.forceScale,
      colouring: this.colouring, range: show?.range ?? null, labels: show?.written ?? 0, keys: show?.keys ?? [], traces: [...(show?.traces.keys() ?? [])],
      hovered: this.#hovered?.item.name ?? "", selected: this.#selected?.item.name ?? "", notes: this.notes,
    };
  }

  dispose(): void {
    for (const end of this.#ends) end();
    this.#pointer?.dispose();
    this.#toolbar?.dispose();
    this.#show?.dispose();
    this.#show = null;
    this.#root.remove();
  }
}

function pointed(entry: Entry | null): Pointed | null {
  return entry && { name: entry.item.name, type: entry.item.type, result: entry.result };
}
