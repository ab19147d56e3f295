// The text of a model, foldable, with its words in the colours of their kind.

import type { ResultHead } from "../data/format";
import type { Context } from "../ui/context";
import { button, element } from "../ui/dom";

/** Pieces of a line of YAML with the kind of each: light, for reading, not for parsing. */
export function pieces(line: string): [kind: string, text: string][] {
  const result: [string, string][] = [];
  const pattern = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|([A-Za-z_][\w.'-]*(?=\s*:(?:\s|$)))|(-?\b\d[\d.]*(?:[eE][-+]?\d+)?\b)/g;
  let from = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > from) result.push(["", line.slice(from, match.index)]);
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "key" : "value";
    result.push([kind, match[0]]);
    from = match.index + match[0].length;
  }
  if (from < line.length) result.push(["", line.slice(from)]);
  return result;
}

const longest = 2000; // characters of a line that are coloured

function coloured(text: string): HTMLElement {
  const code = element("code");
  for (const line of text.split("\n")) {
    if (line.length > longest) code.append(line);
    else for (const [kind, part] of pieces(line)) code.append(kind ? element("span", { class: `yaml-${kind}`, text: part }) : part);
    code.append("\n");
  }
  return element("pre", { class: "model-text", testid: "model-text" }, code);
}

function foldable(result: ResultHead, labels: string[], open: boolean, context: Context): HTMLElement {
  const file = typeof result.summary["file"] === "string" ? result.summary["file"] : "";
  const copy = button({
    icon: "copy",
    text: "Copy",
    label: "Copy the model's text",
    testid: "copy-model",
    class: "text",
    press: () => {
      if (!navigator.clipboard) return context.say("This page may not copy: select the text instead.");
      navigator.clipboard.writeText(result.model).then(
        () => context.say("The model's text is copied."),
        () => context.say("This page may not copy: select the text instead."),
      );
    },
  });
  const title = element("summary", { class: "cut", text: [file || "Model", labels.join(", ")].filter(Boolean).join(" – ") });
  return element("details", { class: "model", testid: "model", attributes: { open } }, title, copy, coloured(result.model));
}

/** Results of the same text share it. */
export function modelTexts(context: Context): HTMLElement {
  const { results } = context.head;
  const byText = new Map<string, ResultHead[]>();
  for (const result of results) byText.set(result.model, [...(byText.get(result.model) ?? []), result]);
  const all = [...byText.entries()];
  return element(
    "div",
    { class: "models" },
    ...all.map(([, same], k) =>
      foldable(same[0]!, results.length > 1 && all.length > 1 ? same.map((one) => one.label) : [], k === 0, context),
    ),
  );
}
