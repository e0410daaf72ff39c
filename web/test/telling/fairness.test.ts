import { expect, test } from "vitest";
import type { Evidence } from "../../src/evidence";
import type { Fairness } from "../../src/protocol";
import { commitmentOf, compare, prove, seedOf, shareCommitment } from "../../src/telling/fairness";

// worked out with the server's own alfiere.kernel.chance
const SECRET = "fe2d".repeat(16);
const COMMITMENT = "fdf1c39cc3c299491be64f6c17d3225f1e15085bc71f2a14df6808ca34292a7c";
const SHARES = { red: "R".repeat(20), blue: "b_-".repeat(10) };
const SEED = "89e43c7d9a8ca3cfa739321952f3488ef90e08971af50d1e2d68ba5ef2339c11";

const GAME = "wBlU6FFmhByYNkYy";
const RED = "bb16ee2911";
const PROMISED = {
  red: shareCommitment(GAME, ["red"], SHARES.red),
  blue: shareCommitment(GAME, ["blue"], SHARES.blue),
};

const told = (more: Partial<Fairness> = {}): Fairness => ({
  kind: "fair",
  committed: true,
  commitment: COMMITMENT,
  commitments: PROMISED,
  contributions: SHARES,
  keys: [["red"], ["blue"]],
  secret: SECRET,
  seed: SEED,
  promise_kept: true,
  shares_kept: true,
  seed_agrees: true,
  replay_agrees: true,
  decisions: 321,
  ...more,
});

test("the commitment is worked out as the server does", () => {
  expect(commitmentOf(SECRET)).toBe(COMMITMENT);
});

test("the seed takes the seats in alphabetical order", () => {
  expect(seedOf(SECRET, SHARES)).toBe(SEED);
  expect(seedOf(SECRET, { blue: SHARES.blue, red: SHARES.red })).toBe(SEED);
});

test("a kept promise is proved without believing the server's own word", () => {
  const proof = prove(GAME, told({ promise_kept: false, seed_agrees: false }));
  expect(proof).toEqual({ commitment: COMMITMENT, kept: true, shares: true, seed: SEED, seedAgrees: true });
});

test("another secret is found out, whatever the server says", () => {
  const proof = prove(GAME, told({ secret: `${SECRET}0`, promise_kept: true }));
  expect(proof.kept).toBe(false);
  expect(proof.seedAgrees).toBe(false);
});

test("before the end nothing is claimed", () => {
  expect(prove(GAME, told({ secret: null, seed: null }))).toEqual({
    commitment: null,
    kept: null,
    shares: null,
    seed: null,
    seedAgrees: null,
  });
});

test("a missing contribution proves nothing about the seed", () => {
  expect(prove(GAME, told({ contributions: { ...SHARES, red: null } })).seedAgrees).toBeNull();
});

test("a promise of a share is worked out as the server does", () => {
  expect(PROMISED.red.startsWith(RED)).toBe(true);
  expect(shareCommitment(GAME, ["red", "blue"], SHARES.red)).toBe(
    shareCommitment(GAME, ["blue", "red"], SHARES.red),
  );
});

test("a share that was not promised is found out", () => {
  expect(prove(GAME, told({ contributions: { ...SHARES, red: "another".repeat(3) } })).shares).toBe(false);
  expect(prove("another-game-id", told()).shares).toBe(false);
  expect(prove(GAME, told({ keys: [["red"]] })).shares).toBe(false);
});

test("battles of older releases promised no shares", () => {
  const older = told({ committed: false, commitments: { red: null, blue: null }, shares_kept: null });
  expect(prove(GAME, older)).toMatchObject({ kept: true, shares: null, seedAgrees: true });
});

const kept: Evidence = {
  game: GAME,
  commitment: COMMITMENT,
  early: true,
  since: 1,
  seats: ["blue"],
  share: SHARES.blue,
  commitments: PROMISED,
};

test("what was kept agrees with what an honest server tells", () => {
  expect(compare(told(), kept)).toEqual({ promise: true, share: true, commitments: true });
  expect(compare(told(), null)).toEqual({ promise: null, share: null, commitments: null });
});

test("a host who replaces secret, promise and seed in the middle is caught", () => {
  const secret = "beef".repeat(16);
  const forged = told({ secret, commitment: commitmentOf(secret), seed: seedOf(secret, SHARES) });
  expect(prove(GAME, forged)).toMatchObject({ kept: true, shares: true, seedAgrees: true });
  expect(compare(forged, kept).promise).toBe(false);
});

test("a host who replaces a share and its promise is caught", () => {
  const red = "chosen".repeat(5);
  const forged = told({
    contributions: { ...SHARES, red },
    commitments: { ...PROMISED, red: shareCommitment(GAME, ["red"], red) },
    seed: seedOf(SECRET, { ...SHARES, red }),
  });
  expect(prove(GAME, forged)).toMatchObject({ shares: true, seedAgrees: true });
  expect(compare(forged, kept).commitments).toBe(false);
});

test("a host who begins without the share of this browser is caught", () => {
  const { commitments: _, ...alone } = kept;
  const forged = told({ contributions: { ...SHARES, blue: "chosen".repeat(5) } });
  expect(compare(forged, alone).share).toBe(false);
});

test("before the shares are shown none is missed", () => {
  const { commitments: _, ...alone } = kept;
  const early = told({ contributions: { red: null, blue: null }, secret: null, seed: null });
  expect(compare(early, alone)).toEqual({ promise: true, share: null, commitments: null });
});
