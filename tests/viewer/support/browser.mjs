// Debian's Chromium, without a network, for tests that look at pages.
import { createRequire } from "node:module";
import { join } from "node:path";
import { viewer } from "./modules.mjs";

const { chromium } = createRequire(join(viewer, "package.json"))("playwright-core");

const flags = [
  "--headless=new", "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
];
const drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const nothing = ["--disable-gpu", "--disable-3d-apis"];

/** A browser; without WebGL if the test needs that. */
export function browser({ webgl = true } = {}) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...flags, ...(webgl ? drawing : nothing)] });
}
