// Pages that are wrong, large, or of a paper: from made-up data in the page that the command has.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { exported, file, madeUp, open, readCsv, template } from "./support.mjs";

async function failure(text) {
  writeFileSync(file("wrong.html"), readFileSync(template(), "utf8").replace(">{}</script>", () => `>${text}</script>`));
  const view = await open(file("wrong.html"), { wait: false });
  const message = await view.id("failure").textContent();
  await view.close();
  return message;
}

test("a page without data, or of another format, says so", async () => {
  assert.match(await failure("{}"), /empty template/);
  assert.match(await failure("{oops"), /not JSON/);
  assert.match(await failure('{"format": 2}'), /format 2/);
  assert.match(await failure('{"format": 1, "results": [{"label": "a", "channels": []}]}'), /"a"/);
});

test("data that are missing are named where they are missed", async () => {
  const view = await open(madeUp("broken"));
  const notes = await view.page.locator(".pane-note.error").allTextContents();
  assert.deepEqual(notes, ['The page has no data of channel "A.x" (rheon-data-0-1): the file is incomplete.']);
  await view.close();
});

test("a browser that cannot unpack gets a message", async () => {
  const text = readFileSync(madeUp("one"), "utf8").replace("<head>", "<head><script>delete window.DecompressionStream</script>");
  writeFileSync(file("old.html"), text);
  const view = await open(file("old.html"), { wait: false });
  assert.match(await view.id("failure").textContent(), /DecompressionStream/);
  await view.close();
});

test("100,000 rows: how long it takes to open is reported", async (t) => {
  const view = await open(madeUp("large"));
  const spent = await view.page.evaluate(() => performance.now());
  t.diagnostic(`24 MB, 100,000 rows: ready within ${Math.round(spent)} ms`);
  await view.close();
});

test("a paper: claims with verdicts, figures that can be exported", async () => {
  const view = await open(madeUp("reproduction"));
  const { id } = view;
  assert.deepEqual(await id("verdict").allTextContents(), ["✓ agrees", "✓ agrees", "✗ differs, as foreseen", "✗ differs", "○ not run"]);
  assert.equal(await id("panel").count(), 3);
  const last = id("panel").nth(2);
  const picture = (await exported(view, last, "svg")).content.toString();
  assert.match(picture, /step \[s\]/);
  assert.match(picture, /<circle/);
  const columns = readCsv((await exported(view, last, "csv")).content.toString());
  assert.deepEqual(columns.get("order 2"), [1e-9, 1e-7, 1e-5, 1e-3]);
  await view.close();
});
