// page_times.mjs ADDRESS: opens a report page in Chromium, uses it, and prints how long that took as JSON.
import { browser } from "../../tests/viewer/support/browser.mjs";

const [address] = process.argv.slice(2);
const chromium = await browser();
const page = await chromium.newPage({ viewport: { width: 1400, height: 900 }, bypassCSP: true });
page.setDefaultTimeout(60000);

/** Milliseconds until what is done in the page has been drawn. */
const drawn = (work) =>
  page.evaluate(`(async () => {
    const start = performance.now();
    await (${work})();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
  })()`);

const start = performance.now();
await page.goto(address);
await page.evaluate(() => window.rheon.ready);
const plots_s = (performance.now() - start) / 1000;
await page.waitForFunction(() => !window.rheon.scene || window.rheon.scene.stats().ready);
const scene_s = (performance.now() - start) / 1000;

const scrubs = [];
for (let k = 0; k < 20; ++k) {
  scrubs.push(await drawn(`() => { const c = window.rheon.clock; c.set(c.from + (c.to - c.from) * ${(k * 7) % 20} / 20); }`));
}

/** Milliseconds from the end of a gesture until the plot's picture differs from before and stays. */
async function redraw(gesture) {
  const plot = page.getByTestId("plot").first();
  const before = await plot.screenshot();
  await gesture();
  const from = performance.now();
  let last = before;
  let changed = 0;
  for (;;) {
    const now = await plot.screenshot();
    if (!now.equals(last)) changed = performance.now() - from;
    else if (changed > 0) return changed;
    if (performance.now() - from > 30000) throw new Error("the plot did not change in 30 s");
    last = now;
  }
}

const zoom_ms = await redraw(async () => {
  const box = await page.getByTestId("plot").first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 });
  await page.mouse.up();
});

await page.getByTestId("pane-add").first().click();
const item = page.locator('[data-testid="picker-item"][aria-selected="false"]').last();
const from = performance.now();
const values = await page.getByTestId("readout-value").count();
await item.click();
await page.waitForFunction((count) => document.querySelectorAll("[data-testid=readout-value][data-exact]").length > count, values).catch(() => {});
const channel_ms = performance.now() - from;

console.log(JSON.stringify({
  plots_s, scene_s, zoom_ms, channel_ms,
  scrub_ms: scrubs.reduce((a, b) => a + b) / scrubs.length, scrub_worst_ms: Math.max(...scrubs),
}));
await chromium.close();
