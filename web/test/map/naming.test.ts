import { beforeEach, describe, expect, it } from "vitest";
import { speak } from "../../src/language";
import { firstCursor, moved, nextReady } from "../../src/map/keys";
import { hexName, meant, piecesByHex } from "../../src/map/naming";
import { clear } from "../../src/map/Pieces";
import { placed } from "../../src/map/places";
import type { Glow } from "../../src/map/sheet/contract";
import { piece, sampleView } from "./sample";

const general = piece("general", "0302", { kind: "leader", attached: "guard" });
const view = sampleView([general, piece("guard", "0302"), piece("horse", "0704"), piece("waiting", "")]);
const here = piecesByHex(view.pieces);
const glows = (pieces: [string, Glow][] = [], hexes: [string, Glow][] = []) => ({
  pieces: new Map(pieces),
  hexes: new Map(hexes),
});
const name = (hex: string, at = 0, lit = glows()) => hexName(view, hex, here.get(hex) ?? [], at, lit, null);

beforeEach(() => speak("en"));

describe("what a hex is called", () => {
  it("tells number, ground, who stands there and that it can be chosen", () => {
    expect(name("0704", 0, glows([["horse", "option"]]))).toBe(
      "hex 0704, open ground, horse, 3 of 4, facing up, can be chosen",
    );
  });

  it("tells the pieces of a full hex one at a time", () => {
    expect(name("0302")).toBe("hex 0302, old wood, guard, 3 of 4, facing up, 1 of 2 here");
    expect(name("0302", 1)).toContain("general, 3 of 4");
  });

  it("tells side, troops and nation, so that nobody needs the colours", () => {
    const words = {
      en: { class: { foot: "pike and musket" }, nation: { fr: "France" } },
      it: {},
    };
    const side = (owner: string) => (owner === "red" ? "Army of Flanders" : "Royal army");
    expect(hexName(view, "0704", here.get("0704") ?? [], 0, glows(), words, side)).toBe(
      "hex 0704, open ground, horse, Army of Flanders, pike and musket, France, 3 of 4, facing up",
    );
  });

  it("tells marks, closed ground and the language of the page", () => {
    expect(name("0304")).toBe("hex 0304, open ground, the bridge, 2 points");
    expect(name("0801")).toContain("cannot be entered");
    speak("it");
    expect(name("0302")).toContain("esagono 0302, old wood (it)");
  });
});

describe("what a click means", () => {
  const click = (hex: string, touched: string | null, lit = glows()) =>
    meant(hex, touched, here.get(hex) ?? [], lit);

  it("is what was touched, if it can be chosen or nothing else can", () => {
    expect(click("0302", "general", glows([["general", "option"]]))).toEqual({ piece: "general" });
    expect(click("0302", "general")).toEqual({ piece: "general" });
  });

  it("is what glows in the hex before what was touched beside it", () => {
    expect(click("0302", "general", glows([["guard", "option"]]))).toEqual({ piece: "guard" });
    expect(click("0302", "guard", glows([], [["0302", "option"]]))).toEqual({ hex: "0302" });
  });

  it("is the piece on a hex, or the bare hex", () => {
    expect(click("0704", null)).toEqual({ piece: "horse" });
    expect(click("0606", null)).toEqual({ hex: "0606" });
  });
});

describe("the keyboard", () => {
  it("comes to what can be chosen, or to the middle", () => {
    expect(firstCursor(view, here, glows([["horse", "option"]], [["0606", "option"]]))).toBe("0704");
    expect(firstCursor(view, here, glows())).toBe("0504");
  });

  it("stays on the map", () => {
    expect(moved("0101", { x: -1, y: -1 }, view.board)).toBe("0101");
    expect(moved("0203", { x: 1, y: 1 }, view.board)).toBe("0304");
  });

  it("goes from choice to choice in reading order, round and round", () => {
    const lit = glows([["horse", "option"]], [["0205", "option"]]);
    expect(nextReady(view, here, lit, "0704", 1)?.hex).toBe("0205");
    expect(nextReady(view, here, lit, "0205", 1)?.hex).toBe("0704");
    expect(nextReady(view, here, lit, "0704", -1)?.hex).toBe("0205");
    expect(nextReady(view, here, glows(), "0704", 1)).toBeNull();
  });
});

describe("where pieces stand", () => {
  it("puts an attached leader at the corner of his block, and leaves out who is not on the map", () => {
    const places = placed(view.pieces, []);
    expect(places.map((one) => one.piece.id)).toEqual(["guard", "horse", "general"]);
    const [guard, , leader] = places;
    expect(leader?.isBeside).toBe(true);
    expect(leader?.at.x).toBeLessThan(guard?.at.x ?? 0);
    expect(leader?.at.y).toBeLessThan(guard?.at.y ?? 0);
  });
});

describe("the names of leaders", () => {
  it("go down a line rather than lie over one another", () => {
    const leader = (id: string, hex: string) => piece(id, hex, { kind: "leader" });
    const found = clear(placed([leader("Albuquerque", "0302"), leader("Fontaine of the horse", "0402")], []));
    const [one, other] = found.map(({ at, under }) => at.y + under);
    expect(Math.abs((one ?? 0) - (other ?? 0))).toBeGreaterThanOrEqual(12);
    const apart = clear(placed([leader("Ay", "0102"), leader("Bee", "0802")], []));
    expect(new Set(apart.map(({ under }) => under)).size).toBe(1);
  });
});
