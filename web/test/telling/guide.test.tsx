import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { myGame, remember } from "../../src/games";
import { speak } from "../../src/language";
import type { Decision } from "../../src/protocol";
import { Guide, isGuided } from "../../src/telling/Guide";
import { keepProgress, paragraphs, progress, stopsHere } from "../../src/telling/tour";
import { words } from "./examples";

const decision = (key: string): Decision => ({
  number: 1,
  seat: "red",
  key,
  about: {},
  rules: [],
  opening: false,
  prompt: { en: "", it: "" },
  options: [],
});

beforeEach(() => {
  localStorage.clear();
  speak("en");
  remember({
    id: "one",
    key: "k",
    seats: ["red"],
    scenario: "toy/one",
    title: { en: "One", it: "Uno" },
    since: 0,
    guided: true,
  });
  document.body.innerHTML = '<div id="prompt"></div><div data-guide="map"></div>';
});
afterEach(cleanup);

test("a long text is parted at its sentences", () => {
  expect(paragraphs("One two. Three four! «Five» six. Seven.", 20)).toEqual([
    "One two. Three four!",
    "«Five» six. Seven.",
  ]);
  expect(paragraphs("")).toEqual([""]);
});

test("only stops that are on the page are made", () => {
  expect(stopsHere((at) => at === "#prompt").map((stop) => stop.key)).toEqual([
    "welcome",
    "aim",
    "prompt",
    "ready",
  ]);
});

test("he welcomes, walks over the screen, then explains each decision once", () => {
  const { rerender } = render(<Guide game="one" decision={decision("move")} words={words} />);
  expect(screen.getByText("1 of 5")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Beat the other.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("heading").textContent).toBe("What is asked");
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("heading").textContent).toBe("What it is about");
  for (let times = 0; times < 3; times++) fireEvent.click(screen.getByRole("button", { name: "Next" }));
  fireEvent.click(screen.getByRole("button", { name: "Understood" }));
  expect(screen.getByText("Go somewhere.")).toBeTruthy();
  rerender(<Guide game="one" decision={decision("shoot")} words={words} />);
  expect(screen.getByText("Shoot somebody.")).toBeTruthy();
  rerender(<Guide game="one" decision={decision("move")} words={words} />);
  expect(screen.queryByText("Go somewhere.")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Ask the ensign" }));
  expect(screen.getByText("Go somewhere.")).toBeTruthy();
  expect(progress("one")).toEqual({ walked: true, met: ["move", "shoot"] });
});

test("while the table is being laid he welcomes, and the walk over it waits", () => {
  const { rerender } = render(<Guide game="one" decision={null} words={words} />);
  expect(screen.queryByText(/ of /)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Beat the other.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Next|Understood/ })).toBeNull();
  rerender(<Guide game="one" decision={decision("move")} words={words} />);
  expect(screen.getByText("2 of 5")).toBeTruthy();
  // what is asked may be answered meanwhile: the walk goes on
  rerender(<Guide game="one" decision={null} words={words} />);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("heading").textContent).toBe("What is asked");
});

test("what comes onto the page during the walk is walked to, and nothing twice", () => {
  const asked = { game: "one", decision: decision("move"), words };
  render(<Guide {...asked} />);
  for (let times = 0; times < 2; times++) fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("3 of 5")).toBeTruthy();
  document.body.insertAdjacentHTML("beforeend", '<div data-guide="options"></div>');
  const seen = [screen.getByRole("heading").textContent];
  for (let times = 0; times < 3; times++) {
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    seen.push(screen.getByRole("heading").textContent);
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test("at a stop he uses the game's own words where it has some", () => {
  const own = {
    ...words,
    en: { ...words.en, guide: { ...words.en.guide, "at/map": "Here are the chessmen." } },
  };
  render(<Guide game="one" decision={decision("move")} words={own} />);
  for (let times = 0; times < 3; times++) fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Here are the chessmen.")).toBeTruthy();
});

test("a decision he has nothing to say about leaves him silent", () => {
  keepProgress("one", { walked: true, met: [] });
  const { container } = render(<Guide game="one" decision={decision("unknown")} words={words} />);
  expect(container.textContent).toBe("");
});

test("closing sends him away for good and keeps the game", () => {
  render(<Guide game="one" decision={null} words={words} />);
  fireEvent.click(screen.getByRole("button", { name: "Play without the guide" }));
  expect(document.body.textContent).toBe("");
  expect(isGuided("one")).toBe(false);
  expect(myGame("one")).toMatchObject({ id: "one", key: "k" });
});

test("he stays away from games that are not guided", () => {
  expect(render(<Guide game="other" decision={null} words={words} />).container.textContent).toBe("");
});

test("he keeps out of the way while odds are looked at", () => {
  keepProgress("one", { ...progress("one"), walked: true });
  const { rerender, container } = render(<Guide game="one" decision={decision("move")} words={words} />);
  expect(container.querySelector(".tell-guide")).not.toBeNull();
  rerender(<Guide game="one" decision={decision("move")} words={words} isQuiet />);
  expect(container.querySelector(".tell-guide")).toBeNull();
  rerender(<Guide game="one" decision={decision("move")} words={words} />);
  expect(container.querySelector(".tell-guide")).not.toBeNull();
});
