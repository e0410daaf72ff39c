// The proof of fair chance, worked out where the reader can trust it: docs/protocol.md, «Fair dice».

import type { Evidence } from "../evidence";
import type { Fairness, Seat } from "../protocol";
import { blake2b } from "./blake2b";

export interface Proof {
  /** The fingerprint of the secret that was revealed; null before the end. */
  commitment: string | null;
  kept: boolean | null;
  /** Whether each share is the one its seat had promised; null before the end and in older battles. */
  shares: boolean | null;
  /** The seed that secret and contributions give; null where one of them is missing. */
  seed: string | null;
  seedAgrees: boolean | null;
}

/** What this browser can say of what the server tells; null: it has nothing to compare. */
export interface Compared {
  promise: boolean | null;
  share: boolean | null;
  commitments: boolean | null;
}

export const commitmentOf = (secret: string): string => blake2b(secret, "alfiere-commit");

/** What the seats of one key promise of their share; game and seats are in it, so that none can be copied. */
export const shareCommitment = (game: string, seats: readonly Seat[], share: string): string =>
  blake2b([game, [...seats].sort().join(","), share].join("\n"), "alfiere-share");

export function seedOf(secret: string, contributions: Record<string, string>): string {
  const lines = Object.keys(contributions)
    .sort()
    .map((seat) => `${seat}=${contributions[seat]}`);
  return blake2b([secret, ...lines].join("\n"), "alfiere-seed");
}

export function prove(game: string, told: Fairness): Proof {
  if (told.secret === null)
    return { commitment: null, kept: null, shares: null, seed: null, seedAgrees: null };
  const commitment = commitmentOf(told.secret);
  const given = Object.entries(told.contributions).filter((one): one is [string, string] => one[1] !== null);
  const all = given.length === Object.keys(told.contributions).length;
  const seed = all ? seedOf(told.secret, Object.fromEntries(given)) : null;
  return {
    commitment,
    kept: told.commitment === null ? null : commitment === told.commitment,
    shares: told.committed ? sharesKept(game, told) : null,
    seed,
    seedAgrees: seed === null || told.seed === null ? null : seed === told.seed,
  };
}

function sharesKept(game: string, told: Fairness): boolean {
  const listed = told.keys.flat();
  const everybody = Object.keys(told.contributions).every((seat) => listed.includes(seat));
  return (
    everybody &&
    told.keys.every((seats) =>
      seats.every((seat) => {
        const share = told.contributions[seat];
        return !!share && told.commitments[seat] === shareCommitment(game, seats, share);
      }),
    )
  );
}

/** What the server tells now against what this browser kept from the first moment on. */
export function compare(told: Fairness, evidence: Evidence | null): Compared {
  if (!evidence) return { promise: null, share: null, commitments: null };
  const { share, seats = [], commitments } = evidence;
  // Before all have promised, shares and promises are still to come: that is no contradiction.
  const shown = told.contributions;
  const isOpen = seats.some((seat) => shown[seat]) || told.secret !== null;
  return {
    promise: told.commitment === evidence.commitment,
    share: share && isOpen ? seats.every((seat) => shown[seat] === share) : null,
    commitments: commitments
      ? Object.keys({ ...commitments, ...told.commitments }).every(
          (seat) => commitments[seat] === told.commitments[seat],
        )
      : null,
  };
}
