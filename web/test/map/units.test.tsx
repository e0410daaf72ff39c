import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import type { Look } from "../../src/look";
import { BoardMap } from "../../src/map/BoardMap";
import { posedAt, takeable } from "../../src/map/open/grip";
import { spokenOf } from "../../src/map/open/sight";
import type { Glow, MapHandle, MapProps, PlaceGlow } from "../../src/map/sheet/contract";
import type { Formation, OpenView, Piece, Pose, Sketch } from "../../src/protocol";
import { look as hexLook } from "./sample";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
});
afterEach(cleanup);

const text = (word: string) => ({ en: word, it: word });
const look: Look = {
  ...hexLook,
  touch: { unit: "piece", to: "pose" },
  badges: { disordered: { sign: "~", tone: "warn", body: "low" }, shaken: { sign: "!", tone: "bad" } },
};
const unit = (id: string, pose: Pose, more: Partial<Piece> = {}): Piece => ({
  id,
  kind: "unit",
  owner: "red",
  name: text(id),
  symbol: "foot",
  nation: "fr",
  formation: "line",
  shape: { rect: [600, 200] },
  pose,
  tracks: { strength: [3, 4] },
  badges: [],
  ...more,
});
const FORMS: Formation[] = ["line", "column", "march", "square", "open", "limbered", "deployed", "block"];
const view: OpenView = {
  game: "any",
  scenario: "any",
  board: { kind: "open", unit: "um", scale: 100, width: 6000, depth: 4000, shapes: [] },
  pieces: [unit("Savoia", [1000, 3000, 0]), unit("Kaiser", [1000, 1000, 1800], { owner: "blue" })],
  marks: [],
  tracks: {},
  hands: {},
  notes: [],
  eliminated: [],
};
const places = new Map<string, PlaceGlow>([
  ["1000,2500,0", { glow: "option", mover: "Savoia", label: "Advance" }],
  ["1500,2500,450", { glow: "option", mover: "Savoia", label: "Wheel right" }],
]);

function shown(more: Partial<MapProps> = {}) {
  const [onHold, onPut, onLetGo, onPiece, onPlace] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const handle: { current: MapHandle | null } = { current: null };
  const props: MapProps = {
    view,
    look,
    pieces: new Map<string, Glow>([["Savoia", "about"]]),
    hexes: new Map(),
    places,
    acting: "Savoia",
    sketch: [],
    seat: "red",
    handle,
    onPiece,
    onPlace,
    onHex: vi.fn(),
    onHover: vi.fn(),
    onHold,
    onPut,
    onLetGo,
    ...more,
  };
  const { container, rerender } = render(<BoardMap {...props} />);
  const find = (what: string) => container.querySelector(what) as SVGElement;
  const again = (next: Partial<MapProps>) => rerender(<BoardMap {...props} {...next} />);
  const drag = (what: string, dx: number, dy: number, isEnded = true) =>
    act(() => {
      fireEvent.pointerDown(find(what), { button: 0, clientX: 200, clientY: 200 });
      fireEvent.pointerMove(find(".map-live"), { clientX: 200 + dx / 2, clientY: 200 + dy / 2 });
      fireEvent.pointerMove(find(".map-live"), { clientX: 200 + dx, clientY: 200 + dy });
      if (isEnded) fireEvent.pointerUp(find(".map-live"));
    });
  return { container, find, again, drag, handle, onHold, onPut, onLetGo, onPiece, onPlace };
}

const poseOf = (one: Element): Pose => (one.getAttribute("data-pose") ?? "").split(",").map(Number) as Pose;

describe("units", () => {
  it("are drawn as they are drawn up, turned as they stand, with arm, strength and what is amiss", () => {
    const pieces = FORMS.map((formation, n) =>
      unit(formation, [500 + n * 600, 2000, n * 100], {
        formation,
        badges: n ? [] : ["disordered", "shaken"],
      }),
    );
    const { container, find } = shown({ view: { ...view, pieces }, places: new Map(), acting: null });
    for (const [n, formation] of FORMS.entries()) {
      const drawn = find(`[data-piece="${formation}"] [data-formation="${formation}"]`);
      expect(drawn).toBeTruthy();
      expect(drawn.parentElement?.getAttribute("transform")).toBe(`rotate(${n * 10})`);
      expect(drawn.querySelector(".open-unit-number")?.textContent).toBe("3");
      expect(drawn.querySelector(".open-unit-field")).toBeTruthy();
      expect(drawn.querySelector(".open-unit-front")).toBeTruthy();
      expect(drawn.querySelectorAll(".open-unit-beak")).toHaveLength(formation === "square" ? 4 : 1);
    }
    expect(container.querySelectorAll('[data-piece="line"] [data-badge]')).toHaveLength(2);
    expect(find('[data-piece="deployed"] .open-model-barrel')).toBeTruthy();
    expect(find('[data-piece="limbered"] .open-model-beast')).toBeTruthy();
    expect(find('[data-piece="line"]').getAttribute("aria-label")).toBe(
      "line, in line, strength 3 of 4, disordered, shaken, facing up (0°)",
    );
  });

  it("are read with their front down, too: what is written is turned about", () => {
    const { find } = shown();
    expect(find('[data-piece="Kaiser"] .open-unit-plate').getAttribute("transform")).toContain("rotate(180)");
    expect(find('[data-piece="Savoia"] .open-unit-plate').getAttribute("transform")).not.toContain("180");
  });

  it("leave a gun on a round base what it was", () => {
    const gun = unit("gun", [500, 500, 0], { kind: "thing", shape: { disc: 50, rect: [150, 200] } });
    const { formation: _, ...plain } = gun;
    const { find } = shown({ view: { ...view, pieces: [plain] } });
    expect(find('[data-piece="gun"] [data-model]')).toBeTruthy();
    expect(find('[data-piece="gun"] [data-formation]')).toBeNull();
  });

  it("have little ghosts where they could go, turned as they would stand, and rings where nothing is turned", () => {
    const { find, onPlace } = shown();
    const ghost = find('[data-place="1500,2500,450"]');
    expect(ghost.querySelector(".open-place-unit")?.getAttribute("transform")).toBe("rotate(45)");
    expect(ghost.querySelector("circle")).toBeNull();
    fireEvent.click(ghost, { detail: 1 });
    expect(onPlace).toHaveBeenCalledWith("1500,2500,450");
  });

  it("can be taken only if they act and places carry a heading", () => {
    expect(takeable(view, "Savoia", places)?.start).toEqual([1000, 3000, 0]);
    expect(takeable(view, "Kaiser", new Map())).toBeNull();
    expect(takeable(view, null, places)).toBeNull();
    expect(
      takeable(view, "Savoia", new Map([["3,4", { glow: "option", mover: null, label: "" }]])),
    ).toBeNull();
    expect(posedAt([2000, 2000], view, "Savoia", places)).toEqual([2000, 2000, 0]);
    expect(posedAt([2000, 2000], view, null, places)).toEqual([2000, 2000]);
  });
});

describe("a unit in the hand", () => {
  it("follows the pointer, asks what the rules say, and waits where it was put", async () => {
    const { find, drag, onHold, onPut, onPiece } = shown();
    expect(find("[data-hand]")).toBeNull();
    await drag('[data-piece="Savoia"] .map-touch', 60, -30);
    const [piece, at] = onHold.mock.lastCall as [string, Pose];
    expect(piece).toBe("Savoia");
    expect(at[0]).toBeGreaterThan(1000);
    expect(at[1]).toBeLessThan(3000);
    expect(at[2]).toBe(0);
    expect(onPut).toHaveBeenCalledExactlyOnceWith("Savoia", at, {
      x: expect.any(Number),
      y: expect.any(Number),
    });
    expect(poseOf(find("[data-hand]"))).toEqual(at);
    expect(onPiece).not.toHaveBeenCalled();
  });

  it("is put again, and so confirmed, by a click on it", async () => {
    const { find, drag, onPut } = shown();
    await drag('[data-piece="Savoia"] .map-touch', 60, -30);
    const at = poseOf(find("[data-hand]"));
    await act(() => {
      fireEvent.pointerDown(find("[data-hand] .open-unit-body"), { button: 0, clientX: 9, clientY: 9 });
      fireEvent.pointerUp(find(".map-live"));
    });
    expect(onPut).toHaveBeenCalledTimes(2);
    expect(onPut.mock.lastCall?.[1]).toEqual(at);
  });

  it("is looked at, not moved, by a click on the unit itself", async () => {
    const { find, onPut, onPiece } = shown();
    await act(() => {
      fireEvent.pointerDown(find('[data-piece="Savoia"] .map-touch'), { button: 0, clientX: 9, clientY: 9 });
      fireEvent.pointerUp(find(".map-live"));
      fireEvent.click(find('[data-piece="Savoia"] .map-touch'), { detail: 1 });
    });
    expect(onPut).not.toHaveBeenCalled();
    expect(onPiece).toHaveBeenCalledWith("Savoia");
  });

  it("wheels by a front corner and turns by the knob before it", async () => {
    const { find, drag, onPut } = shown();
    await drag('[data-handle="right"] .open-handle-knob', 300, 300);
    const wheeled = poseOf(find("[data-hand]"));
    expect(wheeled[2]).not.toBe(0);
    expect(onPut).toHaveBeenCalledOnce();
    await drag('[data-hand] [data-handle="turn"] .open-handle-knob', 80, 40);
    const turned = poseOf(find("[data-hand]"));
    expect(turned.slice(0, 2)).toEqual(wheeled.slice(0, 2));
    expect(turned[2]).not.toBe(wheeled[2]);
  });

  it("is solid where it may go, red where it may not, and says so", async () => {
    const { find, drag, again } = shown();
    await drag('[data-piece="Savoia"] .map-touch', 60, -30);
    expect(find("[data-hand]").getAttribute("data-verdict")).toBe("asked");
    const at = poseOf(find("[data-hand]"));
    const budget: Sketch = {
      kind: "budget",
      at: [at[0], at[1]],
      spent: 3,
      whole: 6,
      text: text("3 of 6 um"),
    };
    again({ verdict: { at, isAllowed: true, text: "" }, sketch: [budget] });
    expect(find("[data-hand]").getAttribute("data-verdict")).toBe("allowed");
    expect(find(".open-hand-bar").textContent).toBe("3 of 6 um");
    expect(find("[data-budget] .open-budget-spent")).toBeTruthy();
    again({ verdict: { at, isAllowed: false, text: "It is too far (4.2)" } });
    expect(find("[data-hand]").getAttribute("data-verdict")).toBe("refused");
    expect(find(".open-hand-cross")).toBeTruthy();
    expect(find(".open-hand-bar").textContent).toContain("It is too far (4.2)");
    expect(find(".open-plate-bad").textContent).toBe("It is too far (4.2)");
    expect((find('[data-hand-bar="put"]') as unknown as HTMLButtonElement).disabled).toBe(true);
    // what was said of another pose is not said of this one
    again({ verdict: { at: [1, 2, 3], isAllowed: true, text: "" } });
    expect(find("[data-hand]").getAttribute("data-verdict")).toBe("asked");
  });

  it("is led by keys, put by Enter and let go by Escape", async () => {
    const { find, handle, onHold, onPut, onLetGo } = shown();
    await act(() => expect(handle.current?.aim?.()).toBe(true));
    const press = (key: string, more = {}) =>
      act(() => void fireEvent.keyDown(find("[data-hand]"), { key, ...more }));
    expect(document.activeElement).toBe(find("[data-hand]"));
    expect(find("[data-hand]").getAttribute("role")).toBe("application");
    await press("ArrowUp");
    expect(onHold).toHaveBeenLastCalledWith("Savoia", [1000, 2900, 0]);
    await press("ArrowRight", { shiftKey: true });
    expect(onHold).toHaveBeenLastCalledWith("Savoia", [1010, 2900, 0]);
    await press("e");
    expect(poseOf(find("[data-hand]"))[2]).toBe(100);
    await press("Enter");
    expect(onPut.mock.lastCall?.[1]).toEqual(poseOf(find("[data-hand]")));
    await press("Home");
    expect(poseOf(find("[data-hand]"))).toEqual([1000, 3000, 0]);
    await press("Escape");
    expect(find("[data-hand]")).toBeNull();
    expect(onHold).toHaveBeenLastCalledWith(null, null);
    expect(onLetGo).toHaveBeenCalledOnce();
  });

  it("has a bar with what fingers need", async () => {
    const { find, drag, onPut, onLetGo } = shown();
    await drag('[data-piece="Savoia"] .map-touch', 60, -30);
    const tap = (what: string) => act(() => void fireEvent.click(find(`[data-hand-bar="${what}"]`)));
    await tap("left");
    expect(poseOf(find("[data-hand]"))[2]).toBe(3550);
    await tap("right");
    expect(poseOf(find("[data-hand]"))[2]).toBe(0);
    expect(onPut).toHaveBeenCalledTimes(3);
    await tap("put");
    expect(onPut).toHaveBeenCalledTimes(4);
    await tap("back");
    expect(onLetGo).toHaveBeenCalledOnce();
    expect(find(".open-hand-bar")).toBeNull();
  });

  it("is put on the table from beside it by a click, turned as the nearest place offered", async () => {
    const { pose: _, ...off } = unit("Savoia", [0, 0, 0]);
    const { find, onHold, onPut } = shown({ view: { ...view, pieces: [off] } });
    expect(find(".open-hand-idle")).toBeNull();
    await act(() => void fireEvent.pointerMove(find(".map-live"), { clientX: 300, clientY: 300 }));
    expect(onHold.mock.lastCall?.[1]).toHaveLength(3);
    expect(find(".open-ghost .open-unit-ghost")).toBeTruthy();
    await act(() => void fireEvent.click(find(".map-live"), { detail: 1, clientX: 300, clientY: 300 }));
    expect(onPut.mock.lastCall?.[1]).toEqual(poseOf(find("[data-hand]")));
    expect([0, 450]).toContain(poseOf(find("[data-hand]"))[2]);
  });

  it("is nobody's when another is asked about", async () => {
    const { find, drag, again, onHold } = shown();
    await drag('[data-piece="Savoia"] .map-touch', 60, -30);
    await act(() => again({ places: new Map(), acting: null }));
    expect(find("[data-hand]")).toBeNull();
    expect(onHold).toHaveBeenLastCalledWith(null, null);
  });

  it("is told in words: where, how turned, near whom, what it costs, what the rules say", () => {
    const at: Pose = [1000, 1400, 450];
    const held = { piece: "Savoia", at };
    const budget: Sketch = { kind: "budget", at: [1000, 1400], spent: 3, whole: 6, text: text("3 of 6 um") };
    const heard = spokenOf(held, view, { at, isAllowed: true, text: "" }, [budget]);
    expect(heard).toBe("10; 14, facing up right (45°), 3 of 6 um, allowed");
    const near: Pose = [1000, 1200, 1800];
    expect(
      spokenOf({ piece: "Savoia", at: near }, view, { at: near, isAllowed: false, text: "No" }, []),
    ).toBe("10; 12, facing down (180°), near Kaiser, 18 um, No");
    expect(spokenOf(held, view, { at: near, isAllowed: true, text: "" }, [])).toBe("");
  });
});

it("draws where a unit would stand, how it wheels, what it fires along and watches, and what is in the way", () => {
  const { container, find } = shown({
    mover: "Savoia",
    sketch: [
      { kind: "footprint", at: [1000, 2500, 0], size: [600, 200], formation: "line" },
      { kind: "wheel", about: [700, 2400], from: [1300, 2400], to: [700, 1800], turn: -900 },
      {
        kind: "footprint",
        at: [800, 2100, 2700],
        size: [300, 400],
        formation: "column",
        text: text("in column"),
      },
      {
        kind: "cone",
        points: [
          [700, 2900],
          [1300, 2900],
          [1600, 2000],
          [400, 2000],
        ],
        text: text("its front"),
      },
      {
        kind: "corridor",
        points: [
          [700, 2900],
          [1300, 2900],
          [1300, 1000],
          [700, 1000],
        ],
      },
      { kind: "mask", pieces: ["Kaiser"] },
      { kind: "budget", at: [800, 2100], spent: 9, whole: 6 },
      { kind: "unknown-word" } as unknown as Sketch,
    ],
  });
  expect(container.querySelectorAll(".open-unit-ghost-stage")).toHaveLength(1);
  expect(find('.open-unit-ghost-end [data-formation="column"]')).toBeTruthy();
  expect(find(".open-wheel-arc").getAttribute("d")).toContain("A192 192 0 0 0");
  expect(find(".open-cone")).toBeTruthy();
  expect(find(".open-corridor")).toBeTruthy();
  expect(container.querySelectorAll(".open-mask path")).toHaveLength(1);
  expect(find("[data-budget] text").textContent).toBe("9 / 6");
  const below = Number(/ ([\d.]+)\)/.exec(find("[data-budget]").getAttribute("transform") ?? "")?.[1]);
  expect(below).toBeGreaterThan(2100 * 0.32);
  expect(find(".open-budget-over")).toBeTruthy();
  const said = [...container.querySelectorAll(".open-plate text")].map((one) => one.textContent);
  expect(said).toEqual(["in column", "its front"]);
});

describe("motions of units", () => {
  const played: { element: Element; frames: Keyframe[] }[] = [];
  beforeEach(() => {
    played.length = 0;
    Object.defineProperty(Element.prototype, "animate", {
      configurable: true,
      value(this: Element, frames: Keyframe[]) {
        played.push({ element: this, frames });
        return { finished: Promise.resolve(), finish() {}, cancel() {} };
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
    unit: "Savoia",
    ...more,
  });
  const turned = () => {
    const block = played.find(({ element }) => element.classList.contains("open-turned"));
    return block?.frames.map((one) => one.transform);
  };

  it("turn the block as it goes, each time the short way", async () => {
    const { handle } = shown();
    const move = { motion: "move", piece: "unit", from: "start", path: "path" } as const;
    const path = [
      [1000, 2500, 3000],
      [1000, 2000, 100],
    ];
    await handle.current?.play(event({ path }), move, 100);
    expect(turned()).toEqual(["rotate(0.0deg)", "rotate(-60.0deg)", "rotate(10.0deg)"]);
  });

  it("turn it to the pose where it ends, not to that where it began", async () => {
    const { handle } = shown({ look: { ...look, touch: { start: "pose", to: "pose" } } });
    const move = { motion: "move", piece: "unit", from: "start", path: "path" } as const;
    const told = { start: [1000, 3000, 0], to: [1000, 2500, 450], path: [[1000, 2500]] };
    await handle.current?.play(event(told), move, 100);
    expect(turned()).toEqual(["rotate(0.0deg)", "rotate(45.0deg)"]);
    played.length = 0;
    await handle.current?.play(
      event({ to: [1000, 3000, 3500] }),
      { motion: "turn", piece: "unit", to: "to" },
      100,
    );
    expect(turned()).toEqual(["rotate(0.0deg)", "rotate(-10.0deg)"]);
  });

  it("let a volley smoke along the whole front", async () => {
    const { handle } = shown();
    await handle.current?.play(
      event({ target: "Kaiser" }),
      { motion: "strike", piece: "unit", target: "target", far: true },
      100,
    );
    const smoke = played.filter(({ element }) => element.classList.contains("map-smoke"));
    const xs = smoke.map(({ frames }) =>
      Number(/translate\(([-\d.]+)px/.exec(String(frames[0]?.transform))?.[1]),
    );
    // the front is 192 long, about 320
    expect(Math.min(...xs)).toBeLessThan(245);
    expect(Math.max(...xs)).toBeGreaterThan(395);
  });

  it("show a volley of several units from each of them", async () => {
    const { handle } = shown();
    const strike = { motion: "strike", piece: "units", target: "target", far: true } as const;
    const smoke = () => played.filter(({ element }) => element.classList.contains("map-smoke")).length;
    await handle.current?.play(event({ units: ["Savoia"], target: "Kaiser" }), strike, 100);
    const one = smoke();
    await handle.current?.play(event({ units: ["Savoia", "Savoia"], target: "Kaiser" }), strike, 100);
    expect(one).toBeGreaterThan(0);
    expect(smoke()).toBe(3 * one);
  });
});
