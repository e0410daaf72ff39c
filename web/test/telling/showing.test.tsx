import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { render as draw } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../../src/language";
import type { Prospect } from "../../src/protocol";
import { Log } from "../../src/telling/Log";
import { Prospects } from "../../src/telling/Prospects";
import { RuleDrawer } from "../../src/telling/RuleDrawer";
import { Standing } from "../../src/telling/Standing";
import { TallyBox } from "../../src/telling/TallyBox";
import { event, look, step, tally, view, volley, words } from "./examples";

beforeEach(() => speak("en"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const given = { look, words, view };

test("the log tells sentences with their rules", () => {
  const onRule = vi.fn();
  render(<Log steps={[step(1, [volley()])]} {...given} onRule={onRule} />);
  expect(screen.getByRole("log").textContent).toContain("Picardie fire at Solis, Vargas.");
  expect(screen.getByText("Solis, Vargas").tagName).toBe("I");
  fireEvent.click(screen.getByRole("button", { name: "Rule 1a" }));
  expect(onRule).toHaveBeenCalledWith("toy.1a");
});

test("a test opens its breakdown and closes it again", () => {
  render(<Log steps={[step(1, [volley({ successes: [false, true] })])]} {...given} onRule={() => {}} />);
  const opener = screen.getByRole("button", { expanded: false });
  fireEvent.click(opener);
  expect(screen.getByRole("table", { name: "fire" }).textContent).toContain("−1");
  expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "8 no success",
    "2✓ success",
  ]);
  expect(screen.getByText("Losses").parentElement?.textContent).toBe("Losses 0");
  fireEvent.click(opener);
  expect(screen.queryByRole("table")).toBeNull();
});

test("new sentences are added without drawing the old ones again, and the language changes at once", () => {
  const steps = [step(1, [event("walked", {}, "One.")])];
  const { rerender } = render(<Log steps={steps} {...given} onRule={() => {}} />);
  const first = screen.getByText(/One\./);
  rerender(<Log steps={[...steps, step(2, [event("walked", {}, "Two.")])]} {...given} onRule={() => {}} />);
  expect(screen.getByText(/One\./)).toBe(first);
  expect(screen.getByText(/Two\./)).toBeTruthy();
  speak("it");
  return waitFor(() => expect(screen.getByText(/Two\. \(it\)/)).toBeTruthy());
});

test("of a long battle the end is on the page, the rest a click away", () => {
  const steps = Array.from({ length: 1000 }, (_, at) => step(at, [event("walked", {}, `Step ${at}.`)]));
  render(<Log steps={steps} {...given} onRule={() => {}} />);
  expect(screen.queryByText(/Step 1\./)).toBeNull();
  expect(screen.getByText(/Step 999\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Earlier events" }));
  expect(screen.getByText(/Step 600\./)).toBeTruthy();
});

test("in a replay the current moment is marked and others can be gone to", () => {
  const onMoment = vi.fn();
  const steps = [1, 2, 3].map((at) => step(at, [event("walked", {}, `Step ${at}.`)]));
  const { container } = render(
    <Log steps={steps} {...given} current={2} onMoment={onMoment} onRule={() => {}} />,
  );
  expect(container.querySelector("[aria-current=step]")?.textContent).toContain("Step 2.");
  fireEvent.click(screen.getByRole("button", { name: "Watch moment 3" }));
  expect(onMoment).toHaveBeenCalledWith(3);
});

test("a log without words asks the server for those of the game its rules belong to", async () => {
  const fetched = vi.fn(
    async (path: string) => new Response(JSON.stringify(path.includes("look") ? look : words)),
  );
  vi.stubGlobal("fetch", fetched);
  render(<Log steps={[step(1, [event("day-began", {}, "Day 1.")])]} onRule={() => {}} />);
  expect(await screen.findByRole("heading", { name: /Day 1/ })).toBeTruthy();
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/look/toy", "/api/words/toy"]);
});

test("a count shows its lines, signs and sum", () => {
  const onRule = vi.fn();
  render(<TallyBox tally={tally()} words={words} onRule={onRule} />);
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "Strength 10.8b3",
    "Skill 4a−1",
    "In all2",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Rule 4a" }));
  expect(onRule).toHaveBeenCalledWith("toy.4a");
});

test("prospects show who, why and the odds, with the exact fraction", () => {
  const prospect: Prospect = {
    kind: "fire",
    who: "picardie",
    tallies: [tally(), { kind: "automatic", total: 0, lines: [] }],
    hits: [],
    results: [
      { number: 0, chance: 0.64, exactly: "16/25" },
      { number: 1, chance: 0.36, exactly: "9/25" },
    ],
    result: "losses",
  };
  render(<Prospects prospects={[prospect]} view={view} words={words} onRule={() => {}} />);
  expect(screen.getByRole("heading").textContent).toBe("Picardiefire");
  expect(screen.getAllByRole("table")).toHaveLength(2);
  const odds = screen.getByRole("table", { name: /Losses/ });
  expect([...odds.querySelectorAll("tr")].map((row) => row.textContent)).toEqual([
    "064%, exactly 16/25",
    "136%, exactly 9/25",
  ]);
  // the odds come first, however much there is to count
  expect(screen.getAllByRole("table")[0]).toBe(odds);
  cleanup();
  render(
    <Prospects prospects={[{ ...prospect, result: "passed" }]} view={view} words={words} onRule={() => {}} />,
  );
  expect(
    [...screen.getByRole("table", { name: "Passed" }).querySelectorAll("th")].map((one) => one.textContent),
  ).toEqual(["yes", "no"]);
});

const book = {
  game: "drawn",
  title: "Drawn",
  chapters: [
    {
      chapter: "4",
      title: { en: "Tests", it: "I test" },
      rules: [
        {
          id: "drawn.4a",
          origin: "seed",
          topic: "",
          place: "4 I test",
          optional: false,
          text: { en: "First, see drawn.4b.", it: "Primo." },
        },
        {
          id: "drawn.4b",
          origin: "house",
          topic: "",
          place: "4 I test",
          optional: true,
          text: { en: "Second.", it: "Secondo." },
        },
      ],
    },
  ],
};

test("a rule opens beside the table, leads to others, and gives the focus back", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(book)));
  const opener = document.createElement("button");
  document.body.append(opener);
  opener.focus();
  const onRule = vi.fn();
  const onClose = vi.fn();
  const props = { game: "drawn", onRule, onClose };
  const { rerender } = render(<RuleDrawer {...props} rule="drawn.4a" />);
  expect(document.activeElement?.tagName).toBe("H2");
  expect(await screen.findByText("As in the rulebook")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Rule 4b" }));
  expect(onRule).toHaveBeenCalledWith("drawn.4b");
  rerender(<RuleDrawer {...props} rule="drawn.4b" />);
  expect(screen.getByText("House rule")).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("href")).toBe("#/rules/drawn/drawn.4b");
  const outer = vi.fn();
  document.body.addEventListener("keydown", outer);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(outer).not.toHaveBeenCalled();
  rerender(<RuleDrawer {...props} rule={null} />);
  expect(document.activeElement).toBe(opener);
});

test("Escape closes a rule from the moment it is seen", () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(book)));
  const onClose = vi.fn();
  const place = document.createElement("div");
  document.body.append(place);
  // drawn as the page draws it, without waiting for what comes after the first picture
  draw(<RuleDrawer game="drawn" rule="drawn.4a" onRule={() => {}} onClose={onClose} />, place);
  expect(place.querySelector("aside")).toBeTruthy();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
  draw(null, place);
  place.remove();
});

test("a count of one line says in it what is counted", () => {
  const lines: [number, string, string][] = [[1, "strength", "toy.2"]];
  render(<TallyBox tally={tally({ kind: "armour", total: 1, lines })} words={words} onRule={() => {}} />);
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual(["Armour: strength 21"]);
});

test("what the enemy may answer and what follows stand apart from what comes at once", () => {
  const even = [
    { number: 0, chance: 0.5, exactly: "1/2" },
    { number: 1, chance: 0.5, exactly: "1/2" },
  ];
  const test = (when: "" | "reply" | "then", result: string): Prospect => ({
    kind: "fire",
    who: "picardie",
    tallies: [],
    hits: [],
    results: even,
    result,
    when,
  });
  const all = [test("", "passed"), test("reply", "wounded"), test("then", "losses")];
  const { container } = render(<Prospects prospects={all} view={view} words={words} onRule={() => {}} />);
  const sections = [...container.querySelectorAll(".tell-prospect")];
  expect(sections.map((one) => one.querySelector(".tell-when")?.textContent ?? "")).toEqual([
    "",
    "A possible reply",
    "If it comes to that",
  ]);
  // to pass a test is not shown in the colour of blood
  expect(container.querySelectorAll(".tell-odds.is-success")).toHaveLength(1);
});

test("a replayed moment says the turn and what each side has left", () => {
  const tracks = {
    turn: [3, 12],
    determination: { red: 15, blue: 18 },
    determination_start: { red: 16, blue: 18 },
  };
  const track = [
    { key: "turn", shown: "counter" as const },
    { key: "determination", shown: "sides" as const },
  ];
  const { container } = render(
    <Standing view={{ ...view, tracks }} look={{ ...look, track }} scenario={null} words={words} />,
  );
  expect(container.textContent).toContain("Turn 3 of 12");
  expect(container.textContent).toContain("15 / 16");
  expect(container.textContent).toContain("18 / 18");
});
