import { defineConfig } from "vitest/config";

// The built page becomes part of the Python package and is served from there.
export default defineConfig({
  base: "./",
  build: { outDir: "../src/alfiere/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8648", ws: true } } },
  test: { environment: "happy-dom", include: ["test/**/*.test.{ts,tsx}"] },
});
