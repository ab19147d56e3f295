// Plots: zoom, axes, paths, export, and panes that come and go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exported, frames, makeReport, open, pick, pixels, pull, readCsv, readout, writeModel } from "./support.mjs";

const model = writeModel(
  "crank.yaml",
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
const { page: path, csv } = makeReport("crank", model);

test("a press sets the clock, a drag zooms, a double press shows all", async () => {
  const view = await open(path);
  const { page } = view;
  const pane = await pick(view, "A.x");
  const area = await pane.locator(".u-over").boundingBox();
  await page.mouse.click(area.x + 0.25 * area.width, area.y + 20);
  const pressed = await page.evaluate(() => window.rheon.clock.time);
  assert.ok(Math.abs(pressed - 0.25) < 1.5 / area.width, `${pressed} is a quarter of 1 s, within a pixel`);
  await pull(view, pane, [0.5, 0.5], [0.75, 0.5]);
  const zoomed = readCsv((await exported(view, pane, "csv")).content.toString()).get("t");
  const pixel = 1 / area.width; // the run takes 1 s
  assert.ok(Math.abs(zoomed[0] - 0.5) < 0.003 + pixel && Math.abs(zoomed.at(-1) - 0.75) < 0.003 + pixel, `${zoomed[0]} to ${zoomed.at(-1)}`);
  await page.mouse.dblclick(area.x + 0.5 * area.width, area.y + 20);
  const all = readCsv((await exported(view, pane, "csv")).content.toString()).get("t");
  assert.deepEqual(all, csv.get("t"));
  await view.close();
});

test("CSV has the numbers of the run, SVG can be read, PNG has content", async () => {
  const view = await open(path);
  const pane = await pick(view, "A.x", "A.y'", "B.x");
  const numbers = await exported(view, pane, "csv");
  assert.match(numbers.name, /\.csv$/);
  const columns = readCsv(numbers.content.toString());
  assert.deepEqual([...columns.keys()].sort(), ["A.x", "A.y'", "B.x", "t"]);
  for (const [name, values] of columns) assert.deepEqual(values, csv.get(name), name);

  const picture = (await exported(view, pane, "svg")).content.toString();
  const read = await view.page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      wrong: parsed.querySelector("parsererror")?.textContent ?? "",
      curves: [...parsed.querySelectorAll("g > g > path")].map((curve) => curve.getAttribute("d").length),
      texts: [...parsed.querySelectorAll("text")].map((one) => one.textContent),
    };
  }, picture);
  assert.equal(read.wrong, "");
  assert.equal(read.curves.length, 3);
  assert.ok(read.curves.every((length) => length > 1000), "curves have many points");
  for (const text of ["t [s]", "A.x, B.x [m]", "A.y' [m/s]", "0.4", "−2"]) assert.ok(read.texts.includes(text), `${text} in ${read.texts.join("; ")}`);

  const { content } = await exported(view, pane, "png");
  assert.deepEqual([...content.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok((await pixels(view, content)).drawn > 0.005, "the picture has content");
  await view.close();
});

test("a third unit gets a pane of its own", async () => {
  const view = await open(path);
  const before = await view.id("pane").count();
  await pick(view, "A.x", "A.x'");
  await view.id("pane").first().getByTestId("pane-add").click();
  await view.id("picker-search").fill("energy.total");
  await view.id("picker-search").press("Enter");
  await view.page.keyboard.press("Escape");
  await view.page.waitForFunction((count) => document.querySelectorAll("[data-testid=pane]").length === count + 1, before);
  assert.match(await view.id("toast").textContent(), /two units at most/);
  const names = (await readout(view.id("pane").nth(1))).values.map(({ channel }) => channel);
  assert.deepEqual(names, ["energy.total"]);
  await view.close();
});

test("a path: A moves on a circle, at the same scale in both directions", async () => {
  const view = await open(path);
  const pane = await pick(view, "A.y");
  await pane.getByTestId("pane-x").click();
  await view.id("picker-search").fill("A.x");
  await view.id("picker-search").press("Enter");
  await frames(view.page);
  assert.equal(await pane.getByTestId("pane-equal").getAttribute("aria-pressed"), "true");
  const picture = (await exported(view, pane, "svg")).content.toString();
  const box = await view.page.evaluate((text) => {
    const holder = document.createElement("div");
    document.body.append(holder);
    const parsed = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    holder.append(parsed);
    const { width, height } = parsed.querySelector("g > g > path").getBBox();
    holder.remove();
    return { width, height };
  }, picture);
  // the crank turns by 10 rad: a whole circle, drawn as wide as high but for rounding to hundredths and rows 2 ms apart
  assert.ok(Math.abs(box.width / box.height - 1) < 1e-3, `${box.width} by ${box.height}`);
  await view.close();
});

test("panes are added, moved and removed; the logarithm goes on and off", async () => {
  const view = await open(path);
  const { page, id } = view;
  const count = await id("pane").count();
  await pick(view, "A.x");
  await id("add-pane").first().click();
  assert.equal(await id("pane").count(), count + 1);
  await id("pane").first().getByTestId("pane-down").click();
  assert.deepEqual((await readout(id("pane").nth(1))).values.map(({ channel }) => channel), ["A.x"]);
  await id("pane").nth(1).getByTestId("pane-log").click();
  await frames(page);
  const texts = (await exported(view, id("pane").nth(1), "svg")).content.toString();
  assert.match(texts, /\|A\.x\| \[m\]/, "what is negative is shown by its size, and the axis says so");
  await id("pane").nth(1).getByTestId("pane-remove").click();
  assert.equal(await id("pane").count(), count);
  await view.close();
});

test("keys: speed, search, help, theme", async () => {
  const view = await open(path);
  const { page, id } = view;
  const speed = await page.evaluate(() => window.rheon.clock.speed);
  assert.equal(speed, 0.1, "a run of 1 s takes ten");
  await page.keyboard.press("+");
  assert.equal(await page.evaluate(() => window.rheon.clock.speed), 0.2);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  assert.equal(await page.evaluate(() => window.rheon.clock.speed), 0.05);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "picker-search");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await id("dialog-help").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await view.close();
});

test("ready-made panels have their channels", async () => {
  const view = await open(path);
  const { id } = view;
  const shown = async (tab) => {
    await id(`tab-${tab}`).click();
    const panes = id(`panel-${tab}`).getByTestId("pane");
    await panes.first().getByTestId("readout-value").first().waitFor();
    const all = [];
    for (let k = 0; k < (await panes.count()); ++k) all.push((await readout(panes.nth(k))).values.map(({ channel }) => channel));
    return all;
  };
  assert.deepEqual(await shown("drift"), [["drift.position"], ["drift.velocity"], ["drift.acceleration"]]);
  assert.deepEqual(await shown("energy"), [
    ["energy.kinetic", "energy.potential", "energy.total"],
    ["work.applied", "work.friction", "work.driving"],
    ["unexplained energy"],
    ["energy.projections", "energy.integrator"],
  ]);
  // the energy balance: what the energy changed by, less the work, is what the two parts add up to; rounding adds up over 1000 steps
  const last = (name) => csv.get(name).at(-1);
  const work = last("work.applied") + last("work.friction") + last("work.driving");
  await view.page.keyboard.press("End");
  await frames(view.page);
  const { values } = await readout(id("panel-energy").getByTestId("pane").nth(2));
  const rounding = 1000 * 8 * Number.EPSILON * Math.max(...csv.get("energy.kinetic"), ...csv.get("energy.potential"));
  const unexplained = last("energy.total") - csv.get("energy.total")[0] - work;
  assert.ok(Math.abs(values[0].value - unexplained) < rounding, `${values[0].value} and ${unexplained}`);
  // the joint with the largest norm comes first, and its magnitude and components are plotted
  const [names] = await shown("reactions");
  const sizes = ["O", "A", "guide"].map((joint) => {
    const parts = ["fx", "fy"].flatMap((part) => csv.get(`${joint}.${part}`) ?? []);
    const columns = ["fx", "fy"].flatMap((part) => (csv.has(`${joint}.${part}`) ? [csv.get(`${joint}.${part}`)] : []));
    assert.ok(parts.length > 0, joint);
    return [joint, Math.max(...columns[0].map((_, row) => Math.hypot(...columns.map((column) => column[row]))))];
  });
  const [most] = sizes.sort((a, b) => b[1] - a[1]);
  assert.deepEqual(names, [`|${most[0]}.f|`, `${most[0]}.fx`, `${most[0]}.fy`]);
  await view.close();
});

test("a phone: nothing is wider than the screen", async () => {
  const view = await open(path, { width: 360, height: 800, hasTouch: true, isMobile: true });
  for (const tab of ["plots", "summary", "reactions", "model"]) {
    await view.id(`tab-${tab}`).click();
    const width = await view.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${tab} is ${width} pixels wide`);
  }
  await view.close();
});
