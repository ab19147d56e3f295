#!/usr/bin/env node
// make_pictures [NAME...]: pictures of report pages for the documents, docs/pictures/NAME.png, each from a fresh run.
// RHEON_CLI names the command to run; ./dev pictures builds it, and the browser, first.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { browser } = await import(pathToFileURL(join(root, "tests/viewer/support/browser.mjs")));
const folder = join(root, "docs/pictures");

/** What a picture shows: how the page is made, at which part of the run, and what is done with it first. */
const pictures = {
  report: { make: ["run", "examples/slider_crank/model.yaml"], at: 0.15, press: ["g"] },
  rolling_wheel: { make: ["run", "examples/rolling_wheel/model.yaml"], at: 0.6, press: ["g"] },
  windows: { make: ["run", "examples/four_bar_windows_40/model.yaml"], at: 0.4, dark: true },
  bricard: { make: ["run", "examples/bricard/model.yaml"], at: 0.2, press: ["c"] },
  stewart: { make: ["run", "examples/stewart/model.yaml"], at: 0.5, press: ["g"] },
  comparison: {
    make: ["compare", "examples/pendulum/model.yaml", "--step", "10ms"], at: 0.5, tab: "comparison",
  },
  energy: { make: ["run", "examples/governor/model.yaml"], at: 0.5, tab: "energy" },
  paper: { make: ["reproduce", "gonzalez", "--quick"], height: 1100 },
  phone: { make: ["run", "examples/slider_crank/model.yaml"], at: 0.15, width: 390, height: 844 },
};

const scratch = mkdtempSync(join(tmpdir(), "rheon-pictures-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

function page({ make }, name) {
  const file = join(scratch, `${name}.html`);
  execFileSync(process.env.RHEON_CLI ?? join(root, "build/release/bin/rheon"), [...make, "--report", file], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return pathToFileURL(file).href;
}

async function take(chromium, name, picture) {
  const { width = 1400, height = 860, dark = false, at = 0, press = [], tab = "" } = picture;
  const view = await chromium.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  await view.goto(page(picture, name));
  await view.evaluate(() => window.rheon.ready);
  await view.evaluate((part) => {
    const { clock } = window.rheon;
    clock?.set(clock.from + part * (clock.to - clock.from));
  }, at);
  if (tab) await view.getByTestId(`tab-${tab}`).click();
  for (const key of press) await view.keyboard.press(key);
  await view.waitForTimeout(1500); // shadows and legends settle
  await view.screenshot({ path: join(folder, `${name}.png`) });
  await view.close();
  console.log(`docs/pictures/${name}.png`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in pictures));
if (unknown.length > 0) {
  console.error(`no picture is called ${unknown.join(", ")}; there are ${Object.keys(pictures).join(", ")}`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const chromium = await browser();
for (const [name, picture] of Object.entries(pictures)) {
  if (wanted.length === 0 || wanted.includes(name)) await take(chromium, name, picture);
}
await chromium.close();
