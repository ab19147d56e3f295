// Pages that ask a server for their numbers: rheon view, and a run while it goes on.

import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { file, makeReport, open, pick, readout, serving, source, until } from "./support.mjs";

const model = join(source, "examples/slider_crank/model.yaml");

test("rheon view: the values are those of the CSV, the mechanism moves", async (context) => {
  const { csv } = makeReport("crank", model);
  const { address, process } = await serving(context, "view", file("crank.h5"), "--port", "0");
  const view = await open(address);
  const pane = await pick(view, "B.x", "motor.torque");
  const times = csv.get("t");
  const row = Math.floor(times.length * 0.6);
  await view.page.evaluate((time) => window.rheon.clock.set(time), times[row]);
  await until(view.page, (time) => Number(document.querySelector("[data-testid=readout-time]").dataset.exact) === time, times[row]);
  for (const { channel, value } of (await readout(pane)).values) assert.equal(value, csv.get(channel)[row], channel);
  await until(view.page, () => window.rheon.scene.stats().ready);
  const before = await view.id("scene").screenshot();
  await view.page.evaluate((time) => window.rheon.clock.set(time), times[row - 60]);
  await view.page.waitForTimeout(500);
  assert.ok(!before.equals(await view.id("scene").screenshot()), "another time, another picture");
  await view.close();
  process.kill("SIGINT");
  const [code] = await once(process, "exit");
  assert.equal(code, 0);
});

test("rheon run --live: time grows, and the page stays whole when the run has ended", async (context) => {
  const { address } = await serving(context, "run", model, "--live", "--pace", "1", "--duration", "3s", "--port", "0");
  const view = await open(address);
  const end = () => view.page.evaluate(() => window.rheon.clock.to);
  const first = await end();
  await until(view.page, (before) => window.rheon.clock.to > before, first);
  await until(view.page, () => document.querySelector("[data-testid=live]").textContent === "ended");
  assert.ok(Math.abs((await end()) - 3) < 1e-9, `ends at ${await end()} s`);
  const pane = await pick(view, "B.x");
  await view.page.keyboard.press("End");
  await until(view.page, () => window.rheon.clock.time === window.rheon.clock.to);
  await until(view.page, () => Number(document.querySelector("[data-testid=readout-time]").dataset.exact) === window.rheon.clock.to);
  const { value } = (await readout(pane)).values.find(({ channel }) => channel === "B.x");
  assert.ok(value > 0.29 && value < 0.71, `the piston is at ${value} m, between l - r and l + r`);
  await view.close();
});

test("a run that goes on is followed, until the reader goes elsewhere, and again when he asks for it", async (context) => {
  const { address } = await serving(context, "run", model, "--live", "--pace", "0.5", "--duration", "20s", "--port", "0");
  const view = await open(address);
  const { page, id } = view;
  const pressed = () => id("follow").getAttribute("aria-pressed");
  assert.equal(await pressed(), "true");
  // half a simulated second a second; what is shown is never further behind than two requests, half a second each
  const behind = () => page.evaluate(() => window.rheon.clock.to - window.rheon.clock.time);
  await until(page, () => window.rheon.clock.time > 0.5);
  const start = await page.evaluate(() => window.rheon.clock.time);
  await until(page, (before) => window.rheon.clock.time > before + 0.5, start);
  assert.ok((await behind()) < 1, `${await behind()} s behind`);
  await until(page, () => window.rheon.scene.stats().time > 0.5);
  assert.equal(await page.evaluate(() => window.rheon.clock.playing), false);

  await id("title").click();
  await page.keyboard.press("Home");
  assert.equal(await pressed(), "false");
  const grown = await page.evaluate(() => window.rheon.clock.to);
  await until(page, (before) => window.rheon.clock.to > before, grown);
  assert.equal(await page.evaluate(() => window.rheon.clock.time), 0, "the reader's time stays");

  await id("follow").click();
  assert.equal(await pressed(), "true");
  await until(page, (before) => window.rheon.clock.time > before, grown);
  await page.keyboard.press(" ");
  assert.equal(await pressed(), "false", "playing is not following");
  await page.keyboard.press(" ");
  await page.keyboard.press("End");
  assert.equal(await pressed(), "true", "the end is where the run is");
  await view.close();
});
