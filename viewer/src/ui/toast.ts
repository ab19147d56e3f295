// A line at the lower edge that goes away by itself.

import { element } from "./dom";

const seconds = 4;

export class Toast {
  readonly root = element("div", { class: "toast", testid: "toast", attributes: { role: "status", "aria-live": "polite" } });
  #timer = 0;

  say(message: string): void {
    this.root.textContent = message;
    this.root.classList.add("seen");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.root.classList.remove("seen"), 1000 * seconds);
  }
}
