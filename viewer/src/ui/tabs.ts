// Parts of the page of which one is seen at a time. A part is made when it is first seen.

import { element } from "./dom";

export interface Tab {
  id: string;
  name: string;
  make(): HTMLElement;
}

export class Tabs {
  readonly root = element("div", { class: "tabs" });
  #bar = element("div", { class: "tab-bar", attributes: { role: "tablist", "aria-label": "Parts of the report" } });
  #panels = element("div", { class: "tab-panels" });
  #tabs: { tab: Tab; head: HTMLButtonElement; panel: HTMLElement; made: boolean }[];

  constructor(tabs: Tab[]) {
    this.#tabs = tabs.map((tab) => ({ tab, made: false, head: this.#head(tab), panel: panelOf(tab) }));
    this.#bar.append(...this.#tabs.map(({ head }) => head));
    this.#panels.append(...this.#tabs.map(({ panel }) => panel));
    this.root.append(this.#bar, this.#panels);
    this.#bar.addEventListener("keydown", (event) => this.#key(event));
    if (tabs[0]) this.show(tabs[0].id);
  }

  show(id: string): void {
    for (const one of this.#tabs) {
      const here = one.tab.id === id;
      if (here && !one.made) {
        one.made = true;
        one.panel.append(one.tab.make());
      }
      one.panel.hidden = !here;
      one.head.setAttribute("aria-selected", String(here));
      one.head.tabIndex = here ? 0 : -1;
      if (here) one.head.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** Makes a part again, with what is known now, if it was seen before. */
  renew(id: string): void {
    const one = this.#tabs.find(({ tab }) => tab.id === id);
    if (one?.made) one.panel.replaceChildren(one.tab.make());
  }

  #head(tab: Tab): HTMLButtonElement {
    return element("button", {
      class: "tab",
      text: tab.name,
      testid: `tab-${tab.id}`,
      attributes: { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}` },
      on: { click: () => this.show(tab.id) },
    });
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.#tabs.findIndex(({ panel }) => !panel.hidden);
    const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length]!;
    this.show(next.tab.id);
    next.head.focus();
  }
}

function panelOf(tab: Tab): HTMLElement {
  return element("div", {
    class: "tab-panel",
    testid: `panel-${tab.id}`,
    attributes: { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}`, hidden: true },
  });
}
