// Several people of one side: who decides for which part of it. The server says the same of every answer.

import type { About, Comrade, Decision, Seat } from "../protocol";

/** An answer for several parts of a side at once: only who leads them all gives it. */
const ALL_PARTS = "*";

/** Those who play a side besides who holds its chair. */
export const comradesOf = (about: About | null, seat: Seat | null): Comrade[] =>
  (about?.comrades ?? []).filter((one) => one.seat === seat);

/** Who leads a part of a side; null is who holds its chair. */
export const leaderOf = (about: About | null, seat: Seat | null, part: string): Comrade | null =>
  comradesOf(about, seat).find((one) => one.parts.includes(part)) ?? null;

/** Whether it is for whoever is at this browser to decide for a part. */
export function leads(about: About | null, seat: Seat | null, part: string): boolean {
  const all = comradesOf(about, seat);
  if (!all.length) return true;
  if (part === ALL_PARTS) return about?.chief === true && all.every((one) => !one.parts.length);
  return leaderOf(about, seat, part)?.me ?? about?.chief === true;
}

/** A question with the answers that are one's own to give; null where there is none. */
export function own(decision: Decision, about: About | null): Decision | null {
  const whole = decision.part ?? "";
  const options = decision.options.filter((one) => leads(about, decision.seat, one.part ?? whole));
  if (options.length === decision.options.length) return decision;
  return options.length ? { ...decision, options } : null;
}
