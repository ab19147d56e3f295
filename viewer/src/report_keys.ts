// The keys of a report.

import { pickChannels } from "./plots/picker";
import type { SceneView } from "./scene";
import type { Context } from "./ui/context";
import type { KeyAction } from "./ui/keyboard";
import type { ReportTabs } from "./ui/report_tabs";
import type { Stepper } from "./ui/stepper";
import type { Transport } from "./ui/transport";

export interface Keyed {
  context: Context;
  stepper: Stepper;
  transport: Transport;
  tabs: ReportTabs;
  scene(): SceneView | null;
  help(): void;
}

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
    { keys: ["t"], text: "colours of the page: system, light, dark", press: () => theme.next() },
    { keys: ["?"], text: "this help", press: help },
    ...sceneActions(scene),
  ];
}

function sceneActions(scene: () => SceneView | null): KeyAction[] {
  const forward = (event: KeyboardEvent) => void scene()?.key(event);
  return [
    { keys: ["f"], text: "show the whole mechanism", press: forward },
    { keys: ["1", "2", "3", "4", "5", "6", "7"], text: "from a corner, front, back, left, right, top, below", press: forward },
    { keys: ["p"], text: "plane or space, for mechanisms of the plane", press: forward },
    { keys: ["g"], text: "forces: none, reactions, applied, all", press: () => nextForces(scene()) },
    { keys: ["c"], text: "joints in the colour of their kind, load, violation", press: forward },
    { keys: ["l"], text: "names", press: forward },
    { keys: ["m"], text: "move along with the mechanism", press: forward },
  ];
}

function nextForces(scene: SceneView | null): void {
  if (!scene?.hasForces) return;
  const order = ["none", "reactions", "applied", "all"] as const;
  scene.showForces(order[(order.indexOf(scene.forces) + 1) % order.length]!);
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
