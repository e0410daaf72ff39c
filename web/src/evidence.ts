// What this browser keeps of a battle's chance from the first moment on, to hold against what the server tells at the
// end: the server's promise as first shown, this seat's own share, and what every seat had promised before it was shown.
// docs/protocol.md, «Fair dice».

import type { Fairness, Seat } from "./protocol";

export interface Evidence {
  game: string;
  /** The server's commitment as this browser first saw it. */
  commitment: string;
  /** Seen before the battle began: no share had been shown yet. */
  early: boolean;
  since: number;
  /** My seats and my share of chance, where a key of this browser sat down. */
  seats?: Seat[];
  share?: string;
  /** What every seat had promised before my share was shown. */
  commitments?: Record<Seat, string>;
}

const here = new Map<string, Evidence>(); // where nothing can be stored it lasts as long as the page
const place = (id: string) => `alfiere.evidence.${id}`;

export function evidenceOf(id: string): Evidence | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(id)) ?? "null");
    if (found && typeof (found as Evidence).commitment === "string") return found as Evidence;
  } catch {
    // Not ours, or storage is closed to us.
  }
  return here.get(id) ?? null;
}

function keep(evidence: Evidence): Evidence {
  here.set(evidence.game, evidence);
  try {
    localStorage.setItem(place(evidence.game), JSON.stringify(evidence));
  } catch {
    // It lasts as long as the page.
  }
  return evidence;
}

/** For tests: what only this page knew. */
export const forgetEvidence = () => here.clear();

/** Keeps the server's promise as it is first seen; what comes later never replaces it. */
export function keepPromise(
  id: string,
  told: Pick<Fairness, "commitment" | "secret">,
  early: boolean,
): Evidence | null {
  const before = evidenceOf(id);
  if (before) return before;
  // After the end everything can be told to fit: it would be no evidence.
  if (!told.commitment || told.secret !== null) return null;
  return keep({ game: id, commitment: told.commitment, early, since: Date.now() });
}

export function keepShare(evidence: Evidence, seats: Seat[], share: string): Evidence {
  return keep({ ...evidence, seats, share });
}

/** Keeps what everybody promised; only as it was before the own share was shown. */
export function keepCommitments(evidence: Evidence, commitments: Record<Seat, string>): Evidence {
  return evidence.commitments ? evidence : keep({ ...evidence, commitments });
}
