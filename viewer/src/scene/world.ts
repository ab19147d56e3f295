// The three.js side of the scene: renderer, lights, materials, grid and cameras.
import { AmbientLight, Box3, DirectionalLight, HemisphereLight, Scene, Vector3, WebGLRenderer } from "three";
import type { Extra } from "./batch";
import { Cameras } from "./cameras";
import { palettes, type Palette, type Theme } from "./colours";
import { Grid, spacingFor } from "./grid";
import type { Materials } from "./layer";
import { OutlineMaterial, ShadowMaterial, flatMaterial, ghostMaterial, solidMaterial } from "./materials";
import { Overlay } from "./overlay";
import { Picker } from "./picker";
import { clamp } from "./scale";

/** For screen readers. */
function named(canvas: HTMLCanvasElement, label: string): void {
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
}

export class World {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly cameras: Cameras;
  readonly overlay: Overlay;
  readonly extras: Extra[];
  #outline = new OutlineMaterial();
  #shadow = new ShadowMaterial();
  readonly solid: Materials;
  readonly ghost: Materials;
  readonly centre = new Float64Array(3);
  palette: Palette;
  width = 1;
  height = 1;
  #grid = new Grid();
  #key = new DirectionalLight(0xffffff, 2.1);
  #picker = new Picker();
  #spacing = { x: 1, y: 1 };

  /** Throws if there is no WebGL. */
  constructor(root: HTMLElement, readonly planar: "xy" | "xz" | "yz" | null, readonly up: [number, number, number], theme: Theme, changed: () => void) {
    // Asked for here and not by three.js, which would write into the console.
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2", { antialias: true, alpha: false, stencil: true, powerPreference: "high-performance" });
    if (!context) throw new Error("no WebGL");
    this.renderer = new WebGLRenderer({ canvas, context });
    this.palette = palettes[theme];
    this.overlay = new Overlay(this.palette);
    this.overlay.canvas.className = "over";
    named(canvas, "Picture of the mechanism at the time of the clock");
    named(this.overlay.canvas, "Names, scales and directions over the picture of the mechanism");
    root.append(this.renderer.domElement, this.overlay.canvas);
    this.cameras = new Cameras(this.renderer.domElement, up, changed);
    const arrow = flatMaterial();
    arrow.depthTest = false;
    arrow.transparent = true;
    const sheet = ghostMaterial();
    sheet.opacity = 0.16;
    const seen = ghostMaterial();
    this.solid = { solid: solidMaterial(), arrow, sheet };
    this.ghost = { solid: seen, arrow, sheet };
    this.scene.add(new HemisphereLight(0xffffff, 0x9aa4b2, 1.5), new AmbientLight(0xffffff, 0.35), this.#key, this.#key.target, this.#grid.lines);
    this.extras = [{ material: this.#outline, order: -1 }];
    if (!planar) this.extras.push({ material: this.#shadow, order: -4 });
    this.theme(theme);
  }

  theme(theme: Theme): void {
    this.palette = palettes[theme];
    this.overlay.theme(this.palette);
    this.#grid.colours(this.palette.grid, this.palette.gridStrong);
    this.#shadow.paint(this.palette.shadow, theme === "light" ? 0.1 : 0.45);
  }

  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.overlay.resize(width, height, ratio);
    this.cameras.resize(width, height);
  }

  /** Grid of a space: level, at a height, around a place (relative to the centre) as far as `reach`. */
  layGrid(middle: Vector3, reach: number, level: number): void {
    if (this.planar) return;
    const up = new Vector3(...this.up).normalize();
    const u = Math.abs(up.x) > 0.7 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    u.addScaledVector(up, -u.dot(up)).normalize();
    const v = up.clone().cross(u);
    const flat = middle.clone().addScaledVector(up, level - new Vector3(...this.centre).dot(up) - middle.dot(up));
    const spacing = spacingFor(reach, 9);
    const half = Math.ceil(reach / spacing) * spacing;
    this.#grid.set(flat, u, v, half, half, spacing, this.centre);
    this.#shadow.set(up.toArray(), flat.dot(up));
  }

  /** Draws the scene and clears what is written over it. */
  draw(thick: number): void {
    const camera = this.cameras.camera;
    camera.updateMatrixWorld();
    if (this.planar) this.#gridOfPlane(thick);
    const distance = camera.position.distanceTo(this.cameras.target);
    const e = camera.matrixWorld.elements;
    this.#key.target.position.copy(this.cameras.target);
    this.#key.position.copy(camera.position);
    this.#key.position.x += distance * (-0.45 * e[0]! + 0.7 * e[4]!);
    this.#key.position.y += distance * (-0.45 * e[1]! + 0.7 * e[5]!);
    this.#key.position.z += distance * (-0.45 * e[2]! + 0.7 * e[6]!);
    // Thin things would be all outline, and many of them take time to draw twice.
    const width = clamp((0.28 * thick) / this.cameras.pixel(this.height), 0, 1);
    this.#outline.visible = width > 0.3;
    this.#outline.set(this.palette.outline, width, [this.width, this.height]);
    this.renderer.setClearColor(this.palette.background, 1);
    this.renderer.render(this.scene, camera);
    this.overlay.clear();
    if (this.planar && this.cameras.isFlat) this.#ticks();
    if (!this.cameras.isFlat) this.overlay.triad(this.cameras.space);
  }

  /** Round lines across what the view shows, behind the bodies. */
  #gridOfPlane(thick: number): void {
    const { target, flat, isFlat } = this.cameras;
    const pixel = this.cameras.pixel(this.height);
    const spacing = spacingFor(pixel * this.height, Math.max(3, this.height / 90));
    const half = isFlat ? 1.0 : 0.55;
    const [w, h] = [pixel * this.width * half, pixel * this.height * half];
    const middle = new Vector3(target.x, target.y, -9 * thick);
    const sideways = Math.abs(flat.up.x) > Math.abs(flat.up.y);
    const [a, b] = sideways ? [h, w] : [w, h];
    this.#grid.set(middle, new Vector3(1, 0, 0), new Vector3(0, 1, 0), a, b, spacing, this.centre);
    this.#spacing = { x: spacing, y: spacing };
  }
  #ticks(): void {
    const camera = this.cameras.flat;
    const corner = (x: number, y: number): Vector3 => new Vector3(x, y, 0).unproject(camera).add(new Vector3(...this.centre));
    const [a, b] = [corner(-1, -1), corner(1, 1)];
    const sideways = Math.abs(camera.up.x) > Math.abs(camera.up.y);
    const [first, second] = [this.planar![0]!, this.planar![1]!];
    if (sideways) {
      this.overlay.ticks("x", `${second} / m`, a.y, b.y, this.#spacing.y);
      this.overlay.ticks("y", `${first} / m`, a.x, b.x, this.#spacing.x);
    } else {
      this.overlay.ticks("x", `${first} / m`, a.x, b.x, this.#spacing.x);
      this.overlay.ticks("y", `${second} / m`, a.y, b.y, this.#spacing.y);
    }
  }

  /** The number of the item at a place of the canvas. */
  pick(x: number, y: number): number {
    const grid = this.#grid.lines;
    grid.visible = false;
    const id = this.#picker.pick(this.renderer, this.scene, this.cameras.camera, x, y, this.width, this.height);
    grid.visible = true;
    return id;
  }

  box(low: readonly number[], high: readonly number[]): Box3 {
    return new Box3(new Vector3(...low).sub(new Vector3(...this.centre)), new Vector3(...high).sub(new Vector3(...this.centre)));
  }

  /** Places with radius, relative to the centre, each reaching `more` further. */
  cloud(points: Float64Array, more: number): Float64Array {
    return points.map((value, i) => (i % 4 === 3 ? value + more : value - this.centre[i % 4]!));
  }

  dispose(): void {
    this.cameras.dispose();
    this.#grid.dispose();
    this.#picker.dispose();
    for (const material of [...Object.values(this.solid), ...Object.values(this.ghost), this.#outline, this.#shadow]) material.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
    this.overlay.canvas.remove();
  }
}
