import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One HTML file with everything inside: it is opened from disk, sent by mail, and served without further files.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: "es2022",
    outDir: process.env.RHEON_VIEWER_OUT ?? "dist",
    emptyOutDir: false,
    reportCompressedSize: false,
  },
});
