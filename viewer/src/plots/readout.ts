// The legend of a pane: every series with its value in the row under the pointer, or else at the time of the clock.

import { exact, shown } from "../data/numbers";
import { clear, cut, element } from "../ui/dom";
import type { Style } from "../ui/palette";

export interface Entry {
  name: string;
  /** Which result, "" if there is but one. */
  result: string;
  unit: string;
  style: Style;
  remove: (() => void) | null;
}

export function swatch(style: Style): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 22 8");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", "M1 4h20");
  line.setAttribute("stroke", style.colour);
  line.setAttribute("stroke-dasharray", style.dash.map((length) => length * 0.8).join(" "));
  picture.append(line);
  return picture;
}

export class Readout {
  readonly root = element("div", { class: "readout", testid: "readout" });
  #time = element("output", { class: "readout-time", testid: "readout-time" });
  #values: HTMLButtonElement[] = [];

  constructor(private say: (message: string) => void) {}

  show(entries: Entry[]): void {
    clear(this.root);
    this.#values = [];
    this.root.append(this.#time);
    for (const entry of entries) this.root.append(this.#entry(entry));
  }

  #entry(entry: Entry): HTMLElement {
    const value = element("button", {
      class: "readout-value",
      testid: "readout-value",
      attributes: { type: "button", "data-channel": entry.name, "data-result": entry.result },
      on: { click: () => this.#copy(value) },
    });
    this.#values.push(value);
    const remove =
      entry.remove &&
      element("button", {
        class: "readout-remove",
        text: "×",
        label: `Remove ${entry.name.slice(0, 60)}`,
        attributes: { type: "button" },
        on: { click: entry.remove },
      });
    return element(
      "span",
      { class: "readout-entry", testid: "readout-entry" },
      swatch(entry.style),
      cut(entry.name, "readout-name"),
      entry.result !== "" && cut(entry.result, "readout-result"),
      value,
      entry.unit !== "" && element("span", { class: "unit", text: entry.unit }),
      remove,
    );
  }

  /** Values in the order of the entries; undefined where a result has no such row. */
  values(time: number | null, values: (number | undefined)[]): void {
    const text = time === null ? "" : `t = ${shown(time)} s`;
    if (this.#time.textContent !== text) {
      this.#time.textContent = text;
      this.#time.title = time === null ? "" : exact(time);
      this.#time.dataset.exact = time === null ? "" : exact(time);
    }
    this.#values.forEach((target, k) => {
      const value = values[k];
      const all = value === undefined ? "" : exact(value);
      if (target.dataset.exact === all) return;
      target.dataset.exact = all;
      target.textContent = value === undefined ? "–" : shown(value);
      target.title = value === undefined ? "" : `${all} (click to copy)`;
    });
  }

  #copy(target: HTMLElement): void {
    const text = target.dataset.exact ?? "";
    void navigator.clipboard?.writeText(text).then(
      () => this.say(`Copied ${text}`),
      () => this.say(text),
    );
    if (!navigator.clipboard) this.say(text);
  }
}
