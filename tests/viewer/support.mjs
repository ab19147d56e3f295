// Pages made by the built command and opened in a real browser, as files.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { browser } from "./support/browser.mjs";

export const source = process.env.RHEON_SOURCE_DIR ?? join(import.meta.dirname, "../..");
const cli = process.env.RHEON_CLI;
assert.ok(cli, "RHEON_CLI must name the built command");

/** A folder that is gone after the tests. */
export const folder = mkdtempSync(join(tmpdir(), "rheon-viewer-"));
const chromium = await browser();
after(async () => {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
});

export const file = (name) => join(folder, name);

export function rheon(...words) {
  return execFileSync(cli, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

/** A command that serves a page, until the test is over: its address, and the process. */
export async function serving(context, ...words) {
  const process = spawn(cli, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  context.after(() => process.kill("SIGINT"));
  let output = "";
  const address = await new Promise((done, fail) => {
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("data", (text) => {
        output += text;
        const found = output.match(/http:\/\/127\.0\.0\.1:\d+\//);
        if (found) done(found[0]);
      });
    }
    process.on("exit", () => fail(new Error(`no address: ${output}`)));
  });
  return { address, process };
}

/** Runs a model and makes its page; the same run as CSV is beside it. Both have the channels of --reactions. */
export function makeReport(name, model, ...options) {
  rheon("run", model, "-o", file(`${name}.h5`), "--reactions", "--quiet", ...options);
  rheon("run", model, "-o", file(`${name}.csv`), "--reactions", "--quiet", ...options);
  rheon("report", file(`${name}.h5`), "-o", file(`${name}.html`));
  return { page: file(`${name}.html`), csv: readCsv(readFileSync(file(`${name}.csv`), "utf8")) };
}

let made = "";

/** The empty page: that of a report without its head and data. */
export function template() {
  if (made) return made;
  const { page } = makeReport("any", join(source, "models/compound_pendulum.yaml"));
  const empty = readFileSync(page, "utf8")
    .replace(/(<script id="rheon-head" type="application\/json">)[^<]*(<\/script>)/, (_, a, b) => `${a}{}${b}`)
    .replace(/(?:<script id="rheon-data-[^<]*<\/script>\s*)+/, "<!-- rheon-data -->\n");
  made = file("template.html");
  writeFileSync(made, empty);
  return made;
}

/** A page of made-up data; kinds are listed in the script. */
export function madeUp(kind) {
  execFileSync(process.execPath, [join(source, "viewer/dev/make_page.mjs"), template(), kind, file(`${kind}.html`)]);
  return file(`${kind}.html`);
}

export function writeModel(name, text) {
  writeFileSync(file(name), text);
  return file(name);
}

/** RFC 4180, apart from the page's own writer: columns by name, as numbers. */
export function readCsv(text) {
  const rows = [[]];
  let cell = "";
  let inside = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (inside && c === '"' && text[i + 1] === '"') (cell += c), ++i;
    else if (c === '"') inside = !inside;
    else if (inside || (c !== "," && c !== "\n")) cell += c;
    else {
      rows.at(-1).push(cell);
      cell = "";
      if (c === "\n") rows.push([]);
    }
  }
  if (rows.at(-1).length === 0) rows.pop();
  const [names, ...lines] = rows;
  return new Map(names.map((name, k) => [name, lines.map((line) => Number(line[k] === "nan" ? NaN : line[k]))]));
}

/** A page; whatever its console or the page itself reports as wrong fails the test. */
export async function open(path, { width = 1400, height = 900, wait = true, ...more } = {}) {
  const served = path.startsWith("http://127.0.0.1:");
  const page = await chromium.newPage({ viewport: { width, height }, acceptDownloads: true, ...more });
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall")) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error.stack)));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url()) && !(served && request.url().startsWith(path)))
      problems.push(`asked the network for ${request.url()}`);
  });
  await page.goto(served ? path : pathToFileURL(path).href);
  if (wait) await page.evaluate(() => window.rheon.ready);
  return {
    page,
    problems,
    id: (testid) => page.getByTestId(testid),
    async close() {
      await page.close();
      assert.deepEqual(problems, []);
    },
  };
}

/** Until it holds in the page; asked from outside, since a served page does not allow text to be evaluated in it. */
export async function until(page, predicate, argument) {
  const end = Date.now() + 60000;
  while (!(await page.evaluate(predicate, argument))) {
    if (Date.now() > end) throw new Error(`not in 60 s: ${predicate}`);
    await page.waitForTimeout(50);
  }
}

/** Shows these channels alone in the first pane, picked by typing their names. */
export async function pick({ page, id }, ...names) {
  const pane = id("pane").first();
  await pane.getByTestId("pane-add").click();
  const picked = await page.locator("[data-testid=picker-item][aria-selected=true]").evaluateAll((all) => all.map((item) => item.dataset.channel));
  const type = async (name) => {
    await id("picker-search").fill(name);
    const item = page.locator(`[data-testid=picker-item][data-channel=${JSON.stringify(name)}]`);
    await item.first().waitFor();
    assert.equal(await id("picker-item").first().getAttribute("data-channel"), name, "the name itself comes first");
    await id("picker-search").press("Enter");
  };
  for (const name of picked) if (!names.includes(name)) await type(name);
  for (const name of names) if (!picked.includes(name)) await type(name);
  await page.keyboard.press("Escape");
  for (const name of names) await pane.locator(`[data-testid=readout-value][data-channel=${JSON.stringify(name)}]`).first().waitFor();
  return pane;
}

/** Exact numbers of the legend: the row's time and a value a channel. A new pane gets its legend some frames after it appears. */
export async function readout(pane) {
  await pane.getByTestId("readout-value").first().waitFor();
  const time = Number(await pane.getByTestId("readout-time").getAttribute("data-exact"));
  const values = await pane
    .getByTestId("readout-value")
    .evaluateAll((all) => all.map(({ dataset }) => [dataset.channel, dataset.result, dataset.exact]));
  return { time, values: values.map(([channel, result, exact]) => ({ channel, result, value: Number(exact) })) };
}

/** What a press on an entry of the pane's export menu saves. */
export async function exported({ page }, pane, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await pane.getByTestId("pane-export").click();
      await pane.getByTestId(`export-${kind}`).click();
    })(),
  ]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Shares of the pixels of a picture that differ from its most frequent one, and from another picture. */
export async function pixels({ page }, picture, other = picture) {
  return page.evaluate(
    async ([a, b]) => {
      const data = async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
      };
      const [first, second] = [await data(a), await data(b)];
      const counts = new Map();
      for (const pixel of first) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      const most = Math.max(...counts.values());
      let changed = 0;
      for (let i = 0; i < first.length; ++i) changed += first[i] === second[i] ? 0 : 1;
      return { drawn: 1 - most / first.length, changed: changed / first.length };
    },
    [picture.toString("base64"), other.toString("base64")],
  );
}

/** Until the scene shows the time of the clock. */
export async function sceneAt({ page }) {
  await page.waitForFunction(() => {
    const { scene, clock } = window.rheon;
    const stats = scene.stats();
    return stats.ready && stats.time === clock.time;
  });
  await frames(page);
}

/** Until what was asked for is drawn. */
export function frames(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Pulls over a plot, from one place to another as shares of its width and height; returns where the plot is. */
export async function pull({ page }, pane, from, to) {
  const area = await pane.locator(".u-over").boundingBox();
  const at = ([x, y]) => [area.x + x * area.width, area.y + y * area.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
  await frames(page);
  return area;
}
