// Channels by name: a box to search in, and a list that keys and pointers move through.

import { groups, type Catalogue } from "../data/catalogue";
import { found } from "../data/search";
import { count } from "../data/numbers";
import { clear, cut, element } from "../ui/dom";
import { openDialog } from "../ui/dialog";

export interface Picking {
  catalogue: Catalogue;
  title: string;
  /** An entry before all others. */
  extra?: { key: string; name: string };
  picked(): Set<string>;
  toggle(key: string): void;
  /** Stays open, so that more can be picked. */
  several: boolean;
  query?: string;
}

const atOnce = 300; // entries that are made; more when the list is scrolled to their end

interface Line {
  key: string;
  name: string;
  unit: string;
  group: string;
  /** What it is about, in lower case. */
  words: string;
}

export function pickChannels(picking: Picking): void {
  const { catalogue } = picking;
  const lines: Line[] = [
    ...(picking.extra ? [{ ...picking.extra, unit: "", group: "Time", words: "" }] : []),
    ...groups.flatMap((group) => catalogue.of(group).map((quantity) => ({ ...quantity, words: catalogue.words(quantity) }))),
  ];
  const names = lines.map((line) => line.name.toLowerCase());
  const words = lines.map((line) => line.words);
  const box = element("input", {
    class: "picker-box",
    testid: "picker-search",
    label: "Search channels",
    attributes: {
      type: "search",
      placeholder: "Search names, kinds and units, e.g. crank fx or torque",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": "picker-list",
    },
  });
  const list = element("ul", {
    class: "picker-list",
    testid: "picker-list",
    attributes: { id: "picker-list", role: "listbox", "aria-multiselectable": String(picking.several) },
  });
  const status = element("p", { class: "picker-status", testid: "picker-status" });
  const dialog = openDialog(picking.title, element("div", { class: "picker" }, box, list, status), "picker");
  let hits: Line[] = [];
  let active = 0;
  let made = 0;

  /** Entries up to this one are in the list. */
  const make = (last: number) => {
    if (last < made) return;
    const next = Math.min(hits.length, Math.max(last + 1, made + atOnce));
    const grouped = box.value.trim() === "";
    append(list, hits, made, next, grouped, (line, k) => {
      active = k;
      toggle(line);
    });
    made = next;
  };
  const paint = () => {
    const picked = picking.picked();
    for (const [k, item] of [...list.querySelectorAll<HTMLElement>("[role=option]")].entries()) {
      item.classList.toggle("active", k === active);
      item.setAttribute("aria-selected", String(picked.has(hits[k]!.key)));
    }
  };
  const mark = () => {
    make(active);
    paint();
    const item = list.querySelector(`#picker-item-${active}`);
    item?.scrollIntoView({ block: "nearest" });
    if (item) box.setAttribute("aria-activedescendant", item.id);
  };
  const toggle = (line: Line) => {
    picking.toggle(line.key);
    if (picking.several) mark();
    else dialog.close();
  };
  const search = () => {
    hits = found(box.value, names, words).map((index) => lines[index]!);
    if (box.value.trim() === "") hits = pickedFirst(hits, picking.picked());
    active = made = 0;
    clear(list);
    list.scrollTop = 0;
    make(0);
    status.textContent = `${count(hits.length, "channel")}. Arrows move, Enter picks, Escape closes.`;
    mark();
  };
  list.addEventListener("scroll", () => {
    if (list.scrollTop + 2 * list.clientHeight < list.scrollHeight || made === hits.length) return;
    make(made);
    paint();
  });
  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) {
      active = Math.max(0, Math.min(hits.length - 1, active + step));
      mark();
    } else if (event.key === "Enter" && hits[active]) toggle(hits[active]!);
    else if (event.key === "Escape") dialog.close(); // instead of clearing the box first
    else return;
    event.preventDefault();
  });
  box.value = picking.query ?? "";
  search();
  box.focus();
}

/** What is picked is seen at once, however long the list is. */
function pickedFirst(lines: Line[], picked: Set<string>): Line[] {
  const here = lines.filter(({ key }) => picked.has(key)).map((line) => ({ ...line, group: "Picked" }));
  return [...here, ...lines.filter(({ key }) => !picked.has(key))];
}

/** Entries from `first` up to `end`, under the names of their groups if they are `grouped`. */
function append(list: HTMLElement, hits: Line[], first: number, end: number, grouped: boolean, press: (line: Line, k: number) => void): void {
  hits.slice(first, end).forEach((line, i) => {
    const k = first + i;
    const { group } = line;
    if (grouped && group !== hits[k - 1]?.group) {
      list.append(element("li", { class: "picker-group", text: group, attributes: { role: "presentation" } }));
    }
    list.append(
      element(
        "li",
        {
          class: "picker-item",
          testid: "picker-item",
          attributes: { role: "option", id: `picker-item-${k}`, "data-channel": line.name },
          on: { click: () => press(line, k) },
        },
        element("span", { class: "picker-check", text: "✓", attributes: { "aria-hidden": "true" } }),
        cut(line.name, "picker-name"),
        !grouped && element("span", { class: "picker-kind", text: line.group }),
        element("span", { class: "unit", text: line.unit }),
      ),
    );
  });
}
