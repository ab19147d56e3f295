// A comparison of six formulations: overlaid, switched off and on, and subtracted.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { exported, file, open, pick, readCsv, readout, rheon, source } from "./support.mjs";

const methods = ["ali3p", "lagrange", "lagrange-index3", "udwadia-kalaba", "augmented-lagrangian", "penalty"];

test("six formulations side by side", async () => {
  const model = join(source, "examples/four_bar/model.yaml");
  rheon("compare", model, "--formulations", methods.join(","), "--report", file("compare.html"), "--quiet");
  const view = await open(file("compare.html"));
  const { page, id } = view;
  const results = await page.evaluate(() => window.rheon.head.results.map(({ label }) => label));
  assert.deepEqual(results, [...methods, "reference"]);
  assert.equal(await id("result-chip").count(), results.length);

  const channel = await page.evaluate(() => window.rheon.head.results[0].channels[1].name);
  const pane = await pick(view, channel);
  assert.deepEqual((await readout(pane)).values.map(({ result }) => result), results);
  await id("result-chip").nth(1).click();
  await page.waitForFunction((count) => document.querySelectorAll("[data-testid=pane]")[0].querySelectorAll("[data-testid=readout-value]").length === count, results.length - 1);
  await id("result-chip").nth(1).click();

  const values = readCsv((await exported(view, pane, "csv")).content.toString());
  const base = await page.evaluate(() => Number(document.querySelector("[data-testid=base]").value));
  await pane.getByTestId("pane-difference").click();
  await page.waitForFunction((count) => document.querySelectorAll("[data-testid=pane]")[0].querySelectorAll("[data-testid=readout-value]").length === count, results.length - 1);
  const differences = readCsv((await exported(view, pane, "csv")).content.toString());
  const reference = values.get(`${channel} (${results[base]})`);
  const other = results.findIndex((label, k) => k !== base && values.get(`${channel} (${label})`));
  const expected = values.get(`${channel} (${results[other]})`).map((value, row) => value - reference[row]);
  assert.deepEqual(differences.get(`${channel} (${results[other]} - ${results[base]})`), expected);

  await id("tab-comparison").click();
  assert.equal(await id("comparison-row").count(), methods.length);
  const cpu = id("comparison-cost").getByRole("button", { name: "CPU [ms]" });
  await cpu.click();
  const column = async () => (await id("comparison-cost").locator("tbody td:last-child").allTextContents()).map((cell) => Number(cell.replace("−", "-")));
  const up = await column();
  assert.deepEqual(up, [...up].sort((a, b) => a - b));
  await cpu.click();
  assert.deepEqual(await column(), [...up].reverse());
  await view.close();
});
