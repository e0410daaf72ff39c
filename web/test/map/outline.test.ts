import { describe, expect, it } from "vitest";
import { crestLines } from "../../src/map/ground/hills";
import { roadLines, sideLines } from "../../src/map/ground/lines";
import { centre, field } from "../../src/map/sheet/hexes";
import {
  bled,
  isWithin,
  loops,
  outlines,
  outward,
  regionOf,
  runs,
  scattered,
} from "../../src/map/sheet/outline";

const board = { columns: 8, rows: 6 };

describe("outlines", () => {
  it("has six corners around a hex, ten around two", () => {
    expect(loops(regionOf(["0303"]))[0]).toHaveLength(6);
    expect(loops(regionOf(["0303", "0403"]))[0]).toHaveLength(10);
  });

  it("has a loop for every island and every hole", () => {
    expect(loops(regionOf(["0202", "0606"]))).toHaveLength(2);
    const ring = ["0302", "0403", "0304", "0204", "0203", "0202"];
    expect(loops(regionOf(ring))).toHaveLength(2);
  });

  it("points outward", () => {
    const loop = loops(regionOf(["0303"]))[0] ?? [];
    const at = centre("0303");
    loop.forEach((p, n) => {
      const out = outward(loop, n);
      expect(out.x * (p.x - at.x) + out.y * (p.y - at.y)).toBeGreaterThan(0);
    });
  });

  it("keeps the middle of every hex inside, however smooth", () => {
    const hexes = ["0202", "0302", "0402", "0502", "0303", "0403", "0503", "0304"];
    const lines = outlines(regionOf(hexes), 6);
    for (const hex of hexes) expect(isWithin(centre(hex), lines)).toBe(true);
    expect(isWithin(centre("0605"), lines)).toBe(false);
  });

  it("runs under the frame at the map's edge only", () => {
    const inside = regionOf(["0303"]);
    expect(bled(inside, board).size).toBe(1);
    const corner = bled(regionOf(["0101"]), board);
    expect(corner.has("-1,-1")).toBe(true);
    expect(corner.has("1,0")).toBe(false);
  });
});

describe("lines", () => {
  it("carries a road beyond the edge where it ends there, and not where it ends inside", () => {
    const { height } = field(board);
    const [line] = runs(["0303", "0304", "0305", "0306"], board);
    expect(line?.[0]).toEqual(centre("0303"));
    expect(line?.at(-1)?.y).toBeGreaterThan(height);
  });

  it("parts where hexes do not touch", () => {
    expect(runs(["0202", "0302", "0602", "0702"], board)).toHaveLength(2);
  });

  it("strings sides that meet together", () => {
    const ring = [0, 1, 2, 3, 4, 5].map((d) => ["0303", d] as const);
    expect(sideLines(ring)).toHaveLength(1);
    expect(sideLines([["0303", 2] as const, ["0303", 3] as const])[0]).toHaveLength(3);
    expect(sideLines([["0303", 0] as const, ["0303", 3] as const])).toHaveLength(2);
  });

  it("follows a crest from end to end", () => {
    const [line] = crestLines(["0402", "0202", "0302"]);
    expect(line).toEqual([centre("0402"), centre("0302"), centre("0202")]);
  });
});

it("draws the same board the same way", () => {
  const cell = { c: 2, r: 2 };
  expect(scattered(cell, "tree", 9)).toEqual(scattered(cell, "tree", 9));
  expect(scattered(cell, "tree", 9)).not.toEqual(scattered({ c: 3, r: 2 }, "tree", 9));
});

it("leads roads through the middle of the hex where they meet", () => {
  const shape = (hexes: string[]) => ({
    drawing: "road" as const,
    name: { en: "", it: "" },
    hexes,
    crest: [],
    sides: [],
  });
  const shapes = [shape(["0401", "0402", "0403", "0404", "0405", "0406"]), shape(["0404", "0504", "0604"])];
  const whole = { ...board, kind: "hexes" as const, shapes: [], impassable: [] };
  const [first] = roadLines(shapes[0] as (typeof shapes)[0], whole, shapes);
  const [second] = roadLines(shapes[1] as (typeof shapes)[0], whole, shapes);
  expect(first).toContainEqual(centre("0404"));
  expect(first).not.toContainEqual(centre("0403"));
  expect(second?.[0]).toEqual(centre("0404"));
});
