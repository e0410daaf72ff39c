import { describe, expect, it } from "vitest";
import { arcPath } from "../../src/map/open/DrillSketch";
import { plateOf } from "../../src/map/open/Formations";
import {
  bearing,
  cornersOf,
  halves,
  isPose,
  kept,
  normal,
  placeIn,
  sizeOf,
  stepped,
  swing,
  turnedTo,
  wheeled,
  wheeledTo,
} from "../../src/map/open/footprint";
import { ledBy } from "../../src/map/open/grip";
import { fallen, ranksOf } from "../../src/map/open/ranks";
import { lengthText, long, onTable, UNIT, unitOf } from "../../src/map/sheet/scale";
import type { Formation, OpenBoard, Piece, Pose } from "../../src/protocol";

const SIZE = [600, 200] as const;
const board: OpenBoard = { kind: "open", unit: "cm", scale: 100, width: 18000, depth: 12000, shapes: [] };
const near = (pose: readonly number[]) => pose.map((one) => expect.closeTo(one, 3));
const unit = (more: Partial<Piece>): Piece => ({
  id: "a",
  kind: "unit",
  owner: "red",
  symbol: "foot",
  ...more,
});

describe("a footprint", () => {
  it("is that of a unit, not of a gun on its round base", () => {
    expect(sizeOf(unit({ shape: { rect: [600, 200] } }))).toEqual([600, 200]);
    expect(sizeOf(unit({ shape: { disc: 50, rect: [150, 200] } }))).toBeNull();
    expect(sizeOf(unit({ shape: { disc: 50 } }))).toBeNull();
    expect(sizeOf(null)).toBeNull();
  });

  it("has its corners where its heading turns them: up is 0, to the right 900", () => {
    expect(cornersOf([1000, 1000, 0], SIZE)).toEqual(
      [
        [700, 900],
        [1300, 900],
        [1300, 1100],
        [700, 1100],
      ].map(near),
    );
    // looking right, its left front corner is the upper one
    expect(cornersOf([1000, 1000, 900], SIZE)[0]).toEqual(near([1100, 700]));
    expect(halves(SIZE, 900)).toEqual({ x: expect.closeTo(100), y: expect.closeTo(300) });
  });

  it("goes ahead and aside as it looks", () => {
    expect(stepped([1000, 1000, 900], 100, 0)).toEqual(near([1100, 1000, 900]));
    expect(stepped([1000, 1000, 900], 0, 100)).toEqual(near([1000, 1100, 900]));
  });

  it("wheels about a front corner, which stays where it is", () => {
    const start: Pose = [1000, 1000, 0];
    for (const [on, corner] of [
      ["left", 0],
      ["right", 1],
    ] as const)
      for (const turn of [-700, 100, 450, 1300]) {
        const end = wheeled(start, SIZE, on, turn);
        expect(cornersOf(end, SIZE)[corner]).toEqual(near(cornersOf(start, SIZE)[corner] ?? []));
        expect(end[2]).toBe(normal(turn));
      }
    // a quarter to the left on the left corner
    expect(wheeled(start, SIZE, "left", -900)).toEqual(near([800, 600, 2700]));
  });

  it("is wheeled by its corner to where the hand is", () => {
    // the right corner is taken straight up over the left one
    expect(wheeledTo([1000, 1000, 0], SIZE, "right", [700, 100])).toEqual(near([800, 600, 2700]));
    expect(wheeledTo([1000, 1000, 0], SIZE, "left", [1300, 100])[2]).toBe(900);
    expect(turnedTo([1000, 1000, 0], [1500, 1500])).toEqual([1000, 1000, 1350]);
  });

  it("keeps wholly on the table and in whole parts", () => {
    expect(kept([20.4, 11990.6, 0], SIZE, board)).toEqual([300, 11900, 0]);
    expect(kept([20.4, 11990.6, 899.6], SIZE, board)).toEqual([100, 11700, 900]);
    expect(kept([500.4, 600.6, -10], SIZE, board)).toEqual([500, 601, 3590]);
  });

  it("knows headings: bearings, the short way round, names of places", () => {
    expect(bearing([0, 0], [0, -5])).toBe(0);
    expect(bearing([0, 0], [5, 0])).toBe(900);
    expect(bearing([0, 0], [-5, 5])).toBe(2250);
    expect([swing(3500, 100), swing(100, 3500), swing(0, 900), swing(900, 0)]).toEqual([
      200, -200, 900, -900,
    ]);
    expect(placeIn("3,4")).toEqual([3, 4]);
    expect(placeIn("3,4,450")).toEqual([3, 4, 450]);
    expect([isPose([3, 4]), isPose([3, 4, 450]), isPose(null)]).toEqual([false, true, false]);
  });
});

describe("keys", () => {
  const at: Pose = [5000, 5000, 900];
  const led = (key: string, isFine = false) => ledBy(key, isFine, at, SIZE, board);

  it("lead it as it looks, by a unit or a tenth of one", () => {
    expect(led("ArrowUp")).toEqual(near([5100, 5000, 900]));
    expect(led("ArrowDown", true)).toEqual(near([4990, 5000, 900]));
    expect(led("ArrowLeft")).toEqual(near([5000, 4900, 900]));
    expect(led("ArrowRight")).toEqual(near([5000, 5100, 900]));
  });

  it("wheel it and turn it, on every keyboard", () => {
    expect(led("[")).toEqual(led("q"));
    expect(led("]")).toEqual(led("E"));
    expect(led("q")?.[2]).toBe(800);
    expect(led("E", true)?.[2]).toBe(910);
    expect(led("a")).toEqual([5000, 5000, 800]);
    expect(led("D", true)).toEqual([5000, 5000, 910]);
    expect(led("z")).toBeNull();
  });
});

describe("ranks", () => {
  const ground = { x: 90, y: 30 };
  const drawn = (formation: Formation, on = ground) =>
    ranksOf(formation, on, 3, [plateOf(formation, on, 1, 1)]).men;

  it("are two in a line, along the whole front", () => {
    const men = drawn("line");
    expect(new Set(men.map((p) => p.y)).size).toBe(2);
    expect(Math.max(...men.map((p) => p.x))).toBeGreaterThan(38);
    expect(Math.min(...men.map((p) => p.x))).toBeLessThan(-38);
    expect(men.every((p) => p.y < 3)).toBe(true);
  });

  it("are many in a column, and face all four ways in a square, whose middle is free", () => {
    const deep = { x: 45, y: 60 };
    expect(new Set(drawn("column", deep).map((p) => p.y)).size).toBeGreaterThan(3);
    const square = { x: 50, y: 50 };
    const men = drawn("square", square);
    for (const far of [(p: { x: number; y: number }) => p.x, (p: { x: number; y: number }) => p.y]) {
      expect(Math.max(...men.map(far))).toBeGreaterThan(15);
      expect(Math.min(...men.map(far))).toBeLessThan(-15);
    }
    expect(men.some((p) => Math.abs(p.x) < 10 && Math.abs(p.y) < 10)).toBe(false);
  });

  it("stay within the ground, and nobody stands on the plate", () => {
    for (const formation of ["line", "column", "march", "square", "open"] as const)
      for (const on of [ground, { x: 45, y: 60 }, { x: 20, y: 110 }, { x: 130, y: 40 }]) {
        const plate = plateOf(formation, on, 1, 1);
        expect(plate.width).toBeLessThan(on.x);
        expect(plate.height).toBeLessThan(on.y);
        for (const p of drawn(formation, on)) {
          expect(Math.abs(p.x)).toBeLessThan(on.x / 2);
          expect(Math.abs(p.y)).toBeLessThan(on.y / 2);
          const isOn =
            Math.abs(p.x - plate.x) < plate.width / 2 && Math.abs(p.y - plate.y) < plate.height / 2;
          expect(isOn).toBe(false);
        }
      }
  });

  it("thin out from the right as men fall, and guns have none", () => {
    const men = drawn("line");
    const { here, gone } = fallen(men, 0.5);
    expect(here.length + gone.length).toBe(men.length);
    expect(Math.max(...here.map((p) => p.x))).toBeLessThanOrEqual(Math.min(...gone.map((p) => p.x)));
    expect(fallen(men, 0).here).toEqual([]);
    expect(fallen(men, 0.01).here).toHaveLength(1);
    expect(drawn("deployed")).toEqual([]);
  });

  it("are out of line in disorder", () => {
    const plate = [plateOf("line", ground, 1, 1)];
    const rows = new Set(ranksOf("line", ground, 3, plate, false).men.map((p) => p.y));
    expect(rows.size).toBeGreaterThan(5);
  });
});

describe("the scale of a large table", () => {
  it("is smaller, so that letters can be read with all of it in sight; of others as ever", () => {
    expect(unitOf(board)).toBeCloseTo((32 * 80) / 180);
    expect(unitOf({ scale: 100, width: 7200 })).toBe(UNIT);
    expect(onTable({ x: long(1234, board), y: long(567, board) }, board)).toEqual([1234, 567]);
    expect(lengthText(long(1250, board), board)).toBe("12.5 cm");
  });
});

it("draws the arc of a wheel to where the corner ends, either way round", () => {
  const right = arcPath({ x: 0, y: 0 }, { x: 0, y: -10 }, 900);
  expect(right.end).toEqual({ x: expect.closeTo(10), y: expect.closeTo(0) });
  expect(right.d).toBe("M0 -10A10 10 0 0 1 10 0");
  const left = arcPath({ x: 0, y: 0 }, { x: 10, y: 0 }, -900);
  expect(left.end).toEqual({ x: expect.closeTo(0), y: expect.closeTo(-10) });
  expect(left.d).toContain(" 0 0 0 ");
  expect(arcPath({ x: 0, y: 0 }, { x: 10, y: 0 }, 2700).d).toContain(" 0 1 1 ");
});
