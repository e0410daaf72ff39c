import { cleanup, render } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import type { Look } from "../../src/look";
import { BoardMap } from "../../src/map/BoardMap";
import { inOrder, shownBadges } from "../../src/map/open/Figures";
import { bodies, hull, threads } from "../../src/map/open/Groups";
import { placedNames } from "../../src/map/open/names";
import type { Glow } from "../../src/map/sheet/contract";
import { UNIT } from "../../src/map/sheet/scale";
import type { OpenBoard, OpenView, Piece, Sketch } from "../../src/protocol";
import { look as hexLook } from "./sample";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
});
afterEach(cleanup);

const text = (word: string) => ({ en: word, it: word });
const board: OpenBoard = { kind: "open", unit: "um", scale: 100, width: 4000, depth: 3000, shapes: [] };
const look: Look = {
  ...hexLook,
  ground: { house: "building", wall: "wall", hollow: "hachures" },
  touch: { figure: "piece" },
  badges: {
    loaded: { sign: "●", tone: "plain" },
    shaken: { sign: "!", tone: "bad" },
  },
  models: { cannon: "gun", cart: "wagon" },
};
const man = (id: string, x: number, y: number, more: Partial<Piece> = {}): Piece => ({
  id,
  kind: "character",
  owner: "red",
  name: text(id),
  symbol: "star",
  shape: { disc: 50 },
  pose: [x, y, 0],
  badges: ["loaded"],
  group: "guards",
  ...more,
});
const squad = [
  man("A", 1000, 1000),
  man("B", 1100, 1000),
  man("C", 1200, 1000, { badges: ["loaded", "shaken"] }),
];
const view: OpenView = {
  game: "any",
  scenario: "any",
  board,
  pieces: squad,
  marks: [],
  tracks: {},
  hands: {},
  notes: [],
  groups: [
    {
      id: "guards",
      owner: "red",
      name: text("the guards"),
      leader: "A",
      units: ["A", "B", "C"],
      drawn: "close",
    },
  ],
  eliminated: [],
};

const shown = (more: Partial<OpenView>, glows = new Map<string, Glow>(), sketch: Sketch[] = []) =>
  render(
    <BoardMap
      view={{ ...view, ...more }}
      look={look}
      pieces={glows}
      hexes={new Map()}
      places={new Map()}
      acting={null}
      sketch={sketch}
      seat="red"
      onPiece={() => undefined}
      onHex={() => undefined}
      onHover={() => undefined}
    />,
  ).container;

describe("those who act together", () => {
  it("are bound by the shortest threads, and the corners round them are found", () => {
    const p = (x: number, y: number) => ({ x, y });
    expect(threads([p(0, 0), p(30, 0), p(10, 0)])).toEqual([
      [p(0, 0), p(10, 0)],
      [p(10, 0), p(30, 0)],
    ]);
    expect(hull([p(0, 0), p(10, 0), p(5, 4), p(10, 10), p(0, 10)])).toHaveLength(4);
  });

  it("are one body while they stand together; who is away is another", () => {
    const p = (x: number) => ({ x: x * UNIT, y: 0 });
    expect(bodies([p(0), p(1), p(2), p(9)]).map((one) => one.length)).toEqual([3, 1]);
  });

  it("show once what holds for all, and with everybody what is amiss", () => {
    const badges = shownBadges(view, look);
    expect([...badges.values()]).toEqual([["loaded"], [], ["shaken"]]);
  });

  it("have their first drawn over the others, so that his die is seen", () => {
    expect(inOrder(squad, look, new Set(["A"])).map((one) => one.id)).toEqual(["B", "C", "A"]);
  });

  it("are named once, with a band under those drawn up close and a thread between the loose", () => {
    const page = shown({});
    expect(page.querySelector("[data-name='group guards']")?.textContent).toBe("the guards");
    expect(page.querySelectorAll(".open-name:not(.open-name-crowded)")).toHaveLength(1);
    expect(page.querySelectorAll(".open-band")).toHaveLength(1);
    cleanup();
    const loose = shown({ groups: (view.groups ?? []).map((one) => ({ ...one, drawn: "loose" })) });
    expect(loose.querySelector(".open-band")).toBeNull();
    expect(loose.querySelector(".open-thread")?.getAttribute("d")).toMatch(/^M.*M/);
  });

  it("of whom one is meant alone name him too", () => {
    const page = shown({}, new Map([["B", "about"]]));
    const names = [...page.querySelectorAll(".open-name:not(.open-name-crowded)")].map(
      (one) => one.textContent,
    );
    expect(names.sort()).toEqual(["B", "the guards"]);
  });

  it("show where each of them would stand", () => {
    const bases: Sketch = {
      kind: "bases",
      points: [
        [100, 100],
        [200, 100],
      ],
      size: 50,
    };
    const circles = [...shown({}, new Map(), [bases]).querySelectorAll(".open-bases circle")];
    expect(circles.map((one) => [one.getAttribute("cx"), one.getAttribute("r")])).toEqual([
      [String(UNIT), String(UNIT / 2)],
      [String(2 * UNIT), String(UNIT / 2)],
    ]);
  });

  it("keep their name on the table", () => {
    const [named] = [
      ...placedNames([{ id: "g", at: { x: 10, y: 50 }, r: 10, text: "a long name" }], [], 20, 900),
    ];
    expect(named?.[1].x).toBeGreaterThan(40);
    // below and above there is somebody: then rather on the side where the table goes on
    const crowd = [40, 60].map((y, n) => ({
      id: `${n}`,
      at: { x: 30, y: n ? 90 : 10 },
      r: 16 + y / 100,
      text: "",
    }));
    const [beside] = [
      ...placedNames([{ id: "g", at: { x: 30, y: 50 }, r: 10, text: "a name" }, ...crowd], [], 20, 900),
    ];
    expect(beside?.[1].anchor).toBe("start");
  });
});

describe("what stands on a rectangle", () => {
  const gun = man("G", 2000, 1500, {
    kind: "thing",
    symbol: "cannon",
    shape: { disc: 0, rect: [200, 300] },
    pose: [2000, 1500, 900],
    badges: [],
  });

  it("is turned as it faces, and on the march its muzzle looks back", () => {
    const page = shown({ pieces: [gun], groups: [] });
    const model = page.querySelector("[data-model='gun']");
    expect(model?.getAttribute("transform")).toBe("rotate(90)");
    expect(model?.querySelector("[transform='rotate(180)']")).toBeNull();
    cleanup();
    const towed = shown({ pieces: [{ ...gun, state: "towed" }], groups: [] });
    expect(towed.querySelector("[data-model='gun'] [transform='rotate(180)']")).not.toBeNull();
  });

  it("glows along its own edge", () => {
    const page = shown({ pieces: [gun], groups: [] }, new Map([["G", "option"]]));
    expect(page.querySelector(".map-halo-option")?.getAttribute("transform")).toBe("rotate(90)");
  });

  it("shows what it reaches", () => {
    const sector: Sketch = {
      kind: "sector",
      points: [
        [100, 100],
        [900, 0],
        [900, 400],
      ],
    };
    expect(shown({}, new Map(), [sector]).querySelector(".open-sector")).not.toBeNull();
  });
});

describe("what has been done to the ground", () => {
  it("is seen: breaches, cracks, fire, barred doors, trenches", () => {
    const page = shown({
      board: {
        ...board,
        shapes: [
          {
            id: "inn",
            kind: "house",
            name: text("inn"),
            rect: [1000, 1000, 1600, 1400],
            storeys: 1,
            burning: true,
            cracks: [{ at: [1000, 1200], hits: 2 }],
            openings: [
              {
                id: "inn/breach-0",
                kind: "breach",
                line: [
                  [1200, 1000],
                  [1300, 1000],
                ],
              },
              {
                id: "inn/door-south-0",
                kind: "barred",
                line: [
                  [1250, 1400],
                  [1350, 1400],
                ],
              },
            ],
          },
          {
            id: "wall",
            kind: "wall",
            name: text("wall"),
            lines: [
              [
                [100, 100],
                [300, 100],
              ],
              [
                [400, 100],
                [600, 100],
              ],
            ],
            rubble: [
              [
                [300, 100],
                [400, 100],
              ],
            ],
          },
          { id: "dug", kind: "hollow", drawn: "trench", name: text("trench"), rect: [100, 500, 400, 600] },
        ],
      },
    });
    expect(page.querySelectorAll("[data-opening='breach'] .open-rubble path").length).toBeGreaterThan(4);
    expect(page.querySelectorAll(".open-rubble")).toHaveLength(2);
    expect(page.querySelector("[data-opening='barred']")).not.toBeNull();
    expect(page.querySelectorAll("[data-hits='2'] path")).toHaveLength(2);
    expect(page.querySelector("[data-fire]")).not.toBeNull();
    expect(page.querySelector(".open-trench")).not.toBeNull();
  });
});

describe("marks and sky", () => {
  it("tell what is known from what lies face down, and show the ground that counts", () => {
    const page = shown({
      marks: [
        { kind: "event", id: "one", at: [50, 60], name: text("event marker") },
        { kind: "event", id: "two", at: [250, 60], name: text("A pig."), known: true },
        { kind: "goal", rect: [1000, 1000, 1200, 1200], within: 600, name: text("Hold the ford.") },
      ],
    });
    const signs = [...page.querySelectorAll("[data-mark='event'] text")].map((one) => one.textContent);
    expect(signs).toEqual(["?", "!"]);
    const goal = page.querySelector("[data-mark='goal'] rect");
    expect(goal?.getAttribute("width")).toBe(String(14 * UNIT));
    expect(page.querySelector("[data-mark='goal'] title")?.textContent).toBe("Hold the ford.");
    cleanup();
    const zone = shown({ marks: [{ kind: "zone", rect: [0, 0, 1000, 3000], name: text("here") }] });
    expect(zone.querySelector(".open-set-up rect")?.getAttribute("width")).toBe(String(10 * UNIT));
    expect(zone.querySelector(".open-goal-flag")).toBeNull();
    cleanup();
    const bound = shown({
      marks: [{ kind: "bound", rect: [0, 0, 1000, 3000], name: text("only here"), owner: "red" }],
    });
    expect(bound.querySelector(".open-bound-name")?.textContent).toBe("only here");
    expect(bound.querySelector(".open-goal-flag")).toBeNull();
  });

  it("darken the table but round one's own people, and say so in words", () => {
    const sky = { dark: 2, weather: "rain" as const, text: text("night, rain"), sees: 800 };
    const foe = man("X", 3000, 2000, { owner: "blue", group: null });
    const page = shown({ board: { ...board, sky }, pieces: [...squad, foe] });
    expect(page.querySelector("[data-sky='dark rain']")).not.toBeNull();
    const lit = [...page.querySelectorAll("mask circle")];
    expect(lit).toHaveLength(3);
    expect(lit[0]?.getAttribute("r")).toBe(String(8 * UNIT));
    expect(page.querySelector(".open-sky-plate")?.textContent).toBe("Night, rain");
    cleanup();
    expect(shown({}).querySelector(".open-sky, .open-sky-plate")).toBeNull();
  });
});
