// Who sits at the table: one seat, several (hot seat), or nobody (a spectator).

import type { About, Seat, Table } from "../protocol";

export const mine = (about: About): Seat[] => about.seats.filter((one) => one.mine).map((one) => one.seat);

/** Seats played by people who are not at this browser. */
export const others = (about: About): Seat[] =>
  about.seats.filter((one) => !one.mine && one.who === "person").map((one) => one.seat);

/**
 * Whether a look at this table by the wrong person would tell something: a hand, an order face down, a round in
 * which all answer unseen.
 */
export function isSecret(table: Table): boolean {
  if (table.status === "over" || table.result) return false;
  if (table.waiting_for.length > 1) return true;
  const hands = Object.values(table.view.hands ?? {});
  if (hands.some((hand) => hand.count === null || hand.count > 0 || hand.looking?.length)) return true;
  return (table.view.notes ?? []).some((note) => note.face_down !== false && note.has_order !== false);
}

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
