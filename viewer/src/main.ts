// The page: reads its head and shows what it is about.

import "uplot/dist/uPlot.min.css";
import "./styles/index.css";
import { openReport } from "./app";
import { readHead } from "./data/head";
import type { Head } from "./data/format";
import { openPaper } from "./paper/paper";
import type { SceneView } from "./scene";
import type { Clock } from "./ui/clock";
import { showFailure } from "./ui/failure";
import { titleOf } from "./ui/header";
import { Theme } from "./ui/theme";

declare global {
  interface Window {
    /** For tests and developers: to be read, not written. */
    rheon?: {
      readonly version: string;
      readonly head: Head;
      readonly clock: Clock | null;
      readonly scene: SceneView | null;
      readonly ready: Promise<void>;
    };
  }
}

const target = document.getElementById("app")!;
try {
  const head = readHead(document.getElementById("rheon-head")?.textContent ?? "");
  document.title = titleOf(head).slice(0, 200);
  const theme = new Theme();
  const shown = head.kind === "reproduction" ? openPaper(target, head, theme) : openReport(target, head, theme);
  window.rheon = Object.freeze({ version: head.rheon, head, ...shown });
} catch (problem) {
  showFailure(target, problem);
}
