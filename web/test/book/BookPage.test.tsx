import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BookPage, inReadingOrder } from "../../src/book/BookPage";
import { speak } from "../../src/language";

const rule = (id: string, en: string, more = {}) => ({
  id,
  origin: "seed",
  topic: "",
  place: "7.1 Mischia",
  optional: false,
  text: { en, it: `it: ${en}` },
  ...more,
});

const book = {
  game: "g",
  title: "The Game",
  chapters: [
    {
      chapter: "7",
      title: { en: "Melee", it: "Mischia" },
      rules: [
        rule("g.7.1a", "Both sides strike, see g.7.1b."),
        rule("g.7.1b", "The unit steps back.", { origin: "house" }),
        rule("g.7.1c", "Veterans turn less.", { optional: true }),
      ],
    },
  ],
};

const words = {
  en: { guide: { welcome: "Two armies fight." }, heading: { "7.1": "Coming to blows" } },
  it: { guide: { welcome: "Due eserciti combattono." }, heading: { "7.1": "Mischia" } },
};

beforeEach(() => {
  speak("en");
  vi.stubGlobal(
    "fetch",
    async (path: string) => new Response(JSON.stringify(path.includes("/words/") ? words : book)),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The rules to be seen: while something is looked for the book itself is laid aside. */
const shown = () =>
  [...document.querySelectorAll(".book-number")]
    .filter((one) => !one.closest("[hidden]"))
    .map((one) => one.getAttribute("title"));

describe("the rulebook", () => {
  it("begins with what a newcomer wants, and has its sections' titles in the language of the page", async () => {
    render(<BookPage game="g" rule={null} />);
    await screen.findByText("Two armies fight.");
    await screen.findByText("Coming to blows");
    speak("it");
    await screen.findByText("Due eserciti combattono.");
  });

  it("keeps the chapter about measuring for the end", () => {
    const chapter = (one: string) => ({ chapter: one, title: { en: one, it: one }, rules: [] });
    const whole = { game: "g", title: "", chapters: [chapter("0"), chapter("1"), chapter("2")] };
    expect(inReadingOrder(whole).chapters.map((one) => one.chapter)).toEqual(["1", "2", "0"]);
  });

  it("finds as one types, counts and marks", async () => {
    render(<BookPage game="g" rule={null} />);
    const field = await screen.findByRole("searchbox");
    expect(shown()).toEqual(["g.7.1a", "g.7.1b", "g.7.1c"]);
    fireEvent.input(field, { target: { value: "STEPS unit" } });
    await screen.findByText("1 of 3 rules");
    expect(shown()).toEqual(["g.7.1b"]);
    expect([...document.querySelectorAll("mark")].map((one) => one.textContent)).toEqual(["unit", "steps"]);
    fireEvent.input(field, { target: { value: "nothing of the kind" } });
    await screen.findByText("No rule says this.");
    fireEvent.keyDown(field, { key: "Escape" });
    await screen.findByText("3 rules");
  });

  it("comes to the search with «/»", async () => {
    render(<BookPage game="g" rule={null} />);
    const field = await screen.findByRole("searchbox");
    await vi.waitFor(() => {
      fireEvent.keyDown(document.body, { key: "/" });
      expect(document.activeElement === field).toBe(true);
    });
  });

  it("marks the rule of the address, with or without the book's code", async () => {
    const { rerender } = render(<BookPage game="g" rule="g.7.1b" />);
    await screen.findByRole("searchbox");
    expect(document.querySelector(".marked")?.id).toBe("g.7.1b");
    rerender(<BookPage game="g" rule="7.1c" />);
    expect(document.querySelector(".marked")?.id).toBe("g.7.1c");
    rerender(<BookPage game="g" rule="g.99" />);
    expect((await screen.findByRole("alert")).textContent).toContain("g.99");
  });

  it("tells where a rule comes from and links the rules it names", async () => {
    render(<BookPage game="g" rule={null} />);
    await screen.findByRole("searchbox");
    expect(document.getElementById("g.7.1b")?.textContent).toContain("house rule");
    expect(document.getElementById("g.7.1c")?.textContent).toContain("optional");
    const cited = document.querySelector<HTMLAnchorElement>("#g\\.7\\.1a .book-cite");
    expect(cited?.getAttribute("href")).toBe("#/rules/g/g.7.1b");
  });
});
