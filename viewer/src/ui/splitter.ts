// The line between scene and plots: pulled by pointers, moved by arrow keys.

import { element } from "./dom";

const least = 0.15;

export function splitter(whole: HTMLElement, start: number): HTMLElement {
  const handle = element("div", {
    class: "splitter",
    testid: "splitter",
    label: "Width of the scene",
    attributes: { role: "separator", tabindex: 0, "aria-orientation": "vertical" },
  });
  let share = start;
  const set = (wanted: number) => {
    share = Math.max(least, Math.min(1 - least, wanted));
    whole.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
    handle.setAttribute("aria-valuenow", String(Math.round(100 * share)));
  };
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const { left, width } = whole.getBoundingClientRect();
    set((event.clientX - left) / width);
  });
  handle.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = { ArrowLeft: -0.02, ArrowRight: 0.02 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + step);
  });
  handle.addEventListener("dblclick", () => set(start));
  set(start);
  return handle;
}
