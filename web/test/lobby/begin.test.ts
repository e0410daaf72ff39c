import { beforeEach, describe, expect, it, vi } from "vitest";
import { forget, myGames } from "../../src/games";
import { absolute, begin, kept } from "../../src/lobby/begin";
import type { Created, Scenario } from "../../src/protocol";

const made: Created = {
  id: "wBlU6FFmhByYNkYy",
  commitment: "cc90",
  disagreement: null,
  keys: [
    { seats: ["red"], who: "me", key: "mine", link: "/#/game/wBlU6FFmhByYNkYy/mine" },
    { seats: ["blue"], who: "friend", key: "theirs", link: "/#/game/wBlU6FFmhByYNkYy/theirs" },
  ],
};
const about = { scenario: "some/battle", title: { en: "Battle", it: "Battaglia" } };
const page = "https://house.example/table/#/rules/x";

describe("an invitation", () => {
  it("is a whole address of this page", () => {
    expect(absolute("/#/game/abc/key", page)).toBe("https://house.example/table/#/game/abc/key");
    expect(absolute("/#/game/abc/key", "http://127.0.0.1:8648/")).toBe(
      "http://127.0.0.1:8648/#/game/abc/key",
    );
  });
});

describe("what is kept of a new game", () => {
  it("is my key, and the friend's link apart from it", () => {
    const game = kept(made, about, false, page);
    expect(game).toMatchObject({ id: made.id, key: "mine", seats: ["red"], scenario: "some/battle" });
    expect(game.invitations).toEqual({ blue: "https://house.example/table/#/game/wBlU6FFmhByYNkYy/theirs" });
    expect(game).not.toHaveProperty("guided");
  });

  it("is no key where I only watch", () => {
    const game = kept({ ...made, keys: [] }, about, false, page);
    expect(game.key).toBeNull();
    expect(game.seats).toEqual([]);
    expect(game).not.toHaveProperty("invitations");
  });

  it("is what deletes the battle, also where computers fight alone", () => {
    expect(kept(made, about, false, page).owner).toBe("mine");
    const alone = [{ seats: [], who: "owner", key: "the owner's", link: "/#/game/x/y" }];
    const game = kept({ ...made, keys: alone }, about, false, page);
    expect(game).toMatchObject({ key: null, seats: [], owner: "the owner's" });
    expect(game).not.toHaveProperty("invitations");
  });

  it("says whether a guide stands by", () => {
    expect(kept(made, about, true, page).guided).toBe(true);
  });
});

describe("beginning", () => {
  beforeEach(() => {
    for (const one of myGames.value) forget(one.id);
  });

  it("creates the game and remembers it, the newest first", async () => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
      asked.push([path, JSON.parse(String(how.body))]);
      return new Response(JSON.stringify({ ...made, id: `game${asked.length}` }), { status: 201 });
    });
    const scenario = { id: about.scenario, title: about.title } as Scenario;
    const seats = { red: "me", blue: "friend" };
    await begin({ scenario: scenario.id, seats }, scenario, true);
    await begin({ scenario: scenario.id, seats }, scenario);
    expect(asked[0]).toEqual(["/api/games", { scenario: "some/battle", seats }]);
    expect(myGames.value.map((one) => [one.id, one.guided])).toEqual([
      ["game2", undefined],
      ["game1", true],
    ]);
    expect(JSON.parse(localStorage.getItem("alfiere.games") ?? "")).toHaveLength(2);
    vi.unstubAllGlobals();
  });
});
