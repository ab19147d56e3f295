// Channels by name: a box to search in, and a list that keys and pointers move through.

import { groups, type Catalogue, type Quantity } from "../data/catalogue";
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

const shownAtMost = 300; // entries of the list; the line below tells how many there are

interface Line {
  key: string;
  name: string;
  unit: string;
  group: string;
}

const text = (quantity: Quantity): Line => quantity;

export function pickChannels(picking: Picking): void {
  const lines: Line[] = [
    ...(picking.extra ? [{ ...picking.extra, unit: "", group: "Time" }] : []),
    ...groups.flatMap((group) => picking.catalogue.of(group).map(text)),
  ];
  const names = lines.map((line) => line.name.toLowerCase());
  const box = element("input", {
    class: "picker-box",
    testid: "picker-search",
    label: "Search channels",
    attributes: {
      type: "search",
      placeholder: "Search names, e.g. crank fx",
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

  const mark = () => {
    const picked = picking.picked();
    for (const [k, item] of [...list.querySelectorAll<HTMLElement>("[role=option]")].entries()) {
      const here = k === active;
      item.classList.toggle("active", here);
      item.setAttribute("aria-selected", String(picked.has(hits[k]!.key)));
      if (here) {
        item.scrollIntoView({ block: "nearest" });
        box.setAttribute("aria-activedescendant", item.id);
      }
    }
  };
  const toggle = (line: Line) => {
    picking.toggle(line.key);
    if (picking.several) mark();
    else dialog.close();
  };
  const search = () => {
    const all = found(box.value, names);
    hits = all.slice(0, shownAtMost).map((index) => lines[index]!);
    active = 0;
    fill(list, hits, box.value.trim() === "", (line, k) => {
      active = k;
      toggle(line);
    });
    const more = all.length > hits.length ? `, the first ${hits.length} are listed` : "";
    status.textContent = `${count(all.length, "channel")}${more}. Arrows move, Enter picks, Escape closes.`;
    mark();
  };
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

function fill(list: HTMLElement, hits: Line[], grouped: boolean, press: (line: Line, k: number) => void): void {
  clear(list);
  let group = "";
  hits.forEach((line, k) => {
    if (grouped && line.group !== group) {
      group = line.group;
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
