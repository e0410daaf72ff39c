import { expect, test } from "vitest";
import { shortened, standing, story, stretch } from "../../src/telling/story";
import { event, look, step } from "./examples";

const kinds = (entries: ReturnType<typeof story>) => entries.map((one) => `${one.kind} ${one.id}`);

test("what was taken back is left out, and the undo is told", () => {
  const steps = [
    step(0),
    step(1, [event("walked")]),
    step(2, [event("looked")]),
    step(3, [], { kind: "undo", back_to: 1 }),
    step(4, [event("struck")]),
  ];
  expect(standing(steps).map((one) => one.moment)).toEqual([0, 1, 3, 4]);
  expect(kinds(story(steps, look))).toEqual(["event 1.0", "note 3", "event 4.0"]);
});

test("an undo of more takes the earlier undo with it", () => {
  const steps = [
    step(0),
    step(1),
    step(2),
    step(3, [], { kind: "undo", back_to: 1 }),
    step(4, [], { kind: "undo", back_to: 0 }),
  ];
  expect(standing(steps).map((one) => one.moment)).toEqual([0, 4]);
});

test("great banners are headings, small ones in a row are one line", () => {
  const steps = [
    step(1, [event("walked"), event("day-began"), event("hour-began"), event("hour-began"), event("struck")]),
    step(2, [event("hour-began")]),
  ];
  const told = story(steps, look);
  expect(kinds(told)).toEqual(["event 1.0", "heading 1.1", "minor 1.2", "event 1.4", "minor 2.0"]);
  expect(told[2]?.kind === "minor" && told[2].events.length).toBe(2);
});

test("what nobody saw is told once, until something else happens", () => {
  const unseen = () => event("unseen", {}, "Something happens.");
  const steps = [
    step(1, [unseen(), unseen()]),
    step(2, [unseen(), event("struck", { piece: "A" })]),
    step(3, [unseen()]),
    step(4, [event("struck", { piece: "A" })]),
    step(5, [event("struck", { piece: "A" })]),
  ];
  expect(kinds(story(steps, look))).toEqual([
    "event 1.0",
    "event 2.1",
    "event 3.0",
    "event 4.0",
    "event 5.0",
  ]);
});

test("three or more who move one after the other in a step are one line", () => {
  const walks = [event("walked"), event("walked"), event("walked")];
  const told = story([step(1, walks), step(2, walks.slice(1)), step(3, [...walks, event("struck")])], look);
  expect(kinds(told)).toEqual(["many 1.0", "event 2.0", "event 2.1", "many 3.0", "event 3.3"]);
  expect(told[0]?.kind === "many" && told[0].events).toHaveLength(3);
  expect(kinds(story([step(1, [event("struck"), event("struck"), event("struck")])], look))).toHaveLength(3);
});

test("without a look everything is a sentence", () => {
  expect(kinds(story([step(1, [event("day-began")])], null))).toEqual(["event 1.0"]);
});

test("resignations and offers are told", () => {
  expect(story([step(1, [], { kind: "resign" })], look)[0]).toMatchObject({ kind: "note", what: "resign" });
});

test("a long story shows its end, or what is around a place", () => {
  expect(stretch(1000, null, 100)).toEqual([900, 1000]);
  expect(stretch(30, null, 100)).toEqual([0, 30]);
  expect(stretch(1000, 500, 100)).toEqual([450, 550]);
  expect(stretch(1000, 3, 100)).toEqual([0, 100]);
  expect(stretch(1000, 999, 100)).toEqual([900, 1000]);
  expect(stretch(30, 29, 100)).toEqual([0, 30]);
});

test("three thousand events are ordered in no time", () => {
  const steps = Array.from({ length: 3000 }, (_, at) => step(at, [event("walked")]));
  const began = performance.now();
  expect(story(steps, look)).toHaveLength(3000);
  expect(performance.now() - began).toBeLessThan(1000);
});

test("of small headings that come again and again only the first and the last are shown, rare ones always", () => {
  const run = ["hour", "part", "hour", "won", "part", "hour", "part", "hour"].map((key) => event(key));
  expect(shortened(run).shown.map((one) => run.indexOf(one))).toEqual([0, 1, 3, 7]);
  expect(shortened(run).whole).toBe(false);
  expect(shortened(run.slice(0, 4))).toEqual({ shown: run.slice(0, 4), whole: true });
});
