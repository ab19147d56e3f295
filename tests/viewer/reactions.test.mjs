// Reactions: one line a joint, ranked by magnitude; force and torque together, in the axes that are chosen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { file, makeReport, open, readout, serving, until, writeModel } from "./support.mjs";
import { modules } from "./support/modules.mjs";

const { reactionsOf, plotted } = await modules(["src/data/reactions.ts"]);

test("channels of one force are one entry, of several bodies in one point several", () => {
  const vector = (of, kind, axes = "xyz") => [...axes].map((axis) => `${of}.${kind}${axis}`);
  const names = [
    ...["hinge", "hinge.crank", "hinge.crank.local", "hinge.rod", "hinge.rod.local"].flatMap((of) => [...vector(of, "f"), ...vector(of, "t", "xy")]),
    ...["A.rod", "A.rod.local", "A.arm"].flatMap((of) => vector(of, "f")),
    "motor.torque", "spring.force", "balance.rod.force", "x", "energy.total",
  ];
  const found = reactionsOf(names);
  assert.deepEqual(found.map(({ name }) => name), ["hinge", "A.rod", "A.arm", "motor", "spring"]);
  assert.deepEqual(found[0].ground, { force: vector("hinge", "f"), torque: vector("hinge", "t", "xy") });
  assert.deepEqual(found[0].bodies.map(({ body }) => body), ["rod", "crank"], "the last body first");
  assert.deepEqual(plotted(found[0], "ground"), ["\u0000|hinge.force|", ...vector("hinge", "f"), "\u0000|hinge.torque|", ...vector("hinge", "t", "xy")]);
  assert.deepEqual(plotted(found[0], "other").filter((key) => key.includes(".local.f")), vector("hinge.crank.local", "f"));
  assert.deepEqual(plotted(found[1], "body").slice(1), vector("A.rod.local", "f"));
  assert.deepEqual(plotted(found[3], "body"), ["motor.torque"], "no other axes: as it is");
});

/** A bent arm turned about z at a steady rate: its weld carries a torque, and the load goes round. */
const model = writeModel(
  "arm.yaml",
  `rheon: 1
gravity: [0, 0, -9.81]
ground: {O: [0, 0, 0]}
points: {A: [0.3, 0, 0], C: [0.3, 0, 0.5]}
bodies:
  arm: {box: [0.6, 0.05, 0.05], at: [0.15, 0, 0], mass: 2 kg, points: [O, A]}
  mast: {box: [0.05, 0.05, 1], at: [0.3, 0, 0.5], mass: 1 kg, points: [A, C]}
joints:
  shaft: {revolute: [ground, arm], at: O, axis: z}
  seat: {weld: [arm, mast], at: A}
drivers: {motor: {angle: shaft, equals: 7*t}}
simulate: {duration: 1 s}
`,
);
const { page: path, csv } = makeReport("arm", model, "--samples", "80");
const norm = (...names) => {
  const columns = names.map((name) => csv.get(name)).filter((column) => column);
  return Math.max(...columns[0].map((_, row) => Math.hypot(...columns.map((column) => column[row]))));
};
const all = (of, kind) => ["x", "y", "z"].map((axis) => `${of}.${kind}${axis}`);

test("one line a joint, ranked by the norm of its force, with that of its torque", async () => {
  const view = await open(path);
  const { page, id } = view;
  await id("tab-reactions").click();
  await page.waitForFunction(() => document.querySelector("[data-testid=reaction-force][data-size]"));
  const lines = await id("reaction").evaluateAll((buttons) =>
    buttons.map((one) => [one.dataset.name, ...["force", "torque"].map((part) => one.querySelector(`[data-testid=reaction-${part}]`)?.dataset.size)]),
  );
  const joints = lines.filter(([name]) => !name.startsWith("lambda."));
  assert.deepEqual(joints.map(([name]) => name), ["shaft", "seat", "motor"]);
  for (const [name, force, torque] of joints.slice(0, 2)) {
    assert.ok(Math.abs(Number(force) - norm(...all(name, "f"))) <= 1e-12 * norm(...all(name, "f")), `${name}: ${force}`);
    assert.ok(Math.abs(Number(torque) - norm(...all(name, "t"))) <= 1e-12 * norm(...all(name, "t")), `${name}: ${torque}`);
  }
  // by hand: 3 kg hold by weight and centripetal force, (2 * 0.15 + 1 * 0.3) m * 49 / s^2; 1e-6 for the integration
  assert.ok(Math.abs(Number(joints[0][1]) / Math.hypot(3 * 9.81, 0.6 * 49) - 1) < 1e-6, joints[0][1]);
  assert.ok(Math.abs(Number(joints[1][1]) / Math.hypot(9.81, 0.3 * 49) - 1) < 1e-6, joints[1][1]);
  await id("reaction-order").selectOption("torque");
  const first = await id("reaction").first().getAttribute("data-name");
  assert.equal(first, norm(...all("shaft", "t")) > norm(...all("seat", "t")) ? "shaft" : "seat");
  await view.close();
});

test("a press plots force and torque once, in the axes that are chosen", async () => {
  const view = await open(path);
  const { page, id } = view;
  const panel = id("panel-reactions");
  const names = async () => (await readout(panel.getByTestId("pane").first())).values.map(({ channel }) => channel);
  const press = async () => {
    await page.locator("[data-testid=reaction][data-name=seat]").click();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    return names();
  };
  await id("tab-reactions").click();
  await page.waitForFunction(() => document.querySelector("[data-testid=reaction-force][data-size]"));
  const there = (of, kind) => all(of, kind).filter((name) => csv.has(name));
  assert.deepEqual(await press(), ["|seat.f|", ...there("seat", "f"), "|seat.t|", ...there("seat", "t")]);
  await id("reaction-axes").selectOption("body");
  assert.deepEqual(await press(), ["|seat.f|", ...there("seat.mast.local", "f"), "|seat.t|", ...there("seat.mast.local", "t")]);
  assert.match(await page.locator("[data-testid=reaction][data-name=seat]").innerText(), /in axes of mast/);
  await id("reaction-axes").selectOption("other");
  assert.deepEqual(await press(), ["|seat.f|", ...there("seat.arm.local", "f"), "|seat.t|", ...there("seat.arm.local", "t")]);
  // the load does not turn in the axes of the body: its components stay, and their norm is the magnitude
  const { values } = await readout(panel.getByTestId("pane").first());
  const parts = values.filter(({ channel }) => /local\.f/.test(channel)).map(({ value }) => value);
  assert.ok(Math.abs(Math.hypot(...parts) - values[0].value) < 1e-9 * values[0].value);
  await view.close();
});

test("a joint pressed in the scene offers its force and torque, not copies of them", async () => {
  const view = await open(path);
  const { page, id } = view;
  await until(page, () => window.rheon.scene.stats().ready);
  const area = await id("scene").locator("canvas").first().boundingBox();
  let found = false;
  for (let y = 0.25; y < 0.9 && !found; y += 0.02) {
    for (let x = 0.1; x < 0.9 && !found; x += 0.015) {
      await page.mouse.move(area.x + x * area.width, area.y + y * area.height);
      found = await page.evaluate(() => window.rheon.scene.stats().hovered === "seat");
    }
  }
  assert.ok(found, "the pointer finds the joint");
  await page.mouse.down();
  await page.mouse.up();
  await id("offer").getByRole("button", { name: "Plot forces in joints" }).click();
  const pane = id("panel-plots").getByTestId("pane").first();
  await pane.locator('[data-testid=readout-value][data-channel="|seat.f|"]').waitFor();
  const names = (await readout(pane)).values.map(({ channel }) => channel);
  assert.ok(names.includes("seat.tx") || names.includes("seat.ty"), names.join(" "));
  assert.ok(names.every((name) => !/mast|arm/.test(name)), names.join(" "));
  await view.close();
});

test("rheon view does not claim sizes before it has them", async (context) => {
  const { address } = await serving(context, "view", file("arm.h5"), "--port", "0");
  const view = await open(address);
  await view.page.route("**/api/rows*", async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await view.id("tab-reactions").click();
  assert.match(await view.id("reaction-hint").textContent(), /being computed: 0 of 3 so far/);
  await until(view.page, () => document.querySelector("[data-testid=reaction-force][data-size]") !== null);
  assert.doesNotMatch(await view.id("reaction-hint").textContent(), /being computed|some of the rows/);
  assert.equal(await view.id("reaction").first().getAttribute("data-name"), "shaft");
  await view.close();
});
