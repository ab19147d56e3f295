// Pointers and keys: what a pull, a double press and Space do, and what they leave alone.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { exported, frames, makeReport, open, pick, pull, source } from "./support.mjs";

const { page: path } = makeReport("crank", join(source, "examples/slider_crank/model.yaml"));

const clockOf = (page) => page.evaluate(() => window.rheon.clock.time);

/** Values at the left and right (or lower and upper) edge of the plot, from the ticks of its picture. */
async function axis(view, pane, across) {
  const picture = (await exported(view, pane, "svg")).content.toString();
  return view.page.evaluate(
    ([text, across]) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      const area = parsed.querySelector("clipPath rect");
      const size = (name) => Number(area.getAttribute(name));
      const bottom = size("y") + size("height");
      const ticks = [...parsed.querySelectorAll("text")].flatMap((one) => {
        const value = Number(one.textContent.replace("\u2212", "-"));
        const [x, y] = [Number(one.getAttribute("x")), Number(one.getAttribute("y"))];
        if (!Number.isFinite(value) || one.textContent === "" || one.getAttribute("font-size")) return [];
        if (across) return one.getAttribute("text-anchor") === "middle" && Math.abs(y - bottom - 18) < 1 ? [[x, value]] : [];
        return one.getAttribute("text-anchor") === "end" ? [[y, value]] : [];
      });
      const [[p0, v0], [p1, v1]] = [ticks[0], ticks.at(-1)];
      const at = (pixel) => v0 + ((pixel - p0) / (p1 - p0)) * (v1 - v0);
      return across ? [at(size("x")), at(size("x") + size("width"))] : [at(bottom), at(size("y"))];
    },
    [picture, across],
  );
}

async function over(view, y, x) {
  const pane = await pick(view, y);
  await pane.getByTestId("pane-x").click();
  await view.id("picker-search").fill(x);
  await view.id("picker-search").press("Enter");
  await frames(view.page);
  return pane;
}

const share = ([from, to], part) => from + part * (to - from);
/** A pixel of the plot, and a hundredth of a pixel of the picture between ticks that are at least 40 apart. */
const nearly = (a, b, range, pixels) => Math.abs(a - b) <= (1.5 / pixels + 1e-3) * (range[1] - range[0]);

test("a phase plot zooms in x by a pull along it, in both directions by a pull across it", async () => {
  const view = await open(path);
  const pane = await over(view, "A.y'", "A.x");
  const [x, y] = [await axis(view, pane, true), await axis(view, pane, false)];
  const before = await clockOf(view.page);
  const area = await pull(view, pane, [0.25, 0.5], [0.5, 0.5]);
  const zoomed = await axis(view, pane, true);
  assert.ok(nearly(zoomed[0], share(x, 0.25), x, area.width) && nearly(zoomed[1], share(x, 0.5), x, area.width), `${zoomed} of ${x}`);
  const same = await axis(view, pane, false);
  assert.ok(nearly(same[0], y[0], y, area.height) && nearly(same[1], y[1], y, area.height), `y stays: ${same} and ${y}`);
  await pull(view, pane, [0.2, 0.25], [0.8, 0.75]);
  const [inner, upright] = [await axis(view, pane, true), await axis(view, pane, false)];
  assert.ok(nearly(inner[0], share(zoomed, 0.2), zoomed, area.width), `${inner} of ${zoomed}`);
  assert.ok(nearly(upright[0], share(y, 0.25), y, area.height) && nearly(upright[1], share(y, 0.75), y, area.height), `${upright} of ${y}`);
  assert.equal(await clockOf(view.page), before, "a pull leaves the time");
  await view.page.mouse.dblclick(area.x + 20, area.y + 20);
  await frames(view.page);
  assert.deepEqual(await axis(view, pane, true), x, "a double press shows all");
  await view.close();
});

test("a path with one scale for both axes zooms too, and keeps the scale", async () => {
  const view = await open(path);
  const pane = await over(view, "A.y", "A.x");
  const x = await axis(view, pane, true);
  await pull(view, pane, [0.4, 0.5], [0.6, 0.5]);
  const zoomed = await axis(view, pane, true);
  const ratio = (zoomed[1] - zoomed[0]) / (x[1] - x[0]);
  // the picture has its own proportions: at least what was pulled over is in it, at most what fits beside it
  assert.ok(ratio < 0.5, `a fifth was pulled over, ${ratio} is shown`);
  assert.ok(zoomed[0] <= share(x, 0.4) + 0.01 && zoomed[1] >= share(x, 0.6) - 0.01, `${zoomed} has the middle of ${x}`);
  await view.close();
});

test("a double press shows all again and leaves the clock where it was", async () => {
  const view = await open(path);
  const pane = await pick(view, "A.x");
  await view.page.evaluate(() => window.rheon.clock.set(0.3));
  const area = await pane.locator(".u-over").boundingBox();
  await view.page.mouse.dblclick(area.x + 0.8 * area.width, area.y + 20);
  await frames(view.page);
  assert.equal(await clockOf(view.page), 0.3);
  await view.page.mouse.click(area.x + 0.8 * area.width, area.y + 20);
  const pressed = await clockOf(view.page);
  assert.ok(Math.abs(pressed - 1.6) < 2 * (2 / area.width), `a single press goes there: ${pressed} of 1.6 s`);
  await view.close();
});

test("a finger that taps a plot goes to that time", async () => {
  const view = await open(path, { hasTouch: true });
  const area = await view.id("pane").first().locator(".u-over").boundingBox();
  await view.page.touchscreen.tap(area.x + 0.5 * area.width, area.y + 30);
  const pressed = await clockOf(view.page);
  assert.ok(Math.abs(pressed - 1) < 2 * (2 / area.width), `${pressed} is half of 2 s`);
  await view.close();
});

test("Space plays, also after a press on a button; keys that go to a button press it", async () => {
  const view = await open(path);
  const { page, id } = view;
  const playing = () => page.evaluate(() => window.rheon.clock.playing);
  const log = id("pane").first().getByTestId("pane-log");
  await log.click();
  assert.equal(await log.getAttribute("aria-pressed"), "true");
  await page.keyboard.press(" ");
  assert.equal(await playing(), true);
  assert.equal(await log.getAttribute("aria-pressed"), "true", "the button is not pressed again");
  await page.keyboard.press(" ");
  assert.equal(await playing(), false);
  await id("speed").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press(" ");
  assert.equal(await playing(), true, "a list that was chosen from does not open again");
  await page.keyboard.press(" ");
  const scene = page.getByRole("button", { name: "Scene", exact: true });
  await scene.click();
  const names = page.getByRole("checkbox", { name: "Names" });
  await names.click();
  assert.equal(await names.isChecked(), true);
  await page.keyboard.press(" ");
  assert.equal(await names.isChecked(), true);
  assert.equal(await playing(), true);
  await page.keyboard.press(" ");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press(" ");
  assert.equal(await names.isChecked(), false, "a box that keys have gone to is ticked by Space");
  assert.equal(await playing(), false);
  await view.close();
});
