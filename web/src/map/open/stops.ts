// Where the keyboard goes on an open table, and what is said there.

import { language, said } from "../../language";
import { formationName } from "../../names";
import type { OpenView, Piece, Words } from "../../protocol";
import type { Glow, PlaceGlow } from "../sheet/contract";
import { say } from "../sheet/phrases";
import { sizeOf } from "./footprint";
import { headingText } from "./headings";
import { floorsOf, placeOf } from "./Storeys";

export interface Stop {
  /** «piece …», «place x,y» or «storey house n». */
  id: string;
  x: number;
  y: number;
  isReady: boolean;
}

const isReady = (glow: Glow | undefined) => glow === "option" || glow === "chosen";

/** Everything that can be rested on, line by line like a page: what lies within one unit is one line. */
export function stopsOf(
  view: OpenView,
  pieces: ReadonlyMap<string, Glow>,
  places: ReadonlyMap<string, PlaceGlow>,
): Stop[] {
  const found: Stop[] = view.pieces.flatMap((piece) =>
    piece.pose
      ? [
          {
            id: `piece ${piece.id}`,
            x: piece.pose[0],
            y: piece.pose[1],
            isReady: isReady(pieces.get(piece.id)),
          },
        ]
      : [],
  );
  for (const [id, place] of places) {
    const [x = 0, y = 0] = id.split(",").map(Number);
    found.push({ id: `place ${id}`, x, y, isReady: isReady(place.glow) });
  }
  for (const floor of floorsOf(view))
    found.push({ id: floor.stop, ...placeOf(floor, view.board), isReady: false });
  const line = (stop: Stop) => Math.floor(stop.y / view.board.scale);
  return found.sort((a, b) => line(a) - line(b) || a.x - b.x || a.y - b.y || (a.id < b.id ? -1 : 1));
}

/** What Tab comes to: what can be chosen, what is meant, or the first there is. */
export function firstStop(stops: readonly Stop[], pieces: ReadonlyMap<string, Glow>): string | null {
  const about = stops.find((stop) => stop.id.startsWith("piece ") && pieces.has(stop.id.slice(6)));
  return (stops.find((stop) => stop.isReady) ?? about ?? stops[0])?.id ?? null;
}

/** The stop so many steps on, from the first to the last and no farther; with `ready` only what can be chosen, round and round. */
export function stepFrom(
  stops: readonly Stop[],
  from: string | null,
  by: number,
  ready = false,
): string | null {
  const here = stops.findIndex((stop) => stop.id === from);
  if (!ready) return stops[Math.max(0, Math.min(stops.length - 1, here + by))]?.id ?? null;
  const order =
    by > 0
      ? [...stops.slice(here + 1), ...stops.slice(0, here + 1)]
      : [...stops.slice(0, Math.max(0, here)).reverse(), ...stops.slice(Math.max(0, here)).reverse()];
  return order.find((stop) => stop.isReady)?.id ?? null;
}

/** The game's word for something counted, for a thing, for a sort of figure. */
export const worded = (words: Words | null, key: string): string => {
  const known = words?.[language.value] ?? {};
  return known.value?.[key] ?? known.word?.[key] ?? known.class?.[key] ?? key;
};

/** A figure in one sentence. */
export function figureName(piece: Piece, glow: Glow | undefined, words: Words | null): string {
  const parts = [said(piece.name) || worded(words, piece.symbol)];
  const formation = formationName(piece.formation, words);
  if (formation) parts.push(formation);
  for (const [key, [now, full]] of Object.entries(piece.tracks ?? {}))
    parts.push(`${worded(words, key)} ${say("strength", { now, full })}`);
  for (const badge of piece.badges ?? []) parts.push(words?.[language.value]?.word?.[badge] ?? badge);
  if (piece.inside && piece.storey) parts.push(say("floor", { number: piece.storey }));
  if (sizeOf(piece) && piece.pose) parts.push(headingText(piece.pose[2]));
  if (glow) parts.push(say(glow));
  return parts.join(", ");
}
