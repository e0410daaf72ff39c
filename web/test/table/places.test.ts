import { expect, it } from "vitest";
import type { Look } from "../../src/look";
import type { Decision, Option, View } from "../../src/protocol";
import { question } from "../../src/table/asking";
import { glowing } from "../../src/table/glow";
import { moverOf, pick, placeText, putAt, touched } from "../../src/table/things";

const touch: Look["touch"] = { figure: "piece", target: "piece", to: "place" };
const text = (word: string) => ({ en: word, it: word });
const option = (key: string, args: Record<string, unknown>, words = key): Option => ({
  key,
  args,
  rules: [],
  text: text(words),
});
const piece = (id: string, more = {}) => ({
  id,
  kind: "character",
  owner: "red",
  name: text(id),
  symbol: "x",
  pose: [100, 100, 0] as [number, number, number],
  ...more,
});
const view: View = {
  game: "any",
  scenario: "any",
  board: { kind: "open", unit: "um", scale: 100, width: 2000, depth: 2000, shapes: [] },
  pieces: [piece("athos"), piece("guard-1", { group: "guards" }), piece("guard-2", { group: "guards" })],
  marks: [],
  tracks: {},
  hands: {},
  notes: [],
  eliminated: [],
};
const options = [
  option("throw", { figure: "athos", to: [900, 900] }, "Throw to 9; 9"),
  option("go", { figure: "athos", to: [300, 100] }, "Go to 3; 1"),
  option("go", { figure: "athos", to: [100, 350] }, "Go to 1; 3.5"),
  option("wait", { figure: "athos" }),
];
const decision: Decision = {
  number: 1,
  seat: "red",
  key: "action",
  about: { figure: "athos" },
  rules: [],
  opening: false,
  prompt: text("what?"),
  options,
};

it("reads a place from two numbers", () => {
  expect(touched(options[1] as Option, touch)).toContainEqual({ arg: "to", kind: "place", id: "300,100" });
  expect(touched(option("go", { to: "300" }), touch)).toEqual([]);
});

it("takes a click on a place for its option", () => {
  expect(pick(options, [], { place: "300,100" }, touch, view)).toEqual({
    what: "option",
    option: options[1],
  });
  expect(pick(options, [], { place: "301,100" }, touch, view)).toEqual({ what: "nothing" });
});

it("lets places glow with who would go there", () => {
  const { places } = glowing(decision, [], null, view, touch);
  expect([...places.keys()]).toEqual(["900,900", "300,100", "100,350"]);
  expect(places.get("300,100")).toEqual({ glow: "option", mover: "athos", label: "Go to 3; 1" });
});

it("puts a place of one's own into the nearest option of each sort", () => {
  const found = putAt(options, "athos", [120, 340], decision, touch, view);
  expect(found.map((one) => [one.key, one.args.to])).toEqual([
    ["go", [120, 340]],
    ["throw", [120, 340]],
  ]);
  expect(found[0]?.text.en).toBe("Go to 1.2; 3.4");
  expect(putAt(options, "guard-1", [120, 340], decision, touch, view)).toEqual([]);
});

it("takes a place at the edge of somebody who can be aimed at for meeting him there", () => {
  const disc = { shape: { disc: 50 } };
  const pieces = [
    piece("athos", disc),
    piece("near", { owner: "blue", pose: [500, 500, 0], ...disc }),
    piece("far", { owner: "blue", pose: [500, 650, 0], ...disc }),
  ];
  const charges = ["near", "far"].map((target) =>
    option("charge", { figure: "athos", target }, `At ${target}`),
  );
  const at = (x: number, y: number) =>
    putAt([...options, ...charges], "athos", [x, y], decision, touch, { ...view, pieces }, { charge: "to" });
  const [first, second] = at(600, 510);
  expect(first).toMatchObject({ key: "charge", args: { figure: "athos", target: "near", to: [600, 510] } });
  expect(first?.text.en).toBe("At near (6; 5.1)");
  expect(second?.key).toBe("go");
  expect(at(500, 760)[0]?.args.target).toBe("far");
  expect(at(640, 500).map((one) => one.key)).toEqual(["go", "throw"]);
  expect(
    putAt([...options, ...charges], "athos", [600, 510], decision, touch, { ...view, pieces })[0]?.key,
  ).toBe("go");
});

it("says what all of a sort begin with where the sentences tell the way and not the place", () => {
  const ways = ["Move 4 um to the north", "Move 2 um towards Athos"].map((en, n) => ({
    ...option("move", { figure: "athos", to: [n, n] }),
    text: { en, it: en },
  }));
  const [found] = putAt(ways, "athos", [120, 340], decision, touch, view);
  expect(found?.text.en).toBe("Move (1.2; 3.4)");
});

it("asks why not there as most options would go", () => {
  expect(question(options, [], { place: "5,6" }, touch, view)).toEqual({
    key: "go",
    args: { figure: "athos", to: [5, 6] },
  });
  expect(question([option("wait", {})], [], { place: "5,6" }, touch, view)).toBeNull();
});

it("takes who acts together for one", () => {
  const together = [option("go", { figure: "guards", to: [1, 2] }), option("wait", { figure: "athos" })];
  expect(moverOf(together[0] as Option, decision, touch, view)).toBe("guard-1");
  expect(pick(together, [], { piece: "guard-2" }, touch, view)).toEqual({
    what: "option",
    option: together[0],
  });
});

it("says places as the sentences do", () => {
  expect(placeText([1250, 151], view, "en")).toBe("12.5; 1.51");
  expect(placeText([1250, 151], view, "it")).toBe("12,5; 1,51");
});
