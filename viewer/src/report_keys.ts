// The keys of a report.

import { pickChannels } from "./plots/picker";
import type { Context } from "./ui/context";
import type { KeyAction } from "./ui/keyboard";
import type { ReportTabs } from "./ui/report_tabs";
import type { ScenePort } from "./ui/scene_port";
import type { Stepper } from "./ui/stepper";
import type { Transport } from "./ui/transport";

export interface Keyed {
  context: Context;
  stepper: Stepper;
  transport: Transport;
  tabs: ReportTabs;
  scene(): ScenePort | null;
  help(): void;
}

const views = ["front", "back", "left", "right", "top", "bottom", "corner"];

export function reportKeys({ context, stepper, transport, tabs, scene, help }: Keyed): KeyAction[] {
  const { clock, theme } = context;
  return [
    { keys: [" "], text: "play, pause", press: () => clock.toggle() },
    { keys: ["ArrowLeft", "ArrowRight"], text: "one row back, forward", press: (event) => void stepper.step(sign(event)) },
    {
      keys: ["shift+ArrowLeft", "shift+ArrowRight"],
      text: "ten rows back, forward",
      press: (event) => void stepper.step(10 * sign(event)),
    },
    { keys: ["Home", "End"], text: "start, end", press: (event) => clock.set(event.key === "Home" ? clock.from : clock.to) },
    { keys: ["+", "-"], text: "faster, slower", press: (event) => transport.faster(event.key === "-" ? -1 : 1) },
    { keys: ["/"], text: "search channels", press: () => search(context, tabs) },
    { keys: ["f"], text: "fit the mechanism into its window", press: () => scene()?.fit() },
    {
      keys: ["1", "2", "3", "4", "5", "6", "7"],
      text: `views: ${views.join(", ")}`,
      press: (event) => scene()?.view(views[Number(event.key) - 1]!),
    },
    { keys: ["t"], text: "colours: system, light, dark", press: () => theme.next() },
    { keys: ["?"], text: "this help", press: help },
  ];
}

function sign(event: KeyboardEvent): number {
  return event.key === "ArrowLeft" ? -1 : 1;
}

/** Into the first pane of the reader's own plots. */
function search(context: Context, tabs: ReportTabs): void {
  const board = tabs.plots;
  const pane = board.panes[0] ?? board.add({});
  pickChannels({
    catalogue: context.catalogue,
    title: "Channels of the first pane",
    picked: () => new Set(pane.state.keys),
    toggle: (key) => (pane.state.keys.includes(key) ? pane.remove(key) : pane.add(key)),
    several: true,
  });
}
