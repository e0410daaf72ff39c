// The proof of fair chance, worked out where the reader can trust it: docs/protocol.md, «Fair dice».

import type { Fairness } from "../protocol";
import { blake2b } from "./blake2b";

export interface Proof {
  /** The fingerprint of the secret that was revealed; null before the end. */
  commitment: string | null;
  kept: boolean | null;
  /** The seed that secret and contributions give; null where one of them is missing. */
  seed: string | null;
  seedAgrees: boolean | null;
}

export const commitmentOf = (secret: string): string => blake2b(secret, "alfiere-commit");

export function seedOf(secret: string, contributions: Record<string, string>): string {
  const lines = Object.keys(contributions)
    .sort()
    .map((seat) => `${seat}=${contributions[seat]}`);
  return blake2b([secret, ...lines].join("\n"), "alfiere-seed");
}

export function prove(told: Fairness): Proof {
  if (told.secret === null) return { commitment: null, kept: null, seed: null, seedAgrees: null };
  const commitment = commitmentOf(told.secret);
  const given = Object.entries(told.contributions).filter((one): one is [string, string] => one[1] !== null);
  const all = given.length === Object.keys(told.contributions).length;
  const seed = all ? seedOf(told.secret, Object.fromEntries(given)) : null;
  return {
    commitment,
    kept: told.commitment === null ? null : commitment === told.commitment,
    seed,
    seedAgrees: seed === null || told.seed === null ? null : seed === told.seed,
  };
}
