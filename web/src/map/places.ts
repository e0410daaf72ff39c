// Where in its hex each piece stands: blocks in the middle, leaders beside them or in a row.

import type { Hex, Note, HexPiece as Piece } from "../protocol";
import { BASE, HALF } from "./sheet/blocks";
import { cellOf, centre, type Point } from "./sheet/hexes";

export interface Placed {
  piece: Piece;
  at: Point;
  /** A leader drawn small at the corner of a block. */
  isBeside: boolean;
  /** How far beneath the piece its name stands. */
  under: number;
  /** How far to the right of the piece the middle of its name is: a leader at a corner is named under the block. */
  aside: number;
  note: Note | null;
  /** Where the round markers begin, going left: clear of the beak and of a leader. */
  badges: number;
}

export const isPlaced = (piece: Piece): boolean => /^\d{4}$/.test(piece.hex ?? "");

/** A leader stands at the left corner of a block, or at the right one if the block looks to the left. */
const sideOf = (unit: Piece | undefined): 1 | -1 => (unit?.facing === 5 ? 1 : -1);

/** Blocks first, then leaders, each from the top of the map down, so that what is nearer lies over what is behind. */
export function placed(pieces: readonly Piece[], notes: readonly Note[]): Placed[] {
  const byHex = new Map<Hex, Piece[]>();
  for (const piece of pieces)
    if (isPlaced(piece)) byHex.set(piece.hex, [...(byHex.get(piece.hex) ?? []), piece]);
  const found: Placed[] = [];
  for (const [hex, here] of byHex) {
    const at = centre(hex);
    const units = here.filter((one) => one.kind === "unit");
    const leaders = here.filter((one) => one.kind === "leader");
    units.forEach((piece, n) => {
      const off = (n - (units.length - 1) / 2) * 9;
      const isTaken = piece.facing === 1 || (leaders.length > 0 && sideOf(piece) > 0) || leaders.length > 1;
      const badges = isTaken ? HALF.x - 19 : HALF.x - 2;
      const under = piece.facing === 3 ? HALF.y + 21 : HALF.y + 13;
      found.push({
        piece,
        at: { x: at.x + off, y: at.y + off },
        isBeside: false,
        under,
        aside: 0,
        note: null,
        badges,
      });
    });
    leaders.forEach((piece, n) => {
      const note = notes.find((one) => one.leader === piece.id) ?? null;
      if (units.length) {
        const side = (n % 2 ? -1 : 1) * sideOf(units[0]);
        const up = Math.floor(n / 2) * 16;
        const place = { x: at.x + side * (HALF.x - 2), y: at.y - HALF.y + 2 + up };
        found.push({
          piece,
          at: place,
          isBeside: true,
          under: at.y - place.y + HALF.y + 12 + n * 13,
          aside: at.x - place.x,
          note,
          badges: 0,
        });
      } else {
        const off = (n - (leaders.length - 1) / 2) * (BASE * 1.7);
        const place = { x: at.x + off, y: at.y - 2 };
        found.push({
          piece,
          at: place,
          isBeside: false,
          under: BASE + 12.5 + (n % 2) * 13,
          aside: 0,
          note,
          badges: 0,
        });
      }
    });
  }
  const rank = (one: Placed) => (one.piece.kind === "leader" ? 1000 : 0) + cellOf(one.piece.hex).r;
  return found.sort((a, b) => rank(a) - rank(b) || (a.piece.id < b.piece.id ? -1 : 1));
}
