import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../../src/language";
import type { MapProps } from "../../src/map/sheet/contract";
import { Replay, viewers } from "../../src/telling/Replay";
import { event, look, step, view, words } from "./examples";

// a map that shows which view it was given, and plays at once
vi.mock("../../src/map/BoardMap", () => ({
  BoardMap: ({ view: shown, handle }: MapProps) => {
    if (handle)
      handle.current = {
        play: async (told) => {
          played.push(told.key);
        },
        skip: () => {},
        show: () => {},
        centre: () => {},
        fit: () => {},
        zoom: () => {},
      };
    return <output>{String(shown.tracks.at)}</output>;
  },
}));

const played: string[] = [];
const steps = [
  step(0, [], { kind: "began" }),
  step(1),
  step(2, [event("walked", { who: "picardie" }, "Picardie march.")]),
  step(3),
  step(4, [event("struck", {}, "A blow.")]),
];
const game = {
  id: "again",
  scenario: "toy/one",
  title: { en: "One", it: "Uno" },
  status: "over",
  by_hand: false,
  origin: "fair",
  options: {},
  seats: [
    { seat: "red", who: "person", joined: true, revealed: true, mine: false },
    { seat: "blue", who: "person", joined: true, revealed: true, mine: true },
  ],
  may_export: true,
  created: 0,
} as const;

function answer(path: string): unknown {
  const moment = /moments\/(\d+)/.exec(path)?.[1];
  if (moment)
    return {
      moment: Number(moment),
      moments: 5,
      seat: null,
      view: { ...view, tracks: { at: Number(moment) } },
    };
  if (path.includes("/log"))
    return { seat: null, moments: 5, steps: steps.slice(Number(/from=(\d+)/.exec(path)?.[1])) };
  if (path.includes("/look/")) return look;
  if (path.includes("/words/")) return words;
  if (path.includes("/scenarios")) return { scenarios: [], computers: [] };
  return { game, table: { seat: null } };
}

beforeEach(() => {
  speak("en");
  played.length = 0;
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(answer(path))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = () => screen.getByRole("status").textContent;

test("a battle is stepped through; the address and the sentence follow", async () => {
  render(<Replay id="again" moment={null} />);
  await waitFor(() => expect(shown()).toBe("0"));
  fireEvent.click(screen.getByRole("button", { name: "One step forward" }));
  await waitFor(() => expect(shown()).toBe("2"));
  expect(played).toEqual(["walked"]);
  expect(location.hash).toBe("#/replay/again/2");
  expect(screen.getAllByText("Picardie").length).toBeGreaterThan(0);
  fireEvent.keyDown(document.body, { key: "End" });
  await waitFor(() => expect(shown()).toBe("4"));
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  await waitFor(() => expect(shown()).toBe("2"));
  expect(played).toEqual(["walked"]);
  fireEvent.input(screen.getByRole("slider"), { target: { value: "3" } });
  await waitFor(() => expect(shown()).toBe("3"));
  expect(location.hash).toBe("#/replay/again/3");
});

test("a link opens at its moment, and one beyond the end at the end", async () => {
  const { unmount } = render(<Replay id="again" moment={2} />);
  await waitFor(() => expect(shown()).toBe("2"));
  unmount();
  render(<Replay id="again" moment={99} />);
  await waitFor(() => expect(shown()).toBe("4"));
});

test("playing goes on by itself and stops at the end", async () => {
  render(<Replay id="again" moment={2} />);
  await waitFor(() => expect(shown()).toBe("2"));
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await waitFor(() => expect(shown()).toBe("4"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Play" })).toBeTruthy());
});

test("after the end every view is open, before it one's own and the public's", () => {
  const about = { ...game, options: {}, seats: [...game.seats] };
  expect(viewers(about)).toEqual(["red", "blue", "spectator"]);
  expect(viewers({ ...about, status: "playing" })).toEqual(["blue", "spectator"]);
});
