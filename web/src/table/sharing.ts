// Sitting down: this key's share of chance is drawn and kept, promised, and shown when everybody has promised theirs.

import { type Evidence, evidenceOf, keepCommitments, keepPromise, keepShare } from "../evidence";
import type { About, Fairness, State } from "../protocol";
import { Refusal } from "../server";
import { shareCommitment } from "../telling/fairness";
import type { Known } from "./known";
import { mine } from "./seats";
import { again, randomLetters } from "./sending";

export const allJoined = (about: About) => about.seats.every((one) => one.joined);

/** Promises are in, and mine is the share that is awaited. */
export const mayReveal = (about: About) =>
  about.status === "waiting" && allJoined(about) && about.seats.some((one) => one.mine && !one.revealed);

/** What the server says of its chance; its promise must be the one this browser saw first. */
async function asked(known: Known): Promise<[Fairness, Evidence | null]> {
  const told = await again(() => known.game.fairness());
  known.commitment.value = told.commitment;
  const evidence = keepPromise(known.id, told, known.about.value?.status === "waiting");
  if (evidence && told.commitment !== evidence.commitment)
    throw new Refusal(0, "promise-changed", "the server has changed its promise", "", null);
  return [told, evidence];
}

/** Keeps the server's promise as early as possible; who only watches keeps it too. */
export async function notePromise(known: Known): Promise<void> {
  await asked(known);
}

/** Commits this key to a share. A browser that has lost its share draws another while somebody is missing. */
export async function promiseShare(known: Known): Promise<State | null> {
  const [told, evidence] = await asked(known);
  const about = known.about.value;
  const seats = about ? mine(about) : [];
  if (!about || !seats.length || !evidence || allJoined(about)) return null;
  const kept = evidence.share ? evidence : keepShare(evidence, seats, randomLetters());
  const promised = shareCommitment(known.id, seats, kept.share ?? "");
  if (seats.every((seat) => told.commitments[seat] === promised)) return null;
  return again(() => known.game.join(promised));
}

/** Shows the share, after keeping what everybody promised; null where another device has it. */
export async function showShare(known: Known): Promise<State | null> {
  const about = known.about.value;
  const share = evidenceOf(known.id)?.share;
  if (!about || !mayReveal(about) || !share) return null;
  const [told, evidence] = await asked(known);
  const seats = mine(about);
  const promised = shareCommitment(known.id, seats, share);
  const all = Object.entries(told.commitments).filter((one): one is [string, string] => one[1] !== null);
  const isMine = seats.every((seat) => told.commitments[seat] === promised);
  if (!evidence || !isMine || all.length < about.seats.length) return null;
  keepCommitments(evidence, Object.fromEntries(all));
  return again(() => known.game.reveal(share));
}
