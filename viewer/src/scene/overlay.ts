// What is written over the scene: names, ticks of the plane, the axes' directions, the colour bar and the key of arrows.
// It is a canvas of its own, so that a picture of the scene has it too, and names are only ever text.
import { Vector3, type OrthographicCamera, type PerspectiveCamera } from "three";
import { viridisAt, type Palette } from "./colours";
import type { Range } from "./layer";
import { fourDigits } from "./scale";

export interface Label {
  text: string;
  x: number;
  y: number;
  z: number;
  strong: boolean;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Long names are cut for writing; what is pointed at is shown in full. */
export function shortened(name: string, most = 28): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}

export class Overlay {
  readonly canvas = document.createElement("canvas");
  #context = this.canvas.getContext("2d")!;
  #width = 1;
  #height = 1;
  /** Where numbers at the left edge end. */
  #edge = 0;
  #taken: { x: number; y: number; w: number; h: number }[] = [];
  #point = new Vector3();
  #palette: Palette;

  constructor(palette: Palette) {
    this.#palette = palette;
  }
  theme(palette: Palette): void {
    this.#palette = palette;
  }
  resize(width: number, height: number, ratio: number): void {
    this.#width = width;
    this.#height = height;
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
  clear(): void {
    this.#context.clearRect(0, 0, this.#width, this.#height);
    this.#taken = [];
    this.#edge = 0;
  }

  #text(text: string, x: number, y: number, align: CanvasTextAlign = "left", weight = 400, size = 12): void {
    const c = this.#context;
    c.font = `${weight} ${size}px ${font}`;
    c.textAlign = align;
    c.textBaseline = "middle";
    c.lineJoin = "round";
    c.lineWidth = 3.5;
    c.strokeStyle = this.#palette.halo;
    c.strokeText(text, x, y);
    c.fillStyle = this.#palette.text;
    c.fillText(text, x, y);
  }

  /** Names next to their places; of those that would cover each other the first is written. */
  labels(list: Label[], camera: PerspectiveCamera | OrthographicCamera): number {
    const c = this.#context;
    let written = 0;
    for (const label of list) {
      const p = this.#point.set(label.x, label.y, label.z).project(camera);
      if (!(Math.abs(p.z) <= 1) || Math.abs(p.x) > 1.02 || Math.abs(p.y) > 1.02) continue;
      const text = shortened(label.text);
      c.font = `${label.strong ? 600 : 400} 12px ${font}`;
      const w = c.measureText(text).width;
      const place = ((p.x + 1) / 2) * this.#width;
      const x = place + 9 + w > this.#width - 4 && w < place - 13 ? place - 9 - w : place + 9;
      const y = ((1 - p.y) / 2) * this.#height - 11;
      const box = { x: x - 2, y: y - 8, w: w + 4, h: 16 };
      if (this.#taken.some((o) => box.x < o.x + o.w && o.x < box.x + box.w && box.y < o.y + o.h && o.y < box.y + box.h)) continue;
      this.#taken.push(box);
      this.#text(text, x, y, "left", label.strong ? 600 : 400);
      ++written;
    }
    return written;
  }

  /** Numbers at the lower and the left edge; `low` and `high` are the ends of the view, mirrored axes run backwards. */
  ticks(axis: "x" | "y", name: string, low: number, high: number, spacing: number): void {
    const first = Math.ceil(Math.min(low, high) / spacing);
    const last = Math.floor(Math.max(low, high) / spacing);
    const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(spacing) + 1e-9)));
    for (let k = first; k <= last; ++k) {
      const share = (k * spacing - low) / (high - low);
      const value = k * spacing;
      const text = Math.abs(value) >= 1e5 || spacing < 1e-5 ? value.toExponential(1) : value.toFixed(digits);
      const at = axis === "x" ? share * this.#width : (1 - share) * this.#height;
      if (at < 34 || at > (axis === "x" ? this.#width - 64 : this.#height - 26)) continue;
      if (axis === "x") this.#text(text, at, this.#height - 11, "center", 400, 11);
      else {
        this.#text(text, 6, at, "left", 400, 11);
        this.#edge = Math.max(this.#edge, 6 + this.#context.measureText(text).width);
      }
    }
    if (axis === "x") this.#text(name, this.#width - 8, this.#height - 11, "right", 600, 11);
    else {
      this.#text(name, 6, 14, "left", 600, 11);
      this.#edge = Math.max(this.#edge, 6 + this.#context.measureText(name).width);
    }
  }

  /** Directions of the axes, in the lower left corner. */
  triad(camera: PerspectiveCamera): void {
    const c = this.#context;
    const [x0, y0, long] = [46, this.#height - 46, 26];
    const turn = camera.quaternion.clone().invert();
    const axes = (["x", "y", "z"] as const).map((name, i) => {
      const v = new Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0).applyQuaternion(turn);
      return { name, v };
    });
    axes.sort((a, b) => a.v.z - b.v.z);
    for (const { name, v } of axes) {
      c.strokeStyle = this.#palette.text;
      c.lineWidth = 1.6;
      c.beginPath();
      c.moveTo(x0, y0);
      c.lineTo(x0 + long * v.x, y0 - long * v.y);
      c.stroke();
      this.#text(name, x0 + (long + 9) * v.x, y0 - (long + 9) * v.y, "center", 600, 11);
    }
  }

  /** The colour bar, in the lower right corner, and what it does not say about. */
  bar(range: Range, title: string, note: string): void {
    const c = this.#context;
    const wide = Math.min(220, 0.45 * this.#width);
    const [x, y] = [this.#width - wide - 16, this.#height - 52];
    for (let i = 0; i < wide; ++i) {
      const [r, g, b] = viridisAt(i / (wide - 1));
      c.fillStyle = `rgb(${r},${g},${b})`;
      c.fillRect(x + i, y, 1.5, 10);
    }
    this.#text(title, x + wide, y - 10, "right", 600, 11);
    this.#text(fourDigits(range.from), x, y + 19, "left", 400, 11);
    this.#text(fourDigits(range.to), x + wide, y + 19, "right", 400, 11);
    if (note !== "") this.#text(note, x + wide, y - 26, "right", 400, 11);
  }

  /** Arrows of known size, one below the other in the upper left corner: how long is how much. */
  keys(list: { text: string; length: number; colour: string }[]): void {
    const c = this.#context;
    const x = 14 + this.#edge; // right of the numbers of the plane
    let y = 18;
    for (const { text, length, colour } of list) {
      c.strokeStyle = c.fillStyle = colour;
      c.lineWidth = 3;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + Math.max(0, length - 7), y);
      c.stroke();
      c.beginPath();
      c.moveTo(x + length, y);
      c.lineTo(x + length - 9, y - 5);
      c.lineTo(x + length - 9, y + 5);
      c.fill();
      this.#text(text, x + 8 + length, y, "left", 500, 12);
      y += 20;
    }
  }
}
