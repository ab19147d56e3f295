#!/usr/bin/env node
// look.mjs PAGE PREFIX [WIDTHxHEIGHT,...] [light|dark] [TAB] [TESTID-TO-CLICK...]: pictures of a page, and what its console says.

import { chromium } from "playwright-core";
import { pathToFileURL } from "node:url";

const [page, prefix, sizes = "1400x900", scheme = "light", tab = "", ...clicks] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
for (const size of sizes.split(",")) {
  const [width, height] = size.split("x").map(Number);
  const view = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, hasTouch: width < 500 });
  view.on("console", (message) => console.log(`console ${message.type()}: ${message.text()}`));
  view.on("pageerror", (error) => console.log(`error: ${error.stack}`));
  const start = Date.now();
  await view.goto(page.startsWith("http") ? page : pathToFileURL(page).href);
  await view.evaluate(() => window.rheon?.ready);
  console.log(`${size}: ready after ${Date.now() - start} ms`);
  await view.waitForTimeout(500);
  if (tab) await view.getByTestId(`tab-${tab}`).click();
  for (const id of clicks) {
    if (id.startsWith("key:")) await view.keyboard.press(id.slice(4));
    else await view.getByTestId(id).first().click();
  }
  await view.waitForTimeout(600);
  await view.screenshot({ path: `${prefix}-${size}-${scheme}${tab && `-${tab}`}.png` });
  await view.close();
}
await browser.close();
