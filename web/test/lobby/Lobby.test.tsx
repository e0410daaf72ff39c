import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forget, myGames } from "../../src/games";
import { speak } from "../../src/language";

const board = { kind: "hexes", columns: 4, rows: 4, shapes: [], impassable: [] };
const battle = {
  id: "g/field",
  game: "g",
  game_title: "The Game",
  title: { en: "The Field", it: "Il Campo" },
  date: "1650-12-15",
  turns: 9,
  summary: { en: "Two armies meet.", it: "Due armate s'incontrano." },
  sides: [
    { seat: "red", name: { en: "The Reds", it: "I rossi" } },
    { seat: "blue", name: { en: "The Blues", it: "I blu" } },
  ],
  options: { fog: "no" },
  board,
  marks: [],
};

type Answer = [status: number, body: unknown];
let asked: [string, unknown][];
let answers: Record<string, Answer>;

beforeEach(() => {
  speak("en");
  asked = [];
  answers = {
    "/api/scenarios": [200, { scenarios: [battle], computers: ["greedy", "random"] }],
    "/api/health": [200, { alfiere: "0.1.0" }],
    "/api/games": [
      201,
      {
        id: "wBlU6FFmhByYNkYy",
        commitment: null,
        disagreement: null,
        keys: [{ seats: ["blue"], who: "me", key: "mine", link: "/#/game/wBlU6FFmhByYNkYy/mine" }],
      },
    ],
  };
  vi.stubGlobal("fetch", async (path: string, how?: RequestInit) => {
    asked.push([path, how?.body ? JSON.parse(String(how.body)) : null]);
    const [status, body] = answers[path] ?? [404, { error: { code: "not-here", why: "not here" } }];
    return new Response(JSON.stringify(body), { status });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.resetModules();
  for (const one of myGames.value) forget(one.id);
  location.hash = "";
});

/** What the server said once is kept by its module, so each test takes the page afresh. */
async function lobby() {
  const { Lobby } = await import("../../src/lobby/Lobby");
  render(<Lobby />);
}

describe("the lobby", () => {
  it("shows a battle and begins it in one click, against the computer", async () => {
    await lobby();
    const card = within(await screen.findByRole("article", { name: "The Field" }));
    card.getByText("15 December 1650");
    fireEvent.click(card.getByRole("button", { name: /computer: The Field/ }));
    await vi.waitFor(() => expect(location.hash).toBe("#/game/wBlU6FFmhByYNkYy/mine"));
    expect(asked.find(([path]) => path === "/api/games")?.[1]).toEqual({
      scenario: "g/field",
      seats: { red: "computer:greedy", blue: "me" },
    });
    expect(JSON.parse(localStorage.getItem("alfiere.games") ?? "[]")[0]).toMatchObject({
      key: "mine",
      seats: ["blue"],
    });
  });

  it("lets me lead the other side", async () => {
    await lobby();
    const card = within(await screen.findByRole("article", { name: "The Field" }));
    fireEvent.click(card.getByRole("radio", { name: /The Reds/ }));
    fireEvent.click(card.getByRole("button", { name: /computer: The Field/ }));
    await vi.waitFor(() => expect(asked.some(([path]) => path === "/api/games")).toBe(true));
    expect(asked.find(([path]) => path === "/api/games")?.[1]).toMatchObject({
      seats: { red: "me", blue: "computer:greedy" },
    });
  });

  it("says in words why a game cannot be had", async () => {
    answers["/api/games"] = [503, { error: { code: "too-many-games", why: "…" } }];
    await lobby();
    fireEvent.click(await screen.findByRole("button", { name: /First battle/ }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/as many games as it can hold/);
    expect(location.hash).toBe("");
  });

  it("speaks Italian at once", async () => {
    await lobby();
    await screen.findByText("The battles");
    fireEvent.click(screen.getByRole("button", { name: "IT, Italiano" }));
    await screen.findByText("Le battaglie");
    await screen.findByText("15 dicembre 1650");
    expect(screen.getByRole("button", { name: "IT, Italiano" }).getAttribute("aria-pressed")).toBe("true");
    expect(document.documentElement.lang).toBe("it");
  });

  it("offers another try when the server does not answer", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("offline");
    });
    await lobby();
    expect((await screen.findByRole("alert")).textContent).toMatch(/cannot be reached/);
    screen.getByRole("button", { name: "Try again" });
  });
});
