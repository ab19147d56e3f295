// A paper's figures and numbers, redone: what it claims, what we got, and whether they agree.

import type { Head, PaperClaim, Reproduction } from "../data/format";
import { element } from "../ui/dom";
import { pageHeader } from "../ui/header";
import type { Theme } from "../ui/theme";
import { Toast } from "../ui/toast";
import { paperFigure } from "./figure";

const looks: Record<PaperClaim["verdict"], [sign: string, look: string]> = {
  agrees: ["✓", "good"],
  differs: ["✗", "bad"],
  "not run": ["○", "muted"],
  "left out": ["○", "muted"],
};

function verdict(claim: PaperClaim): HTMLElement {
  const [sign, look] = looks[claim.verdict] ?? ["?", "muted"];
  const expected = claim.verdict === "differs" && claim.foreseen;
  return element(
    "span",
    { class: `verdict ${expected ? "foreseen" : look}`, testid: "verdict" },
    `${sign} ${claim.verdict}${expected ? ", as foreseen" : ""}`,
  );
}

function claims(paper: Reproduction): HTMLElement {
  const heads = ["Where", "Claim", "Expected", "Here", "Verdict"];
  const body = element("tbody");
  for (const claim of paper.claims) {
    const where = paper.figures.some(({ name }) => name === claim.figure)
      ? element("a", { class: "link", text: claim.where, attributes: { href: `#figure-${encodeURIComponent(claim.figure)}` } })
      : element("span", { text: claim.where });
    body.append(
      element(
        "tr",
        { testid: "claim" },
        element("td", {}, where),
        element("td", {}, claim.statement, !claim.from_paper && element("span", { class: "muted", text: " (not in the paper)" })),
        element("td", { class: "quantity", text: claim.expected, attributes: { "data-label": heads[2]! } }),
        element("td", { class: "quantity", text: claim.got, attributes: { "data-label": heads[3]! } }),
        element("td", {}, verdict(claim), claim.reason !== "" && element("p", { class: "reason", text: claim.reason })),
      ),
    );
  }
  const head = element("tr", {}, ...heads.map((text) => element("th", { text, attributes: { scope: "col" } })));
  return element("div", { class: "scroll" }, element("table", { class: "claims", testid: "claims" }, element("thead", {}, head), body));
}

export function openPaper(target: HTMLElement, head: Head, theme: Theme): { clock: null; scene: null; ready: Promise<void> } {
  const paper = head.reproduction!;
  const toast = new Toast();
  const figures = paper.figures.map((figure) => paperFigure(figure, theme, (message) => toast.say(message)));
  target.replaceChildren(
    pageHeader(head, theme, null),
    element(
      "main",
      { class: "paper", testid: "paper" },
      element("h2", { text: paper.title }),
      element("p", { class: "citation", text: paper.citation, testid: "citation" }),
      element("p", { class: "outcome", text: paper.summary, testid: "outcome" }),
      ...[...head.notes, ...paper.notes].map((text) => element("p", { class: "hint", text })),
      paper.claims.length > 0 && claims(paper),
      element("div", { class: "figures" }, ...figures),
    ),
    toast.root,
  );
  addEventListener("keydown", (event) => {
    if (event.key === "t" && !event.ctrlKey && !event.metaKey && !event.altKey) theme.next();
  });
  return { clock: null, scene: null, ready: new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))) };
}
