// A page with the scene alone: ?name of one of dev/scenes.ts, &dark.
import { SceneView } from "../src/scene";
import { Clock } from "../src/ui/clock";
import { scenes } from "./scenes";

const query = new URLSearchParams(location.search);
const { head, source } = scenes[query.get("scene") ?? "crank"]!();
const rows = await source.rows(0, [], { from: 0, to: head.source === "live" ? 0.05 : Infinity }, 1, "even");
const clock = new Clock(0, rows.t[rows.t.length - 1]!);
const view = new SceneView({ container: document.body, head, source, clock, theme: query.has("dark") ? "dark" : "light" });
addEventListener("keydown", (event) => {
  if (event.key === " ") clock.toggle();
  else view.key(event);
});
Object.assign(window, { rheon: { view, clock } });
