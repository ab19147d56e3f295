// Forces in joints: the largest first, to be searched, and plotted by a press.

import { shown } from "../data/numbers";
import { found } from "../data/search";
import type { Board } from "../plots/board";
import { reactions, type Reaction } from "../plots/presets";
import type { Context } from "../ui/context";
import { clear, cut, element } from "../ui/dom";

const shownAtMost = 200;

export function reactionList(context: Context, board: Board): HTMLElement {
  const all = reactions(context.catalogue);
  const names = all.map((reaction) => reaction.name.toLowerCase());
  const largest = new Map<string, number>(); // of each unit
  for (const { unit, size } of all) largest.set(unit, Math.max(largest.get(unit) ?? 0, size ?? 0));
  const box = element("input", {
    class: "list-box",
    testid: "reaction-search",
    label: "Search reactions",
    attributes: { type: "search", placeholder: "Search joints and points", autocomplete: "off" },
  });
  const list = element("ul", { class: "reaction-list", testid: "reaction-list" });
  const rest = element("p", { class: "hint" });
  const show = (reaction: Reaction) => {
    const pane = board.panes[0] ?? board.add({});
    const on = reaction.keys.every((key) => pane.state.keys.includes(key));
    if (on && pane.state.keys.length > reaction.keys.length) {
      pane.change({ keys: pane.state.keys.filter((key) => !reaction.keys.includes(key)) });
    } else pane.change({ keys: reaction.keys });
    fill();
  };
  const add = (reaction: Reaction) => {
    const pane = board.panes[0] ?? board.add({});
    for (const key of reaction.keys) pane.add(key);
    fill();
  };
  const fill = () => {
    clear(list);
    const hits = found(box.value, names).sort((a, b) => a - b);
    for (const index of hits.slice(0, shownAtMost)) list.append(line(all[index]!));
    rest.textContent =
      hits.length > shownAtMost ? `The ${shownAtMost} largest of ${hits.length} are listed.` : "Shift and press to add to what is plotted.";
  };
  const line = (reaction: Reaction): HTMLElement => {
    const keys = board.panes[0]?.state.keys ?? [];
    const bar = element("span", { class: "bar" });
    bar.style.width = `${Math.max(1, (100 * (reaction.size ?? 0)) / (largest.get(reaction.unit) || 1))}%`;
    const press = element(
      "button",
      {
        class: "reaction",
        testid: "reaction",
        attributes: { type: "button", "aria-pressed": String(reaction.keys.every((key) => keys.includes(key))) },
        on: { click: (event) => ((event as MouseEvent).shiftKey ? add(reaction) : show(reaction)) },
      },
      cut(reaction.name, "reaction-name"),
      element("span", { class: "reaction-bar", attributes: { "aria-hidden": "true" } }, bar),
      element("span", { class: "number", text: reaction.size === null ? "" : shown(reaction.size, 4), title: "largest component in any row" }),
      element("span", { class: "unit", text: reaction.unit }),
    );
    return element("li", {}, press);
  };
  box.addEventListener("input", fill);
  fill();
  return element("div", { class: "reactions" }, box, list, rest);
}
