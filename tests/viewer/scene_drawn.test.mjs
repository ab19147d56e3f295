// The scene alone, in a real browser, on scenes made by hand (viewer/dev/scenes.ts).
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser } from "./support/browser.mjs";
import { build, viewer } from "./support/modules.mjs";

let chromium;
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rheon-scene-"));
  const { outputFiles } = await build({
    entryPoints: [join(viewer, "dev/scene.ts")], bundle: true, format: "esm", outdir: folder, write: false, logLevel: "error",
  });
  const text = (end) => outputFiles.find(({ path }) => path.endsWith(end)).text;
  const script = text(".js").replaceAll("</script", "<\\/script");
  const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>html, body { margin: 0; height: 100% }\n${text(".css")}</style>
<body><script type="module">${script}</script>`;
  await writeFile(join(folder, "scene.html"), page);
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A page with a scene that has been drawn; anything in its console fails the test at the end. */
async function open(context, name, options = {}) {
  const { in: where = chromium, ...size } = options;
  const page = await where.newPage({ viewport: { width: 800, height: 500 }, ...size });
  const messages = [];
  page.on("console", (message) => message.type() !== "log" && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.stack));
  page.on("dialog", (dialog) => messages.push(`dialog ${dialog.message()}`));
  await page.goto(`${pathToFileURL(join(folder, "scene.html"))}?scene=${name}`);
  await page.waitForFunction(() => window.rheon && (window.rheon.view.stats().ready || !window.rheon.view.stats().webgl));
  context.after(async () => {
    await page.close();
    assert.deepEqual(messages.filter((text) => !/GPU stall|GL Driver/.test(text)), [], "the console is empty");
  });
  return page;
}
const stats = (page) => page.evaluate(() => window.rheon.view.stats());
/** Acts, and waits for the frame that shows it. */
async function act(page, code, argument) {
  const { frames } = await stats(page);
  await page.evaluate(code, argument);
  await page.waitForFunction((n) => window.rheon.view.stats().frames > n, frames);
}
/** Numbers about the picture that the scene makes of itself: share that is not background, share of a colour, and its bytes. */
function picture(page, colour = [0, 0, 0]) {
  return page.evaluate(async (wanted) => {
    const bitmap = await createImageBitmap(await window.rheon.view.picture());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let [drawn, coloured, sum] = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      if (Math.min(r, g, b) < 200) ++drawn;
      if (Math.abs(r - wanted[0]) + Math.abs(g - wanted[1]) + Math.abs(b - wanted[2]) < 12) ++coloured;
      sum = (sum * 31 + r + 3 * g + 7 * b) % 2147483647;
    }
    const pixels = data.length / 4;
    return { drawn: drawn / pixels, coloured: coloured / pixels, sum, width: bitmap.width };
  }, colour);
}
const reaction = [0xd5, 0x5e, 0x00];

for (const name of ["crank", "shapes", "wheel", "windows40"]) {
  test(`${name}: it is drawn, and moves with the clock`, async (context) => {
    const page = await open(context, name);
    const first = await picture(page);
    assert.ok(first.drawn > 0.002, `only ${first.drawn} of the picture is drawn`);
    await act(page, () => window.rheon.clock.set(1.3));
    assert.equal((await stats(page)).time, 1.3);
    assert.notEqual((await picture(page)).sum, first.sum);
    await act(page, () => window.rheon.clock.set(0));
    assert.equal((await picture(page)).sum, first.sum, "the same time looks the same");
  });
}

test("it draws only when something has changed", async (context) => {
  const page = await open(context, "crank");
  await page.waitForTimeout(300);
  const { frames } = await stats(page);
  await page.waitForTimeout(500);
  assert.equal((await stats(page)).frames, frames);
});

test("forces are arrows, longer with their factor", async (context) => {
  const page = await open(context, "crank");
  await act(page, () => window.rheon.clock.set(0.7));
  const without = await picture(page, reaction);
  await act(page, () => window.rheon.view.showForces("reactions"));
  const usual = await picture(page, reaction);
  await act(page, () => window.rheon.view.setForceScale(0.3));
  const short = await picture(page, reaction);
  assert.equal(without.coloured, 0);
  assert.ok(usual.coloured > 1.5 * short.coloured && short.coloured > 0, `${usual.coloured}, ${short.coloured}`);
  await act(page, () => window.rheon.view.showForces("none"));
  assert.equal((await picture(page, reaction)).coloured, 0);
});

test("colours by load and by violation have a range, and say what has none", async (context) => {
  const page = await open(context, "crank");
  await act(page, () => window.rheon.view.colourBy("load"));
  // The largest force has components of 8 N, |(8, 8)| = 11.3 N; a spike of 100 N does not count.
  const load = (await stats(page)).range;
  assert.ok(load.from === 0 && load.to > 10.5 && load.to < 11.4, JSON.stringify(load));
  await act(page, () => window.rheon.view.colourBy("violation"));
  const { range, notes } = await stats(page);
  assert.deepEqual([range.from, range.to, range.log], [1e-12, 1e-6, true]);
  assert.match(notes.join(), /hold exactly/);
});

test("what is under the pointer is described, and pressed it is selected", async (context) => {
  const page = await open(context, "crank");
  await page.evaluate(() => {
    window.pressed = [];
    window.rheon.view.on("select", (what) => window.pressed.push(what?.name ?? null));
  });
  // The piston is at (0.7, 0) at first: where that is on the screen follows from the view, whose middle is that of the motion.
  const find = async (wanted) => {
    for (let x = 20; x < 800; x += 12) {
      await page.mouse.move(x, 250);
      await page.waitForTimeout(40);
      if ((await stats(page)).hovered === wanted) return x;
    }
    return null;
  };
  const x = await find("piston");
  assert.ok(x !== null, "the pointer finds the piston");
  assert.match(await page.locator(".tip").innerText(), /piston\s+body, point, 1.5 kg/);
  await page.mouse.click(x, 250);
  assert.deepEqual(await page.evaluate(() => window.pressed), ["piston"]);
  await page.mouse.click(400, 480);
  assert.deepEqual(await page.evaluate(() => window.pressed), ["piston", null]);
});

test("views: the plane, space and back; keys", async (context) => {
  const page = await open(context, "crank");
  assert.deepEqual((({ view, plane }) => ({ view, plane }))(await stats(page)), { view: "plane", plane: true });
  const flat = await picture(page);
  await page.keyboard.press("p");
  await page.waitForFunction(() => window.rheon.view.stats().view === "iso");
  assert.notEqual((await picture(page)).sum, flat.sum);
  for (const [key, view] of [["2", "front"], ["6", "top"], ["7", "bottom"], ["1", "iso"]]) {
    await page.keyboard.press(key);
    assert.equal((await stats(page)).view, view);
  }
  await page.keyboard.press("p");
  assert.equal((await picture(page)).sum, flat.sum, "the plane view is back");
});

test("turning by hand changes the view, fit keeps the direction", async (context) => {
  const page = await open(context, "wheel");
  const first = await picture(page);
  await page.mouse.move(300, 400);
  await page.mouse.down();
  await page.mouse.move(420, 430, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(100);
  assert.notEqual((await picture(page)).sum, first.sum);
  assert.equal((await stats(page)).view, "");
});

test("paths can be shown and taken away", async (context) => {
  const page = await open(context, "crank");
  assert.deepEqual(await page.evaluate(() => window.rheon.view.points()), ["A", "B", "coupler"]);
  const before = await picture(page);
  await act(page, () => window.rheon.view.trace("A", true));
  assert.deepEqual((await stats(page)).traces, ["coupler", "A"]);
  assert.ok((await picture(page)).drawn > before.drawn);
  await act(page, () => window.rheon.view.trace("A", false));
  assert.equal((await picture(page)).sum, before.sum);
});

test("several results are drawn on top of each other", async (context) => {
  const page = await open(context, "crank");
  await act(page, () => window.rheon.clock.set(1.5));
  const one = await picture(page);
  await act(page, () => window.rheon.view.setResult([true, true]));
  await page.waitForFunction(() => window.rheon.view.stats().instances > 60);
  assert.deepEqual((await stats(page)).results, [0, 1]);
  assert.notEqual((await picture(page)).sum, one.sum);
});

test("a run that goes on: rows come, and the view grows with the motion", async (context) => {
  const page = await open(context, "growing");
  const first = await stats(page);
  assert.ok(first.rows < 20, `${first.rows} rows`);
  await page.evaluate(() => window.rheon.clock.setRange(0, 2));
  await page.waitForFunction((n) => window.rheon.view.stats().rows > n + 100, first.rows);
  await act(page, () => window.rheon.clock.set(2));
  assert.equal((await stats(page)).time, 2);
  // The crank is to the left of everything that was there at the start; it is seen all the same.
  const { drawn } = await picture(page);
  assert.ok(drawn > 0.01, `${drawn}`);
});

test("names are text, however hostile, and what lacks a channel is reported", async (context) => {
  const page = await open(context, "shapes");
  await act(page, () => window.rheon.view.showLabels(true));
  const { labels, notes } = await stats(page);
  assert.ok(labels > 10, `${labels} names`);
  assert.match(notes.join(), /lost: not drawn, as the result has no channel not.there/);
  await page.locator(".strip button").last().click();
  assert.equal(await page.locator("img").count(), 0);
  assert.match(await page.locator(".traces").innerText(), /<img src=x/);
});

test("at the width of a phone the tools leave room, and open on demand", async (context) => {
  const page = await open(context, "crank", { viewport: { width: 340, height: 300 }, hasTouch: true });
  const strip = await page.locator(".strip").boundingBox();
  assert.ok(strip.x >= 0 && strip.x + strip.width <= 340 && strip.height < 60, JSON.stringify(strip));
  assert.equal(await page.locator(".panel").isVisible(), false);
  await page.getByText("Scene", { exact: true }).tap();
  const panel = await page.locator(".panel").boundingBox();
  assert.ok(panel.x >= 0 && panel.y + panel.height <= 300, JSON.stringify(panel));
});

test("without WebGL there is a sentence, and the rest goes on", async (context) => {
  const blind = await browser({ webgl: false });
  const page = await open(context, "crank", { in: blind });
  context.after(() => blind.close());
  assert.match(await page.locator(".message").innerText(), /no WebGL/);
  await page.evaluate(() => {
    const { view, clock } = window.rheon;
    clock.set(1);
    view.showForces("all");
    view.view("iso");
    view.setTheme("dark");
    view.dispose();
  });
});
