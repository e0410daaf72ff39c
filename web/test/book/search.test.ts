import { describe, expect, it } from "vitest";
import { heading, pieces, placeBeside, placeOf, sections, short } from "../../src/book/layout";
import { fold, index, matches, search, wanted } from "../../src/book/search";
import type { Book, Rule } from "../../src/protocol";

function rule(id: string, en: string, it: string, place = ""): Rule {
  return { id, origin: "seed", topic: "", place, optional: false, text: { en, it } };
}

const book: Book = {
  game: "g",
  title: "G",
  chapters: [
    {
      chapter: "5",
      title: { en: "Movement", it: "Movimento" },
      rules: [
        rule("g.5a", "A unit may move.", "Un'unità può muovere.", "5 Movimento"),
        rule(
          "g.5.3.2b",
          "It withdraws, see g.5a.",
          "Ripiega perché è scossa.",
          "5.3.2 Ripiegare (printed 5.2): how",
        ),
        rule("g.5.3.2b2", "Cuirassiers charge.", "I corazzieri caricano.", "5.3.2 Ripiegare"),
      ],
    },
  ],
};

const found = (query: string, language: "en" | "it" = "en") => [
  ...(search(index(book, language), query) ?? []),
];

describe("searching", () => {
  it("looks for every word, in any order and case", () => {
    expect(found("MOVE unit")).toEqual(["g.5a"]);
    expect(found("unit charge")).toEqual([]);
  });

  it("does not mind accents", () => {
    expect(found("perche", "it")).toEqual(["g.5.3.2b"]);
    expect(found("UNITÀ", "it")).toEqual(["g.5a"]);
    expect(fold("L’unità")).toBe("l'unita");
  });

  it("finds rules by their number and by the words of the original book", () => {
    expect(found("5.3.2b")).toEqual(["g.5.3.2b", "g.5.3.2b2"]);
    expect(found("g.5a")).toEqual(["g.5a", "g.5.3.2b"]);
    expect(found("ripiegare")).toEqual(["g.5.3.2b", "g.5.3.2b2"]);
  });

  it("searches the language of the page", () => {
    expect(found("withdraws", "it")).toEqual([]);
  });

  it("is no search when nothing is asked", () => {
    expect(search(index(book, "en"), "  ")).toBeNull();
  });

  it("stays quick in a book of three thousand rules", () => {
    const many = Array.from({ length: 3000 }, (_, i) => rule(`g.${i}`, `Rule ${i} `.repeat(30), ""));
    const ready = index(
      { ...book, chapters: [{ chapter: "1", title: { en: "", it: "" }, rules: many }] },
      "en",
    );
    const before = performance.now();
    expect(search(ready, "rule 2999")?.size).toBe(1);
    expect(performance.now() - before).toBeLessThan(100);
  });
});

describe("marking what was found", () => {
  const marked = (text: string, query: string) =>
    matches(text, wanted(query)).map(([begin, end]) => text.slice(begin, end));

  it("marks the original letters, accents and all", () => {
    expect(marked("Un'unità può più", "unita piu")).toEqual(["unità", "più"]);
    expect(marked("Bléneau", "blen")).toEqual(["Blén"]);
  });

  it("joins what overlaps", () => {
    expect(marked("countercharge", "counter rcha charge")).toEqual(["countercharge"]);
  });

  it("keeps its place after letters of several units", () => {
    expect(marked("𝔄 é pike", "pike")).toEqual(["pike"]);
    expect(marked("e\u0301pike", "pike")).toEqual(["pike"]);
  });
});

describe("the page of a chapter", () => {
  it("is set in sections under the book's own headings", () => {
    const set = sections(book.chapters[0]?.rules ?? []);
    expect(set.map((one) => [one.number, one.title, one.rules.length])).toEqual([
      ["", "", 1],
      ["5.3.2", "Ripiegare", 2],
    ]);
    expect(heading("Geometry: the grid", "5.3")).toBe("");
  });

  it("takes the sections of a book with lettered chapters from where its rules stand", () => {
    const places = [
      ["e.0.1", "E Fase di movimento"],
      ["e.2.1.1", "E.2.1 Reazione della cavalleria"],
      ["e.2.1.2", "E.2.1 Reazione della cavalleria"],
      ["e.10.1", "E.10 Altro"],
      ["geo.1", "Geometria"],
    ] as const;
    const first = book.chapters[0]?.rules[0];
    if (!first) throw new Error("no rule");
    const set = sections(places.map(([id, place]) => ({ ...first, id: `g.${id}`, place })));
    expect(set.map((one) => [one.number, one.title, one.rules.length])).toEqual([
      ["", "", 1],
      ["E.2.1", "Reazione della cavalleria", 2],
      ["E.10", "Altro", 1],
      ["", "", 1],
    ]);
  });

  it("says in the margin only what the heading has not said", () => {
    const section = sections(book.chapters[0]?.rules ?? [])[1];
    if (!section) throw new Error("no section");
    expect(placeBeside("5.3.2 Ripiegare: how far", section)).toBe("how far");
    expect(placeBeside("5.3.2 Ripiegare", section)).toBe("");
    expect(placeBeside("10.18 Supporto", section)).toBe("10.18 Supporto");
  });

  it("leaves our English remarks out on an Italian page", () => {
    expect(placeOf({ place: "5.3 Movimenti (printed 5.2): how" }, "it")).toBe("5.3 Movimenti (stampato 5.2)");
    expect(placeOf({ place: "5.3 Movimenti: how" }, "en")).toBe("5.3 Movimenti: how");
    expect(placeOf({ place: { en: "x", it: "y" } }, "it")).toBe("y");
  });

  it("links the rules a text names, and only those there are", () => {
    const known = new Set(["g.5a", "g.5.3.2b"]);
    expect(pieces("See g.5a, not g.9.", "g", known)).toEqual([
      { kind: "text", text: "See " },
      { kind: "rule", id: "g.5a" },
      { kind: "text", text: ", not g.9." },
    ]);
    expect(pieces("After g.5.3.2b.", "g", known)).toEqual([
      { kind: "text", text: "After " },
      { kind: "rule", id: "g.5.3.2b" },
      { kind: "text", text: "." },
    ]);
    expect(short("g.card.7b")).toBe("card.7b");
  });
});
