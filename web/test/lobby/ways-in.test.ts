import { describe, expect, it } from "vitest";
import { isOnlyHere } from "../../src/lobby/Invitations";
import { pasted } from "../../src/lobby/links";
import { readSave } from "../../src/lobby/savefile";
import { standing } from "../../src/lobby/standing";
import { changed, settings } from "../../src/optional";
import type { Scenario, State, Words } from "../../src/protocol";

function state(status: string, table: object | null, joined = true): State {
  return {
    game: {
      status,
      seats: [
        { seat: "red", who: "person", joined: true, revealed: true, mine: true },
        { seat: "blue", who: "person", joined, revealed: joined, mine: false },
      ],
    },
    table: table && { waiting_for: [], result: null, view: { tracks: { turn: [3, 12] } }, ...table },
  } as unknown as State;
}

describe("how a game stands", () => {
  it("waits for who has not joined", () => {
    expect(standing({ seats: ["red"] }, state("waiting", null, false))).toEqual({
      is: "waiting",
      open: ["blue"],
    });
  });

  it("is my turn when one of my seats is waited for", () => {
    const now = state("playing", { waiting_for: ["blue"] });
    expect(standing({ seats: ["red"] }, now)).toEqual({ is: "theirs", turn: 3 });
    expect(standing({ seats: ["red", "blue"] }, now)).toEqual({ is: "mine", turn: 3 });
    expect(standing({ seats: [] }, now)).toEqual({ is: "watched", turn: 3 });
  });

  it("is won or lost only for who led one side", () => {
    const text = { en: "Red has won", it: "Ha vinto il rosso" };
    const over = state("over", { result: { winner: "red", text } });
    expect(standing({ seats: ["red"] }, over)).toEqual({ is: "over", text, winner: "red", won: true });
    expect(standing({ seats: ["blue"] }, over)).toEqual({ is: "over", text, winner: "red", won: false });
    expect(standing({ seats: ["red", "blue"] }, over)).toEqual({
      is: "over",
      text,
      winner: "red",
      won: null,
    });
    expect(standing({ seats: ["red"] }, state("over", { result: { winner: null } }))).toMatchObject({
      won: null,
    });
  });
});

describe("what is pasted", () => {
  const id = "wBlU6FFmhByYNkYy";

  it("may be a link with a key, a replay or the bare id", () => {
    expect(pasted(` http://house:8648/#/game/${id}/DQ_i-x `)).toEqual(["game", id, "DQ_i-x"]);
    expect(pasted(`#/replay/${id}/41`)).toEqual(["replay", id, "41"]);
    expect(pasted(id)).toEqual(["game", id]);
  });

  it("is refused when it leads nowhere of ours", () => {
    for (const wrong of [
      "",
      "hello",
      `#/rules/${id}`,
      "#/game/short",
      "https://example.org/",
      "#/game/%E0%A4%A",
    ])
      expect(pasted(wrong)).toBeNull();
  });
});

describe("a save file", () => {
  const known = [
    {
      id: "g/lens",
      game: "g",
      title: { en: "Lens", it: "Lens" },
      sides: [
        { seat: "red", name: { en: "R", it: "R" } },
        { seat: "blue", name: { en: "B", it: "B" } },
      ],
    } as Scenario,
  ];
  const save = { alfiere: "save", game: "g", scenario: { id: "lens" }, by_hand: true };

  it("is known by its battle", () => {
    expect(readSave(JSON.stringify(save), known)).toMatchObject({
      scenario: "g/lens",
      title: { en: "Lens" },
      byHand: true,
    });
  });

  it("may be of a battle of one's own, with the seats of its game", () => {
    const own = readSave(JSON.stringify({ ...save, scenario: { id: "mine" } }), known);
    expect(own?.sides.map((one) => one.seat)).toEqual(["red", "blue"]);
    expect(own?.title.it).toBe("mine");
  });

  it("is nothing else", () => {
    for (const wrong of ["", "[]", "null", "{}", '{"alfiere":"save","game":"g"}', "not json"])
      expect(readSave(wrong, known)).toBeNull();
  });
});

describe("optional rules", () => {
  const scenario = {
    options: { red_value: "", night_attack: "no", fog: "yes" },
    sides: [{ seat: "red", name: { en: "Flanders", it: "Fiandra" } }],
  };
  const words = {
    en: { word: { value: "army value" }, setting: { fog: "thick fog", "fog/hint": "sight is short" } },
    it: {},
  } as unknown as Words;

  it("are named by the game where it has words, and readably where it has none", () => {
    expect(settings(scenario, words, "en").map((one) => [one.name, one.kind, one.hint])).toEqual([
      ["Night attack", "switch", ""],
      ["Thick fog", "switch", "sight is short"],
      ["Flanders: army value", "number", ""],
    ]);
    expect(settings(scenario, null, "it").at(-1)?.name).toBe("Fiandra: Value");
  });

  it("are chosen from a list where they are one of several things", () => {
    const armies = { "": { en: "open", it: "aperto" }, savoy: { en: "Savoy", it: "Savoia" } };
    const meeting = { options: { red_army: "" }, sides: scenario.sides, choices: { red_army: armies } };
    expect(settings(meeting, null, "it")).toEqual([
      {
        key: "red_army",
        name: "Fiandra: Army",
        hint: "",
        kind: "choice",
        usual: "",
        values: [
          ["", "aperto"],
          ["savoy", "Savoia"],
        ],
      },
    ]);
    expect(changed(meeting.options, { red_army: "savoy" })).toEqual({ red_army: "savoy" });
  });

  it("are sent only where they differ from the usual", () => {
    expect(changed(scenario.options, { red_value: "", night_attack: "yes", fog: "yes" })).toEqual({
      night_attack: "yes",
    });
    expect(changed(scenario.options, { red_value: "4" })).toEqual({ red_value: "4" });
  });
});

describe("an invitation", () => {
  it("to a loopback address works on this machine only", () => {
    expect(["127.0.0.1", "localhost", "[::1]", "127.0.1.1"].every(isOnlyHere)).toBe(true);
    expect(["192.168.1.7", "alfiere.example", "127.example"].some(isOnlyHere)).toBe(false);
  });
});
