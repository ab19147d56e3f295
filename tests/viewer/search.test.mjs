// The list of channels: found by what they are about, however many there are.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { madeUp, makeReport, open, source } from "./support.mjs";

async function searched({ page, id }, query) {
  await id("picker-search").fill(query);
  await page.waitForFunction(() => document.querySelector("[data-testid=picker-status]").textContent !== "");
  return id("picker-item").evaluateAll((all) => all.map(({ dataset }) => dataset.channel));
}

test("force, torque, reaction and kinds of parts find channels whose names do not have the word", async () => {
  const { page: path } = makeReport("bricard", join(source, "examples/bricard/model.yaml"));
  const view = await open(path);
  await view.id("pane").first().getByTestId("pane-add").click();
  const force = await searched(view, "force");
  const torque = await searched(view, "torque");
  const reaction = await searched(view, "reaction");
  for (const name of ["j1.fx", "j1.r1.fz"]) {
    assert.ok(force.includes(name), `force finds ${name}`);
    assert.ok(reaction.includes(name), `reaction finds ${name}`);
    assert.ok(!torque.includes(name), `torque does not find ${name}`);
  }
  assert.ok(torque.includes("j1.tx") && reaction.includes("j1.tx") && reaction.some((name) => name.startsWith("lambda.")));
  const hinges = await searched(view, "revolute torque");
  assert.ok(hinges.includes("j1.tx"), "a part is found by its kind");
  assert.ok(hinges.every((name) => /^j\d\./.test(name)), `only hinges: ${hinges.filter((name) => !/^j\d\./.test(name))}`);
  assert.deepEqual((await searched(view, "j1.fx")).slice(0, 1), ["j1.fx"], "the name itself comes first");
  await view.close();
});

test("reactions are found by the kind of joint and by what they are", async () => {
  const { page: path } = makeReport("bricard", join(source, "examples/bricard/model.yaml"));
  const view = await open(path);
  await view.id("tab-reactions").click();
  const listed = async (query) => {
    await view.id("reaction-search").fill(query);
    return view.id("reaction").evaluateAll((all) => all.map(({ dataset }) => dataset.name));
  };
  const all = await listed("");
  const hinges = all.filter((name) => /^j\d$/.test(name));
  assert.ok(hinges.length >= 5, all.join("; "));
  for (const query of ["torque", "revolute"]) {
    const found = await listed(query);
    assert.deepEqual(hinges.filter((name) => !found.includes(name)), [], query);
  }
  assert.ok((await listed("revolute")).every((name) => /^(lambda\.)?j\d/.test(name)));
  await view.close();
});

test("all of 1000 channels are reached by scrolling and by keys", async () => {
  const view = await open(madeUp("many"));
  const { page, id } = view;
  await id("pane").first().getByTestId("pane-add").click();
  const all = await page.evaluate(() => window.rheon.head.results[0].channels.length);
  const pickable = all - 1 + 2 + 3; // t is none; two quantities are derived, and the magnitudes of three forces (O, A, B.piston)
  assert.match(await id("picker-status").textContent(), new RegExp(`^${pickable} channels\\.`));
  for (let known = await id("picker-item").count(); known < pickable; known = await id("picker-item").count()) {
    await id("picker-list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.waitForFunction((before) => document.querySelectorAll("[data-testid=picker-item]").length > before, known);
  }
  await id("picker-search").fill("link");
  for (let k = 0; k < 99; ++k) await id("picker-search").press("PageDown");
  const active = await page.locator(".picker-item.active").getAttribute("data-channel");
  const names = await id("picker-item").evaluateAll((items) => items.map(({ dataset }) => dataset.channel));
  assert.equal(active, names[990], "99 pages of ten");
  await id("picker-search").press("Enter");
  await page.keyboard.press("Escape");
  await id("pane").first().locator(`[data-testid=readout-value][data-channel=${JSON.stringify(active)}]`).waitFor();
  await view.close();
});
