// The tab of a comparison: the figures that the command prints, its chart, and how the reference is drawn.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { exported, file, open, pick, readCsv, rheon, source } from "./support.mjs";

// one run shows both: CPU times differ from run to run
const printed = JSON.parse(
  rheon("compare", join(source, "examples/pendulum/model.yaml"), "--formulations", "ali3p,lagrange,penalty,augmented-lagrangian", "--duration", "1s",
    "--work-precision", "--report", file("compare.html"), "--json"),
);
const ran = printed.rows.filter((row) => row.summary);
const quantities = ["positions", "velocities", "reactions"];
/** Two digits, as the page has them. */
const rounded = (value) => Number(value.toPrecision(2));
const number = (text) => Number(text.replace("\u2212", "-").replaceAll("\u2212", "-").replace(" *", ""));

async function table({ id }, name) {
  const cells = (rows) => rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  return { head: await id(name).locator("thead th").allTextContents(), body: await cells(id(name).locator("tbody tr")), foot: await cells(id(name).locator("tfoot tr")) };
}

test("errors, accuracy of the reference, violations, energy and cost are those of the command", async () => {
  const view = await open(file("compare.html"));
  await view.id("tab-comparison").click();
  const about = await view.id("comparison-about").textContent();
  assert.ok(about.includes(printed.reference.name) && about.includes(printed.reference.confirmed_by), about);
  const errors = await table(view, "comparison");
  assert.deepEqual(errors.head.slice(0, 4), ["Method", ...quantities]);
  assert.equal(errors.body.length, ran.length);
  let marked = 0;
  ran.forEach((row, k) => {
    assert.ok(errors.body[k][0].includes(row.formulation), errors.body[k][0]);
    quantities.forEach((quantity, q) => {
      const { value, at_reference_level: level } = row.errors[quantity];
      assert.equal(number(errors.body[k][q + 1]), rounded(value), `${row.formulation}, ${quantity}`);
      assert.equal(errors.body[k][q + 1].includes("*"), level, `${row.formulation}, ${quantity}: the mark`);
      marked += level ? 1 : 0;
    });
  });
  const legend = await view.id("comparison-legend").textContent();
  assert.equal(legend.includes("at the level of the reference"), marked > 0);
  assert.deepEqual(errors.foot.map(([name]) => name), ["accuracy of the reference", "largest magnitude"]);
  for (const [line, values] of [[errors.foot[0], printed.reference.accuracy], [errors.foot[1], printed.reference.scale]]) {
    quantities.forEach((quantity, q) => {
      const value = values[quantity];
      assert.equal(value === null ? null : number(line[q + 1]), value === null ? null : rounded(value), quantity);
    });
  }
  const cost = await table(view, "comparison-cost");
  assert.deepEqual(cost.head, ["Method", "position", "velocity", "acceleration", "energy [J]", "steps", "iterations", "evaluations", "CPU [ms]"]);
  ran.forEach(({ summary }, k) => {
    const { violation, energy, steps, iterations, evaluations, cpu_seconds } = summary;
    const levels = ["position", "velocity", "acceleration"].map((level) => (violation[level] ? rounded(violation[level].value) : NaN));
    const shown = cost.body[k].slice(1).map((text) => (text === "–" ? NaN : number(text)));
    assert.deepEqual(shown, [...levels, rounded(energy.unexplained), steps, iterations, evaluations, Number((1e3 * cpu_seconds).toPrecision(3))]);
  });
  const difference = printed.reaction_difference;
  assert.ok(legend.includes(difference.channel) && difference.between.every((label) => legend.includes(label)), legend);
  await view.close();
});

test("work and precision: a chart and a table of the sweep, and nothing wider than the panel", async () => {
  const view = await open(file("compare.html"));
  await view.id("tab-comparison").click();
  const runs = ran.flatMap((row) => row.sweep.map((point) => ({ row, point })));
  assert.ok(runs.length >= 8);
  const sweep = await table(view, "sweep");
  assert.equal(sweep.body.length, runs.length);
  runs.forEach(({ point }, k) => {
    const expected = point.completed ? rounded(point.errors.positions.value) : NaN;
    assert.deepEqual([number(sweep.body[k][2]), number(sweep.body[k].at(-2))], [expected, point.evaluations]);
  });
  for (const quantity of ["positions", "velocities"]) {
    await view.id("work-quantity").selectOption({ label: quantity });
    const columns = readCsv((await exported(view, view.id("work-precision"), "csv")).content.toString());
    for (const row of ran) {
      const points = row.sweep.filter((point) => point.completed && point.errors[quantity]?.value > 0).sort((a, b) => a.evaluations - b.evaluations);
      const name = [...columns.keys()].find((one) => one.startsWith(`${row.formulation} +`));
      assert.deepEqual(columns.get(name).slice(0, points.length), points.map((point) => point.errors[quantity].value), `${row.formulation}, ${quantity}`);
    }
  }
  const wide = await view.page.locator("#panel-comparison .scroll").evaluate((one) => one.scrollWidth - one.clientWidth);
  assert.equal(wide, 0);
  await view.close();
});

test("the reference lies below the other curves, broad and pale", async () => {
  const view = await open(file("compare.html"));
  const labels = await view.page.evaluate(() => window.rheon.head.results.map(({ label }) => label));
  const reference = labels.indexOf("reference");
  const pane = await pick(view, "x");
  const picture = (await exported(view, pane, "svg")).content.toString();
  const order = await view.page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...parsed.querySelectorAll("g > g")].map((one) => [one.querySelector("title").textContent, Number(one.querySelector("path").getAttribute("stroke-width"))]);
  }, picture);
  assert.equal(order[0][0], "x, reference");
  assert.ok(order.slice(1).every(([, width]) => width < order[0][1]), "broader than the others");
  // on the screen: where all curves are one, the colour of the last that is drawn is not the reference's
  const colours = await pane.evaluate((one, at) => {
    const strokes = [...one.querySelectorAll(".swatch path")].map((path) => path.getAttribute("stroke"));
    const canvas = one.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const rgb = [1, 3, 5].map((k) => parseInt(strokes[at].slice(k, k + 2), 16));
    let full = 0;
    for (let k = 0; k < data.length; k += 4) if (data[k + 3] === 255 && rgb.every((value, c) => Math.abs(value - data[k + c]) < 4)) ++full;
    return full;
  }, reference);
  assert.equal(colours, 0, "no pixel has the full colour of the reference");
  await view.close();
});
