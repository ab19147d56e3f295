// Light or dark, as the system has it unless something else was chosen.

import { Signal } from "./signal";

export type Choice = "system" | "light" | "dark";
export type Shade = "light" | "dark";
const kept = "rheon.theme";

export class Theme extends Signal {
  #choice: Choice = "system";
  #printing = false;
  #dark = matchMedia("(prefers-color-scheme: dark)");

  constructor() {
    super();
    const before = stored();
    if (before === "light" || before === "dark") this.#choice = before;
    this.#dark.addEventListener("change", () => this.#apply());
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
    this.#apply();
  }

  get choice(): Choice {
    return this.#choice;
  }
  get shade(): Shade {
    if (this.#printing) return "light";
    if (this.#choice !== "system") return this.#choice;
    return this.#dark.matches ? "dark" : "light";
  }

  choose(choice: Choice): void {
    this.#choice = choice;
    try {
      localStorage.setItem(kept, choice);
    } catch {
      // a page without storage has the same choice next time
    }
    this.#apply();
  }
  next(): void {
    const order: Choice[] = ["system", "light", "dark"];
    this.choose(order[(order.indexOf(this.#choice) + 1) % order.length]!);
  }

  /** Paper is white. */
  #print(on: boolean): void {
    this.#printing = on;
    this.#apply();
  }
  #apply(): void {
    document.documentElement.dataset.theme = this.shade;
    this.notify();
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}
