import { describe, expect, it } from "vitest";
import {
  againstComputer,
  chairs,
  firstBattle,
  gathering,
  mayEnterByHand,
  usualComputer,
  usualSide,
} from "../../src/lobby/seats";
import type { Scenario, Scenarios } from "../../src/protocol";
import { hasSide } from "../../src/table/seats";

const sides = [
  { seat: "red", name: { en: "Flanders", it: "Fiandra" } },
  { seat: "blue", name: { en: "Picardy", it: "Piccardia" } },
];

function battle(id: string, covered: number): Scenario {
  const hexes = Array.from({ length: covered }, (_, i) => `${10 + i}01`);
  return {
    id,
    sides,
    board: {
      kind: "hexes",
      columns: 10,
      rows: 10,
      impassable: [],
      shapes: [{ kind: "w", name: { en: "", it: "" }, hexes }],
    },
  } as unknown as Scenario;
}

describe("who sits where", () => {
  it("is, unless one says otherwise, me on the second side and the computer on the other", () => {
    expect(usualSide({ sides })).toBe("blue");
    expect(againstComputer({ sides }, "blue", ["greedy", "random"])).toEqual({
      red: "computer:greedy",
      blue: "me",
    });
    expect(againstComputer({ sides }, "red", ["random"])).toEqual({ red: "me", blue: "computer:random" });
  });

  it("has a chair for who referees, where nobody sits unless one says so", () => {
    const referees = [
      { seat: "master", name: { en: "Game Master", it: "Game Master" }, option: "game_master" },
    ];
    expect(chairs({ sides, referees }).map((one) => [one.seat, one.optional ?? false])).toEqual([
      ["red", false],
      ["blue", false],
      ["master", true],
    ]);
    expect(againstComputer({ sides, referees }, "blue", ["greedy"])).toEqual({
      red: "computer:greedy",
      blue: "me",
      master: "nobody",
    });
    expect(hasSide("blue", { referees })).toBe(true);
    expect(hasSide("master", { referees })).toBe(false);
    expect(hasSide(null, { referees })).toBe(false);
  });

  it("proposes the computer the server has", () => {
    expect(usualComputer(["random", "greedy"])).toBe("computer:greedy");
    expect(usualComputer(["expert"])).toBe("computer:expert");
  });

  it("amounts to a duel, a hot seat, a show…", () => {
    expect(gathering({ red: "me", blue: "computer:greedy" })).toBe("alone");
    expect(gathering({ red: "me", blue: "me" })).toBe("hot-seat");
    expect(gathering({ red: "me", blue: "friend" })).toBe("duel");
    expect(gathering({ red: "friend", blue: "friend" })).toBe("friends");
    expect(gathering({ red: "computer:a", blue: "computer:b" })).toBe("computers");
    expect(gathering({ red: "friend", blue: "computer:b" })).toBe("friend-and-computer");
  });

  it("amounts to the like with three sides, and an empty chair counts for nobody", () => {
    expect(gathering({ red: "me", blue: "computer:a", green: "computer:a" })).toBe("alone");
    expect(gathering({ red: "me", blue: "me", green: "me" })).toBe("hot-seat-of-three");
    expect(gathering({ red: "friend", blue: "friend", green: "friend" })).toBe("friends-of-three");
    expect(gathering({ red: "me", blue: "friend", green: "friend" })).toBe("among-friends");
    expect(gathering({ red: "me", blue: "friend", green: "computer:a" })).toBe("mixed");
    expect(gathering({ red: "me", blue: "me", green: "nobody" })).toBe("hot-seat");
    expect(gathering({ red: "me", blue: "friend", green: "nobody" })).toBe("duel");
  });

  it("lets rolls be entered by hand only by somebody here", () => {
    expect(mayEnterByHand({ red: "me", blue: "computer:greedy" })).toBe(true);
    expect(mayEnterByHand({ red: "friend", blue: "computer:greedy" })).toBe(false);
  });
});

describe("the first battle", () => {
  const told: Scenarios = { scenarios: [battle("a", 40), battle("b", 12), battle("c", 30)], computers: [] };

  it("is the one the server names", () => {
    expect(firstBattle({ ...told, first: "c" })?.id).toBe("c");
  });

  it("is otherwise the first there is", () => {
    expect(firstBattle(told)?.id).toBe("a");
    expect(firstBattle({ scenarios: [], computers: [] })).toBeNull();
  });
});
