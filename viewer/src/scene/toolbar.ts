// Buttons and settings of the scene, inside it.
import type { ViewName } from "./cameras";
import type { Colouring } from "./layer";
import type { ForceKind } from "./show";

/** What the toolbar shows and changes. */
export interface Controls {
  readonly planar: boolean;
  readonly flat: boolean;
  readonly forces: ForceKind;
  readonly hasForces: boolean;
  /** Forces, or arrows of the model's own. */
  readonly hasArrows: boolean;
  readonly forceScale: number;
  readonly colouring: Colouring;
  readonly hasViolations: boolean;
  readonly labels: boolean;
  readonly follows: boolean;
  readonly notes: string[];
  points(): string[];
  isTraced(name: string): boolean;
  fit(): void;
  view(name: ViewName): void;
  showForces(kind: ForceKind): void;
  setForceScale(factor: number): void;
  colourBy(what: Colouring): void;
  trace(name: string, on: boolean): void;
  showLabels(on: boolean): void;
  follow(on: boolean): void;
  savePicture(): void;
}

const views: ViewName[] = ["iso", "front", "back", "left", "right", "top", "bottom"];

function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = "", title = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (text !== "") element.textContent = text;
  if (title !== "") element.title = title;
  return element;
}

export class Toolbar {
  readonly element = make("div");
  #controls: Controls;
  #panel = make("div");
  #more: HTMLButtonElement;
  #ends = new AbortController();
  #refreshers: (() => void)[] = [];
  #listed: (() => void)[] = [];
  #traces = make("div");
  #search = make("input");
  #notes = make("p");

  constructor(controls: Controls) {
    this.#controls = controls;
    this.element.className = "tools";
    // Text that is marked in the search is no item that is pressed.
    this.element.addEventListener("select", (event) => event.stopPropagation());
    const strip = make("div");
    strip.className = "strip";
    strip.append(this.#button("Fit", "Show everything (F)", () => controls.fit()), this.#views());
    if (controls.planar) strip.append(this.#plane());
    this.#more = this.#button("Scene", "Forces, colours, paths and names", () => this.#open(this.#panel.hidden));
    this.#more.setAttribute("aria-expanded", "false");
    strip.append(this.#more);
    this.#panel.className = "panel";
    this.#panel.hidden = true;
    this.#fill();
    this.element.append(strip, this.#panel);
    this.refresh();
    this.#closing();
  }

  dispose(): void {
    this.#ends.abort();
  }

  #open(on: boolean): void {
    this.#panel.hidden = !on;
    this.#more.setAttribute("aria-expanded", String(on));
  }
  /** Escape and a press elsewhere close the panel; handled before the page's own keys, which Escape then does not reach. */
  #closing(): void {
    const how = { capture: true, signal: this.#ends.signal };
    const press = (event: Event): void => {
      if (!this.#panel.hidden && !this.element.contains(event.target as Node)) this.#open(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || this.#panel.hidden || document.querySelector("dialog[open]")) return;
      event.stopPropagation();
      const inside = this.#panel.contains(document.activeElement);
      this.#open(false);
      if (inside) this.#more.focus();
    };
    document.addEventListener("pointerdown", press, how);
    document.addEventListener("keydown", key, how);
  }

  /** Shows the settings as they are now. */
  refresh(): void {
    for (const each of [...this.#refreshers, ...this.#listed]) each();
    this.#notes.textContent = this.#controls.notes.join("\n");
    this.#notes.hidden = this.#controls.notes.length === 0;
  }

  #button(text: string, title: string, act: () => void): HTMLButtonElement {
    const button = make("button", text, title);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }
  #views(): HTMLSelectElement {
    const select = make("select", "", "Look from a side (keys 1 to 7)");
    select.setAttribute("aria-label", "View");
    const first = make("option", "View");
    first.value = "";
    select.append(first, ...views.map((name) => make("option", name)));
    select.addEventListener("change", () => {
      if (select.value !== "") this.#controls.view(select.value as ViewName);
      select.value = "";
    });
    return select;
  }
  #plane(): HTMLButtonElement {
    const button = this.#button("3-D", "", () => this.#controls.view(this.#controls.flat ? "iso" : "plane"));
    this.#refreshers.push(() => {
      button.textContent = this.#controls.flat ? "3-D" : "Plane";
      button.title = this.#controls.flat ? "Look at it in space (P)" : "Back to the plane (P)";
    });
    return button;
  }

  #row(name: string, element: HTMLElement): void {
    const label = make("label", name);
    label.htmlFor = element.id = `rheon-scene-${name.replace(/\W+/g, "-")}-${++made}`;
    this.#panel.append(label, element);
  }
  #select<T extends string>(name: string, choices: [T, string][], get: () => T, set: (value: T) => void): void {
    const select = make("select");
    for (const [value, text] of choices) {
      const option = make("option", text);
      option.value = value;
      select.append(option);
    }
    select.addEventListener("change", () => set(select.value as T));
    this.#refreshers.push(() => (select.value = get()));
    this.#row(name, select);
  }
  #check(text: string, title: string, get: () => boolean, set: (on: boolean) => void, refreshers = this.#refreshers): HTMLLabelElement {
    const label = make("label", "", title);
    label.className = "check";
    const box = make("input");
    box.type = "checkbox";
    box.checked = get();
    box.addEventListener("change", () => set(box.checked));
    refreshers.push(() => (box.checked = get()));
    label.append(box, make("span", text));
    return label;
  }

  #fill(): void {
    const c = this.#controls;
    if (c.hasForces) {
      this.#select<ForceKind>(
        "Forces",
        [["none", "none"], ["reactions", "reactions"], ["applied", "applied"], ["all", "all"]],
        () => c.forces,
        (value) => c.showForces(value),
      );
    }
    if (c.hasArrows) {
      const slider = make("input");
      slider.type = "range";
      slider.min = "-1.5";
      slider.max = "1.5";
      slider.step = "0.05";
      slider.addEventListener("input", () => c.setForceScale(10 ** Number(slider.value)));
      this.#refreshers.push(() => (slider.value = String(Math.log10(c.forceScale))));
      this.#row("Arrow length", slider);
    }
    const colours: [Colouring, string][] = [["none", "kind"]];
    if (c.hasForces) colours.push(["load", "load of joints"]);
    if (c.hasViolations) colours.push(["violation", "violation"]);
    if (colours.length > 1) this.#select<Colouring>("Colour by", colours, () => c.colouring, (value) => c.colourBy(value));
    const names = this.#check("names", "Names; those that would cover another are left out until you come nearer (L)", () => c.labels, (on) => c.showLabels(on));
    const along = this.#check("move along", "The camera moves with the mechanism (M)", () => c.follows, (on) => c.follow(on));
    this.#panel.append(names, along);
    if (c.points().length > 0) this.#paths();
    const picture = this.#button("Save picture", "This view as PNG", () => c.savePicture());
    picture.className = "whole";
    this.#notes.className = "notes whole";
    this.#notes.style.whiteSpace = "pre-line";
    this.#panel.append(picture, this.#notes);
  }
  #paths(): void {
    this.#search.type = "search";
    this.#search.placeholder = "search points";
    this.#search.setAttribute("aria-label", "Search points to trace");
    this.#search.addEventListener("input", () => this.#list());
    if (this.#controls.points().length > 8) this.#row("Paths of", this.#search);
    else {
      const title = make("span", "Paths of");
      title.className = "whole";
      this.#panel.append(title);
    }
    this.#traces.className = "traces whole";
    this.#panel.append(this.#traces);
    this.#list();
  }
  #list(): void {
    const c = this.#controls;
    const wanted = this.#search.value.toLowerCase();
    const found = c.points().filter((name) => name.toLowerCase().includes(wanted));
    const shown = found.slice(0, 60);
    this.#listed = [];
    const boxes = shown.map((name) => this.#check(name, name, () => c.isTraced(name), (on) => c.trace(name, on), this.#listed));
    this.#traces.replaceChildren(...boxes);
    if (found.length > shown.length) this.#traces.append(make("span", `and ${found.length - shown.length} more: search`));
  }
}
let made = 0;
