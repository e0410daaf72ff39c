import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import { BoardMap } from "../../src/map/BoardMap";
import { onward, spokenOf, startOf } from "../../src/map/open/sight";
import { arcsOf, dieAt, onRim, signSize, USUAL } from "../../src/map/open/signs";
import type { Glow, MapHandle, MapProps, PlaceGlow } from "../../src/map/sheet/contract";
import type { OpenView, Piece } from "../../src/protocol";
import { look } from "./sample";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
});
afterEach(cleanup);

const text = (word: string) => ({ en: word, it: word });
const figure = (id: string, pose: [number, number, number] | null): Piece => ({
  id,
  kind: "character",
  owner: "red",
  name: text(id),
  symbol: "star",
  shape: { disc: 50 },
  badges: [],
  ...(pose ? { pose } : {}),
});
const view: OpenView = {
  game: "any",
  scenario: "any",
  board: { kind: "open", unit: "um", scale: 100, width: 2000, depth: 1600, shapes: [] },
  pieces: [figure("Athos", [300, 900, 0]), figure("Garrido", [500, 900, 0]), figure("Aramis", null)],
  marks: [],
  tracks: {},
  hands: {},
  notes: [],
  eliminated: [],
};
const places = new Map<string, PlaceGlow>([
  ["600,900", { glow: "option", mover: "Athos", label: "Go to 6; 9" }],
]);
const held = (x: number, y: number) => ({ piece: "Athos", at: [x, y] as [number, number] });

const shown = () => {
  const handle: { current: MapHandle | null } = { current: null };
  const [onHold, onPut] = [vi.fn(), vi.fn()];
  const props: MapProps = {
    view,
    look,
    pieces: new Map<string, Glow>([["Athos", "about"]]),
    hexes: new Map(),
    places,
    acting: "Athos",
    sketch: [],
    seat: "red",
    handle,
    onPiece: vi.fn(),
    onHex: vi.fn(),
    onHover: vi.fn(),
    onHold,
    onPut,
  };
  const { container, rerender } = render(<BoardMap {...props} />);
  const hair = () => container.querySelector<SVGElement>(".open-crosshair");
  const press = (key: string, more = {}): void => {
    fireEvent.keyDown(hair() as SVGElement, { key, ...more });
  };
  const again = (more: Partial<MapProps>) => rerender(<BoardMap {...props} {...more} />);
  return { handle, onHold, onPut, container, hair, press, again };
};

describe("the crosshair", () => {
  it("begins at the place one is on, else at the figure, else at a place offered", () => {
    expect(startOf("place 600,900", "Athos", view, places)).toEqual([600, 900]);
    expect(startOf("piece Garrido", "Athos", view, places)).toEqual([300, 900]);
    expect(startOf(null, "Aramis", view, places)).toEqual([600, 900]);
    expect(startOf(null, "Aramis", view, new Map())).toEqual([1000, 800]);
  });

  it("goes half a unit, or a tenth, and not off the table", () => {
    expect(onward(held(300, 900), { x: 1, y: 0 }, false, view)).toEqual(held(350, 900));
    expect(onward(held(300, 900), { x: 0, y: -1 }, true, view)).toEqual(held(300, 890));
    expect(onward(held(60, 1550), { x: -1, y: 0 }, false, view)).toEqual(held(50, 1550));
    expect(onward(held(60, 1550), { x: 0, y: 1 }, false, view)).toEqual(held(60, 1550));
  });

  it("says where it is, near whom, how far, and what the rules say", () => {
    const fine = { at: [350, 900] as [number, number], isAllowed: true, text: "" };
    const way = { kind: "way" as const, points: [], text: text("0.5 of 4 um") };
    expect(spokenOf(held(350, 900), view, fine, [way])).toBe("3.5; 9, near Garrido, 0.5 of 4 um, allowed");
    const far = { at: [1300, 900] as [number, number], isAllowed: false, text: "Too far (4.0a)" };
    expect(spokenOf(held(1300, 900), view, far, [])).toBe("13; 9, 10 um, Too far (4.0a)");
    // what was said of another place is not said of this one
    expect(spokenOf(held(400, 900), view, fine, [way])).toBe("");
    const unmeasured = { ...view, board: { ...view.board, measured: false } };
    expect(spokenOf(held(350, 900), unmeasured, fine, [])).toBe("near Garrido, allowed");
  });

  it("is taken by key or button, led by arrows, and puts who acts down with Enter", async () => {
    const { handle, onHold, onPut, container, hair, press } = shown();
    await act(() => expect(handle.current?.aim?.()).toBe(true));
    expect(document.activeElement).toBe(hair());
    expect(hair()?.getAttribute("role")).toBe("application");
    await act(() => press("ArrowRight"));
    await act(() => press("ArrowUp", { shiftKey: true }));
    expect(onHold).toHaveBeenLastCalledWith("Athos", [350, 890]);
    expect(container.querySelector(".open-ghost-base")).toBeTruthy();
    press("Enter");
    expect(onPut).toHaveBeenCalledWith("Athos", [350, 890], { x: expect.any(Number), y: expect.any(Number) });
    await act(() => press("Escape"));
    expect(hair()).toBeNull();
    expect(onHold).toHaveBeenLastCalledWith(null, null);
    expect(document.activeElement?.getAttribute("data-stop")).toBe("piece Athos");
    await act(() => void fireEvent.click(container.querySelector(".map-aim") as HTMLElement));
    expect(hair()).toBeTruthy();
  });

  it("is put away when another is asked about, and is nobody's where nobody can be led", async () => {
    const { handle, onHold, hair, again } = shown();
    await act(() => void handle.current?.aim?.());
    await act(() => again({ acting: null, places: new Map() }));
    expect(hair()).toBeNull();
    expect(onHold).toHaveBeenLastCalledWith(null, null);
    expect(handle.current?.aim?.()).toBe(false);
  });
});

describe("a phone", () => {
  const sized = (x: number, y: number) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(x);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(y);
  };
  afterEach(() => vi.restoreAllMocks());
  const wide = (container: Element) =>
    Number.parseFloat(container.querySelector<HTMLElement>(".map-stage")?.style.width ?? "");

  it("opens the table near who is asked about, and shows what a choice would do", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    sized(390, 360);
    const { container, again } = shown();
    const near = wide(container);
    expect(near).toBeGreaterThan(2 * 390);
    const shot = [
      { kind: "shot" as const, points: [[300, 900] as [number, number], [1900, 100] as [number, number]] },
    ];
    await act(() => again({ sketch: shot }));
    expect(wide(container)).toBeLessThan(near);
    // once the whole table is asked for, it stays whole
    await act(
      () => void fireEvent.click(container.querySelector(".map-tools button:last-child") as HTMLElement),
    );
    const whole = wide(container);
    await act(() => again({ pieces: new Map<string, Glow>([["Garrido", "about"]]), acting: null }));
    expect(wide(container)).toBe(whole);
  });

  it("is not a desk", () => {
    sized(1000, 800);
    const { container } = shown();
    expect(wide(container)).toBeLessThanOrEqual(1000);
  });
});

describe("the marks of neighbours", () => {
  const marked = (id: string, x: number, badges: number, hasDie: boolean) => ({
    id,
    at: { x, y: 0 },
    r: 16,
    badges,
    hasDie,
  });

  it("stay at their usual place where there is room", () => {
    expect(arcsOf([marked("a", 0, 2, true), marked("b", 200, 1, false)]).get("b")).toEqual(USUAL);
  });

  it("do not lie on one another", () => {
    const arcs = arcsOf([marked("a", 0, 0, true), marked("b", 32, 2, false)]);
    const die = dieAt(16);
    for (const n of [0, 1]) {
      const p = onRim(16, arcs.get("b") ?? USUAL, n);
      expect(Math.hypot(32 + p.x - die.x, p.y - die.y)).toBeGreaterThan(14);
    }
  });

  it("do not lie on one another from far away either, where they are drawn larger", () => {
    const size = signSize(0.4);
    expect(size).toBeGreaterThan(1.2);
    const arc = arcsOf([marked("a", 0, 3, true)], size).get("a") ?? USUAL;
    const [first, second] = [onRim(16, arc, 0), onRim(16, arc, 1)];
    expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(13.5 * size);
  });
});
