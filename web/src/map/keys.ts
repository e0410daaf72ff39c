// Where the keyboard goes on the map.

import type { HexBoard as Board, Hex, HexPiece as Piece, HexView as View } from "../protocol";
import type { Glows } from "./naming";
import type { Glow } from "./sheet/contract";
import { allHexes, cellOf, labelOf, type Point } from "./sheet/hexes";

/** The hex so many columns and rows away, kept on the map. */
export function moved(hex: Hex, by: Point, board: Pick<Board, "columns" | "rows">): Hex {
  const { c, r } = cellOf(hex);
  const keep = (n: number, most: number) => Math.max(0, Math.min(most - 1, n));
  return labelOf({ c: keep(c + by.x, board.columns), r: keep(r + by.y, board.rows) });
}

const isReady = (glow: Glow | undefined) => glow === "option" || glow === "chosen";

/** Every stop that can be chosen, in reading order: the hex, or one of its pieces. */
export function readyStops(
  view: View,
  here: ReadonlyMap<Hex, Piece[]>,
  glows: Glows,
): { hex: Hex; at: number }[] {
  return allHexes(view.board).flatMap((hex) => {
    const stops = (here.get(hex) ?? []).flatMap((piece, at) =>
      isReady(glows.pieces.get(piece.id)) ? [{ hex, at }] : [],
    );
    return stops.length ? stops : isReady(glows.hexes.get(hex)) ? [{ hex, at: 0 }] : [];
  });
}

/** What Tab comes to first: what can be chosen, what is meant, or the middle of the map. */
export function firstCursor(view: View, here: ReadonlyMap<Hex, Piece[]>, glows: Glows): Hex {
  const ready = readyStops(view, here, glows)[0];
  if (ready) return ready.hex;
  const about = view.pieces.find((piece) => glows.pieces.has(piece.id) && here.has(piece.hex));
  if (about) return about.hex;
  return labelOf({ c: view.board.columns >> 1, r: view.board.rows >> 1 });
}

/** The next thing that can be chosen after (or before) a hex, round and round. */
export function nextReady(
  view: View,
  here: ReadonlyMap<Hex, Piece[]>,
  glows: Glows,
  from: Hex,
  way: 1 | -1,
): { hex: Hex; at: number } | null {
  const stops = readyStops(view, here, glows).filter(
    (one, n, all) => all.findIndex((o) => o.hex === one.hex) === n,
  );
  const order = (hex: Hex) => hex.slice(2) + hex.slice(0, 2);
  if (way > 0) return stops.find((one) => order(one.hex) > order(from)) ?? stops[0] ?? null;
  return [...stops].reverse().find((one) => order(one.hex) < order(from)) ?? stops.at(-1) ?? null;
}
