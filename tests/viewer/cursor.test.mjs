// What is shown at one time is of that time: in legends, curves, differences, paths and the scene, also between rows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exported, file, frames, open, pick, readCsv, readout, rheon, sceneAt, serving, until, writeModel } from "./support.mjs";
import { readFileSync } from "node:fs";

const model = writeModel(
  "driven_crank.yaml",
  `rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0]}
points: {A: [0.2, 0], B: [0.7, 0]}
bodies:
  crank: {rod: [O, A], mass: 1 kg}
  rod: {rod: [A, B], mass: 0.8 kg}
  piston: {point: B, mass: 1.5 kg}
joints: {guide: {on_line: B, along: x}}
drivers: {motor: {angle: crank, equals: 10*t}}
simulate: {formulation: ali3p, step: 1 ms, duration: 1 s}
`,
);
const [r, l, w] = [0.2, 0.5, 10];
/** Of the driven crank: A on its circle, and B on the line. */
const exact = {
  "A.x": (t) => r * Math.cos(w * t),
  "A.y": (t) => r * Math.sin(w * t),
  "A.x'": (t) => -r * w * Math.sin(w * t),
  "B.x": (t) => r * Math.cos(w * t) + Math.sqrt(l * l - (r * Math.sin(w * t)) ** 2),
};
/** Rows 0.0454 s apart, in which the crank turns by 0.454 rad: a chord is 2.6 % shorter than its arc. And others beside them. */
for (const [name, samples] of [["coarse", 22], ["other", 17], ["fine", 1000]])
  rheon("run", model, "-o", file(`${name}.h5`), "--samples", String(samples), "--reactions", "--quiet");
rheon("report", file("coarse.h5"), file("other.h5"), "-o", file("two.html"));

const setClock = async ({ page }, time) => {
  await page.evaluate((to) => window.rheon.clock.set(to), time);
  await frames(page);
};

test("two results with different rows: one time, and what both are at that time", async () => {
  const view = await open(file("two.html"));
  const pane = await pick(view, "A.x", "A.x'", "B.x");
  for (const time of [0.6, 0.3337, 0.9123]) {
    await setClock(view, time);
    const { time: shown, values } = await readout(pane);
    assert.equal(shown, time);
    assert.equal(values.length, 6);
    for (const { channel, result, value } of values) {
      // quintic between rows h apart: r (w h)^6 / 46080 = 2e-7 for h = 1/17 s, cubic of rates r w (w h)^4 / 384 = 6e-4; B.x has
      // harmonics (r/l = 0.4), twice the frequency and 64 times the error at a twentieth of the amplitude; 1 ms steps add 1e-9
      const bound = channel.endsWith("'") ? 7e-4 : channel === "B.x" ? 3e-6 : 3e-7;
      assert.ok(Math.abs(value - exact[channel](time)) < bound, `${result} ${channel} at ${time}: ${value}, not ${exact[channel](time)}`);
    }
  }
  await view.close();
});

test("in its rows every number is that of the file, and beside its end a result has none", async () => {
  rheon("run", model, "-o", file("short.h5"), "--samples", "10", "--duration", "0.5s", "--quiet");
  rheon("run", model, "-o", file("short.csv"), "--samples", "10", "--duration", "0.5s", "--quiet");
  rheon("report", file("coarse.h5"), file("short.h5"), "-o", file("ends.html"));
  const csv = readCsv(readFileSync(file("short.csv"), "utf8"));
  const view = await open(file("ends.html"));
  const pane = await pick(view, "B.x");
  await setClock(view, csv.get("t")[3]);
  assert.equal((await readout(pane)).values[1].value, csv.get("B.x")[3]);
  await setClock(view, 0.8);
  const how = await pane.getByTestId("readout-value").evaluateAll((all) => all.map(({ dataset }) => dataset.how));
  assert.deepEqual(how, ["between", "none"]);
  await view.close();
});

test("differences are those of the same time", async () => {
  const view = await open(file("two.html"));
  const pane = await pick(view, "A.y");
  await pane.getByTestId("pane-difference").click();
  await view.page.waitForFunction(() => document.querySelector("[data-testid=pane]").querySelectorAll("[data-testid=readout-value]").length === 1);
  const columns = readCsv((await exported(view, pane, "csv")).content.toString());
  const [, values] = [...columns].find(([name]) => name.startsWith("A.y"));
  // both runs are the same: what is left is the error between rows, 3e-7 as above. Straight lines would leave 2.6 % of 0.2 m
  assert.ok(values.length === 23 && values.every((value) => Math.abs(value) < 3e-7), `${Math.max(...values.map(Math.abs))}`);
  for (const time of [0.55, 0.6, 0.7777]) {
    await setClock(view, time);
    assert.ok(Math.abs((await readout(pane)).values[0].value) < 6e-7);
  }
  await view.close();
});

test("forces, whose rates are not stored, are near to those of a run with fine rows", async () => {
  rheon("run", model, "-o", file("fine.csv"), "--samples", "1000", "--reactions", "--quiet");
  rheon("run", model, "-o", file("many.h5"), "--samples", "60", "--reactions", "--quiet");
  rheon("report", file("many.h5"), "-o", file("many.html"));
  const fine = readCsv(readFileSync(file("fine.csv"), "utf8"));
  const largest = Math.max(...fine.get("A.fx").map(Math.abs));
  const view = await open(file("many.html"));
  const pane = await pick(view, "A.fx");
  for (const row of [333, 474, 806]) {
    await setClock(view, fine.get("t")[row]);
    const { value } = (await readout(pane)).values[0];
    // rows 0.167 rad apart, harmonics up to the fourth: (0.67)^6 / 720 * 3.5 = 4e-4 of their part
    assert.ok(Math.abs(value - fine.get("A.fx")[row]) < 1e-3 * largest, `${value}, not ${fine.get("A.fx")[row]}`);
  }
  await view.close();
});

test("a rod keeps its length between coarse rows, and is where it should be", async () => {
  const view = await open(file("two.html"));
  for (let time = 0.01; time < 1; time += 0.0373) {
    await setClock(view, time);
    await sceneAt(view);
    const [crank] = await view.page.evaluate(() => window.rheon.scene.bars("crank"));
    const long = Math.hypot(...crank.along);
    // as long as in its rows, but for numbers of 32 bits sent to the screen: 6e-8 of 0.2 m and of places up to 0.7 m
    assert.ok(Math.abs(long / r - 1) < 1e-6, `${long} m at ${time} s`);
    const tip = crank.at.map((v, i) => v + crank.along[i]);
    assert.ok(Math.hypot(tip[0] - exact["A.x"](time), tip[1] - exact["A.y"](time)) < 1e-6, `the tip at ${time} s`);
  }
  await view.close();
});

test("curves are drawn through the values shown between rows: the path of A is a circle", async () => {
  rheon("report", file("coarse.h5"), "-o", file("coarse.html"));
  const view = await open(file("coarse.html"));
  const pane = await pick(view, "A.y");
  await pane.getByTestId("pane-x").click();
  await view.id("picker-search").fill("A.x");
  await view.id("picker-search").press("Enter");
  await frames(view.page);
  const picture = (await exported(view, pane, "svg")).content.toString();
  const off = await view.page.evaluate((text) => {
    const holder = document.createElement("div");
    document.body.append(holder);
    const parsed = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    holder.append(parsed);
    const path = parsed.querySelector("g > g > path");
    const { x, y, width, height } = path.getBBox();
    const points = path.getAttribute("d").match(/-?[\d.]+,?\s*-?[\d.]+/g).map((pair) => pair.match(/-?[\d.]+/g).map(Number));
    holder.remove();
    const radii = points.map(([px, py]) => Math.hypot(px - x - width / 2, py - y - height / 2) / (width / 2));
    return { least: Math.min(...radii), most: Math.max(...radii), points: points.length };
  }, picture);
  // whole circle, 10 rad; rounded to hundredths of a pixel of some hundred
  assert.ok(off.points > 500 && off.least > 0.999 && off.most < 1.001, JSON.stringify(off));
  await view.close();
});

test("rheon view: the legend follows the clock out of the part that is zoomed into", async (context) => {
  const { address } = await serving(context, "view", file("fine.h5"), "--port", "0");
  const view = await open(address);
  const pane = await pick(view, "B.x");
  await pane.locator(".u-over").waitFor();
  const area = await pane.locator(".u-over").boundingBox();
  const at = (x) => [area.x + x * area.width, area.y + area.height / 2];
  await view.page.mouse.move(...at(0.1));
  await view.page.mouse.down();
  await view.page.mouse.move(...at(0.15));
  await view.page.mouse.move(...at(0.2));
  await view.page.mouse.up();
  await view.page.mouse.move(5, 5);
  await view.page.waitForTimeout(400);
  const time = 0.8005; // between two rows
  await view.page.evaluate((to) => window.rheon.clock.set(to), time);
  await until(view.page, (to) => Number(document.querySelector("[data-testid=readout-time]").dataset.exact) === to, time);
  const { values } = await readout(pane);
  assert.ok(Math.abs(values[0].value - exact["B.x"](time)) < 1e-9, `${values[0].value}`);
  await view.close();
});

test("no value is interpolated across a load that switches: the row is used, with its time", async () => {
  const kicked = writeModel(
    "kicked.yaml",
    `rheon: 1
name: Kicked mass
coordinates: {x: m}
mass: {x: 1 kg}
forces: {x: "if(t < 0.5, 0, 8)"}
outputs: {push: "if(t < 0.5, 0, 8)"}
simulate: {formulation: lagrange, duration: 1 s}
`,
  );
  rheon("run", kicked, "-o", file("kicked.h5"), "--samples", "7", "--quiet");
  rheon("report", file("kicked.h5"), "-o", file("kicked.html"));
  const view = await open(file("kicked.html"));
  assert.deepEqual(await view.page.evaluate(() => window.rheon.head.results[0].switches), [0.5]);
  const pane = await pick(view, "push", "x''");
  for (const [time, value, own] of [[0.49, 0, 3 / 7], [0.51, 8, 4 / 7]]) {
    await setClock(view, time);
    for (const one of (await readout(pane)).values) assert.equal(one.value, value, `${one.channel} at ${time}`);
    const times = await pane.getByTestId("readout-value").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.time)));
    for (const one of times) assert.ok(Math.abs(one - own) < 1e-12, `${one}, not ${own}`);
  }
  await view.close();
});

test("a rod that a model of equations draws keeps its length between coarse rows", async () => {
  // its ends are no coordinates: they have no stored rates. 10 rad/s, 22 steps between rows: 0.4545 rad a row
  const turning = writeModel(
    "turning.yaml",
    `rheon: 1
name: Turning rod
coordinates: {theta: rad}
kinetic: 0.5*theta'^2
initial: {theta': 10}
view: {rod: {line: [[0, 0], [0.5*sin(theta), -0.5*cos(theta)]]}}
simulate: {formulation: lagrange, duration: 1 s}
`,
  );
  rheon("run", turning, "-o", file("turning.h5"), "--samples", "22", "--quiet");
  rheon("report", file("turning.h5"), "-o", file("turning.html"));
  const view = await open(file("turning.html"));
  for (let time = 0.1; time < 0.9; time += 0.0211) {
    await setClock(view, time);
    await sceneAt(view);
    const [rod] = await view.page.evaluate(() => window.rheon.scene.bars("rod"));
    // through six rows: 0.4545^6 / 720 * (1/2 * 3/2 * 5/2)^2 = 4.3e-5 of each end; straight lines would be 2.6 % short
    assert.ok(Math.abs(Math.hypot(...rod.along) / 0.5 - 1) < 5e-5, `${Math.hypot(...rod.along)} m at ${time} s`);
  }
  await view.close();
});
