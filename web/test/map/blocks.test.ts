import { describe, expect, it } from "vitest";
import type { Look } from "../../src/look";
import { basePath, blockPath, cutOf } from "../../src/map/sheet/blocks";

const paint = { paint: "#000000", ink: "#ffffff" };
const look = { seats: { red: paint, blue: paint, green: paint }, nations: {} } as unknown as Look;

describe("the wood of the sides", () => {
  it("has a shape of its own for each of three", () => {
    const cuts = ["red", "blue", "green"].map((seat) => cutOf(seat, look));
    expect(cuts).toEqual([0, 1, 2]);
    expect(new Set(cuts.map((cut) => basePath(cut, 10))).size).toBe(3);
    expect(new Set(cuts.map((cut) => blockPath(cut))).size).toBe(3);
  });

  it("is as large for the third as for the first", () => {
    expect(basePath(2, 10)).toBe("M-8.9 -8.9H8.9V8.9H-8.9Z"); // 17.7 squared is the area of the round one
  });
});
