// Several people of one side: whose a question and its answers are.

import { expect, test } from "vitest";
import type { About, Comrade, Decision } from "../../src/protocol";
import { leaderOf, leads, own } from "../../src/table/leaders";

const text = { en: "", it: "" };

function side(chief: boolean, ...comrades: Partial<Comrade>[]): About {
  const all = comrades.map((one, n) => ({ number: n, seat: "red", name: "", parts: [], me: false, ...one }));
  return { chief, comrades: all } as unknown as About;
}

function asked(part: string, ...parts: (string | undefined)[]): Decision {
  const options = parts.map((one, n) => ({
    key: `${n}`,
    args: {},
    rules: [],
    text,
    ...(one === undefined ? {} : { part: one }),
  }));
  return {
    number: 1,
    seat: "red",
    key: "fire",
    about: {},
    rules: [],
    opening: false,
    prompt: text,
    part,
    options,
  };
}

const ANNA = { name: "Anna", parts: ["horse"] };

test("without comrades everything is one's own", () => {
  const decision = asked("horse", undefined, "foot");
  expect(own(decision, side(true))).toBe(decision);
  expect(leads(null, "red", "horse")).toBe(true);
});

test("who holds the chair decides for what nobody else leads", () => {
  const about = side(true, ANNA);
  expect(leads(about, "red", "foot")).toBe(true);
  expect(leads(about, "red", "")).toBe(true);
  expect(leads(about, "red", "horse")).toBe(false);
  expect(leaderOf(about, "red", "horse")?.name).toBe("Anna");
});

test("a comrade decides for what he leads and for nothing else", () => {
  const about = side(false, { ...ANNA, me: true });
  expect(leads(about, "red", "horse")).toBe(true);
  expect(leads(about, "red", "foot")).toBe(false);
  expect(leads(about, "red", "")).toBe(false);
});

test("of a question each sees the answers that are his, and no question where none is", () => {
  const decision = asked("", "horse", "foot", undefined);
  expect(own(decision, side(true, ANNA))?.options.map((one) => one.key)).toEqual(["1", "2"]);
  expect(own(decision, side(false, { ...ANNA, me: true }))?.options.map((one) => one.key)).toEqual(["0"]);
  expect(own(asked("foot", undefined), side(false, { ...ANNA, me: true }))).toBeNull();
});

test("what is for all parts at once only who leads them all may answer", () => {
  expect(leads(side(true, { name: "Anna" }), "red", "*")).toBe(true);
  expect(leads(side(true, ANNA), "red", "*")).toBe(false);
  expect(leads(side(false, { ...ANNA, me: true }), "red", "*")).toBe(false);
});

test("comrades of another side take nothing away", () => {
  expect(leads(side(true, { ...ANNA, seat: "blue" }), "red", "horse")).toBe(true);
});
