// Names that look like markup, and very long names, are text.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exported, madeUp, makeReport, open, pick, readCsv, writeModel } from "./support.mjs";

/** Nothing of the model became an element, and nothing pushes the page apart. */
async function isCalm({ page }) {
  assert.equal(await page.evaluate(() => document.querySelectorAll("#app img, #app script, #app iframe, #app a[href^=javascript]").length), 0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 1400, `the page is ${width} pixels wide`);
}

test("a model's hostile title, text, file and endless name", async () => {
  const title = '<b>"bold"</b></script><script>alert(1)</script> \u202e комета 彗星 ☄';
  const long = "L".repeat(10000);
  const model = writeModel(
    "<img src=x onerror=alert(2)>.yaml",
    `rheon: 1 # </script><script>alert(3)</script>
name: ${JSON.stringify(title)}
coordinates: [x]
kinetic: x'^2/2
potential: x^2/2
initial: {x: 1, x': 0}
outputs:
  ? ${long}
  : 6*x
simulate: {formulation: lagrange, integrator: rk4, step: 10 ms, duration: 1 s}
`,
  );
  const { page: path, csv } = makeReport("<svg onload=alert(4)>", model);
  assert.ok(!/<(script|img|svg)[^>]*>alert|onerror=alert\(2\)>|<svg onload/.test(readFileSync(path, "utf8")), "no text is markup in the file");
  const view = await open(path);
  const { id } = view;
  assert.ok((await id("title").textContent()).includes(title));
  await isCalm(view);
  const pane = await pick(view, long);
  assert.deepEqual(readCsv((await exported(view, pane, "csv")).content.toString()).get(long), csv.get(long));
  await id("tab-model").click();
  assert.match(await id("model-text").textContent(), /<script>alert\(3\)<\/script>/);
  for (const tab of ["summary", "model", "plots"]) {
    await id(`tab-${tab}`).click();
    await isCalm(view);
  }
  await view.close();
});

test("hostile names of channels, units, results", async () => {
  const view = await open(madeUp("hostile"));
  const { page } = view;
  const names = await page.evaluate(() => window.rheon.head.results[0].channels.slice(-8).map(({ name }) => name));
  const units = await page.evaluate(() => window.rheon.head.results[0].channels.slice(-2).map(({ unit }) => unit));
  assert.ok(names.includes("__proto__") && names.some((name) => name.length === 10000) && units.includes("<b>m</b>"));
  const pane = await pick(view, ...names);
  await isCalm(view);
  const columns = readCsv((await exported(view, pane, "csv")).content.toString());
  assert.deepEqual([...columns.keys()].sort(), ["t", ...names].sort());
  const first = columns.get(names[0]);
  names.forEach((name, k) => assert.deepEqual(columns.get(name), first.map((value) => value * (k + 1)), name.slice(0, 40)));
  const wrong = await page.evaluate(
    (svg) => {
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
      return [...parsed.querySelectorAll("parsererror, script, img, b")].map((one) => one.outerHTML);
    },
    (await exported(view, pane, "svg")).content.toString(),
  );
  assert.deepEqual(wrong, []);
  await view.close();
});
