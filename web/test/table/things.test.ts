import { describe, expect, test } from "vitest";
import { question } from "../../src/table/asking";
import { glowing } from "../../src/table/glow";
import { aboutThings, left, next, pick, turning } from "../../src/table/things";
import { decision, option, piece, touch, view } from "./pieces";

const field = view(
  [
    piece("A", "blue", "0505"),
    piece("B", "blue", "0605"),
    piece("chief", "blue", "0507", { kind: "leader" }),
    piece("X", "red", "0503"),
    piece("Y", "red", "0603"),
  ],
  {
    groups: [
      {
        id: "left",
        owner: "blue",
        name: { en: "Left", it: "Sinistra" },
        leader: "chief",
        units: ["A"],
      },
      { id: "right", owner: "blue", name: { en: "Right", it: "Destra" }, leader: "B", units: [] },
    ],
  },
);

const attacks = [
  option("attack", { unit: "A", target: "X" }),
  option("attack", { unit: "A", target: "Y" }),
  option("attack", { unit: "B", target: "Y" }),
  option("done", {}),
];

const moves = [
  option("turn", { unit: "A" }),
  option("move", { unit: "A", hex: "0504" }),
  option("move", { unit: "A", hex: "0605" }),
];

describe("one click", () => {
  test("answers when the options differ in one thing", () => {
    expect(pick(moves, [], { hex: "0504" }, touch, field)).toEqual({ what: "option", option: moves[1] });
  });

  test("on the unit itself offers the option that touches nothing else, and does not take it yet", () => {
    expect(pick(moves, [], { piece: "A" }, touch, field)).toMatchObject({
      what: "which",
      options: [moves[0]],
    });
  });

  test("on a piece means the hex it stands on, where the hex is what is asked", () => {
    expect(pick(moves, [], { piece: "B" }, touch, field)).toEqual({ what: "option", option: moves[2] });
  });

  test("on a path's last hex picks the path", () => {
    const ways = [option("go", { path: ["0501", "0502"] }), option("go", { path: ["0501", "0602"] })];
    expect(pick(ways, [], { hex: "0602" }, touch, field)).toEqual({ what: "option", option: ways[1] });
  });

  test("on any unit of a group, or its general, picks the group", () => {
    const groups = [option("acts", { division: "left" }), option("acts", { division: "right" })];
    expect(pick(groups, [], { piece: "A" }, touch, field)).toEqual({ what: "option", option: groups[0] });
    expect(pick(groups, [], { piece: "chief" }, touch, field)).toEqual({ what: "option", option: groups[0] });
    expect(pick(groups, [], { hex: "0605" }, touch, field)).toEqual({ what: "option", option: groups[1] });
  });

  test("on what no option names is nothing", () => {
    expect(pick(moves, [], { hex: "0101" }, touch, field)).toEqual({ what: "nothing" });
    expect(pick([option("yes", {}), option("no", {})], [], { piece: "A" }, touch, field).what).toBe(
      "nothing",
    );
  });
});

describe("two clicks", () => {
  test("choose who, then whom", () => {
    const first = pick(attacks, [], { piece: "A" }, touch, field);
    expect(first).toMatchObject({ what: "thing", thing: { arg: "unit", id: "A" } });
    if (first.what !== "thing") throw new Error();
    expect(pick(attacks, [first.thing], { piece: "Y" }, touch, field)).toEqual({
      what: "option",
      option: attacks[1],
    });
  });

  test("may begin with whom", () => {
    const first = pick(attacks, [], { piece: "Y" }, touch, field);
    expect(first).toMatchObject({ what: "thing", thing: { arg: "target", id: "Y" } });
    if (first.what !== "thing") throw new Error();
    expect(pick(attacks, [first.thing], { piece: "B" }, touch, field)).toEqual({
      what: "option",
      option: attacks[2],
    });
  });

  test("are one where only one option is left", () => {
    expect(pick(attacks, [], { piece: "X" }, touch, field)).toEqual({ what: "option", option: attacks[0] });
    expect(pick(attacks, [], { piece: "B" }, touch, field)).toEqual({ what: "option", option: attacks[2] });
  });

  test("light up the first things first, then the second", () => {
    expect(next(attacks, [], touch).map((one) => one.id)).toEqual(["A", "B"]);
    const chosen = [{ arg: "unit", kind: "piece" as const, id: "A" }];
    expect(next(attacks, chosen, touch).map((one) => one.id)).toEqual(["X", "Y"]);
    expect(left(attacks, chosen, touch)).toHaveLength(2);
  });
});

test("a plain «no more» does not make the only unit a choice of its own", () => {
  const options = [
    option("fire", { unit: "A", target: "X" }),
    option("fire", { unit: "A", target: "Y" }),
    option("done", {}),
  ];
  expect(next(options, [], touch).map((one) => one.id)).toEqual(["X", "Y"]);
  expect(pick(options, [], { piece: "Y" }, touch, field)).toEqual({ what: "option", option: options[1] });
  expect(glowing(decision(options), [], null, field, touch).pieces.get("A")).toBe("about");
});

test("a card with two verbs asks which", () => {
  const options = [
    option("top", { card: 7 }),
    option("bottom", { card: 7 }),
    option("top", { card: 8 }),
    option("done", {}),
  ];
  expect(pick(options, [], { card: "7" }, touch, field)).toMatchObject({
    what: "which",
    options: [options[0], options[1]],
  });
});

test("a facing after a target is the third choice", () => {
  const options = [
    option("fire", { unit: "A", target: "X", facing: 0 }),
    option("fire", { unit: "A", target: "X", facing: 1 }),
    option("fire", { unit: "A", target: "Y", facing: 1 }),
  ];
  const first = pick(options, [], { piece: "X" }, touch, field);
  expect(first.what).toBe("thing");
  if (first.what !== "thing") throw new Error();
  expect(next(options, [first.thing], touch).map((one) => one.kind)).toEqual(["facing", "facing"]);
  expect(turning(options, decision(options), touch)).toBe("A");
});

describe("glow", () => {
  test("what it is about, what may be chosen, what is in danger, what is chosen", () => {
    const asked = decision(attacks, { division: "left", leader: "chief" });
    const chosen = [{ arg: "unit", kind: "piece" as const, id: "A" }];
    const threat = {
      allowed: true,
      prospects: [],
      final: false,
      sketch: [{ kind: "threat" as const, pieces: ["B", "X"] }],
    };
    const glow = glowing(asked, chosen, threat, field, touch);
    expect(Object.fromEntries(glow.pieces)).toEqual({
      A: "chosen",
      chief: "about",
      X: "option",
      Y: "option",
      B: "threat",
    });
    expect(aboutThings(asked, touch)).toEqual([
      { arg: "division", kind: "group", id: "left" },
      { arg: "leader", kind: "piece", id: "chief" },
    ]);
  });

  test("a group that is asked about shines as a whole only where the map is not asked", () => {
    const cards = [
      option("give", { division: "left", card: 1 }),
      option("give", { division: "left", card: 2 }),
    ];
    const glow = glowing(decision(cards, { division: "left" }), [], null, field, touch);
    expect(Object.fromEntries(glow.pieces)).toEqual({ chief: "about", A: "about" });
  });
});

describe("why not", () => {
  test("puts the clicked hex in the place of its like", () => {
    expect(question(moves, [], { hex: "0101" }, touch, field)).toEqual({
      key: "move",
      args: { unit: "A", hex: "0101" },
    });
  });

  test("takes a friend for who acts and an enemy for whom it befalls", () => {
    expect(question(attacks, [], { piece: "chief" }, touch, field)?.args).toMatchObject({ unit: "chief" });
    const only = [option("attack", { unit: "B", target: "Y" })];
    expect(question(only, [], { piece: "X" }, touch, field)).toEqual({
      key: "attack",
      args: { unit: "B", target: "X" },
    });
  });

  test("asks for the hex under a piece where only hexes are named", () => {
    const hexes = [option("place", { hex: "0101" }), option("place", { hex: "0102" })];
    expect(question(hexes, [], { piece: "X" }, touch, field)).toEqual({
      key: "place",
      args: { hex: "0503" },
    });
  });

  test("reads an enemy's card where nobody acts; who acts is asked what he could do to him", () => {
    const ready = [option("order", { unit: "A" }), option("order", { unit: "B" })];
    expect(question(ready, [], { piece: "X" }, touch, field)).toBeNull();
    const acting = [option("load", { unit: "A" }), option("wait", { unit: "A" })];
    expect(question(acting, [], { piece: "X" }, touch, field)?.args).toEqual({ unit: "X" });
  });

  test("has no question about plain choices", () => {
    expect(question([option("yes", {})], [], { hex: "0101" }, touch, field)).toBeNull();
  });
});
