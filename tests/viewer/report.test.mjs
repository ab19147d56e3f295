// Reports of several mechanisms: they play, show what was computed, and draw it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeReport, open, pick, pixels, readout, sceneAt, source } from "./support.mjs";

const models = [
  { name: "rolling wheel", model: "examples/rolling_wheel/model.yaml", channels: ["x", "f_n"] },
  { name: "four_bar_windows_40", model: "examples/four_bar_windows_40/model.yaml", channels: [] },
  { name: "bricard", model: "examples/bricard/model.yaml", channels: ["J1.z", "j1.fx"] },
  { name: "appell_hamel", model: "models/appell_hamel.yaml", channels: [] },
];

for (const { name, model, channels } of models) {
  test(name, async () => {
    const { page: path, csv } = makeReport(name.replaceAll(" ", "_"), join(source, model));
    const view = await open(path);
    await plays(view, csv);
    await scrubs(view, csv);
    const names = [...csv.keys()];
    await showsNumbers(view, csv, channels.length > 0 ? channels : [names[1], names.at(-1)]);
    if (await view.page.evaluate(() => window.rheon.scene !== null)) await draws(view);
    await view.close();
  });
}

async function plays({ page, id }, csv) {
  await id("play").click();
  await page.waitForFunction((from) => window.rheon.clock.time > from, csv.get("t")[0]);
  assert.equal(await page.evaluate(() => window.rheon.clock.playing), true);
  await page.keyboard.press("Home");
  await id("play").click();
  assert.equal(await page.evaluate(() => window.rheon.clock.playing), false);
}

/** The slider goes to the middle, keys go from row to row. */
async function scrubs({ page, id }, csv) {
  const t = csv.get("t");
  await id("scrub").evaluate((slider) => {
    slider.value = slider.max / 2;
    slider.dispatchEvent(new Event("input"));
  });
  const middle = await page.evaluate(() => window.rheon.clock.time);
  assert.ok(Math.abs(middle - (t[0] + t.at(-1)) / 2) <= 1e-9 * t.at(-1), `${middle} is the middle`);
  await id("title").click();
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.rheon.clock.time), t[0]);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((time) => window.rheon.clock.time === time, t[1]);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction((time) => window.rheon.clock.time === time, t[11]);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((time) => window.rheon.clock.time === time, t[10]);
}

/** Under the pointer: the numbers of the nearest row, all their bits. */
async function showsNumbers(view, csv, channels) {
  const pane = await pick(view, ...channels);
  const area = await pane.locator(".u-over").boundingBox();
  const t = csv.get("t");
  for (const part of [0.13, 0.5, 0.87]) {
    const x = Math.round(area.x + part * area.width);
    await view.page.mouse.move(x, area.y + area.height / 2);
    await view.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    const { time, values } = await readout(pane);
    const pointed = t[0] + ((x - area.x) / area.width) * (t.at(-1) - t[0]);
    const least = Math.min(...t.map((one) => Math.abs(one - pointed)));
    // within a pixel: where exactly the area starts is rounded
    assert.ok(Math.abs(time - pointed) <= least + (t.at(-1) - t[0]) / area.width, `row ${time} is nearest to ${pointed}`);
    const row = t.indexOf(time);
    assert.ok(row >= 0, `${time} is a row of the run`);
    const expected = channels.map((channel) => [channel, csv.get(channel)[row]]);
    assert.deepEqual(new Map(values.map(({ channel, value }) => [channel, value])), new Map(expected));
  }
}

/** Something is drawn, it moves with time, and forces and colours change it. */
async function draws(view) {
  const { page, id } = view;
  const shot = async () => {
    await sceneAt(view);
    return id("scene").screenshot();
  };
  await page.mouse.move(5, 5);
  await id("title").click();
  await page.keyboard.press("Home");
  const start = await shot();
  assert.ok((await pixels(view, start)).drawn > 0.002, "the scene is not blank");
  await page.evaluate(() => window.rheon.clock.set(0.37 * window.rheon.clock.to));
  const later = await shot();
  assert.ok((await pixels(view, start, later)).changed > 0.0005, "the mechanism moves");
  const stats = () => page.evaluate(() => window.rheon.scene.stats());
  if (await page.evaluate(() => window.rheon.scene.hasForces)) {
    await page.keyboard.press("g");
    assert.equal((await stats()).forces, "reactions");
    assert.ok((await pixels(view, later, await shot())).changed > 0.0002, "forces are drawn");
    await page.keyboard.press("c");
    assert.equal((await stats()).colouring, "load");
  }
}
