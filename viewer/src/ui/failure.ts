// A page that cannot be shown says why.

import { element } from "./dom";

export function showFailure(target: HTMLElement, problem: unknown): void {
  const reason = problem instanceof Error ? problem.message : String(problem);
  target.replaceChildren(
    element(
      "div",
      { class: "failure", testid: "failure", attributes: { role: "alert" } },
      element("h1", { text: "This page cannot be shown" }),
      element("p", { text: reason }),
    ),
  );
}
