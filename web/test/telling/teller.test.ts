import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MapHandle } from "../../src/map/sheet/contract";
import type { Event as Told } from "../../src/protocol";
import { choosePace } from "../../src/telling/pace";
import { haste, newTeller, scenes } from "../../src/telling/teller";
import { event, look, step } from "./examples";

interface Played {
  event: Told;
  milliseconds: number;
}

/** A map that takes its time by the clock. */
function fakeMap(play?: (one: Played) => Promise<void>) {
  const played: Played[] = [];
  const map: MapHandle = {
    play: (one, _motion, milliseconds) => {
      played.push({ event: one, milliseconds });
      return play
        ? play({ event: one, milliseconds })
        : new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    skip: vi.fn(),
    show: () => {},
    centre: () => {},
    fit: () => {},
    zoom: () => {},
  };
  return { map, played, keys: () => played.map((one) => one.event.key) };
}

const walk = (who: string, way: string[] = ["0101"]) => event("walked", { who, way });
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  choosePace("normal");
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("events are played in order, and the view is set after them", async () => {
  const { map, keys } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [walk("a")]), step(2, [event("struck", { who: "a", whom: "b" })])], look, then);
  expect(keys()).toEqual(["walked"]);
  expect(then).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(keys()).toEqual(["walked", "struck"]);
  expect(then).toHaveBeenCalledTimes(1);
});

test("a second telling waits for the first", async () => {
  const { map } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const order: string[] = [];
  teller.tell([step(1, [walk("a")])], look, () => order.push("first"));
  teller.tell([step(2, [])], look, () => order.push("second"));
  expect(order).toEqual([]);
  await vi.runAllTimersAsync();
  expect(order).toEqual(["first", "second"]);
});

test("quiet events take no time and are not played", () => {
  const { map, played } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [event("counted"), event("unheard-of")])], look, then);
  expect(then).toHaveBeenCalledTimes(1);
  expect(played).toEqual([]);
});

test("small banners in a row show only the last; turns of several pieces go together", () => {
  const found = scenes(
    [
      event("hour-began", {}, "one"),
      event("counted"),
      event("hour-began", {}, "two"),
      event("looked", { who: "a" }),
      event("looked", { who: "b" }),
      event("looked", { who: "a" }),
      walk("a"),
      walk("b"),
    ],
    look,
  );
  expect(found.map((scene) => scene.shown.map((one) => one.event.who ?? one.event.text.en))).toEqual([
    ["two"],
    ["a", "b"],
    ["a"],
    ["a"],
    ["b"],
  ]);
});

test("a longer way takes longer", () => {
  const [short, long] = scenes([walk("a"), walk("b", ["1", "2", "3"])], look);
  expect(long?.length).toBeGreaterThan(short?.length ?? 0);
});

test("a long backlog goes faster, and twenty events take a few seconds", async () => {
  expect(haste(1)).toBe(1);
  expect(haste(1000)).toBe(8);
  const { map, played } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const began = Date.now();
  let ended = 0;
  const events = Array.from({ length: 20 }, (_, at) => walk(`unit ${at}`));
  teller.tell([step(1, events)], look, () => {
    ended = Date.now();
  });
  await vi.runAllTimersAsync();
  expect(played).toHaveLength(20);
  expect(played[0]?.milliseconds).toBeLessThan(played.at(-1)?.milliseconds ?? 0);
  expect(ended - began).toBeGreaterThan(2000);
  expect(ended - began).toBeLessThan(7000);
});

test("of a huge backlog only the end is shown", async () => {
  const { map, played } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  for (let at = 0; at < 300; at++) teller.tell([step(at, [walk(`unit ${at}`)])], look, then);
  await vi.runAllTimersAsync();
  expect(played.length).toBeLessThan(100);
  expect(played.at(-1)?.event.who).toBe("unit 299");
  expect(then).toHaveBeenCalledTimes(300);
});

test("skip ends everything at once, each `then` exactly once, and the teller goes on afterwards", async () => {
  const { map, played } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const thens = [vi.fn(), vi.fn(), vi.fn()];
  teller.tell([step(1, [walk("a"), walk("b")])], look, thens[0] as () => void);
  teller.tell([step(2, [walk("c")])], look, thens[1] as () => void);
  teller.skip();
  expect(map.skip).toHaveBeenCalled();
  expect(thens[0]).toHaveBeenCalledTimes(1);
  expect(thens[1]).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  expect(played).toHaveLength(1);
  teller.tell([step(3, [walk("d")])], look, thens[2] as () => void);
  await vi.runAllTimersAsync();
  expect(played.at(-1)?.event.who).toBe("d");
  for (const then of thens) expect(then).toHaveBeenCalledTimes(1);
});

test("a `then` that tells more is not lost", async () => {
  const { map } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const second = vi.fn();
  teller.tell([step(1, [walk("a")])], look, () => teller.tell([step(2, [walk("b")])], look, second));
  teller.skip();
  await vi.runAllTimersAsync();
  expect(second).toHaveBeenCalledTimes(1);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken map");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken map"))],
  ["never answers", () => new Promise<void>(() => {})],
])("a map that %s does not stop the battle", async (_, play) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { map, keys } = fakeMap(play);
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [walk("a"), event("struck", { who: "a" })])], look, then);
  await vi.runAllTimersAsync();
  expect(keys()).toEqual(["walked", "struck"]);
  expect(then).toHaveBeenCalledTimes(1);
});

test("a `then` that fails does not stop the others", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { map } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const second = vi.fn();
  teller.tell([step(1, [walk("a")])], look, () => {
    throw new Error("no");
  });
  teller.tell([step(2, [walk("a")])], look, second);
  await vi.runAllTimersAsync();
  expect(second).toHaveBeenCalledTimes(1);
});

test("pace 0, a hidden page and a missing map show nothing and wait for nothing", () => {
  const { map, played } = fakeMap();
  const teller = newTeller();
  const then = vi.fn();
  teller.tell([step(1, [walk("a")])], look, then);
  teller.attach(map);
  teller.pace = 0;
  teller.tell([step(2, [walk("a")])], look, then);
  teller.pace = 600;
  hidden = true;
  teller.tell([step(3, [walk("a")])], look, then);
  expect(then).toHaveBeenCalledTimes(3);
  expect(played).toEqual([]);
});

test("who leaves the page finds everything told when he comes back", () => {
  const { map } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [walk("a"), walk("b")])], look, then);
  hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(then).toHaveBeenCalledTimes(1);
});

test("a map that goes away ends the telling", () => {
  const { map } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [walk("a"), walk("b")])], look, then);
  teller.attach(null);
  expect(then).toHaveBeenCalledTimes(1);
});

test("who wants less motion sees none", () => {
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  const { map, played } = fakeMap();
  const teller = newTeller();
  teller.attach(map);
  const then = vi.fn();
  teller.tell([step(1, [walk("a")])], look, then);
  expect(played).toEqual([]);
  expect(then).toHaveBeenCalledTimes(1);
});

test("the reader's pace is used and remembered; a pace of its own comes before it", () => {
  const teller = newTeller();
  const own = newTeller(150);
  choosePace("slow");
  expect(teller.pace).toBe(1100);
  expect(own.pace).toBe(150);
  expect(localStorage.getItem("alfiere.pace")).toBe("slow");
  choosePace("off");
  expect(teller.pace).toBe(0);
});
