// Elements made in code: everything that comes from a model or a file goes in as text, never as markup.

type Child = Node | string | null | undefined | false;

export interface Properties {
  class?: string;
  text?: string;
  title?: string;
  testid?: string;
  label?: string;
  on?: Partial<Record<string, (event: Event) => void>>;
  /** Further attributes; null leaves one out. */
  attributes?: Record<string, string | number | boolean | null>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (properties.class) made.className = properties.class;
  if (properties.text !== undefined) made.textContent = properties.text;
  if (properties.title) made.title = properties.title;
  if (properties.testid) made.dataset.testid = properties.testid;
  if (properties.label) made.setAttribute("aria-label", properties.label);
  for (const [name, value] of Object.entries(properties.attributes ?? {})) {
    if (value === null || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [name, listener] of Object.entries(properties.on ?? {})) {
    if (listener) made.addEventListener(name, listener);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Outlines on a grid of 16 by 16. */
const outlines = {
  play: "M4.5 2.5v11l9-5.5z",
  pause: "M4.5 2.5v11M11.5 2.5v11",
  back: "M11.5 3 5.5 8l6 5zM3.5 3v10",
  forward: "M4.5 3l6 5-6 5zM12.5 3v10",
  start: "M13 3 8 8l5 5zM8 3 3 8l5 5z",
  end: "M3 3l5 5-5 5zM8 3l5 5-5 5z",
  loop: "M3 9V7a3 3 0 0 1 3-3h7M11 2l2 2-2 2M13 7v2a3 3 0 0 1-3 3H3M5 14l-2-2 2-2",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  up: "M3.5 10 8 5.5 12.5 10",
  down: "M3.5 6 8 10.5 12.5 6",
  save: "M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.500h11",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  dark: "M13 9.500A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.500z",
  system: "M2 3h12v8H2zM6 14h4M8 11v3",
  help: "M6 6a2 2 0 1 1 2.7 1.900c-.5.2-.7.6-.7 1.100V9.500M8 12v.2M8 1.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z",
  search: "M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.500l3.5 3.5",
  copy: "M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3",
  reset: "M2.5 6V2.500M2.5 6H6M2.8 6A5.5 5.5 0 1 1 2.5 9",
} as const;
export type Icon = keyof typeof outlines;

export function icon(name: Icon): SVGSVGElement {
  const picture = document.createElementNS(svgSpace, "svg");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svgSpace, "path");
  path.setAttribute("d", outlines[name]);
  picture.append(path);
  return picture;
}

export interface ButtonProperties extends Properties {
  icon?: Icon;
  press: (event: MouseEvent) => void;
}

export function button(properties: ButtonProperties): HTMLButtonElement {
  const made = element("button", {
    ...properties,
    text: undefined,
    class: `button ${properties.class ?? ""}`.trim(),
    title: properties.title ?? properties.label,
    attributes: { type: "button", ...properties.attributes },
  });
  if (properties.icon) made.append(icon(properties.icon));
  if (properties.text !== undefined) made.append(element("span", { text: properties.text }));
  made.addEventListener("click", properties.press);
  return made;
}

export function setPressed(target: HTMLElement, pressed: boolean): void {
  target.setAttribute("aria-pressed", String(pressed));
}

/** A text that is cut off where there is no room, and whole when pointed at. */
export function cut(text: string, name = ""): HTMLSpanElement {
  return element("span", { class: `cut ${name}`.trim(), text, title: text });
}

export function clear(target: Element): void {
  target.replaceChildren();
}
