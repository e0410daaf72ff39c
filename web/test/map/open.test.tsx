import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import type { Look } from "../../src/look";
import { BoardMap } from "../../src/map/BoardMap";
import { surfaces } from "../../src/map/open/areas";
import { bodyOf } from "../../src/map/open/Figures";
import { floorsOf, tabBox } from "../../src/map/open/Storeys";
import { firstStop, stepFrom, stopsOf } from "../../src/map/open/stops";
import { SmallMap } from "../../src/map/SmallMap";
import type { Glow, MapHandle, MapProps, PlaceGlow } from "../../src/map/sheet/contract";
import { at, lengthText, onSheet, onTable, sheetOf, UNIT, underPixel } from "../../src/map/sheet/scale";
import type { OpenBoard, OpenView, Piece, Spot } from "../../src/protocol";
import { look as hexLook } from "./sample";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const text = (word: string) => ({ en: word, it: word });
const board: OpenBoard = {
  kind: "open",
  unit: "um",
  scale: 100,
  width: 2000,
  depth: 1600,
  shapes: [
    { id: "inn", kind: "house", name: text("the inn"), rect: [1000, 200, 1500, 500], storeys: 2 },
    {
      id: "wall",
      kind: "wall",
      name: text("low wall"),
      lines: [
        [
          [100, 700],
          [500, 700],
        ],
      ],
    },
    {
      id: "road",
      kind: "way",
      name: text("road"),
      strips: [
        {
          line: [
            [0, 1200],
            [2000, 1200],
          ],
          width: 200,
        },
      ],
    },
    { id: "well", kind: "well", name: text("well"), discs: [{ at: [800, 800], size: 100 }] },
  ],
};
const look: Look = {
  ...hexLook,
  ground: { house: "building", wall: "rampart", way: "road", well: "rock" },
  touch: { figure: "piece", to: "place" },
  badges: { out: { sign: "†", tone: "bad", body: "down" }, low: { sign: "v", tone: "warn", body: "low" } },
};
const figure = (id: string, x: number, y: number, more: Partial<Piece> = {}): Piece => ({
  id,
  kind: "character",
  owner: "red",
  name: text(id),
  symbol: "star",
  shape: { disc: 50 },
  pose: [x, y, 0],
  zone: 50,
  badges: [],
  tracks: { pa: [2, 3], wounds: [1, 3] },
  ...more,
});
const view: OpenView = {
  game: "any",
  scenario: "any",
  board,
  pieces: [figure("Athos", 300, 900), figure("Garrido", 900, 320, { owner: "blue", badges: ["out"] })],
  marks: [{ kind: "event", id: "one", at: [50, 60] }],
  tracks: {},
  hands: {},
  notes: [],
  eliminated: [],
};
const places = new Map<string, PlaceGlow>([
  ["600,900", { glow: "option", mover: "Athos", label: "Go to 6; 9" }],
  ["300,500", { glow: "option", mover: "Athos", label: "Go to 3; 5" }],
]);
const glows = new Map<string, Glow>([["Athos", "about"]]);

describe("the scale", () => {
  it("leads from the table to the sheet and back", () => {
    expect(at([250, 100], board)).toEqual({ x: 2.5 * UNIT, y: UNIT });
    expect(onTable(at([1234, 567], board), board)).toEqual([1234, 567]);
    expect(onSheet([100, 200], board)).toEqual({ x: UNIT, y: 2 * UNIT });
    expect(onSheet("0101", board)).toBeNull();
  });

  it("keeps a base on the table", () => {
    expect(onTable({ x: -80, y: 99_999 }, board, 50)).toEqual([50, 1550]);
  });

  it("finds the point under a pixel, moved and zoomed", () => {
    const sheet = sheetOf(board);
    expect(underPixel({ x: 110, y: 60 }, { x: 10, y: 20, k: 2 }, sheet)).toEqual({
      x: 50 + sheet.left,
      y: 20 + sheet.top,
    });
  });

  it("says lengths in the table's unit", () => {
    expect(lengthText(3.44 * UNIT, board)).toBe("3.4 um");
    speak("it");
    expect(lengthText(3.44 * UNIT, board)).toBe("3,4 um");
  });

  it("draws an area with any corners, beyond the frame where it ends at the edge", () => {
    const corners: Spot[] = [
      [0, 0],
      [600, 100],
      [300, 500],
    ];
    const hill = { id: "hill", kind: "hill", name: text("hill"), polygon: corners };
    const onSheetAsIs = corners.map((spot) => at(spot, board));
    expect(surfaces(hill, board, false)).toEqual([onSheetAsIs]);
    const [first, ...others] = surfaces(hill, board)[0] ?? [];
    expect(first?.x).toBeLessThan(0);
    expect(first?.y).toBeLessThan(0);
    expect(others).toEqual(onSheetAsIs.slice(1));
  });

  it("gives strips their width and carries them beyond the edge", () => {
    const [strip] = surfaces(board.shapes[2] as OpenBoard["shapes"][number], board);
    const ys = strip?.map((p) => p.y) ?? [];
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(2 * UNIT);
    expect(Math.min(...(strip?.map((p) => p.x) ?? []))).toBeLessThan(0);
  });
});

describe("the keyboard's way", () => {
  const stops = stopsOf(view, glows, places);

  it("goes line by line through figures and places", () => {
    expect(stops.map((stop) => stop.id)).toEqual([
      "piece Garrido",
      "place 300,500",
      "piece Athos",
      "place 600,900",
    ]);
    expect(firstStop(stops, glows)).toBe("place 300,500");
    expect(stepFrom(stops, "place 300,500", 1)).toBe("piece Athos");
    expect(stepFrom(stops, "place 600,900", 1)).toBe("place 600,900");
  });

  it("goes round through what can be chosen", () => {
    expect(stepFrom(stops, "place 600,900", 1, true)).toBe("place 300,500");
    expect(stepFrom(stops, "place 300,500", -1, true)).toBe("place 600,900");
  });
});

function shown(more: Partial<MapProps> = {}) {
  const heard = { onPiece: vi.fn(), onHex: vi.fn(), onHover: vi.fn(), onPlace: vi.fn(), onPut: vi.fn() };
  const props: MapProps = {
    view,
    look,
    pieces: glows,
    hexes: new Map(),
    places,
    acting: "Athos",
    sketch: [],
    seat: "red",
    ...heard,
    ...more,
  };
  const { container } = render(<BoardMap {...props} />);
  const find = (selector: string) => container.querySelector(selector) as HTMLElement;
  return { ...heard, container, find };
}

describe("the open table", () => {
  it("draws figures with die and drops where they stand", () => {
    const { container, find } = shown();
    expect(find('[data-piece="Athos"]').getAttribute("transform")).toBe(`translate(${3 * UNIT} ${9 * UNIT})`);
    expect(container.querySelectorAll('[data-piece="Athos"] .open-die circle')).toHaveLength(2);
    expect(container.querySelectorAll('[data-piece="Athos"] .open-drop')).toHaveLength(1);
    expect(container.querySelectorAll('[data-piece="Athos"] .open-drop-none')).toHaveLength(2);
    expect(find('[data-piece="Garrido"] .open-figure-down')).toBeTruthy();
    expect(container.querySelector(".map-grid")).toBeNull();
  });

  it("reads from the badges how a figure lies", () => {
    expect(bodyOf(figure("a", 0, 0), look)).toBe("up");
    expect(bodyOf(figure("a", 0, 0, { badges: ["low"] }), look)).toBe("low");
    expect(bodyOf(figure("a", 0, 0, { badges: ["low", "out"] }), look)).toBe("down");
  });

  it("reports clicks on places and figures", () => {
    const { find, onPlace, onPiece } = shown();
    fireEvent.click(find('[data-place="600,900"] .map-touch'));
    expect(onPlace).toHaveBeenCalledWith("600,900");
    fireEvent.click(find('[data-piece="Garrido"] .map-touch'));
    expect(onPiece).toHaveBeenCalledWith("Garrido");
  });

  it("unrolls the ruler to the place that is rested on", () => {
    const { find, onHover } = shown();
    fireEvent.pointerOver(find('[data-place="600,900"]'));
    expect(onHover).toHaveBeenCalledWith({ place: "600,900" });
    expect(find(".open-plate text").textContent).toBe("3 um");
  });

  it("shows the ruler for an option looked at in the list", () => {
    const { find } = shown({ lookedAt: "300,500" });
    expect(find(".open-plate text").textContent).toBe("4 um");
  });

  it("puts the figure in the hand down where it is let go, and nobody else", () => {
    const { find, onPut } = shown();
    const drag = (id: string) => {
      fireEvent.pointerDown(find(`[data-piece="${id}"] .map-touch`), {
        button: 0,
        clientX: 200,
        clientY: 200,
      });
      fireEvent.pointerMove(find(".map-live"), { clientX: 230, clientY: 200 });
      fireEvent.pointerUp(find(".map-live"), { clientX: 230, clientY: 200 });
    };
    drag("Garrido");
    expect(onPut).not.toHaveBeenCalled();
    drag("Athos");
    expect(onPut).toHaveBeenCalledOnce();
    const [piece, [x, y]] = onPut.mock.calls[0] as [string, [number, number]];
    expect(piece).toBe("Athos");
    expect(x).toBeGreaterThan(300);
    expect(y).toBe(900);
  });

  it("sends the figure to a point with Alt and a click", () => {
    const { find, onPut, onPlace } = shown();
    fireEvent.click(find(".map-live"), { altKey: true, detail: 1, clientX: 300, clientY: 300 });
    expect(onPut).toHaveBeenCalledWith("Athos", [expect.any(Number), expect.any(Number)]);
    expect(onPlace).not.toHaveBeenCalled();
  });

  it("puts who is not on the table yet down by a plain click on the ground", () => {
    const { find, onPut } = shown({ acting: "Aramis" });
    fireEvent.pointerMove(find(".map-live"), { clientX: 300, clientY: 300 });
    expect(find(".open-ghost-base")).toBeTruthy();
    fireEvent.click(find(".map-live"), { detail: 1, clientX: 300, clientY: 300 });
    expect(onPut).toHaveBeenCalledWith("Aramis", [expect.any(Number), expect.any(Number)]);
  });

  it("draws ways and shots by their points", () => {
    const { container } = shown({
      sketch: [
        {
          kind: "way",
          points: [
            [100, 100],
            [200, 100],
            [200, 300],
          ],
        },
        {
          kind: "shot",
          points: [
            [100, 100],
            [400, 100],
          ],
        },
        { kind: "ring", at: [100, 100], size: 300 },
        { kind: "command", at: [200, 100], size: 500, text: text("5 um") },
        { kind: "path", hexes: ["0101"] },
      ],
    });
    expect(container.querySelector(".map-way-line")?.getAttribute("d")).toBe("M32 32L64 32L64 96");
    expect(container.querySelectorAll(".map-fire")).toHaveLength(1);
    expect(container.querySelector(".open-blast circle")?.getAttribute("r")).toBe(String(3 * UNIT));
    expect(container.querySelector(".open-command")?.getAttribute("r")).toBe(String(5 * UNIT));
  });

  it("writes what the server says of a way, a line of sight and what is in it", () => {
    const { container } = shown({
      sketch: [
        {
          kind: "shot",
          points: [
            [300, 900],
            [900, 320],
          ],
          text: text("short range, 7 um"),
        },
        {
          kind: "stretch",
          points: [
            [400, 800],
            [500, 700],
          ],
          text: text("wood, 1.4 um"),
        },
        {
          kind: "stretch",
          points: [
            [600, 600],
            [600, 600],
          ],
          text: text("hedge"),
        },
        { kind: "label", at: [900, 320], text: text("in cover, low wall") },
      ],
    });
    const said = [...container.querySelectorAll(".open-plate text")].map((one) => one.textContent);
    expect(said).toEqual(["short range, 7 um", "wood, 1.4 um", "hedge", "in cover, low wall"]);
    expect(container.querySelectorAll(".open-stretch")).toHaveLength(1);
    expect(container.querySelectorAll(".open-crossing")).toHaveLength(1);
  });

  it("tells what the rules say while a figure is held, and draws the zones near it", () => {
    const onHold = vi.fn();
    const foe = figure("Rochefort", 500, 900, { owner: "blue" });
    const { container, find } = shown({
      onHold,
      view: { ...view, pieces: [...view.pieces, foe] },
      verdict: { at: [300, 500], isAllowed: false, text: "Too far (4.0a)" },
    });
    fireEvent.pointerDown(find('[data-piece="Athos"] .map-touch'), { button: 0, clientX: 200, clientY: 200 });
    fireEvent.pointerMove(find(".map-live"), { clientX: 230, clientY: 200 });
    expect(onHold).toHaveBeenLastCalledWith("Athos", [expect.any(Number), expect.any(Number)]);
    expect(find(".open-plate-bad text").textContent).toBe("Too far (4.0a)");
    expect(find(".open-ghost-cross")).toBeTruthy();
    expect(container.querySelectorAll(".open-zone-near").length).toBeGreaterThan(0);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(onHold).toHaveBeenLastCalledWith(null, null);
    expect(container.querySelector(".open-ghost")).toBeNull();
  });

  it("shows no length where nobody measures", () => {
    const { container, find } = shown({
      lookedAt: "300,500",
      view: { ...view, board: { ...board, measured: false } },
    });
    expect(find(".open-ghost-base")).toBeTruthy();
    expect(container.querySelector(".open-ruler, .open-plate, .open-scale")).toBeNull();
  });

  it("opens the floors of a house, by a click and by keys", () => {
    const opening = {
      id: "inn/door-0",
      kind: "door",
      line: [
        [1200, 500],
        [1300, 500],
      ] as [Spot, Spot],
    };
    const shapes = board.shapes.map((shape) =>
      shape.id === "inn" ? { ...shape, openings: [opening] } : shape,
    );
    const pieces = [
      ...view.pieces,
      figure("Porthos", 1200, 300, { inside: "inn", storey: 0 }),
      figure("Aramis", 1300, 300, { inside: "inn", storey: 1, level: 200 }),
    ];
    const { container, find } = shown({ view: { ...view, board: { ...board, shapes }, pieces } });
    const tab = (n: number) => find(`[data-stop="storey inn ${n}"]`);
    expect(tab(1).getAttribute("aria-label")).toBe("the inn, floor 1: Aramis");
    expect(container.querySelectorAll(".open-elsewhere")).toHaveLength(0);
    fireEvent.click(tab(1));
    expect(tab(1).getAttribute("aria-pressed")).toBe("true");
    expect(find('[data-piece="Porthos"]').classList.contains("open-elsewhere")).toBe(true);
    expect(find('[data-piece="Aramis"]').classList.contains("open-elsewhere")).toBe(false);
    tab(0).focus();
    fireEvent.keyDown(tab(0), { key: "Enter" });
    expect(find('[data-piece="Aramis"]').classList.contains("open-elsewhere")).toBe(true);
    fireEvent.keyDown(tab(0), { key: "Enter" });
    expect(container.querySelectorAll(".open-elsewhere")).toHaveLength(0);
  });

  it("puts the tabs of a house into the house, in a corner where nobody stands", () => {
    const opening = {
      id: "x/door-0",
      kind: "door",
      line: [
        [1200, 500],
        [1300, 500],
      ] as [Spot, Spot],
    };
    const house = (id: string, left: number) => ({
      id,
      kind: "house",
      name: text(id),
      rect: [left, 200, left + 500, 500] as [number, number, number, number],
      storeys: 2,
      openings: [opening],
    });
    const shapes = [house("first", 500), house("second", 1000)];
    const inside = (id: string, people: Piece[]) => {
      const there = floorsOf({ ...view, board: { ...board, shapes }, pieces: people });
      const [left, right] = id === "first" ? [160, 320] : [320, 480];
      for (const floor of there.filter((one) => one.house === id)) {
        const box = tabBox(floor);
        expect(box.left).toBeGreaterThanOrEqual(left);
        expect(box.right).toBeLessThanOrEqual(right);
        expect(box.top).toBeGreaterThanOrEqual(64);
        expect(box.bottom).toBeLessThanOrEqual(160);
      }
      return there.filter((one) => one.house === id).map((one) => one.at);
    };
    const empty = inside("first", []);
    inside("second", []);
    const [p] = empty;
    const taken = figure("Porthos", ((p?.x ?? 0) / 32) * 100, ((p?.y ?? 0) / 32) * 100);
    expect(inside("first", [taken])[0]?.x).not.toBe(p?.x);
  });

  it("lets go of the focus when somebody is put down: Enter then confirms", () => {
    const { find, container } = shown({ acting: "Athos" });
    const athos = find('[data-piece="Athos"]');
    athos.focus();
    const live = container.querySelector(".map-live") as Element;
    fireEvent.pointerDown(athos.querySelector(".map-touch") ?? athos, { button: 0, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(live, { clientX: 60, clientY: 20 });
    fireEvent.pointerUp(live);
    expect(document.activeElement).toBe(document.body);
  });

  it("draws doors shut until they are opened, and nothing that is gone", () => {
    const opening = {
      id: "inn/door-0",
      kind: "door",
      line: [
        [1200, 500],
        [1300, 500],
      ] as [Spot, Spot],
    };
    const shapes = board.shapes.map((shape) =>
      shape.id === "inn" ? { ...shape, openings: [opening] } : shape,
    );
    const before = shown({ view: { ...view, board: { ...board, shapes } } });
    expect(before.container.querySelectorAll(".open-leaf-shut")).toHaveLength(1);
    cleanup();
    const after = shown({ view: { ...view, board: { ...board, shapes, changed: ["inn/door-0", "well"] } } });
    expect(after.container.querySelectorAll(".open-leaf-shut")).toHaveLength(0);
    expect(after.container.querySelectorAll(".open-well")).toHaveLength(0);
  });

  it("has one stop for Tab; arrows lead on and Enter chooses", () => {
    const { container, find, onPlace } = shown();
    expect(container.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
    const first = find('[data-stop][tabindex="0"]');
    expect(first.getAttribute("aria-label")).toBe("Go to 3; 5");
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowRight" });
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
    expect(document.activeElement?.getAttribute("data-stop")).toBe("place 600,900");
    expect(container.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(onPlace).toHaveBeenCalledWith("600,900");
  });

  it("has villages with roofs, bridges across their water, and the flag of who holds a place", () => {
    const spots: [Spot, Spot] = [
      [0, 1000],
      [2000, 1000],
    ];
    const bridge: [Spot, Spot] = [
      [900, 1000],
      [900, 1000],
    ];
    const shapes = [
      {
        id: "v",
        kind: "village",
        name: text("V"),
        rect: [100, 100, 800, 800] as [number, number, number, number],
      },
      {
        id: "s",
        kind: "brook",
        name: text("S"),
        lines: [spots],
        openings: [{ kind: "bridge", line: bridge }],
      },
    ];
    const rect: [number, number, number, number] = [100, 100, 800, 800];
    const marks = [
      { kind: "goal", id: "v", rect, owner: "red" },
      { kind: "sector", id: "held", rect, owner: "blue" },
      { kind: "sector", id: "empty", rect, owner: null },
    ];
    const { container } = shown({
      view: { ...view, marks, board: { ...board, shapes } },
      look: { ...look, ground: { village: "roofs", brook: "stream" } },
    });
    expect(container.querySelectorAll(".open-village .map-roof").length).toBeGreaterThan(8);
    expect(container.querySelector("[data-crossing=bridge]")?.getAttribute("transform")).toMatch(
      /rotate\(0\)/,
    );
    const flags = [...container.querySelectorAll<SVGElement>(".open-goal-flag")];
    expect(flags.map((one) => one.style.fill)).toEqual([look.seats.red?.paint, look.seats.blue?.paint]);
  });

  it("is drawn small, without names", () => {
    vi.stubGlobal("IntersectionObserver", undefined); // it is drawn at once
    const { container } = render(<SmallMap board={board} marks={view.marks} look={look} label="a table" />);
    expect(container.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("a table");
    expect(container.querySelector(".open-house")).toBeTruthy();
    expect(container.querySelector(".map-names")).toBeNull();
  });
});

describe("motions on an open table", () => {
  const played: { element: Element; frames: Keyframe[] }[] = [];
  beforeEach(() => {
    played.length = 0;
    const still = { finished: Promise.resolve(), finish() {}, cancel() {} };
    Object.defineProperty(Element.prototype, "animate", {
      configurable: true,
      value(this: Element, frames: Keyframe[]) {
        played.push({ element: this, frames });
        return still;
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, "animate");
  });
  const event = (more: Record<string, unknown>) => ({
    key: "any",
    rules: [],
    text: text(""),
    figure: "Athos",
    ...more,
  });

  it("leads a figure along its points", async () => {
    const handle = { current: null as MapHandle | null };
    shown({ handle });
    const way = { motion: "move", piece: "figure", from: "start", path: "path" } as const;
    await handle.current?.play(
      event({
        path: [
          [300, 700],
          [500, 700],
        ],
      }),
      way,
      100,
    );
    const going = played.find(({ element }) => element.classList.contains("map-piece-going"));
    expect(going?.frames.map((one) => one.transform)).toEqual([
      "translate(0.0px, 0.0px)",
      "translate(0.0px, -64.0px)",
      "translate(64.0px, -64.0px)",
    ]);
  });

  it("shows blows, losses and states on figures, and where somebody comes on", async () => {
    const handle = { current: null as MapHandle | null };
    shown({ handle });
    const play = async (motion: Parameters<MapHandle["play"]>[1], more = {}) => {
      played.length = 0;
      await handle.current?.play(event({ target: "Garrido", ...more }), motion, 100);
      return played.length;
    };
    expect(await play({ motion: "strike", piece: "figure", target: "target" })).toBeGreaterThan(0);
    expect(await play({ motion: "strike", piece: "figure", target: "target", far: true })).toBeGreaterThan(0);
    expect(await play({ motion: "loss", piece: "figure" })).toBeGreaterThan(0);
    expect(await play({ motion: "state", piece: "figure", badge: "out" })).toBeGreaterThan(0);
    expect(
      await play({ motion: "place", piece: "figure", to: "to" }, { figure: "Aramis", to: [10, 20] }),
    ).toBe(1);
    expect(await play({ motion: "place", piece: "figure", to: "to" }, { to: "nowhere" })).toBe(0);
  });
});
