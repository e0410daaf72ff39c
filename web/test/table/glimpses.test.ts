import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Option, Preview } from "../../src/protocol";
import { DOZEN, Glimpses } from "../../src/table/glimpses";
import { option } from "./pieces";

const prospect = { kind: "fire", who: "A", tallies: [], hits: [], results: [], result: "losses" };
const answer = (one: Option): Preview => ({
  allowed: true,
  final: false,
  sketch: [],
  prospects: one.key === "fire" ? [prospect] : [],
});

let asked: Option[];
let waiting: (() => void)[];
const glimpses = () =>
  new Glimpses((one) => {
    asked.push(one);
    return new Promise((tell) => waiting.push(() => tell(answer(one))));
  });
/** Whoever waits is answered, again and again until nobody waits. */
async function answerAll(): Promise<void> {
  while (waiting.length) {
    for (const tell of waiting.splice(0)) tell();
    await vi.advanceTimersByTimeAsync(0);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  waiting = [];
});

afterEach(() => {
  vi.useRealTimers();
});

const volleys = Array.from({ length: 30 }, (_, n) => option("fire", { target: `t${n}` }));

test("odds of what is in sight are asked for, two at a time and a dozen at the most", async () => {
  const one = glimpses();
  one.look(volleys);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  await answerAll();
  expect(asked).toHaveLength(DOZEN);
  expect(one.told.value.size).toBe(DOZEN);
  expect(one.of(volleys[0] as Option)).toEqual([prospect]);
});

test("a sort of answer that leads to no test is asked about no more", async () => {
  const one = glimpses();
  one.look([...Array(6).keys()].map((n) => option("move", { hex: n })));
  await vi.advanceTimersByTimeAsync(1000);
  await answerAll();
  expect(asked).toHaveLength(2);
});

test("another question drops what was not asked yet, and what comes too late", async () => {
  const one = glimpses();
  one.look(volleys);
  await vi.advanceTimersByTimeAsync(1000);
  one.forget();
  await answerAll();
  expect(asked).toHaveLength(2);
  expect(one.told.value.size).toBe(0);
});
