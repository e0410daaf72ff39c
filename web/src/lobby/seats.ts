// Who sits where: what is proposed, what it amounts to, what is sensible.

import type { Scenario, Scenarios, Seat, Side } from "../protocol";

/** «me», «friend», «computer:level» or, where a side can do without, «nobody», by seat. */
export type Seating = Record<Seat, string>;

const LIKED = "greedy";

/** The opponent that is proposed: the usual one if the server has it, else its first. */
export function usualComputer(computers: readonly string[]): string {
  return `computer:${computers.includes(LIKED) ? LIKED : (computers[0] ?? LIKED)}`;
}

/** The side that is proposed: the second, which attacks more often than not. */
export function usualSide(scenario: Pick<Scenario, "sides">): Seat {
  return (scenario.sides[1] ?? scenario.sides[0])?.seat ?? "";
}

/** The chairs of a battle: its sides, and after them those of no side, which may stay empty. */
export function chairs(scenario: Pick<Scenario, "sides" | "referees">): Side[] {
  return [...scenario.sides, ...(scenario.referees ?? []).map((one) => ({ ...one, optional: true }))];
}

/** One side for me, the computer on every other; nobody referees. */
export function againstComputer(
  scenario: Pick<Scenario, "sides" | "referees">,
  mine: Seat,
  computers: readonly string[],
): Seating {
  const computer = usualComputer(computers);
  const sides = scenario.sides.map(({ seat }) => [seat, seat === mine ? "me" : computer]);
  return Object.fromEntries([...sides, ...(scenario.referees ?? []).map(({ seat }) => [seat, "nobody"])]);
}

export type Gathering =
  | "alone"
  | "duel"
  | "hot-seat"
  | "hot-seat-of-three"
  | "friends"
  | "friends-of-three"
  | "friend-and-computer"
  | "computers"
  | "among-friends"
  | "mixed";

/** What a seating amounts to, for the sentence under it. */
export function gathering(seating: Seating): Gathering {
  const who = Object.values(seating).filter((one) => one !== "nobody");
  const mine = who.filter((one) => one === "me").length;
  const friends = who.filter((one) => one === "friend").length;
  const computers = who.length - mine - friends;
  if (mine === who.length) return mine > 2 ? "hot-seat-of-three" : "hot-seat";
  if (computers === who.length) return "computers";
  if (friends === who.length) return friends > 2 ? "friends-of-three" : "friends";
  if (!mine) return "friend-and-computer";
  if (!friends) return "alone";
  if (friends > 1 && !computers) return "among-friends";
  return computers ? "mixed" : "duel";
}

/** Rolls can only be entered by somebody who sits at the table. */
export function mayEnterByHand(seating: Seating): boolean {
  return Object.values(seating).includes("me");
}

/** The battle for a beginner: the one the server names, or the first. */
export function firstBattle(told: Scenarios): Scenario | null {
  return told.scenarios.find((one) => one.id === told.first) ?? told.scenarios[0] ?? null;
}
