import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../../src/language";
import { Briefing } from "../../src/papers/Briefing";
import { isBriefed } from "../../src/papers/shown";
import type { Formation, Option, View, Words } from "../../src/protocol";
import { Inspector } from "../../src/table/Inspector";
import { pressed } from "../../src/table/keyboard";
import { Kit } from "../../src/table/kit";
import { Papers } from "../../src/table/Papers";
import { decision, look, option, piece, table, view } from "../table/pieces";

let kit: Kit;
let answered: Option[];
const centre = vi.fn();

beforeEach(() => {
  isBriefed.value = false;
  language.value = "en";
  answered = [];
  centre.mockClear();
  kit = new Kit("game", "key");
  kit.session.look.value = look;
  kit.session.seat.value = "blue";
  kit.session.answer = async (one) => {
    answered.push(one as Option);
    return true;
  };
  kit.session.preview = async () => ({ allowed: true, sketch: [], final: false, prospects: [] });
  kit.map.current = { centre } as unknown as NonNullable<typeof kit.map.current>;
  kit.session.shown.value = table({
    decision: decision([option("call", { unit: "A" }), option("call", { unit: "B" })]),
    view: view([
      piece("A", "blue", "0505"),
      piece("B", "blue", "0606", { acted: true }),
      piece("E", "red", "0707"),
    ]),
  });
});

afterEach(() => {
  cleanup();
  kit.end();
});

const key = (name: string) => pressed(new KeyboardEvent("keydown", { key: name, bubbles: true }), kit);

test("a key brings the order of battle and takes it away again, Escape too", () => {
  expect(key("o")).toBe(true);
  expect(kit.paper.value).toBe("army");
  key("o");
  expect(kit.paper.value).toBeNull();
  key("O");
  key("Escape");
  expect(kit.paper.value).toBeNull();
});

test("what a unit has not is a word on its card, never «null»", () => {
  const values = { melee: 2, fire: null, armour: [0, 1] as [number, number] };
  kit.session.shown.value = table({ view: view([piece("A", "blue", "0505", { values })]) });
  kit.session.words.value = { en: { value: { fire: "fire", none: "—" } }, it: {} } as unknown as Words;
  kit.inspected.value = "A";
  render(<Inspector kit={kit} />);
  expect(screen.getByText("Fire").nextElementSibling?.textContent).toBe("—");
  expect(document.body.textContent).not.toContain("null");
});

test("each unit is read out with what is to be known of it", () => {
  kit.paper.value = "army";
  render(<Papers kit={kit} />);
  expect(
    screen.getByRole("button", { name: /^A, .*strength 3 of 3.*may be chosen now: call$/ }),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: /^B, .*has acted/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^E, / }).className).not.toContain("option");
});

test("who is chosen there is brought to the middle, shows the card, and answers what is asked", async () => {
  kit.paper.value = "army";
  render(<Papers kit={kit} />);
  fireEvent.click(screen.getByRole("button", { name: /^B, / }));
  expect(centre).toHaveBeenCalledWith("0606");
  expect(kit.inspected.value).toBe("B");
  await vi.waitFor(() => expect(answered.map((one) => one.args.unit)).toEqual(["B"]));
});

test("who is not asked about is only looked at", () => {
  kit.paper.value = "army";
  render(<Papers kit={kit} />);
  fireEvent.click(screen.getByRole("button", { name: /^E, / }));
  expect(kit.inspected.value).toBe("E");
  expect(answered).toEqual([]);
});

test("arrows walk from unit to unit", () => {
  kit.paper.value = "army";
  render(<Papers kit={kit} />);
  const first = screen.getByRole("button", { name: /^A, / });
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("data-unit")).toBe("B");
  fireEvent.keyDown(document.activeElement as Element, { key: "End" });
  expect(document.activeElement?.getAttribute("data-unit")).toBe("E");
});

test("the legend shows how units are drawn up, in the game's words where it has its own", () => {
  const unit = (id: string, formation: Formation) => {
    const { strength: _, ...plain } = piece(id, "blue", "");
    return {
      ...plain,
      formation,
      shape: { rect: [600, 200] as [number, number] },
      tracks: { strength: [2, 4] as [number, number] },
    };
  };
  kit.session.words.value = { en: { formation: { column: "in attack column" } }, it: {} };
  kit.session.shown.value = table({
    view: view([unit("A", "line"), unit("B", "column"), unit("C", "line"), unit("D", "block")], {
      board: { kind: "open", unit: "cm", scale: 100, width: 9000, depth: 6000, shapes: [] },
    }),
  });
  kit.paper.value = "legend";
  const { container } = render(<Papers kit={kit} />);
  const drawn = [...container.querySelectorAll(".paper-formation")].map(
    (one) => one.closest("li")?.textContent,
  );
  expect(drawn).toEqual(["In line", "In attack column"]);
  expect(container.querySelector(".paper-formation text")).toBeNull();
  expect(container.querySelector(".paper-die")).toBeNull();
});

test("the legend tells what is on the table, and behind a line what else there is", () => {
  const badges = {
    shaken: { sign: "!", tone: "bad" as const },
    drunk: { sign: "~", tone: "warn" as const },
  };
  kit.session.look.value = { ...look, badges };
  kit.session.words.value = {
    en: {
      word: { shaken: "shaken", wood: "wood" },
      legend: { shaken: "cannot attack" },
      class: { X: "foot" },
    },
    it: {},
  };
  kit.session.shown.value = table({ view: view([piece("A", "blue", "0505", { badges: ["shaken"] })]) });
  kit.paper.value = "legend";
  const { container } = render(<Papers kit={kit} />);
  const shown = [...container.querySelectorAll(".paper-legend > section")]
    .map((one) => one.textContent)
    .join();
  expect(shown).toContain("Foot");
  expect(shown).toContain("Shakencannot attack");
  expect(shown).not.toContain("Drunk");
  expect(container.querySelector("details")?.textContent).toContain("Drunk");
});

const briefing = {
  title: { en: "The ford", it: "Il guado" },
  date: "1648-08-20",
  turns: 12,
  summary: { en: "Who crosses?", it: "Chi passa?" },
  wins: { en: "Firmness decides.", it: "Decide la fermezza." },
  goals: { blue: { en: "Cross the ford.", it: "Passa il guado." } },
  special: [{ name: { en: "Mud", it: "Fango" }, text: { en: "All go slowly.", it: "Tutti vanno piano." } }],
  options: { veterans: "yes" },
};

test("a battle begins with its briefing, once, and it can be asked for again", async () => {
  localStorage.clear();
  isBriefed.value = true;
  kit.session.game.briefing = async () => briefing;
  const { container, rerender } = render(<Papers kit={kit} />);
  await vi.waitFor(() => expect(kit.paper.value).toBe("briefing"));
  await screen.findByText("The ford");
  for (const text of ["20 August 1648 · 12 turns", "Cross the ford.", "All go slowly.", "Veterans"])
    expect(container.textContent).toContain(text);
  fireEvent.click(screen.getByRole("button", { name: "To the table" }));
  expect(kit.paper.value).toBeNull();
  cleanup();
  render(<Papers kit={kit} />);
  expect(kit.paper.value).toBeNull();
  rerender(<Papers kit={kit} />);
  key("b");
  expect(kit.paper.value).toBe("briefing");
});

test("the briefing tells the table of events to who knows it, and to who keeps it what is over", () => {
  const shown = (events: View["events"]) => {
    cleanup();
    const { container } = render(
      <Briefing
        told={briefing}
        look={look}
        words={null}
        scenario={null}
        mine="master"
        events={events}
        rulebook=""
        onClose={() => undefined}
      />,
    );
    return container.textContent ?? "";
  };
  const pig = { number: 1, type: "animal", text: { en: "A pig.", it: "Un maiale." } };
  expect(shown([])).not.toContain("Table of events");
  expect(shown([pig])).toContain("1. A pig.");
  expect(shown([pig])).not.toContain("over");
  expect(shown([{ ...pig, left: true }])).not.toContain("(over)");
  expect(shown([{ ...pig, left: false }])).toContain("1. A pig. (over)");
});

test("who wants no briefings is left alone", () => {
  localStorage.clear();
  isBriefed.value = false;
  render(<Papers kit={kit} />);
  expect(kit.paper.value).toBeNull();
});
