// The legend of a pane: every series with its value at the time under the pointer, or else at that of the clock.

import type { Sample } from "../data/curve";
import { exact, shown } from "../data/numbers";
import { clear, cut, element } from "../ui/dom";
import { broad, type Style } from "../ui/palette";

export interface Entry {
  /** Of the channel. */
  name: string;
  /** What is written of it; "" if other entries say it. */
  shown: string;
  /** Which result, "" if there is but one. */
  result: string;
  unit: string;
  style: Style;
  /** Not a number is no value: there is none in some rows. */
  gaps: boolean;
  remove: (() => void) | null;
}

const explained =
  "interpolated by Hermite's polynomial where rates are stored (x', x''), otherwise through up to six rows; not across switching loads and jumps";

const meanings: Record<Sample["how"], string> = {
  row: "",
  between: ", between rows: interpolated",
  held: ", of the nearest row: what is between rows is not known",
  none: "",
};

export function swatch(style: Style, line = true): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 22 8");
  picture.setAttribute("aria-hidden", "true");
  const mark = document.createElementNS(space, "path");
  mark.setAttribute("d", line ? "M1 4h20" : "M11 4h0.01");
  mark.setAttribute("stroke", style.colour);
  if (style.ground) mark.setAttribute("style", `stroke-width: ${broad.width}; stroke-opacity: ${broad.opacity}`);
  else if (line) mark.setAttribute("stroke-dasharray", style.dash.map((length) => length * 0.8).join(" "));
  else mark.setAttribute("style", "stroke-width: 6; stroke-linecap: round");
  picture.append(mark);
  return picture;
}

/** A value, and where its time stands if it is another. */
interface Shown {
  target: HTMLButtonElement;
  place: HTMLElement;
}

export class Readout {
  readonly root = element("div", { class: "readout", testid: "readout" });
  #time = element("output", { class: "readout-time", testid: "readout-time" });
  #values: Shown[] = [];
  #gaps: boolean[] = [];

  constructor(private say: (message: string) => void) {}

  show(entries: Entry[]): void {
    clear(this.root);
    this.#values = [];
    this.#gaps = entries.map(({ gaps }) => gaps);
    const list = element("div", { class: "readout-entries" }, ...entries.map((entry) => this.#entry(entry)));
    this.root.append(this.#time, list);
  }

  #entry(entry: Entry): HTMLElement {
    const value = element("button", {
      class: "readout-value",
      testid: "readout-value",
      attributes: { type: "button", "data-channel": entry.name, "data-result": entry.result },
      on: { click: () => this.#copy(value) },
    });
    const place = element("span", { class: "readout-own" });
    this.#values.push({ target: value, place });
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
      entry.shown !== "" && cut(entry.shown, "readout-name"),
      entry.result !== "" && cut(entry.result, "readout-result"),
      value,
      entry.unit !== "" && element("span", { class: "unit", text: entry.unit }),
      place,
      remove,
    );
  }

  /** Values in the order of the entries, all of one time but those that say another. */
  values(time: number, samples: readonly Sample[]): void {
    const between = samples.some(({ how }) => how === "between");
    const text = `t = ${shown(time)} s${between ? ", between rows" : ""}`;
    if (this.#time.textContent !== text || this.#time.dataset.exact !== exact(time)) {
      this.#time.textContent = text;
      this.#time.dataset.exact = exact(time);
      this.#time.title = between ? `${exact(time)}: ${explained}` : exact(time);
    }
    this.#values.forEach((one, k) => {
      const gap = this.#gaps[k] && Number.isNaN(samples[k]?.value);
      this.#value(one, gap ? undefined : samples[k], time);
    });
  }

  #value({ target, place }: Shown, sample: Sample | undefined, time: number): void {
    const how = sample?.how ?? "none";
    const all = !sample || how === "none" ? "" : exact(sample.value);
    const own = how === "held" && sample!.time !== time ? exact(sample!.time) : "";
    if (target.dataset.exact === all && target.dataset.how === how && (target.dataset.time ?? "") === own) return;
    target.dataset.exact = all;
    target.dataset.how = how;
    target.textContent = all === "" ? "–" : shown(sample!.value);
    target.title = all === "" ? "no row at this time" : `${all}${meanings[how]} (click to copy)`;
    if (own === "") delete target.dataset.time;
    else target.dataset.time = own;
    place.textContent = own === "" ? "" : `at ${shown(sample!.time, 6)} s`;
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
