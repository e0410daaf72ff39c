import { expect, test, vi } from "vitest";
import type { Log } from "../../src/protocol";
import { onReplayKey } from "../../src/telling/Replay";
import {
  concerned,
  following,
  headings,
  preceding,
  readingTime,
  sameMoment,
  Views,
  wholeLog,
} from "../../src/telling/replay";
import { event, look, step, view } from "./examples";

const steps = [
  step(0, [], { kind: "began" }),
  step(1),
  step(2, [event("walked")]),
  step(3),
  step(4, [event("day-began"), event("struck", { who: "a", whom: "b" })]),
  step(5, [], { kind: "undo", back_to: 3 }),
  step(6),
];

test("steps go from one moment that tells something to the next", () => {
  expect([0, 2, 4, 5, 6].map((at) => following(steps, at))).toEqual([2, 4, 5, 6, 6]);
  expect([6, 5, 4, 2, 0].map((at) => preceding(steps, at))).toEqual([5, 4, 2, 0, 0]);
  expect(following([], 0)).toBe(0);
});

test("headings are the moments of great banners", () => {
  expect(headings(steps, look)).toEqual([4]);
  expect(headings(steps, null)).toEqual([]);
});

test("who the events of a step are about", () => {
  expect(concerned(steps[4], look)).toEqual(["a", "b"]);
  expect(concerned(undefined, look)).toEqual([]);
});

test("another viewer is at the same place of the battle", () => {
  // the other one was not told of moments 1 and 3
  const other = [steps[0], steps[2], steps[4], steps[5], steps[6]].map((one, at) => ({
    ...step(at),
    ...one,
    moment: at,
  }));
  expect(sameMoment(steps, 2, other)).toBe(1);
  expect(sameMoment(steps, 3, other)).toBe(1);
  expect(sameMoment(steps, 4, other)).toBe(2);
  expect(sameMoment(other, 2, steps)).toBe(4);
  expect(sameMoment(steps, 0, other)).toBe(0);
});

test("the whole log is fetched stretch by stretch", async () => {
  const ask = vi.fn(
    async (from: number): Promise<Log> => ({ seat: null, moments: 7, steps: steps.slice(from, from + 3) }),
  );
  expect(await wholeLog(ask)).toEqual(steps);
  expect(ask.mock.calls.map(([from]) => from)).toEqual([0, 3, 6]);
});

test("a view is asked for once, and again only after a failure", async () => {
  let fails = true;
  const ask = vi.fn(async (moment: number) => {
    if (moment === 2 && fails) throw new Error("no connection");
    return { moment, moments: 7, seat: null, view };
  });
  const views = new Views(ask);
  views.ahead([1]);
  expect(await views.at(1)).toBe(view);
  expect(ask).toHaveBeenCalledTimes(1);
  await expect(views.at(2)).rejects.toThrow();
  fails = false;
  expect(await views.at(2)).toBe(view);
});

test("longer sentences stay longer, and speed shortens all", () => {
  expect(readingTime(100, 1)).toBeGreaterThan(readingTime(10, 1));
  expect(readingTime(100, 4)).toBe(readingTime(100, 1) / 4);
  expect(readingTime(100000, 1)).toBeLessThan(2500);
});

test("the keys of the replay", () => {
  const act = { start: vi.fn(), end: vi.fn(), back: vi.fn(), forward: vi.fn(), togglePlay: vi.fn() };
  const press = (key: string, on: Element = document.body) => {
    document.body.append(on);
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    on.addEventListener("keydown", (one) => onReplayKey(one as KeyboardEvent, act), { once: true });
    on.dispatchEvent(pressed);
    return pressed;
  };
  const at = () => document.createElement("div");
  for (const key of [" ", "ArrowLeft", "ArrowRight", "Home", "End"])
    expect(press(key, at()).defaultPrevented).toBe(true);
  for (const one of Object.values(act)) expect(one).toHaveBeenCalledTimes(1);
  press("ArrowRight", document.createElement("input"));
  press(" ", document.createElement("button"));
  expect(act.forward).toHaveBeenCalledTimes(1);
  expect(act.togglePlay).toHaveBeenCalledTimes(1);
});
