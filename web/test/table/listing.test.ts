import { describe, expect, test } from "vitest";
import { commonBeginning } from "../../src/table/beginning";
import { byNumber, folded, sections } from "../../src/table/listing";
import { unbroken } from "../../src/table/names";
import { option, touch } from "./pieces";

const name = (thing: { id: string }) => thing.id.toUpperCase();

describe("the list of options", () => {
  test("is left alone while it is short", () => {
    const options = [option("yes", {}, "Yes"), option("no", {}, "No")];
    expect(sections(options, touch, "en", name)).toEqual([
      {
        heading: "",
        compact: false,
        entries: [
          { option: options[0], label: "Yes" },
          { option: options[1], label: "No" },
        ],
      },
    ]);
  });

  test("folds away what few want, but not where that saves nothing", () => {
    const plain = ["a", "b", "c", "d"].map((key) => option(key, {}, key));
    const rare = ["drink", "lie down"].map((key) => ({ ...option(key, {}, key), seldom: true }));
    expect(folded([...plain, ...rare])).toEqual({ shown: plain, seldom: rare });
    for (const all of [
      [...plain.slice(1), ...rare],
      [...plain, plain[0], rare[0]],
      [...rare, ...rare, ...rare],
    ])
      expect(folded(all as typeof plain)).toEqual({ shown: all, seldom: [] });
  });

  test("says once what many hexes have in common, and puts them side by side", () => {
    const hexes = ["0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108"];
    const options = [
      option("stay", {}, "Stay here"),
      ...hexes.map((hex) => option("move", { hex }, `Move to ${hex}`)),
    ];
    const [first, second] = sections(options, touch, "en", name);
    expect(first?.entries.map((one) => one.label)).toEqual(["Stay here"]);
    expect(second).toMatchObject({ heading: "Move to", compact: true });
    expect(second?.entries.map((one) => one.label)).toEqual(hexes);
  });

  test("puts dice behind the names of those who could have them, a line for each", () => {
    const options = ["a", "b", "c"].flatMap((unit) =>
      (unit === "c" ? [3] : [1, 2, 3, 4]).map((die) =>
        option("order", { unit, die }, `Dragoon ${unit}: a ${die}`),
      ),
    );
    const found = sections([...options, option("done", {}, "No more")], touch, "en", name);
    expect(found.slice(0, 3)).toMatchObject([
      { heading: "Dragoon a", row: true },
      { heading: "Dragoon b", row: true },
      { heading: "Dragoon c", row: true },
    ]);
    expect(found[0]?.entries.map((one) => one.label)).toEqual(["1", "2", "3", "4"]);
    expect(found[2]?.entries.map((one) => one.label)).toEqual(["3"]);
    expect(found[3]?.entries.map((one) => one.label)).toEqual(["No more"]);
  });

  test("puts what a unit can do under its name", () => {
    const options = ["a", "b"].flatMap((unit) =>
      ["w", "x", "y", "z"].map((target) => option("fire", { unit, target }, `${unit} at ${target}`)),
    );
    const found = sections([...options, option("done", {}, "No more")], touch, "en", name);
    expect(found.map((one) => one.entries.length)).toEqual([4, 4, 1]);
    expect(found[0]?.heading).toContain("A");
  });

  test("cuts no name before its number", () => {
    const options = [1, 2, 3, 4, 5, 6].map((n) =>
      option("shoot", { shooter: `d-${n}` }, `Dragoon ${n} alone shoots`),
    );
    const [part] = sections(options, {}, "en", (thing) => thing.id);
    expect(part?.heading).toBe("");
    expect(part?.entries[0]?.label).toBe("Dragoon 1 alone shoots");
  });

  test("says the place of two that would read alike", () => {
    const options = [
      option("leave", { to: [100, 200] }, "Break off to the south"),
      option("leave", { to: [150, 200] }, "Break off to the south"),
      option("wait", {}, "Wait"),
    ];
    const [part] = sections(options, { ...touch, to: "place" }, "en", name);
    expect(part?.entries.map((one) => one.label)).toEqual([
      "Break off to the south (100,200)",
      "Break off to the south (150,200)",
      "Wait",
    ]);
  });

  test("keeps every option exactly once", () => {
    const options = Array.from({ length: 12 }, (_, n) =>
      option(n % 3 ? "a" : "b", { unit: `u${n % 4}`, hex: `0${n}` }),
    );
    const listed = sections(options, touch, "en", name).flatMap((one) =>
      one.entries.map((entry) => entry.option),
    );
    expect(new Set(listed)).toEqual(new Set(options));
    expect(listed).toHaveLength(12);
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
