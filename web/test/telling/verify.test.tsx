import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../../src/language";
import { commitmentOf, seedOf } from "../../src/telling/fairness";
import { Verify } from "../../src/telling/Verify";

const SECRET = "a1".repeat(32);
const SHARES = { red: "r".repeat(16), blue: "b".repeat(16) };

function serve(fairness: Record<string, unknown>, status: string) {
  const game = {
    id: "x",
    scenario: "toy/one",
    title: { en: "One", it: "Uno" },
    status,
    seats: [],
    may_export: status === "over",
  };
  vi.stubGlobal("fetch", async (path: string) => {
    const told = path.includes("fairness")
      ? fairness
      : path.includes("scenarios")
        ? { scenarios: [] }
        : { game, table: null };
    return new Response(JSON.stringify(told));
  });
}

const fair = {
  kind: "fair",
  commitment: commitmentOf(SECRET),
  contributions: SHARES,
  secret: SECRET,
  seed: seedOf(SECRET, SHARES),
  promise_kept: true,
  seed_agrees: true,
  replay_agrees: true,
  decisions: 321,
};

beforeEach(() => speak("en"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a fair battle is proved on the page", async () => {
  serve(fair, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("Everything agrees");
  expect(screen.getByText("The promise was kept")).toBeTruthy();
  expect(screen.getByText("The seed is right")).toBeTruthy();
  expect(screen.getByText(/alfiere verify toy-one-x\.json/)).toBeTruthy();
});

test("a false secret is shown, although the server says all is well", async () => {
  serve({ ...fair, secret: "b2".repeat(32) }, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("Something does not agree");
  expect(screen.getByText("The promise was broken")).toBeTruthy();
});

test("before the end there is the promise only", async () => {
  serve(
    {
      ...fair,
      secret: null,
      seed: null,
      promise_kept: null,
      seed_agrees: null,
      replay_agrees: null,
      decisions: null,
    },
    "playing",
  );
  render(<Verify id="x" />);
  expect(await screen.findByText(fair.commitment)).toBeTruthy();
  expect(screen.getByText(/still being fought/)).toBeTruthy();
  expect(screen.queryByText("The seed")).toBeNull();
  expect(screen.queryByRole("button", { name: /Save the file/ })).toBeNull();
});
