import { defineConfig } from "vitest/config";

// The built page becomes part of the Python package and is served from there.
export default defineConfig({
  base: "./",
  build: { outDir: "../src/alfiere/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8648", ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["test/**/*.test.{ts,tsx}"],
    setupFiles: ["test/patience.ts"],
    // a limit for what hangs, not for what is slow beside other work
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
  },
});
