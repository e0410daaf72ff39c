import { expect, test } from "vitest";
import type { Fairness } from "../../src/protocol";
import { commitmentOf, prove, seedOf } from "../../src/telling/fairness";

// worked out with the server's own alfiere.kernel.chance
const SECRET = "fe2d".repeat(16);
const COMMITMENT = "fdf1c39cc3c299491be64f6c17d3225f1e15085bc71f2a14df6808ca34292a7c";
const SHARES = { red: "R".repeat(20), blue: "b_-".repeat(10) };
const SEED = "89e43c7d9a8ca3cfa739321952f3488ef90e08971af50d1e2d68ba5ef2339c11";

const told = (more: Partial<Fairness> = {}): Fairness => ({
  kind: "fair",
  commitment: COMMITMENT,
  contributions: SHARES,
  secret: SECRET,
  seed: SEED,
  promise_kept: true,
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
  const proof = prove(told({ promise_kept: false, seed_agrees: false }));
  expect(proof).toEqual({ commitment: COMMITMENT, kept: true, seed: SEED, seedAgrees: true });
});

test("another secret is found out, whatever the server says", () => {
  const proof = prove(told({ secret: `${SECRET}0`, promise_kept: true }));
  expect(proof.kept).toBe(false);
  expect(proof.seedAgrees).toBe(false);
});

test("before the end nothing is claimed", () => {
  expect(prove(told({ secret: null, seed: null }))).toEqual({
    commitment: null,
    kept: null,
    seed: null,
    seedAgrees: null,
  });
});

test("a missing contribution proves nothing about the seed", () => {
  expect(prove(told({ contributions: { ...SHARES, red: null } })).seedAgrees).toBeNull();
});
