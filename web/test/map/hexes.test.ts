import { describe, expect, it } from "vitest";
import {
  allHexes,
  cellOf,
  centre,
  directionTo,
  distance,
  field,
  hexAt,
  labelOf,
  neighbour,
  R,
  vertex,
  W,
} from "../../src/map/sheet/hexes";

const board = { columns: 16, rows: 12 };
const all = (hex: string) => [0, 1, 2, 3, 4, 5].map((d) => neighbour(hex, d, board));

describe("hexes, as table/hexes.py lays them", () => {
  it("names columns and rows from 01", () => {
    expect(cellOf("0701")).toEqual({ c: 6, r: 0 });
    expect(labelOf({ c: 15, r: 11 })).toBe("1612");
    expect(allHexes(board)).toHaveLength(192);
  });

  // from HexGrid(16, 12).neighbours: clockwise from north-east, None beyond the map
  it("has the neighbours of an odd row", () => {
    expect(all("0503")).toEqual(["0502", "0603", "0504", "0404", "0403", "0402"]);
  });

  it("has the neighbours of an even row, which is shifted to the right", () => {
    expect(all("0504")).toEqual(["0603", "0604", "0605", "0505", "0404", "0503"]);
  });

  it("ends at the edge of the map", () => {
    expect(all("0101")).toEqual([null, "0201", "0102", null, null, null]);
    expect(all("1612")).toEqual([null, null, null, null, "1512", "1611"]);
  });

  it("lays every neighbour one hex away, on the side of its direction", () => {
    for (const hex of ["0503", "0504"])
      for (let d = 0; d < 6; d++) {
        const other = neighbour(hex, d, board) as string;
        const [a, b] = [centre(hex), centre(other)];
        expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeCloseTo(W);
        // side d runs from vertex d to vertex d + 1, so its middle is on the way
        const [v, w] = [vertex(a, d), vertex(a, d + 1)];
        expect((v.x + w.x) / 2).toBeCloseTo((a.x + b.x) / 2);
        expect((v.y + w.y) / 2).toBeCloseTo((a.y + b.y) / 2);
        expect(directionTo(hex, other)).toBe(d);
      }
  });

  it("puts facing 0 at the top vertex and goes on clockwise, between directions k - 1 and k", () => {
    const at = centre("0503");
    expect(vertex(at, 0).x).toBeCloseTo(at.x);
    expect(vertex(at, 0).y).toBeCloseTo(at.y - R);
    expect(vertex(at, 1).x).toBeGreaterThan(at.x);
    expect(vertex(at, 1).y).toBeLessThan(at.y);
    expect(vertex(at, 3).y).toBeCloseTo(at.y + R);
    for (let k = 0; k < 6; k++) {
      const far = vertex(at, k);
      for (const d of [k + 5, k]) {
        const near = centre(neighbour("0503", d % 6, board) as string);
        // the faced vertex touches both front hexes
        expect(Math.hypot(near.x - far.x, near.y - far.y)).toBeCloseTo(R);
      }
    }
  });

  it("counts distance as the rules do", () => {
    expect(distance("0101", "0101")).toBe(0);
    expect(distance("0503", "0604")).toBe(2);
    expect(distance("0101", "1612")).toBe(21);
    expect(distance("0809", "0301")).toBe(9);
  });

  it("finds the hex under a point", () => {
    for (const hex of ["0101", "0504", "1612", "0911"]) {
      const at = centre(hex);
      for (const dx of [-30, 0, 30]) expect(hexAt({ x: at.x + dx, y: at.y + 12 }, board)).toBe(hex);
      expect(hexAt({ x: at.x, y: at.y - 38 }, board)).toBe(hex);
    }
    expect(hexAt({ x: -5, y: 300 }, board)).toBeNull();
    expect(hexAt({ x: 400, y: 9999 }, board)).toBeNull();
  });

  it("leaves room for the shifted rows", () => {
    expect(field(board)).toEqual({ width: W * 16.5, height: 12 * 60 + 20 });
  });
});
