// Arrows between the folders of the page run one way: whoever changes one need not think of who builds upon it.

import { expect, test } from "vitest";

const files = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");

/** A path without «..» in it. */
function plain(path: string): string {
  const found: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && found.length && found.at(-1) !== "..") found.pop();
    else if (part !== ".") found.push(part);
  return found.join("/");
}

/** For each folder those it imports from; the page's first file, which opens all of them, stands above. */
function arrows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    const from = path.endsWith("/src/main.tsx") ? "main" : folderOf(path);
    for (const [, spec = ""] of text.matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
      const to = folderOf(plain(`${folderOf(path)}/${spec}`));
      if (to !== from) found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return found;
}

/** A way from a folder back to itself. */
function circle(all: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const safe = new Set<string>();
  const walk = (at: string, way: readonly string[]): string[] => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (safe.has(at)) return [];
    for (const next of all.get(at) ?? []) {
      const found = walk(next, [...way, at]);
      if (found.length) return found;
    }
    safe.add(at);
    return [];
  };
  for (const from of all.keys()) {
    const found = walk(from, []);
    if (found.length) return found;
  }
  return [];
}

test("no folder of the page builds, however far round, upon one that builds upon it", () => {
  expect(arrows().size).toBeGreaterThan(5);
  expect(circle(arrows())).toEqual([]);
});

test("a circle would be found", () => {
  const all = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["a"])],
  ]);
  expect(circle(all)).toEqual(["a", "b", "c", "a"]);
});
