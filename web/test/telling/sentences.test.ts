import { beforeEach, expect, test } from "vitest";
import { speak } from "../../src/language";
import type { Book } from "../../src/protocol";
import { breakdown, hasBreakdown } from "../../src/telling/breakdown";
import { emphasised, gather, namesIn } from "../../src/telling/names";
import { isYesOrNo, mean, percent } from "../../src/telling/odds";
import { findRule, gameOf, ruleLabel, withRules } from "../../src/telling/rules";
import { outcomeWord } from "../../src/telling/wording";
import { event, tally, view, volley, words } from "./examples";

beforeEach(() => speak("en"));

test("a rule is shown without its game", () => {
  expect(ruleLabel("toy.10.8a")).toBe("10.8a");
  expect(ruleLabel("toy.g.14")).toBe("g.14");
  expect(ruleLabel("toy.card.33", words)).toBe("card 33");
  speak("it");
  expect(ruleLabel("toy.card.33", words)).toBe("carta 33");
  expect(gameOf("toy.card.33")).toBe("toy");
});

test("ids inside a rule's text are found, and only those of the book", () => {
  const knows = (id: string) => id !== "toy.9z";
  expect(withRules("See toy.9.13f, toy.9z and toy.4.", "toy", knows)).toEqual([
    { text: "See " },
    { rule: "toy.9.13f" },
    { text: ", toy.9z and " },
    { rule: "toy.4" },
    { text: "." },
  ]);
});

test("a rule's neighbours cross the border of a chapter", () => {
  const rule = (id: string) => ({
    id,
    origin: "seed",
    topic: "",
    place: "",
    optional: false,
    text: { en: id, it: id },
  });
  const book: Book = {
    game: "toy",
    title: "Toy",
    chapters: [
      { chapter: "1", title: { en: "One", it: "Uno" }, rules: [rule("toy.1a"), rule("toy.1b")] },
      { chapter: "2", title: { en: "Two", it: "Due" }, rules: [rule("toy.2a")] },
    ],
  };
  const found = findRule(book, "toy.2a");
  expect([found?.chapter.chapter, found?.previous?.id, found?.next]).toEqual(["2", "toy.1b", null]);
  expect(findRule(book, "toy.3")).toBeNull();
});

test("names are set apart, the longest first, and never inside a word", () => {
  const names = gather(new Map(), view);
  const told = volley();
  expect(namesIn(told, names, "en")).toEqual(["Picardie", "Solis, Vargas"]);
  expect(emphasised(told.text.en, namesIn(told, names, "en")).filter((one) => one.name)).toEqual([
    { text: "Picardie", name: true },
    { text: "Solis, Vargas", name: true },
  ]);
  expect(emphasised("Condétown and Condé.", ["Condé"])).toEqual([
    { text: "Condétown and ", name: false },
    { text: "Condé", name: true },
    { text: ".", name: false },
  ]);
});

test("a division and its general may share an id", () => {
  const group = {
    id: "conde",
    owner: "red",
    name: { en: "Foot", it: "Fanteria" },
    leader: "conde",
    units: [],
  };
  const names = gather(gather(new Map(), view), { ...view, groups: [group] });
  expect(namesIn(event("acts", { who: "conde" }), names, "en")).toEqual(["Condé", "Foot"]);
});

test("a name the event itself brings is known too, and signs in it do no harm", () => {
  const told = event("fell", { name: { en: "Charles (IV)", it: "Carlo (IV)" } }, "Charles (IV) is out.");
  expect(emphasised(told.text.en, namesIn(told, new Map(), "en"))[0]).toEqual({
    text: "Charles (IV)",
    name: true,
  });
});

test("a name is known with a capital at the start, and in Italian without its article", () => {
  const told = event("seen", { name: { en: "the captain", it: "il capitano" } });
  expect(emphasised("The captain falls.", namesIn(told, new Map(), "en"))[0]).toEqual({
    text: "The captain",
    name: true,
  });
  expect(emphasised("Addosso al capitano!", namesIn(told, new Map(), "it"))[1]).toEqual({
    text: "capitano",
    name: true,
  });
});

test("a test is taken apart in the sequence of the event", () => {
  const parts = breakdown(volley()).map((part) => `${part.kind} ${part.field}`);
  expect(parts).toEqual([
    "tally tally",
    "drawn values",
    "outcome hits",
    "tally armour",
    "outcome losses",
    "outcome far",
  ]);
  expect(outcomeWord(words, "far")).toBeNull();
  expect(outcomeWord(words, "losses")).toBe("losses");
});

test("of a test with a count for everybody those who roll alike are told once", () => {
  const many = event("volley-fired", { tallies: [tally(), tally(), tally({ total: 9 })], dice: [3, 7, 7] });
  expect(hasBreakdown(many)).toBe(true);
  expect(breakdown(many).map((part) => `${part.kind} ${part.field}`)).toEqual([
    "tally tallies",
    "tally tallies",
    "drawn dice",
  ]);
});

test("an event without a count cannot be opened", () => {
  expect(hasBreakdown(event("walked", { points: 3 }))).toBe(false);
  expect(breakdown(event("walked", { points: 3 }))).toEqual([]);
  expect(hasBreakdown(event("x", { tally: tally({ lines: [], total: 0 }) }))).toBe(false);
});

test("successes are marked where there is no doubt", () => {
  const marks = (more: Record<string, unknown>) => {
    const drawn = breakdown(volley(more)).find((part) => part.kind === "drawn");
    return drawn?.kind === "drawn" ? drawn.successes : null;
  };
  expect(marks({})).toEqual([null, null]);
  expect(marks({ successes: [false, true] })).toEqual([false, true]);
  expect(marks({ hits: 0 })).toEqual([false, false]);
  expect(marks({ hits: 2 })).toEqual([true, true]);
  expect(marks({ hits: null, passed: false })).toEqual([false, false]);
});

test("odds never say nothing or certainty where it is neither", () => {
  expect([0, 0.001, 0.355, 0.999, 1].map(percent)).toEqual(["0%", "<1%", "36%", ">99%", "100%"]);
});

test("the mean, and yes or no", () => {
  const odds = [
    { number: 0, chance: 0.5, exactly: "1/2" },
    { number: 1, chance: 0.5, exactly: "1/2" },
  ];
  expect(mean(odds)).toBe(0.5);
  const prospect = { kind: "fire", who: "a", tallies: [], hits: [], results: odds };
  expect(isYesOrNo({ ...prospect, result: "passed" })).toBe(true);
  expect(isYesOrNo({ ...prospect, result: "losses" })).toBe(false);
});
