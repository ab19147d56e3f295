// Panes above each other, which can be added, removed and put in another order.

import type { Context } from "../ui/context";
import { button, element, setPressed } from "../ui/dom";
import { Pane, type PaneHost } from "./pane";
import type { PaneState } from "./pane_spec";

export class Board implements PaneHost {
  readonly root = element("div", { class: "board", testid: "board" });
  readonly panes: Pane[] = [];
  #list = element("div", { class: "panes" });
  #linked = true;

  constructor(
    readonly context: Context,
    states: Partial<PaneState>[],
  ) {
    const link = button({
      text: "Linked time axes",
      label: "Zoom all panes of this tab together",
      testid: "link-axes",
      class: "text",
      attributes: { "aria-pressed": "true" },
      press: () => {
        this.#linked = !this.#linked;
        setPressed(link, this.#linked);
        for (const pane of this.panes) void pane.refresh();
      },
    });
    const foot = element(
      "footer",
      { class: "board-foot" },
      button({ icon: "plus", text: "Add a pane", label: "Add a pane", testid: "add-pane", class: "text", press: () => this.add({}) }),
      link,
    );
    this.root.append(this.#list, foot);
    for (const state of states) this.add(state);
  }

  /** The panes that are there from the start are drawn. */
  async ready(): Promise<void> {
    await Promise.all(this.panes.map((pane) => pane.ready));
  }
  linked(): boolean {
    return this.#linked;
  }
  add(state: Partial<PaneState>, at = this.panes.length): Pane {
    const pane = new Pane(this, state);
    this.panes.splice(at, 0, pane);
    this.#list.insertBefore(pane.root, this.#list.children[at] ?? null);
    return pane;
  }
  addAfter(pane: Pane, state: Partial<PaneState>): void {
    this.add(state, this.panes.indexOf(pane) + 1);
  }
  remove(pane: Pane): void {
    this.panes.splice(this.panes.indexOf(pane), 1);
    pane.dispose();
  }
  move(pane: Pane, by: number): void {
    const from = this.panes.indexOf(pane);
    const to = from + by;
    if (to < 0 || to >= this.panes.length) return;
    this.panes.splice(from, 1);
    this.panes.splice(to, 0, pane);
    this.#list.insertBefore(pane.root, by > 0 ? this.#list.children[to]!.nextSibling : this.#list.children[to]!);
  }
}
