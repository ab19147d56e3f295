// What a page shows before it is used: the first plots, tabs, colours, ticks, and its labels for screen readers.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { file, makeReport, open, pick, rheon, source, until, writeModel } from "./support.mjs";

function report(name, model) {
  rheon("run", model, "--report", file(`${name}.html`), "--quiet");
  return file(`${name}.html`);
}
const example = (name) => join(source, `examples/${name}/model.yaml`);
const channelsOf = (pane) => pane.getByTestId("readout-value").evaluateAll((all) => all.map(({ dataset }) => dataset.channel));

async function firstChannels(path) {
  const view = await open(path);
  const panes = await Promise.all((await view.id("panel-plots").getByTestId("pane").all()).map(channelsOf));
  await view.close();
  return panes;
}

test("first plots: outputs, then driving forces, angles, positions; no direction cosines, no memories", async () => {
  const controlled = writeModel(
    "controlled.yaml",
    `rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0]}
points: {B: [0.5, 0]}
bodies: {arm: {rod: [O, B], mass: 2 kg}}
joints: {hinge: {revolute: [ground, arm], at: O}}
forces: {motor: {torque: hinge, measure: B.y, target: 0.2, p: 60, i: 120, d: 10, limit: 20}}
simulate: {duration: 1 s}
`,
  );
  const legs = ["leg1.force", "leg2.force", "leg3.force", "leg4.force", "leg5.force", "leg6.force"];
  const points = ["C.x", "C.y", "C.z", "B1.x", "B1.y", "B1.z"];
  assert.deepEqual(await firstChannels(report("stewart", example("stewart"))), [legs, points]);
  assert.deepEqual(await firstChannels(report("crank", example("slider_crank"))), [["motor.torque"], ["crank.angle", "rod.angle"]]);
  assert.deepEqual((await firstChannels(report("heavy_top", example("heavy_top"))))[0], ["G.x", "G.y", "G.z"]);
  assert.deepEqual((await firstChannels(report("spinning_body", example("spinning_body"))))[0], ["w1", "w2", "w3"], "outputs of the model");
  const panes = await firstChannels(report("controlled", controlled));
  assert.ok(panes[0].includes("hinge.angle"), panes[0].join("; "));
  assert.ok(panes.flat().every((name) => !name.includes("memory")), panes.join("; "));
});

test("a model without constraints has no tab of drift, one with speed rows alone no empty panes", async () => {
  const free = writeModel("free.yaml", "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\npotential: x^2/2\ninitial: {x: 1, x': 0}\nsimulate: {step: 10 ms, duration: 1 s}\n");
  const view = await open(report("free", free));
  assert.equal(await view.id("tab-drift").count(), 0);
  assert.equal(await view.id("tab-energy").count(), 1);
  await view.close();
  const skate = writeModel("skate.yaml", "rheon: 1\ncoordinates: [x, y, a]\nkinetic: (x'^2 + y'^2 + a'^2)/2\nconstraints: {edge: x'*sin(a) - y'*cos(a) = 0}\ninitial: {x: 0, y: 0, a: 0, x': 1, y': 0, a': 1}\nsimulate: {step: 10 ms, duration: 1 s}\n");
  const other = await open(report("skate", skate));
  await other.id("tab-drift").click();
  const titles = await other.id("panel-drift").locator(".pane-title").allTextContents();
  assert.ok(titles.length > 0 && titles.every((title) => !title.includes("position")), titles.join("; "));
  await other.close();
});

test("no step, no iterations: a dash and not a number that is none", async () => {
  const view = await open(report("steps", example("slider_crank")));
  await view.id("tab-run").click();
  const value = view.id("panel-run").locator("[data-channel='iterations per step']");
  await value.waitFor();
  await until(view.page, () => document.querySelector("[data-channel='iterations per step']").textContent !== "");
  assert.equal(await value.textContent(), "–");
  await view.page.keyboard.press("End");
  await until(view.page, () => Number(document.querySelector("[data-channel='iterations per step']").textContent) > 0);
  await view.close();
});

test("every canvas has a label", async () => {
  const view = await open(report("labels", example("slider_crank")));
  await view.id("tab-energy").click();
  await view.id("panel-energy").locator("canvas").first().waitFor();
  const labels = await view.page.locator("canvas").evaluateAll((all) => all.map((one) => [one.getAttribute("role"), one.getAttribute("aria-label") ?? ""]));
  assert.ok(labels.length >= 5, `${labels.length} canvases`);
  for (const [role, label] of labels) assert.ok(role === "img" && label.length > 10, `${role}: ${label}`);
  assert.ok(labels.some(([, label]) => label.includes("motor.torque") && label.includes("over t [s]")), labels.join("; "));
  await view.close();
});

test("the last tick of the time axis has room", async () => {
  const slow = writeModel("slow.yaml", "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\ninitial: {x: 0, x': 1}\nsimulate: {step: 1000 s, duration: 1e5 s}\n");
  const view = await open(report("slow", slow));
  const edge = await view.page.evaluate(() => {
    const canvas = document.querySelector("[data-testid=plot] canvas");
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const drawn = (x, y) => data[4 * (y * width + x) + 3] > 0;
    // columns that have something below the plotting area, where the labels of the ticks are
    const over = document.querySelector("[data-testid=plot] .u-over").getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    const below = Math.round(((over.bottom - box.top) / box.height) * height) + 6;
    let last = -1;
    for (let x = 0; x < width; ++x) for (let y = below; y < height; ++y) if (drawn(x, y)) last = x;
    return { last, width };
  });
  assert.ok(edge.last > 0.9 * edge.width, "the label at the right end is there");
  assert.ok(edge.last < edge.width - 1, `the label ends at ${edge.last} of ${edge.width} pixels`);
  await view.close();
});

// ---- colours: CIEDE2000 (Sharma, Wu and Dalal 2005) of what Machado, Oliveira and Fernandes (2009) see at severity 1

const eyes = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const linear = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (rgb, eye) => [0, 3, 6].map((k) => Math.min(1, Math.max(0, eye[k] * rgb[0] + eye[k + 1] * rgb[1] + eye[k + 2] * rgb[2])));
const luminance = ([r, g, b]) => 0.2126729 * r + 0.7151522 * g + 0.072175 * b;

function lab([r, g, b]) {
  const f = (v) => (v > 216 / 24389 ? Math.cbrt(v) : ((24389 / 27) * v + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(luminance([r, g, b]));
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function apart([L1, a1, b1], [L2, a2, b2]) {
  const turn = Math.PI / 180;
  const seventh = (c) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const G = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot((1 + G) * a1, b1), Math.hypot((1 + G) * a2, b2)];
  const hue = (a, b) => (Math.atan2(b, (1 + G) * a) / turn + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const grey = c1 * c2 === 0;
  let dh = grey ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  const H = grey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [L, C] = [(L1 + L2) / 2, (c1 + c2) / 2];
  const T = 1 - 0.17 * Math.cos((H - 30) * turn) + 0.24 * Math.cos(2 * H * turn) + 0.32 * Math.cos((3 * H + 6) * turn) - 0.2 * Math.cos((4 * H - 63) * turn);
  const l = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2));
  const c = (c2 - c1) / (1 + 0.045 * C);
  const h = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * turn)) / (1 + 0.015 * C * T);
  const R = -Math.sin(60 * turn * Math.exp(-(((H - 275) / 25) ** 2))) * 2 * seventh(C);
  return Math.sqrt(l * l + c * c + h * h + R * c * h);
}

test("CIEDE2000 as its authors have it", () => {
  // pairs 1, 7, 17 and 25 of their table of test data
  assert.ok(Math.abs(apart([50, 2.6772, -79.7751], [50, 0, -82.7485]) - 2.0425) < 1e-4);
  assert.ok(Math.abs(apart([50, 0, 0], [50, -1, 2]) - 2.3669) < 1e-4);
  assert.ok(Math.abs(apart([50, 2.5, 0], [73, 25, -18]) - 27.1492) < 1e-4);
  assert.ok(Math.abs(apart([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387]) - 1.2644) < 1e-4);
});

for (const colorScheme of ["light", "dark"]) {
  test(`curves are apart for every kind of vision, ${colorScheme}`, async () => {
    const { page: path } = makeReport("colours", example("bricard"));
    const view = await open(path, { colorScheme });
    const pane = await pick(view, "J1.x", "J1.y", "J1.z", "J2.x", "J2.y", "J2.z", "J4.x");
    const strokes = await pane.locator(".swatch path").evaluateAll((all) => all.map((one) => one.getAttribute("stroke")));
    const page = await pane.evaluate((one) => getComputedStyle(one).getPropertyValue("--surface").trim());
    assert.equal(new Set(strokes).size, 7);
    const ground = luminance(linear(page));
    for (const stroke of strokes) {
      const light = luminance(linear(stroke));
      const contrast = (Math.max(light, ground) + 0.05) / (Math.min(light, ground) + 0.05);
      assert.ok(contrast >= 3, `${stroke} on ${page}: contrast ${contrast}`);
    }
    for (const [eye, matrix] of Object.entries(eyes)) {
      const places = strokes.map((stroke) => lab(seen(linear(stroke), matrix)));
      places.forEach((a, i) =>
        places.slice(i + 1).forEach((b, k) => {
          const least = eye === "usual" ? 20 : 12; // as ui/palette.ts states
          assert.ok(apart(a, b) >= least, `${eye}: curves ${i + 1} and ${i + k + 2} (${strokes[i]}, ${strokes[i + k + 1]}) are ${apart(a, b)} apart`);
        }),
      );
    }
    await view.close();
  });
}

test("arrows that the model draws are none of the applied forces", async () => {
  const model = writeModel(
    "arrows.yaml",
    `rheon: 1
parameters: {f: 3 N, m: 1 kg}
coordinates: {s: m}
kinetic: m/2*s'^2
forces: {s: f}
initial: {s: 0, s': 0}
view:
  cart: {box: [0.3, 0.1], at: [s, 0]}
  push: {arrow: [f, 0], at: [s, 0], quantity: force}
simulate: {step: 10 ms, duration: 1 s}
`,
  );
  const view = await open(report("arrows", model));
  await until(view.page, () => window.rheon.scene.stats().ready);
  const { keys, forces } = await view.page.evaluate(() => window.rheon.scene.stats());
  assert.equal(forces, "none");
  assert.equal(await view.page.evaluate(() => window.rheon.scene.hasForces), false);
  assert.ok(keys.length === 1 && keys[0].endsWith("N, drawn by the model"), keys.join("; "));
  await view.close();
});
