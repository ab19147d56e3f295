// Sources of the page as modules for node: compiled together by the esbuild that vite installs.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const viewer = join(dirname(fileURLToPath(import.meta.url)), "../../../viewer");
export const { build } = createRequire(join(viewer, "package.json"))("esbuild");

/** Everything that files of `viewer/` export, in one object. */
export async function modules(files) {
  const contents = files.map((file) => `export * from "./${file}";`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: viewer }, bundle: true, format: "esm", write: false, loader: { ".css": "empty" }, logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
