// Who sits at the table: one seat, several (hot seat), or nobody (a spectator).

import type { About, Scenario, Seat, Table } from "../protocol";

export const mine = (about: About): Seat[] => about.seats.filter((one) => one.mine).map((one) => one.seat);

/** Seats played by people who are not at this browser. */
export const others = (about: About): Seat[] =>
  about.seats.filter((one) => !one.mine && one.who === "person").map((one) => one.seat);

/** Whether a look at this table by the wrong person would tell something: the server knows what is hidden. */
export const isSecret = (table: Table): boolean => table.secret;

/**
 * The seat that should look at the table now: the one that is asked. The seat that looks already stays as long as
 * it is asked, or nobody else here is.
 */
export function seatToShow(table: Table, seats: readonly Seat[], tried: ReadonlySet<Seat>): Seat | null {
  if (table.decision || table.result) return table.seat;
  const asked = seats.filter(
    (one) => table.waiting_for.includes(one) && one !== table.seat && !tried.has(one),
  );
  return asked[0] ?? table.seat;
}

/** Whether a seat plays for a side: who referees can neither win nor give up. */
export function hasSide(seat: Seat | null, scenario: Pick<Scenario, "referees"> | null): boolean {
  return !!seat && !scenario?.referees?.some((one) => one.seat === seat);
}
