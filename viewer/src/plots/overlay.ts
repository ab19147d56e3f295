// What moves over a plot without drawing it again: the time cursor, the line and the dots under the pointer.

import { element } from "../ui/dom";

export class Overlay {
  #time = element("div", { class: "time-cursor", testid: "time-cursor" });
  #hover = element("div", { class: "hover-line" });
  #dots: HTMLElement[] = [];
  #over: HTMLElement;

  constructor(over: HTMLElement) {
    this.#over = over;
    over.append(this.#time, this.#hover);
  }

  /** Pixels from the left; null hides it. */
  time(x: number | null): void {
    place(this.#time, x !== null && x >= -1 && x <= this.#over.clientWidth + 1 ? x : null, 0);
  }
  hover(x: number | null): void {
    place(this.#hover, x, 0);
  }
  dots(at: { x: number; y: number; colour: string }[]): void {
    while (this.#dots.length < at.length) {
      const dot = element("div", { class: "dot" });
      this.#dots.push(dot);
      this.#over.append(dot);
    }
    const { clientWidth: width, clientHeight: height } = this.#over;
    this.#dots.forEach((dot, k) => {
      const one = at[k];
      const inside = one && one.x >= -2 && one.x <= width + 2 && one.y >= -2 && one.y <= height + 2;
      place(dot, inside ? one.x : null, inside ? one.y : 0);
      if (one) dot.style.background = one.colour;
    });
  }
}

function place(target: HTMLElement, x: number | null, y: number): void {
  if (x === null || Number.isNaN(x) || Number.isNaN(y)) {
    target.style.visibility = "hidden";
    return;
  }
  target.style.visibility = "";
  target.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
}
