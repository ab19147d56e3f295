// The top of the page: what it is about, which results are shown, and how it looks.

import { swatch } from "../plots/readout";
import type { Head } from "../data/format";
import { referenceOf } from "../data/head";
import { count } from "../data/numbers";
import type { Context } from "./context";
import { button, clear, cut, element, icon, setPressed, type Icon } from "./dom";
import { resultStyle } from "./palette";
import type { Choice, Theme } from "./theme";

const looks: Record<Choice, [Icon, string]> = {
  system: ["system", "Colours as the system has them (t)"],
  light: ["light", "Light colours (t)"],
  dark: ["dark", "Dark colours (t)"],
};

function themeButton(theme: Theme): HTMLElement {
  const made = button({ icon: "system", label: "", testid: "theme", press: () => theme.next() });
  const update = () => {
    const [picture, text] = looks[theme.choice];
    clear(made);
    made.append(icon(picture));
    made.title = text;
    made.setAttribute("aria-label", text);
  };
  theme.listen(update);
  update();
  return made;
}

/** Of a model without a name: that of its file. */
export function titleOf(head: Head): string {
  const file = head.results[0]?.summary["file"];
  return head.title || (typeof file === "string" ? file.replace(/^.*[\\/]/, "") : "") || "rheon";
}

/** Name of the model under the title, unless the title says it. */
function subtitle(head: Head): string {
  const result = head.results[0];
  if (!result) return "";
  const { formulation, integrator, model } = result.summary as Record<string, unknown>;
  const method = [formulation, integrator].filter((part) => typeof part === "string" && part !== "").join(" + ");
  const parts = [typeof model === "string" && model !== head.title ? model : "", head.results.length === 1 ? method : ""];
  return parts.filter((part) => part !== "").join(" · ");
}

/** What a reader must know stands in the summary; the header says that there is something. */
export function noteButton(head: Head, press: () => void): HTMLElement | null {
  const notes = [...head.notes, ...head.results.flatMap(({ note }) => (note ? [note] : []))];
  const missed = head.results.flatMap(({ label, verdicts }) =>
    verdicts.filter(({ kept }) => !kept).map(({ name, value, limit, unit }) => `${label}: ${name} ${value} ${unit}, the limit is ${limit}`),
  );
  const doubts = head.results.flatMap(({ label, summary }) => {
    const given = (summary as Record<string, unknown>)["doubts"];
    return Array.isArray(given) ? given.map((text) => `${label}: ${String(text)}`) : [];
  });
  if (doubts.length + notes.length + missed.length === 0) return null;
  const text = [doubts.length > 0 ? `✗ ${count(doubts.length, "doubt")}` : "", missed.length > 0 ? `✗ ${count(missed.length, "budget")} missed` : "", notes.length > 0 ? count(notes.length, "note") : ""];
  const title = [...doubts, ...missed, ...notes].join("\n").slice(0, 2000);
  return button({ text: text.filter((part) => part !== "").join(", "), class: "text notice", title, testid: "notes", press });
}

export function pageHeader(head: Head, theme: Theme, help: (() => void) | null, ...more: (HTMLElement | null)[]): HTMLElement {
  const below = subtitle(head);
  const title = titleOf(head);
  return element(
    "header",
    { class: "page-head" },
    element("span", { class: "mark", text: "rheon" }),
    element("h1", { class: "cut", text: title, title, testid: "title" }),
    below !== "" && cut(below, "subtitle"),
    element("span", { class: "fill" }),
    ...more,
    themeButton(theme),
    help && button({ icon: "help", label: "Keys and pointers (?)", testid: "help", press: help }),
  );
}

/** Results as chips that switch them on and off, and the base of differences. */
export function resultBar(context: Context): HTMLElement {
  const { head, selection, theme } = context;
  const chips = head.results.map((result, k) => {
    const chip = element("button", {
      class: "chip",
      testid: "result-chip",
      title: result.label,
      attributes: { type: "button" },
      on: { click: () => selection.toggle(k) },
    });
    return chip;
  });
  const base = element("select", { testid: "base", label: "Base of differences" });
  base.append(...head.results.map(({ label }, k) => element("option", { text: label.slice(0, 80), attributes: { value: k } })));
  base.addEventListener("change", () => selection.setBase(Number(base.value)));
  const update = () => {
    chips.forEach((chip, k) => {
      chip.replaceChildren(swatch(resultStyle(k, theme.shade, referenceOf(head))), cut(head.results[k]!.label));
      setPressed(chip, selection.visible[k]!);
    });
    base.value = String(selection.base);
  };
  selection.listen(update);
  theme.listen(update);
  update();
  return element(
    "div",
    { class: "result-bar", testid: "results", label: "Results", attributes: { role: "group" } },
    ...chips,
    element("label", { class: "base" }, "Δ from ", base),
  );
}
