import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetEvidence, keepCommitments, keepPromise, keepShare } from "../../src/evidence";
import { speak } from "../../src/language";
import { commitmentOf, seedOf, shareCommitment } from "../../src/telling/fairness";
import { Verify } from "../../src/telling/Verify";

const SECRET = "a1".repeat(32);
const SHARES = { red: "r".repeat(16), blue: "b".repeat(16) };

const PROMISED = {
  red: shareCommitment("x", ["red"], SHARES.red),
  blue: shareCommitment("x", ["blue"], SHARES.blue),
};

/** As the browser of red did before the battle. */
function sat() {
  const promise = keepPromise("x", { commitment: commitmentOf(SECRET), secret: null }, true);
  if (promise) keepCommitments(keepShare(promise, ["red"], SHARES.red), PROMISED);
}

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
  committed: true,
  commitment: commitmentOf(SECRET),
  commitments: PROMISED,
  contributions: SHARES,
  keys: [["red"], ["blue"]],
  secret: SECRET,
  seed: seedOf(SECRET, SHARES),
  promise_kept: true,
  shares_kept: true,
  seed_agrees: true,
  replay_agrees: true,
  decisions: 321,
};

beforeEach(() => {
  speak("en");
  localStorage.clear();
  forgetEvidence();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a fair battle is proved on the page", async () => {
  sat();
  serve(fair, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("Everything agrees");
  expect(screen.getByText("The promise was kept")).toBeTruthy();
  expect(screen.getByText("The seed is right")).toBeTruthy();
  expect(screen.getByText("alfiere verify toy-one-x.json")).toBeTruthy();
});

test("a browser that kept nothing says so and claims less", async () => {
  serve(fair, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("What the server tells fits together");
  expect(screen.getByText(/kept nothing of this battle/)).toBeTruthy();
});

test("who came after the end keeps nothing that could look like evidence", async () => {
  expect(keepPromise("x", fair, false)).toBeNull();
});

test("a host who replaced everything in the middle of the battle is caught", async () => {
  sat();
  const secret = "b2".repeat(32);
  serve({ ...fair, secret, commitment: commitmentOf(secret), seed: seedOf(secret, SHARES) }, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("Something does not agree");
  expect(screen.getByText("The promise was kept")).toBeTruthy(); // by itself it fits
  expect(screen.getByText(/another promise than it gave this browser/)).toBeTruthy();
});

test("a battle of an older release says what it proves", async () => {
  serve({ ...fair, committed: false, commitments: { red: null, blue: null }, shares_kept: null }, "over");
  render(<Verify id="x" />);
  expect((await screen.findByRole("status")).textContent).toContain("older battle");
  expect(screen.getByText(/did not change its secret/)).toBeTruthy();
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
