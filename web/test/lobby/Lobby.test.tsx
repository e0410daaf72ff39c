import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forget, myGames, remember } from "../../src/games";
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

  it("deletes a battle of mine at the second click, and forgets one that it may not delete", async () => {
    const since = Date.now();
    const kept = {
      key: "mine",
      seats: ["blue"],
      scenario: "g/field",
      title: battle.title,
      since,
      owner: "mine",
    };
    for (const id of ["others-play", "mine-alone"]) remember({ id, ...kept });
    answers["/api/games/mine-alone"] = [200, { id: "mine-alone" }];
    answers["/api/games/others-play"] = [403, { error: { code: "not-yours", why: "…" } }];
    await lobby();
    const [alone, others] = await screen.findAllByRole("button", { name: /^Delete The Field/ });
    for (const button of [alone, others]) {
      fireEvent.click(button as HTMLElement);
      expect(button?.textContent).toBe("Delete it for good?");
      fireEvent.click(button as HTMLElement);
    }
    expect((await screen.findByRole("alert")).textContent).toMatch(/nobody else plays/);
    const left = JSON.parse(localStorage.getItem("alfiere.games") ?? "[]") as { id: string }[];
    expect(left.map((one) => one.id)).toEqual(["others-play"]);
    screen.getByRole("button", { name: /^Forget The Field/ });
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

  it("opens a battle of one's own, and plays it from its data", async () => {
    const own = { ...battle, id: "g/mine", title: { en: "My Field", it: "Il mio campo" } };
    answers["/api/own"] = [200, { kind: "scenario", scenario: own, source: "{}" }];
    answers["/api/own/games"] = answers["/api/games"] as Answer;
    await lobby();
    await screen.findByText("Open a file");
    const field = document.querySelector("input[type=file]") as HTMLInputElement;
    const file = new File(["id = 1"], "mine.toml");
    fireEvent.change(field, { target: { files: [file] } });
    const dialog = within(await screen.findByRole("dialog"));
    expect(asked.find(([path]) => path === "/api/own")?.[1]).toEqual({ name: "mine.toml", text: "id = 1" });
    fireEvent.submit(dialog.getByRole("button", { name: "Begin" }).closest("form") as HTMLFormElement);
    await vi.waitFor(() => expect(location.hash).toBe("#/game/wBlU6FFmhByYNkYy/mine"));
    expect(asked.find(([path]) => path === "/api/own/games")?.[1]).toMatchObject({ source: "{}" });
  });

  it("says in one sentence what is wrong with a file, as the rules say it", async () => {
    const why = "mine.toml: turns: it must be a number";
    answers["/api/own"] = [422, { error: { code: "bad-file", why } }];
    await lobby();
    await screen.findByText("Open a file");
    await vi.waitFor(() => {
      const drop = new Event("drop", { bubbles: true, cancelable: true });
      Object.assign(drop, { dataTransfer: { files: [new File(["x"], "mine.toml")] } });
      dispatchEvent(drop); // anywhere on the page
      expect(asked.some(([path]) => path === "/api/own")).toBe(true);
    });
    expect((await screen.findByRole("alert")).textContent).toBe(why);
  });

  it("says what wins on the card of a battle", async () => {
    const told = { ...battle, wins: { en: "The last one standing.", it: "Chi resta in piedi." } };
    answers["/api/scenarios"] = [200, { scenarios: [told], computers: ["greedy"] }];
    await lobby();
    await screen.findByText(/The last one standing/);
  });

  it("shows what waits for me before what is over, whichever is newer", async () => {
    const mine = (id: string) => ({
      id,
      key: "k",
      seats: ["blue"],
      scenario: "g/field",
      title: { en: id, it: id },
      since: 1,
    });
    const stands = (status: string, asks: string[]) => ({
      game: { status, seats: [] },
      table: { view: { tracks: {} }, waiting_for: asks, result: null },
    });
    answers["/api/games/older?seat=blue"] = [200, stands("playing", ["blue"])];
    answers["/api/games/newer?seat=blue"] = [200, stands("over", [])];
    localStorage.setItem("alfiere.games", JSON.stringify([mine("newer"), mine("older")]));
    await lobby();
    await vi.waitFor(() => {
      const titles = [...document.querySelectorAll(".lobby-game-title")].map((one) => one.textContent);
      expect(titles).toEqual(["older", "newer"]);
    });
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
