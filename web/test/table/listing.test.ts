import { describe, expect, test } from "vitest";
import { unbroken } from "../../src/names";
import { commonBeginning } from "../../src/table/beginning";
import { byNumber, type Item, type Listed, lines, listed, MOST, withInSight } from "../../src/table/listing";
import { option, touch } from "./pieces";

const how: Listed = {
  touch,
  language: "en",
  name: (thing) => thing.id.toUpperCase(),
  deed: (verb) => ({ name: verb, does: `what ${verb} does` }),
};
const labels = (items: readonly Item[]) =>
  items.map((item) =>
    item.what === "option"
      ? item.label
      : item.what === "heading"
        ? `# ${item.text}`
        : item.what === "fold"
          ? `> ${[item.deed?.name ?? "rest", item.about].filter(Boolean).join(" ")} ${item.options.length}`
          : `${item.what === "row" ? item.heading : ""}: ${item.entries.map((one) => one.label).join(" ")}`,
  );
const hexes = (count: number) => Array.from({ length: count }, (_, n) => `0${101 + n}`);
const moves = (count: number) => hexes(count).map((hex) => option("move", { hex }, `Move to ${hex}`));

describe("the list of options", () => {
  test("is left alone while it is short", () => {
    const options = [option("yes", {}, "Yes"), option("no", {}, "No")];
    expect(labels(listed(options, how))).toEqual(["Yes", "No"]);
  });

  test("folds away what few want, but not where that saves nothing", () => {
    const plain = ["a", "b", "c", "d"].map((key) => option(key, {}, key));
    const rare = ["drink", "lie down"].map((key) => ({ ...option(key, {}, key), seldom: true }));
    expect(labels(listed([...plain, ...rare], how))).toEqual(["a", "b", "c", "d", "> rest 2"]);
    expect(labels(listed([...plain.slice(1), ...rare], how))).toHaveLength(5);
    expect(labels(listed([...plain, option("e", {}, "e"), ...rare.slice(1)], how))).toHaveLength(6);
  });

  test("says once what a few hexes have in common, and puts them side by side", () => {
    expect(labels(listed([option("stay", {}, "Stay here"), ...moves(6)], how))).toEqual([
      "Stay here",
      "# Move to",
      ": 0101 0102 0103 0104 0105 0106",
    ]);
  });

  test("leaves many hexes to the map, in a line that can be unfolded", () => {
    const options = [option("stay", {}, "Stay here"), ...moves(30)];
    expect(labels(listed(options, how))).toEqual(["Stay here", "> move 30"]);
    const open = listed(options, { ...how, unfolded: new Set(["move"]) });
    expect(labels(open)).toEqual(["Stay here", "> move 30", `: ${hexes(30).join(" ")}`]);
  });

  test("keeps the ordinary thing to do in sight before many others", () => {
    expect(labels(listed(moves(30), how))).toEqual(["Move to 0101", "> move 29"]);
  });

  test("shows a few places where words tell them apart", () => {
    const options = ["A", "B", "C", "D", "E", "F", "G"].map((who, n) =>
      option("move", { to: [n, n] }, `Move 4 um towards the ${who} gentleman`),
    );
    const open: Listed = { ...how, touch: { ...touch, to: "place" } };
    const found = labels(listed([option("wait", {}, "Wait"), ...options], open));
    expect(found).toHaveLength(5);
    expect(found[3]).toBe("Move 4 um towards the C gentleman");
    expect(found[4]).toBe("> move 4");
  });

  test("puts dice behind the names of those who could have them, a line for each", () => {
    const options = ["a", "b", "c"].flatMap((unit) =>
      (unit === "c" ? [3] : [1, 2, 3, 4]).map((die) =>
        option("order", { unit, die }, `Dragoon ${unit}: a ${die}`),
      ),
    );
    expect(labels(listed([...options, option("done", {}, "No more")], how))).toEqual([
      "Dragoon a: 1 2 3 4",
      "Dragoon b: 1 2 3 4",
      "Dragoon c: 3",
      "No more",
    ]);
  });

  test("has a line for each whom much can be done to, and opens one of them", () => {
    const options = ["a", "b", "c"].flatMap((target) =>
      ["sword", "pistol", "musket", "stone", "chair"].map((weapon) =>
        option("shoot", { target, weapon }, `Shoot at ${target} with the ${weapon}`),
      ),
    );
    const all = [option("get-up", {}, "Get up"), ...options];
    expect(labels(listed(all, how))).toEqual(["Get up", "> shoot A 5", "> shoot B 5", "> shoot C 5"]);
    const open = labels(listed(all, { ...how, unfolded: new Set(["shoot b"]) }));
    expect(open.slice(2, 4)).toEqual(["> shoot B 5", "sword"]);
    expect(open).toHaveLength(9);
  });

  test("has a line for each brigade where sixty could be called", () => {
    const options = Array.from({ length: 60 }, (_, n) =>
      option("call", { unit: `u${n}` }, `Call the ${n}th`),
    );
    const brigades: Listed = {
      ...how,
      group: (piece) => ({
        id: `b${Number(piece.slice(1)) % 6}`,
        name: `Brigade ${Number(piece.slice(1)) % 6}`,
      }),
    };
    const found = labels(listed([option("done", {}, "No more"), ...options], brigades));
    expect(found).toHaveLength(7);
    expect(found[1]).toBe("> call Brigade 0 10");
  });

  test("puts sorts that find no line of their own behind the last one", () => {
    const options = Array.from({ length: 20 }, (_, n) => option(`sort${n}`, {}, `Do ${n}`));
    const found = listed(options, how);
    expect(lines(found)).toBe(MOST);
    expect(labels(found).at(-1)).toBe("> rest 9");
    expect(listed(options, { ...how, unfolded: new Set(["the rest"]) })).toHaveLength(21);
  });

  test("has what waits for a second yes in sight", () => {
    const options = moves(30);
    const shown = withInSight(listed(options, how), options[20] ?? null, how);
    expect(labels(shown)).toEqual(["Move to 0101", "Move to 0121", "> move 28"]);
  });

  test("cuts no name before its number", () => {
    const options = [1, 2, 3, 4, 5, 6].map((n) =>
      option("shoot", { shooter: `d-${n}` }, `Dragoon ${n} alone shoots`),
    );
    expect(labels(listed(options, { ...how, touch: {} }))[0]).toBe("Dragoon 1 alone shoots");
  });

  test("says the place of two that would read alike", () => {
    const options = [
      option("leave", { to: [100, 200] }, "Break off to the south"),
      option("leave", { to: [150, 200] }, "Break off to the south"),
      option("wait", {}, "Wait"),
    ];
    expect(labels(listed(options, { ...how, touch: { ...touch, to: "place" } }))).toEqual([
      "Break off to the south (100,200)",
      "Break off to the south (150,200)",
      "Wait",
    ]);
  });

  test("never eats the last word", () => {
    expect(commonBeginning(["Move to 0101", "Move to 0102"])).toBe("Move to");
    expect(commonBeginning(["Hold", "Hold fire"])).toBe("");
    expect(commonBeginning([])).toBe("");
  });
});

describe("a number typed", () => {
  const cards = Array.from({ length: 10 }, (_, n) => option("roll", { card: n + 1 }));

  test("stands for the card turned over", () => {
    expect(byNumber(cards, new Set())?.get("7")).toBe(cards[6]);
  });

  test("is not asked for cards one holds in the hand, nor where more must be told", () => {
    expect(byNumber(cards, new Set([3]))).toBeNull();
    expect(byNumber([...cards, option("none", {})], new Set())).toBeNull();
    expect(byNumber(cards.slice(0, 4), new Set())).toBeNull();
  });

  test("works for dice as for cards", () => {
    const dice = Array.from({ length: 10 }, (_, n) => option("roll", { value: n }));
    expect(byNumber(dice, new Set())?.size).toBe(10);
  });
});

test("a number stays on the line of its unit", () => {
  expect(unbroken("Athos, 2 PA: what does he do?")).toBe("Athos, 2\u00a0PA: what does he do?");
  expect(unbroken("3 lines break where they like")).toBe("3 lines break where they like");
});
