// The order of battle: every side with its groups, brigades inside divisions, who stands where, who is lost.

import type { Look } from "../look";
import type { Group, Piece, Seat, View } from "../protocol";

export interface Unit {
  piece: Piece;
  /** It leads the group it stands in. */
  isLeader: boolean;
}

export interface Body {
  /** Null for those who belong to nobody. */
  group: Group | null;
  units: Unit[];
  within: Body[];
  /** Of the group, but not on the table yet, or not in sight. */
  away: number;
}

export interface Side {
  seat: Seat;
  bodies: Body[];
  lost: Pick<Piece, "id" | "owner" | "name" | "symbol">[];
}

/** Whether somebody lies there for good. */
const isDown = (piece: Piece, look: Look): boolean =>
  (piece.badges ?? []).some((badge) => look.badges[badge]?.body === "down");

/** What this view knows of each side, the viewer's own first; things that belong to nobody are no troops. */
export function roster(view: View, look: Look, seat: Seat | null): Side[] {
  const owners = new Set<Seat>([
    ...Object.keys(look.seats),
    ...view.pieces.flatMap((one) => one.owner ?? []),
    ...(view.groups ?? []).map((one) => one.owner),
  ]);
  const sides = [...owners].map((owner) => side(view, look, owner));
  return sides
    .filter((one) => one.bodies.length > 0 || one.lost.length > 0)
    .sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat));
}

function side(view: View, look: Look, owner: Seat): Side {
  const mine = view.pieces.filter((one) => one.owner === owner);
  const standing = new Map(mine.filter((one) => !isDown(one, look)).map((one) => [one.id, one]));
  const groups = (view.groups ?? []).filter((one) => one.owner === owner);
  const placed = new Set<string>();
  const lost = [...(view.lost ?? []), ...mine.filter((one) => isDown(one, look))].filter(
    (one, place, all) => one.owner === owner && all.findIndex((two) => two.id === one.id) === place,
  );
  const gone = new Set(lost.map((one) => one.id));

  const body = (group: Group): Body => {
    const ids = [group.leader, ...group.units].filter((id, place, all) => all.indexOf(id) === place);
    const units = ids.flatMap((id) => {
      const piece = placed.has(id) ? undefined : standing.get(id);
      if (!piece) return [];
      placed.add(id);
      return [{ piece, isLeader: id === group.leader }];
    });
    const within = groups.filter((one) => one.parent === group.id).map(body);
    const away = group.units.filter((id) => !standing.has(id) && !gone.has(id)).length;
    return { group, units, within, away };
  };
  const known = new Set(groups.map((one) => one.id));
  const bodies = groups.filter((one) => !one.parent || !known.has(one.parent)).map(body);
  const loose = [...standing.values()].filter((one) => !placed.has(one.id));
  const own: Body = {
    group: null,
    units: loose.map((piece) => ({ piece, isLeader: false })),
    within: [],
    away: 0,
  };
  const all = loose.length ? [own, ...bodies] : bodies;
  return { seat: owner, bodies: all.filter(hasSomebody), lost };
}

const hasSomebody = (one: Body): boolean =>
  one.units.length > 0 || one.away > 0 || one.within.some(hasSomebody);

/** Everybody of a body, with those of the bodies within. */
export const everybody = (body: Body): Piece[] => [
  ...body.units.map((one) => one.piece),
  ...body.within.flatMap(everybody),
];

/** So much of so much strength is left, where strength is counted. */
export function strengthOf(pieces: readonly Piece[]): [now: number, full: number] | null {
  const counted = pieces.flatMap((one) => {
    const strength = one.strength ?? one.tracks?.strength;
    return strength && one.kind !== "leader" ? [strength] : [];
  });
  if (!counted.length) return null;
  return counted.reduce<[number, number]>(([a, b], [now, full]) => [a + now, b + full], [0, 0]);
}
