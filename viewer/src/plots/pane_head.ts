// The line above a plot: its title and its tools.

import { headed } from "../data/numbers";
import { button, clear, cut, element, setPressed } from "../ui/dom";
import { menu } from "../ui/menu";
import { exportActions } from "./pane_export";
import type { Pane } from "./pane";
import { pickChannels } from "./picker";

export class PaneHead {
  readonly root = element("header", { class: "pane-head" });
  #title = element("h3", { class: "pane-title cut" });
  #x = button({
    text: "x: t",
    label: "Choose what goes to the right: time, or a channel for a path or phase plot",
    testid: "pane-x",
    class: "text",
    press: () => this.#pickX(),
  });
  #log = this.#toggle("log", "Logarithmic scale", "pane-log", () => this.pane.change({ log: !this.pane.state.log }));
  #equal = this.#toggle("1:1", "Same scale on both axes", "pane-equal", () =>
    this.pane.change({ equal: !this.pane.state.equal }),
  );
  #difference = this.#toggle("Δ", "Differences from the base result", "pane-difference", () =>
    this.pane.change({ difference: !this.pane.state.difference }),
  );

  constructor(private pane: Pane) {
    const add = button({
      icon: "plus",
      text: "channels",
      label: "Pick channels by name",
      testid: "pane-add",
      class: "text pane-add",
      press: () => this.#pick(),
    });
    const tools = element(
      "div",
      { class: "tools", attributes: { role: "toolbar", "aria-label": "Tools of the plot" } },
      add,
      this.#x,
      this.#log,
      this.#equal,
      this.#difference,
      button({ icon: "reset", label: "Show all (double click)", testid: "pane-reset", press: () => this.#reset() }),
      menu({ icon: "save", label: "Export", testid: "pane-export", actions: () => exportActions(pane) }),
      button({ icon: "up", label: "Move up", testid: "pane-up", press: () => pane.host.move(pane, -1) }),
      button({ icon: "down", label: "Move down", testid: "pane-down", press: () => pane.host.move(pane, 1) }),
      button({ icon: "close", label: "Remove the pane", testid: "pane-remove", press: () => pane.host.remove(pane) }),
    );
    this.root.append(this.#title, tools);
  }

  #toggle(text: string, label: string, testid: string, press: () => void): HTMLButtonElement {
    return button({ text, label, testid, class: "text", press, attributes: { "aria-pressed": "false" } });
  }

  update(): void {
    const { state, x, quantities, context } = this.pane;
    clear(this.#title);
    const names = (state.difference ? "Δ " : "") + quantities.map((quantity) => quantity.name).join(", ");
    this.#title.append(cut(state.title || (x ? `${names} over ${x.name}` : names)));
    const across = x?.name ?? "t";
    this.#x.firstElementChild!.textContent = `x: ${across.length > 14 ? `${across.slice(0, 13)}…` : across}`;
    setPressed(this.#log, state.log);
    setPressed(this.#equal, state.equal);
    setPressed(this.#difference, state.difference);
    this.#equal.hidden = x === null;
    this.#difference.hidden = context.head.results.length < 2 || x !== null;
  }

  #reset(): void {
    this.pane.change({ keys: this.pane.state.keys }); // resets the zoom of y
    this.pane.setRange(null);
  }

  #pick(): void {
    const { pane } = this;
    pickChannels({
      catalogue: pane.context.catalogue,
      title: "Channels of this pane",
      picked: () => new Set(pane.state.keys),
      toggle: (key) => (pane.state.keys.includes(key) ? pane.remove(key) : pane.add(key)),
      several: true,
    });
  }

  #pickX(): void {
    const { pane } = this;
    const { catalogue } = pane.context;
    pickChannels({
      catalogue,
      title: "Channel of the x axis",
      extra: { key: "", name: headed("t, time", "s") },
      picked: () => new Set([pane.state.x ?? ""]),
      toggle: (key) => pane.change({ x: key === "" ? null : key, difference: false, equal: key !== "" && this.#sameUnit(key) }),
      several: false,
    });
  }

  /** A path in space: both axes are lengths. */
  #sameUnit(key: string): boolean {
    const unit = this.pane.context.catalogue.find(key)?.unit;
    return unit === "m" && this.pane.quantities.every((quantity) => quantity.unit === unit);
  }
}
