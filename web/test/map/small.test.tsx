import { act, cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import type { Look } from "../../src/look";
import { SmallMap } from "../../src/map/SmallMap";
import type { HexBoard } from "../../src/protocol";

const board = { kind: "hexes", columns: 4, rows: 4, shapes: [], impassable: [] } as unknown as HexBoard;
const look = { terrain: {} } as unknown as Look;
const drawn = () => document.querySelector(".map-small svg");

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a vignette keeps its place, and is drawn when it comes near the window", () => {
  let comes: (seen: { isIntersecting: boolean }[]) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(told: typeof comes) {
        comes = told;
      }
      observe = vi.fn();
      disconnect = disconnect;
    },
  );
  render(<SmallMap board={board} marks={[]} look={look} label="The field" />);
  const place = screen.getByRole("img", { name: "The field" });
  expect(place.style.aspectRatio).not.toBe("");
  act(() => comes([{ isIntersecting: false }]));
  expect(drawn()).toBeNull();
  act(() => comes([{ isIntersecting: true }]));
  expect(drawn()).not.toBeNull();
  expect(disconnect).toHaveBeenCalled();
});

it("a browser that cannot tell what is near draws at once", () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  render(<SmallMap board={board} marks={[]} look={look} label="The field" />);
  expect(drawn()).not.toBeNull();
});
