import { describe, expect, it } from "vitest";
import { apart, groundNames, namedGround } from "../../src/map/open/ground-names";
import { placedNames, ringAt } from "../../src/map/open/names";
import { halfOf, settled } from "../../src/map/open/Plates";
import type { OpenBoard, OpenShape } from "../../src/protocol";

describe("words over the map", () => {
  it("no plate lies on another, none beyond the table", () => {
    const plates = ["one", "two", "three"].map((word) => ({ at: { x: 5, y: 50 }, text: word }));
    const found = settled(plates, 1, { width: 400, height: 300 });
    expect(new Set(found.map(({ at: p }) => `${p.x} ${p.y}`)).size).toBe(3);
    expect(found.every(({ at: p, text: word }) => p.x >= halfOf(word))).toBe(true);
  });

  it("a plate keeps off the bases where it can", () => {
    const [plate] = settled([{ at: { x: 100, y: 100 }, text: "4 um" }], 1, null, [
      { at: { x: 100, y: 100 }, r: 16 },
    ]);
    expect(plate?.at).not.toEqual({ x: 100, y: 100 });
  });

  it("names keep off the places that can be chosen", () => {
    const one = { id: "a", at: { x: 0, y: 0 }, r: 16, text: "Athos", isFirst: true };
    expect(placedNames([one]).get("a")?.y).toBeGreaterThan(16);
    expect(placedNames([one], [ringAt({ x: 0, y: 28 }, 9)]).get("a")?.y).toBeLessThan(-16);
    // far away letters are larger, and need more room
    expect(placedNames([one], [], 19).get("a")?.y).toBeGreaterThan(placedNames([one]).get("a")?.y ?? 99);
  });

  it("names of neighbours do not cross", () => {
    const names = placedNames([
      { id: "a", at: { x: 100, y: 100 }, r: 16, text: "Monsieur de Kerguélen", isFirst: true },
      { id: "b", at: { x: 130, y: 100 }, r: 16, text: "the Gascon second" },
    ]);
    expect(names.get("a")?.isCrowded).toBe(false);
    expect(names.get("b")?.y).not.toBe(names.get("a")?.y);
  });

  it("a name that would cross another is not written at all", () => {
    const row = Array.from({ length: 9 }, (_, n) => ({
      id: `m${n}`,
      at: { x: 100 + 12 * (n % 3), y: 100 + 12 * Math.floor(n / 3) },
      r: 16,
      text: "the second gentleman",
    }));
    const names = placedNames(row);
    const boxes = [...names.values()]
      .filter((one) => !one.isCrowded)
      .map(({ x, y, anchor }) => {
        const wide = 20 * 0.43 * 12.5;
        const left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide;
        return { left, right: left + wide, top: y - 10, bottom: y + 3 };
      });
    expect(boxes.length).toBeGreaterThan(0);
    for (const [n, a] of boxes.entries())
      for (const b of boxes.slice(n + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
  });
});

describe("names on the ground", () => {
  it("keeps names off one another and off marks", () => {
    const name = (words: string, x: number, others: { x: number; y: number }[]) => ({
      text: words,
      at: { x, y: 100 },
      size: 18,
      degrees: 0,
      isWater: false,
      others,
    });
    const free = { x: 700, y: 100 };
    const [first, second] = apart([name("river", 100, []), name("road", 110, [free])], []);
    expect(first?.at.x).toBe(100);
    expect(second?.at).toEqual(free);
    const mark = { at: { x: 100, y: 100 }, half: { x: 15, y: 15 } };
    expect(apart([name("wood", 100, [free])], [mark])[0]?.at).toEqual(free);
  });

  const text = (word: string) => ({ en: word, it: word });
  const shape = (kind: string, rect: [number, number, number, number]): OpenShape => ({
    id: kind,
    kind,
    name: text(kind),
    rect,
  });
  const board: OpenBoard = {
    kind: "open",
    unit: "cm",
    scale: 100,
    width: 6000,
    depth: 5000,
    shapes: [shape("knoll", [1000, 1000, 3000, 3000]), shape("village", [1500, 1500, 2500, 2500])],
  };
  const look = { ground: { knoll: "hachures", village: "roofs" } };

  it("stand off what lies on the ground they name: a hill's beside its village", () => {
    const [knoll, village] = groundNames(board, look, []);
    expect(village?.at.y).toBeGreaterThan(1500 * 0.32);
    expect(village?.at.y).toBeLessThan(2500 * 0.32);
    const off = knoll?.at.y ?? 0;
    expect(off < 1500 * 0.32 || off > 2500 * 0.32).toBe(true);
    expect(off).toBeGreaterThan(1000 * 0.32);
    expect(off).toBeLessThan(3000 * 0.32);
  });

  it("are not written over by the names of who stands there", () => {
    const [, village] = namedGround(board, look, []);
    if (!village) throw new Error("the village has no name");
    const general = {
      id: "a",
      at: { x: (village.left + village.right) / 2, y: village.top - 20 },
      r: 14,
      text: "General",
    };
    const under = placedNames([general]).get("a");
    const off = placedNames([general], namedGround(board, look, [])).get("a");
    expect(under?.y).toBeGreaterThan(general.at.y);
    expect(off?.y).toBeLessThan(general.at.y);
    expect(off?.isCrowded).toBe(false);
  });
});
