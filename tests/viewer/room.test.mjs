// Little room: a narrow panel, a phone, and a scene whose window changes.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { file, frames, madeUp, open, rheon, sceneAt, source } from "./support.mjs";

const path = file("crank.html");
const model = join(source, "examples/slider_crank/model.yaml");
// a budget that is missed: exit code 5, and a page that says so
assert.throws(
  () => rheon("run", model, "--report", path, "--budget", "energy=1e-30", "--budget", "position=1", "--quiet"),
  ({ status }) => status === 5,
);

async function split({ page, id }, to) {
  const box = await id("splitter").boundingBox();
  await page.mouse.move(box.x + 3, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(to, box.y + 200);
  await page.mouse.up();
  await frames(page);
}

/** Elements that reach beyond the window, or that something else lies over. */
function outOfReach(page, selector) {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      if (width === 0) return [];
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const good = left >= 0 && right <= innerWidth && (hit === null || one.contains(hit) || hit.contains(one));
      return good ? [] : [one.dataset.testid ?? one.textContent];
    }),
  );
}

test("a narrow panel keeps its tools and its tabs", async () => {
  const view = await open(path);
  for (const edge of [1100, 1180]) {
    await split(view, edge);
    assert.deepEqual(await outOfReach(view.page, "[data-testid=pane]:first-child .tools .button"), []);
    assert.deepEqual(await outOfReach(view.page, ".tab"), []);
    const wide = await view.page.locator(".tab-panels").evaluate((one) => one.scrollWidth - one.clientWidth);
    assert.equal(wide, 0, "nothing is wider than the panel");
  }
  await view.id("pane").first().getByTestId("pane-export").click();
  assert.deepEqual(await outOfReach(view.page, ".menu-item"), [], "the menu is inside the window");
  await view.page.keyboard.press("Escape");
  await split(view, 215);
  assert.deepEqual(await outOfReach(view.page, ".strip > *"), [], "tools of a narrow scene");
  await view.close();
});

test("the scene fits its window when the splitter has moved, unless the reader has moved the view", async () => {
  const view = await open(path);
  const { page, id } = view;
  const shot = async () => {
    await page.mouse.move(700, 5);
    await sceneAt(view);
    return id("scene").screenshot();
  };
  await sceneAt(view);
  await split(view, 300);
  const narrow = await shot();
  await page.keyboard.press("f");
  assert.ok(narrow.equals(await shot()), "to fit it changes nothing: it was fitted");
  await page.mouse.move(150, 300);
  await page.mouse.wheel(0, -300); // nearer
  const near = await shot();
  assert.ok(!near.equals(narrow));
  await split(view, 500);
  const kept = await shot();
  await page.keyboard.press("f");
  assert.ok(!kept.equals(await shot()), "a view of the reader's own stays");
  await view.close();
});

/** Words that are broken across two lines. */
function brokenWords(page, selector) {
  return page.locator(selector).evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const found = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of node.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top)));
          if (tops.size > 1) found.push(word);
        }
      }
      return found;
    }),
  );
}

test("a phone: no word of a table is broken, verdicts are on the screen", async () => {
  const phone = { width: 360, height: 800, hasTouch: true, isMobile: true };
  const view = await open(path, phone);
  const notice = await view.id("notes").boundingBox();
  assert.ok(notice.x >= 0 && notice.x + notice.width <= 360 && notice.y < 800, "the header names the budget that was missed");
  assert.deepEqual(await outOfReach(view.page, ".page-head .button"), []);
  await view.id("notes").click();
  assert.deepEqual(await brokenWords(view.page, ".facts th, .facts td"), []);
  const verdicts = await view.id("verdicts").boundingBox();
  assert.ok(verdicts.x >= 0 && verdicts.x + verdicts.width <= 360, `verdicts from ${verdicts.x}, ${verdicts.width} wide`);
  await view.close();

  const several = await open(madeUp("several"), phone);
  for (const tab of ["summary", "comparison"]) {
    await several.id(`tab-${tab}`).click();
    assert.deepEqual(await brokenWords(several.page, "table th, table td"), [], tab);
    const wide = await several.page.evaluate(() => [...document.querySelectorAll(".scroll")].map((one) => one.scrollWidth - one.clientWidth));
    assert.ok(wide.every((more) => more <= 0), `${tab}: ${wide}`);
  }
  await several.close();

  const paper = await open(madeUp("reproduction"), phone);
  assert.deepEqual(await brokenWords(paper.page, ".claims td"), []);
  for (const verdict of await paper.id("verdict").all()) {
    const { x, width } = await verdict.boundingBox();
    assert.ok(x >= 0 && x + width <= 360, `a verdict from ${x}, ${width} wide`);
  }
  await paper.close();
});
