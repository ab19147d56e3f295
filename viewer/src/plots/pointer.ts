// What pointers do in a plot: read, set the time, zoom.

import { attachPinch } from "./pinch";
import { scaled, type Part } from "./zoom";

export interface PointerTarget {
  /** Pixels from the left of the time cursor; null: it is not in view or time is not the x axis. */
  cursor(): number | null;
  hover(pixel: { x: number; y: number } | null): void;
  /** Sets the time by the x axis. */
  seek(x: number): void;
  /** Keeps the time; what is returned goes back to it. */
  hold(): () => void;
  /** A pull takes out a rectangle, not a part of the x axis alone. */
  boxes(): boolean;
  zoom(part: Part): void;
  reset(): void;
}

const near = 7; // pixels from the time cursor that take it
const moved = 4; // pixels that make a press a drag

type Place = { x: number; y: number };
type Drag = { kind: "seek" } | { kind: "x" | "y" | "box"; from: Place; to: Place } | null;

export function attachPointer(over: HTMLElement, target: PointerTarget): void {
  const box = document.createElement("div");
  box.className = "zoom-box";
  over.append(box);
  over.style.touchAction = "pan-y";
  let pressed: (Place & { touch: boolean; upright: boolean }) | null = null;
  let drag: Drag = null;
  let [before, latest] = [() => {}, () => {}]; // go back to the time of the last press but one, and of the last
  const scale = (direction: "x" | "y", factor: number, at: Place) => {
    const span = direction === "x" ? scaled(at.x, over.clientWidth, factor) : scaled(at.y, over.clientHeight, factor);
    target.zoom({ x: null, y: null, at, [direction]: span });
  };
  const pinching = attachPinch(over, (factor, at) => scale("x", factor, { x: at, y: over.clientHeight / 2 }));
  const place = (event: PointerEvent | WheelEvent) => {
    const area = over.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  };
  const nearCursor = (x: number) => {
    const at = target.cursor();
    return at !== null && Math.abs(at - x) <= near;
  };

  over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    const touch = event.pointerType === "touch";
    [before, latest] = [latest, target.hold()];
    pressed = { ...at, touch, upright: event.shiftKey || event.ctrlKey || event.metaKey };
    drag = touch || (!pressed.upright && nearCursor(at.x)) ? { kind: "seek" } : null;
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener("pointermove", (event) => {
    const at = place(event);
    over.style.cursor = nearCursor(at.x) && !event.shiftKey ? "ew-resize" : "crosshair";
    target.hover(at);
    if (!pressed || pinching()) return;
    if (!drag && Math.abs(at.x - pressed.x) + Math.abs(at.y - pressed.y) > moved) {
      drag = { kind: pressed.upright ? "y" : target.boxes() ? "box" : "x", from: pressed, to: at };
    }
    if (drag?.kind === "seek") target.seek(at.x);
    else if (drag) {
      drag.to = { x: inside(at.x, over.clientWidth), y: inside(at.y, over.clientHeight) };
      drawBox(box, over, partOf(drag));
    }
  });
  const release = (event: PointerEvent) => {
    const at = place(event);
    box.style.display = "none";
    if (pressed && (!drag || (drag.kind === "seek" && pressed.touch && !pinching()))) target.seek(at.x);
    else if (pressed && drag && drag.kind !== "seek") {
      const part = partOf(drag);
      if (part.x || part.y) target.zoom(part);
    }
    pressed = null;
    drag = null;
  };
  over.addEventListener("pointerup", release);
  over.addEventListener("pointercancel", () => {
    box.style.display = "none";
    pressed = drag = null;
  });
  over.addEventListener("pointerleave", () => target.hover(null));
  over.addEventListener("dblclick", () => {
    before(); // its two presses were not meant as times
    target.reset();
  });
  over.addEventListener(
    "wheel",
    (event) => {
      if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return; // the page scrolls
      event.preventDefault();
      const at = place(event);
      const factor = Math.exp(Math.max(-0.5, Math.min(0.5, (event.deltaY || event.deltaX) / 400)));
      scale(event.shiftKey ? "y" : "x", factor, at);
    },
    { passive: false },
  );
}

function inside(value: number, length: number): number {
  return Math.max(0, Math.min(length, value));
}

/** What was pulled over; of a rectangle only the directions in which it is more than a press. */
function partOf({ kind, from, to }: Exclude<Drag, null | { kind: "seek" }>): Part {
  const span = (a: number, b: number): [number, number] | null => (Math.abs(a - b) > moved ? [Math.min(a, b), Math.max(a, b)] : null);
  return { x: kind === "y" ? null : span(from.x, to.x), y: kind === "x" ? null : span(from.y, to.y), at: from };
}

function drawBox(box: HTMLElement, over: HTMLElement, { x, y }: Part): void {
  const [left, right] = x ?? [0, over.clientWidth];
  const [top, bottom] = y ?? [0, over.clientHeight];
  box.style.display = x || y ? "block" : "none";
  box.style.inset = `${top}px ${over.clientWidth - right}px ${over.clientHeight - bottom}px ${left}px`;
}
