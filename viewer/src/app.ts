// The report of one or more results: scene, plots, tables and time.

import { Catalogue } from "./data/catalogue";
import type { Head } from "./data/format";
import { EmbeddedSource } from "./data/embedded";
import { canDecode } from "./data/decode";
import { HeadError, referenceOf } from "./data/head";
import { ServerSource } from "./data/server";
import { watchRun } from "./live";
import { reportKeys } from "./report_keys";
import { SceneView } from "./scene";
import { Clock } from "./ui/clock";
import { Selection, SharedRange, type Context } from "./ui/context";
import { element } from "./ui/dom";
import { Follow } from "./ui/follow";
import { noteButton, pageHeader, resultBar } from "./ui/header";
import { openHelp } from "./ui/help";
import { attachKeys } from "./ui/keyboard";
import { colourOf } from "./ui/palette";
import { ReportTabs } from "./ui/report_tabs";
import { Signal } from "./ui/signal";
import { splitter } from "./ui/splitter";
import { Stepper } from "./ui/stepper";
import { Theme } from "./ui/theme";
import { Toast } from "./ui/toast";
import { Transport, usualSpeed } from "./ui/transport";

export interface Report {
  clock: Clock;
  scene: SceneView | null;
  ready: Promise<void>;
}

/** From the first to the last time of any result. */
function timesOf(head: Head): [number, number] {
  const times = head.results.flatMap(({ channels, summary }) => {
    const start = channels[0]!.min ?? Number(summary["start_time"] ?? 0);
    const end = head.source === "live" ? start : Number(summary["end_time"] ?? start);
    return [start, channels[0]!.max ?? end];
  });
  return times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, 0];
}

export function openReport(target: HTMLElement, head: Head, theme: Theme): Report {
  if (head.source === "file" && !canDecode()) {
    throw new HeadError("This browser cannot unpack data (DecompressionStream). Chrome 80, Firefox 113, Safari 16.4 and later can.");
  }
  const toast = new Toast();
  const clock = new Clock(...timesOf(head));
  clock.setSpeed(usualSpeed(clock.to - clock.from));
  const context: Context = {
    head,
    catalogue: new Catalogue(head),
    source: head.source === "file" ? new EmbeddedSource(head) : new ServerSource(),
    clock,
    theme,
    selection: new Selection(head.results.length, referenceOf(head) ?? 0),
    shared: new SharedRange(),
    grown: new Signal(),
    say: (message) => toast.say(message),
  };
  const stepper = new Stepper(context);
  const follow = head.source === "live" ? new Follow(clock) : null;
  const transport = new Transport(clock, stepper, follow);
  const tabs = new ReportTabs(context);
  const place = element("div", { class: "scene", testid: "scene", label: "Mechanism" });
  const work = element("main", { class: "work" });
  const drawn = SceneView.canDraw(head);
  if (drawn) work.append(place, splitter(work, 0.5));
  else work.classList.add("without-scene");
  work.append(element("div", { class: "side" }, tabs.offer.root, tabs.tabs.root));
  const status = head.source === "live" ? element("span", { class: "live", testid: "live", text: "live" }) : null;
  const keys = reportKeys({ context, stepper, transport, tabs, scene: () => scene, help: () => openHelp(keys, head.rheon) });
  target.replaceChildren(
    pageHeader(head, theme, () => openHelp(keys, head.rheon), status, noteButton(head, () => tabs.tabs.show("summary"))),
    ...(head.results.length > 1 ? [resultBar(context)] : []),
    work,
    transport.root,
    toast.root,
  );
  const scene = drawn ? openScene(place, context, tabs) : null;
  attachKeys(keys);
  if (follow) watchRun(context, tabs, follow, status!);
  return { clock, scene, ready: tabs.plots.ready().then(firstDrawn) };
}

function openScene(container: HTMLElement, context: Context, tabs: ReportTabs): SceneView {
  const { head, source, clock, theme, selection } = context;
  const colours = () => {
    if (head.results.length > 1) scene.setResultColours(head.results.map((_, k) => colourOf(k, theme.shade)));
  };
  const scene = new SceneView({ container, head, source, clock, theme: theme.shade });
  colours();
  if (head.results.length > 1) scene.setResult(selection.visible);
  selection.listen(() => scene.setResult(selection.visible));
  theme.listen(() => {
    scene.setTheme(theme.shade);
    colours();
  });
  const trouble = element("p", { class: "scene-trouble", testid: "scene-trouble", attributes: { role: "alert", hidden: true } });
  container.append(trouble);
  scene.on("change", () => {
    trouble.hidden = scene.stats().ready || scene.notes.length === 0;
    trouble.textContent = scene.notes.join(" ");
  });
  scene.on("select", (chosen) => (chosen ? tabs.offer.show(chosen.name) : tabs.offer.hide()));
  return scene;
}

/** After the first frame with all of it. */
function firstDrawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}
