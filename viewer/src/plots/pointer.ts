// What pointers do in a plot: read, set the time, zoom.

import { attachPinch } from "./pinch";

export interface PointerTarget {
  /** Pixels from the left of the time cursor; null: it is not in view or time is not the x axis. */
  cursor(): number | null;
  hover(pixel: { x: number; y: number } | null): void;
  /** Sets the time by the x axis. */
  seek(x: number): void;
  /** From one pixel to another, along one direction. */
  zoom(direction: "x" | "y", from: number, to: number): void;
  /** Larger than 1 shows more; the pixel stays in place. */
  scale(direction: "x" | "y", factor: number, at: number): void;
  reset(): void;
}

const near = 7; // pixels from the time cursor that take it
const moved = 4; // pixels that make a press a drag

type Drag = { kind: "seek" } | { kind: "x" | "y"; from: number; to: number } | null;

export function attachPointer(over: HTMLElement, target: PointerTarget): void {
  const box = document.createElement("div");
  box.className = "zoom-box";
  over.append(box);
  over.style.touchAction = "pan-y";
  let pressed: { x: number; y: number; touch: boolean; upright: boolean } | null = null;
  let drag: Drag = null;
  const pinching = attachPinch(over, (factor, at) => target.scale("x", factor, at));
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
      drag = pressed.upright ? { kind: "y", from: pressed.y, to: at.y } : { kind: "x", from: pressed.x, to: at.x };
    }
    if (drag?.kind === "seek") target.seek(at.x);
    else if (drag) drawBox(box, over, drag, drag.kind === "x" ? at.x : at.y);
  });
  const release = (event: PointerEvent) => {
    const at = place(event);
    box.style.display = "none";
    if (pressed && !drag) target.seek(at.x);
    else if (pressed && drag && drag.kind !== "seek" && Math.abs(drag.to - drag.from) > moved) {
      target.zoom(drag.kind, Math.min(drag.from, drag.to), Math.max(drag.from, drag.to));
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
  over.addEventListener("dblclick", () => target.reset());
  over.addEventListener(
    "wheel",
    (event) => {
      if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return; // the page scrolls
      event.preventDefault();
      const at = place(event);
      const factor = Math.exp(Math.max(-0.5, Math.min(0.5, (event.deltaY || event.deltaX) / 400)));
      if (event.shiftKey) target.scale("y", factor, at.y);
      else target.scale("x", factor, at.x);
    },
    { passive: false },
  );
}

function drawBox(box: HTMLElement, over: HTMLElement, drag: { kind: "x" | "y"; from: number; to: number }, at: number): void {
  const length = drag.kind === "x" ? over.clientWidth : over.clientHeight;
  drag.to = Math.max(0, Math.min(length, at));
  const start = Math.min(drag.from, drag.to);
  const size = Math.abs(drag.to - drag.from);
  box.style.display = "block";
  box.style.inset = "0";
  if (drag.kind === "x") {
    box.style.left = `${start}px`;
    box.style.right = `${length - start - size}px`;
  } else {
    box.style.top = `${start}px`;
    box.style.bottom = `${length - start - size}px`;
  }
}
