// The pointer over the scene: what it is on, and what was clicked.
import type { Entry } from "./entries";

export class Pointer {
  #tip = document.createElement("div");
  #name = document.createElement("b");
  #text = document.createTextNode("");
  #root: HTMLElement;
  #canvas: HTMLCanvasElement;
  #at = { x: 0, y: 0 };
  #down: { x: number; y: number } | null = null;
  #frame = 0;
  #ends = new AbortController();

  constructor(root: HTMLElement, canvas: HTMLCanvasElement, pick: (x: number, y: number) => Entry | null, hover: (entry: Entry | null) => void, select: (entry: Entry | null) => void) {
    this.#root = root;
    this.#canvas = canvas;
    this.#tip.className = "tip";
    this.#tip.hidden = true;
    this.#tip.append(this.#name, this.#text);
    root.append(this.#tip);
    const { signal } = this.#ends;
    const place = (event: PointerEvent): { x: number; y: number } => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0 || event.pointerType === "touch") return;
      this.#at = place(event);
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        hover(pick(this.#at.x, this.#at.y));
      });
    }, { signal });
    canvas.addEventListener("pointerleave", () => hover(null), { signal });
    canvas.addEventListener("pointerdown", (event) => (this.#down = place(event)), { signal });
    canvas.addEventListener("pointerup", (event) => {
      const now = place(event);
      const down = this.#down;
      this.#down = null;
      // A click, not the end of turning the view.
      if (!down || Math.hypot(now.x - down.x, now.y - down.y) > 5 || event.button !== 0) return;
      this.#at = now;
      const entry = pick(now.x, now.y);
      if (event.pointerType === "touch") hover(entry);
      select(entry);
    }, { signal });
  }

  /** Shows text next to the pointer, or none. */
  describe(what: { name: string; lines: string[] } | null): void {
    this.#tip.hidden = what === null;
    this.#canvas.style.cursor = what ? "pointer" : "";
    if (!what) return;
    this.#name.textContent = what.name;
    this.#text.nodeValue = what.lines.join("\n");
    const { clientWidth: w, clientHeight: h } = this.#root;
    const x = this.#at.x + 14;
    const y = this.#at.y + 14;
    this.#tip.style.left = `${Math.max(4, Math.min(x, w - this.#tip.offsetWidth - 6))}px`;
    this.#tip.style.top = `${y + this.#tip.offsetHeight > h ? Math.max(4, y - 24 - this.#tip.offsetHeight) : y}px`;
  }
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#ends.abort();
    this.#tip.remove();
  }
}
