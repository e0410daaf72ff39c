import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import { BoardMap } from "../../src/map/BoardMap";
import { SmallMap } from "../../src/map/SmallMap";
import type { MapHandle, MapProps } from "../../src/map/sheet/contract";
import { look, piece, sampleView } from "./sample";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const view = sampleView([
  piece("guard", "0302", { badges: ["shaken"], facing: 2 }),
  piece("general", "0302", { kind: "leader", symbol: "star", attached: "guard" }),
  piece("horse", "0704", { owner: "blue", nation: "de" }),
]);
view.notes = [{ group: "one", owner: "red", leader: "general", card: null, face_down: true }];

function shown(more: Partial<MapProps> = {}) {
  const heard = { onPiece: vi.fn(), onHex: vi.fn(), onHover: vi.fn() };
  const props: MapProps = {
    view,
    look,
    pieces: new Map(),
    hexes: new Map(),
    sketch: [],
    seat: "red",
    ...heard,
    ...more,
  };
  const { container } = render(<BoardMap {...props} />);
  const at = (selector: string) => container.querySelector(selector) as HTMLElement;
  return { ...heard, container, at };
}

it("draws pieces with their strength, badges, facing and the order beside a general", () => {
  const { at, container } = shown();
  expect(container.querySelectorAll('[data-piece="guard"] .map-pip')).toHaveLength(3);
  expect(container.querySelectorAll('[data-piece="guard"] .map-pip-lost')).toHaveLength(1);
  expect(at('[data-piece="guard"] [data-badge="shaken"]').textContent).toBe("!");
  expect(at('[data-piece="guard"] .map-facing').getAttribute("transform")).toBe("rotate(120)");
  expect(at('[data-piece="general"] .map-order').textContent).toBe("?");
});

it("tells the sides apart by the shape of their wood", () => {
  const { at } = shown();
  const wood = (id: string) => at(`[data-piece="${id}"] use`).getAttribute("href");
  expect(wood("guard")).toBe("#map-block-red");
  expect(wood("horse")).toBe("#map-block-blue");
});

it("reports clicks on pieces and hexes", () => {
  const { at, onPiece, onHex } = shown({ hexes: new Map([["0606", "option"]]) });
  fireEvent.click(at('[data-piece="horse"] .map-touch'));
  expect(onPiece).toHaveBeenCalledWith("horse");
  fireEvent.click(at('[data-cell="0606"]'));
  expect(onHex).toHaveBeenCalledWith("0606");
});

it("does not take a drag for a click", () => {
  const { at, onPiece } = shown();
  const touch = at('[data-piece="horse"] .map-touch');
  const pointer = (type: string, x: number) =>
    touch.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: 10 }),
    );
  pointer("pointerdown", 10);
  pointer("pointermove", 60);
  pointer("pointerup", 60);
  fireEvent.click(touch, { detail: 1 });
  expect(onPiece).not.toHaveBeenCalled();
  pointer("pointerdown", 10);
  pointer("pointerup", 11);
  fireEvent.click(touch, { detail: 1 });
  expect(onPiece).toHaveBeenCalledWith("horse");
});

it("has one stop for Tab and goes on by arrows; Enter chooses", () => {
  const { at, container, onPiece, onHex, onHover } = shown({ pieces: new Map([["horse", "option"]]) });
  expect(container.querySelectorAll('.map-cell[tabindex="0"]')).toHaveLength(1);
  const start = at('[data-cell="0704"]');
  expect(start.getAttribute("tabindex")).toBe("0");
  start.focus();
  fireEvent.keyDown(start, { key: "Enter" });
  expect(onPiece).toHaveBeenCalledWith("horse");
  fireEvent.keyDown(start, { key: "ArrowRight" });
  const next = at('[data-cell="0804"]');
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute("tabindex")).toBe("0");
  expect(start.getAttribute("tabindex")).toBe("-1");
  expect(onHover).toHaveBeenLastCalledWith({ hex: "0804" });
  fireEvent.keyDown(next, { key: " " });
  expect(onHex).toHaveBeenCalledWith("0804");
});

it("goes through the pieces of one hex", () => {
  const { at, onHover, onPiece } = shown({ pieces: new Map([["guard", "option"]]) });
  const cell = at('[data-cell="0302"]');
  cell.focus();
  fireEvent.keyDown(cell, { key: "PageDown" });
  expect(onHover).toHaveBeenLastCalledWith({ piece: "general", hex: "0302" });
  expect(cell.getAttribute("aria-label")).toContain("2 of 2 here");
  fireEvent.keyDown(cell, { key: "PageUp" });
  fireEvent.keyDown(cell, { key: "Enter" });
  expect(onPiece).toHaveBeenLastCalledWith("guard");
});

it("plays every motion to its end, also where nothing can move", async () => {
  const handle: { current: MapHandle | null } = { current: null };
  shown({ handle });
  const event = {
    key: "any",
    rules: [],
    text: { en: "a", it: "b" },
    unit: "guard",
    path: ["0303"],
    to: "nowhere",
  };
  for (const motion of [
    "move",
    "place",
    "turn",
    "strike",
    "test",
    "loss",
    "state",
    "gone",
    "banner",
    "card",
    "none",
  ] as const) {
    await handle.current?.play(event, { motion, piece: "unit", path: "path", to: "to" }, 0);
    const played = handle.current?.play(event, { motion, piece: "unit", path: "path", to: "to" }, 30);
    handle.current?.skip();
    await played;
  }
  handle.current?.show("0806");
  handle.current?.zoom(2);
  handle.current?.fit();
});

it("redraws no ground when only pieces change", () => {
  const props: MapProps = {
    view,
    look,
    pieces: new Map(),
    hexes: new Map(),
    sketch: [],
    seat: null,
    onPiece: () => undefined,
    onHex: () => undefined,
    onHover: () => undefined,
  };
  const { container, rerender } = render(<BoardMap {...props} />);
  const ground = container.querySelector(".map-ground") as Element;
  ground.querySelector(".map-grid")?.setAttribute("data-seen", "yes");
  const observer = new MutationObserver(() => undefined);
  observer.observe(ground, { attributes: true, childList: true, subtree: true });
  rerender(<BoardMap {...props} view={{ ...structuredClone(view), pieces: [piece("horse", "0705")] }} />);
  expect(container.querySelector('[data-piece="horse"]')?.getAttribute("data-hex")).toBe("0705");
  expect(observer.takeRecords()).toHaveLength(0);
  expect(container.querySelector('.map-grid[data-seen="yes"]')).not.toBeNull();
});

it("draws a vignette with a name and nothing to touch", () => {
  vi.stubGlobal("IntersectionObserver", undefined); // it is drawn at once
  const { container } = render(<SmallMap board={view.board} marks={view.marks} look={look} label="Lens" />);
  const image = container.querySelector('[role="img"]');
  expect(image?.getAttribute("aria-label")).toBe("Lens");
  expect(container.querySelectorAll("[tabindex], button")).toHaveLength(0);
  expect(container.querySelectorAll(".map-flag")).toHaveLength(1);
});

it("paints a piece in its side's colour, whatever its nation, and shows the nation's flag", () => {
  const strangers = [
    piece("ours", "0202", { nation: "de" }),
    piece("theirs", "0302", { owner: "blue", nation: "de" }),
  ];
  const { container } = render(
    <BoardMap
      {...{ view: sampleView(strangers), look, pieces: new Map(), hexes: new Map(), sketch: [], seat: null }}
      onPiece={() => {}}
      onHex={() => {}}
      onHover={() => {}}
    />,
  );
  const uses = (id: string) =>
    [...container.querySelectorAll(`[data-piece="${id}"] use`)].map((one) => one.getAttribute("href"));
  expect(uses("ours")).toEqual(expect.arrayContaining(["#map-block-red", "#map-flag-de"]));
  expect(uses("theirs")).toEqual(expect.arrayContaining(["#map-block-blue", "#map-flag-de"]));
  const paint = (seat: string) => container.querySelector(`#map-block-${seat} [fill]`)?.getAttribute("fill");
  expect([paint("red"), paint("blue")]).toEqual(["#a00", "#00a"]);
  // the frame is another one, too
  expect(container.querySelector("#map-block-red .map-block-line")).toBeNull();
  expect(container.querySelector("#map-block-blue .map-block-line")).not.toBeNull();
});
