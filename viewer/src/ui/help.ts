// What keys and pointers do.

import { openDialog } from "./dialog";
import { element } from "./dom";
import type { KeyAction } from "./keyboard";

const names: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  "shift+ArrowLeft": "Shift ←",
  "shift+ArrowRight": "Shift →",
};

const pointers: [string, string][] = [
  ["Press in a plot", "go to this time; pull the time cursor to move through it"],
  ["Pull across a plot", "zoom the time axis of all linked panes; over a path: the part that is pulled over"],
  ["Shift or Ctrl and pull", "zoom the y axis"],
  ["Ctrl and wheel, Shift and wheel", "zoom the x axis, the y axis"],
  ["Double press", "show all again"],
  ["Press on a value", "copy it with all digits"],
];

export function openHelp(actions: KeyAction[], version: string): void {
  const row = (keys: (string | Node)[], text: string) =>
    element("tr", {}, element("th", { attributes: { scope: "row" } }, ...keys), element("td", { text }));
  const keys = (action: KeyAction) =>
    action.keys.flatMap((key, k) => [k > 0 ? " " : "", element("kbd", { text: names[key] ?? key })]).filter((part) => part !== "");
  const table = element("table", { class: "help-table" });
  table.append(
    element("tbody", {}, ...actions.map((action) => row(keys(action), action.text))),
    element("tbody", {}, ...pointers.map(([what, text]) => row([what], text))),
  );
  openDialog("Keys and pointers", element("div", { class: "help" }, table, element("p", { class: "hint", text: `rheon ${version}` })), "help");
}
