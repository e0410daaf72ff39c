// Where the names of figures stand: under their bases, or wherever else they hide nobody and cross no other name.

import type { Point } from "../sheet/hexes";

export interface Named {
  id: string;
  at: Point;
  /** Of the base. */
  r: number;
  text: string;
  /** More room is needed under the base. */
  low?: boolean;
  /** Of the letters, where they are others than usual. */
  size?: number;
  /** Half its width, where it is not as wide as high. */
  wide?: number;
  /** It is several, and no base of its own. */
  isGroup?: boolean;
  /** Named before the others: who acts, who is meant. */
  isFirst?: boolean;
  /** Named only when it is asked for. */
  isQuiet?: boolean;
}

export interface NamePlace {
  x: number;
  y: number;
  anchor: "middle" | "start" | "end";
  /** There is no room for it: shown only when it is asked for. */
  isCrowded: boolean;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SIZE = 12.5;
/** How wide a letter is, by its size. */
const LETTER = 0.48;
/** Between two names. */
const GAP = 4;

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The box round a round thing, or one that is wider than high. */
export const ringAt = (at: Point, r: number, wide = r): Box => ({
  left: at.x - wide,
  right: at.x + wide,
  top: at.y - r,
  bottom: at.y + r,
});

/** Tried for each: below, above, right, left, then aslant. `taken`: boxes that are no room for names. */
export function placedNames(
  those: readonly Named[],
  taken: readonly Box[] = [],
  usual = SIZE,
  /** How wide the table is: no name hangs over its edge. */
  width = Number.POSITIVE_INFINITY,
  /** And how deep. */
  depth = Number.POSITIVE_INFINITY,
): Map<string, NamePlace> {
  const found = new Map<string, NamePlace>();
  const named: Box[] = [];
  const inOrder = [...those].sort((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false));
  for (const one of inOrder) {
    const size = one.size ?? usual;
    const wide = one.text.length * LETTER * size;
    const { x, y } = one.at;
    const kept = width > wide ? Math.max(wide / 2 + 2, Math.min(width - wide / 2 - 2, x)) : x;
    const beside = one.wide ?? one.r;
    const tries: [Omit<NamePlace, "isCrowded">, number][] = [
      [{ x: kept, y: y + one.r + (one.low ? 6 : 0) + size, anchor: "middle" }, kept - wide / 2],
      [{ x: kept, y: y - one.r - 11, anchor: "middle" }, kept - wide / 2],
      [{ x: x + beside + 7, y: y + 4, anchor: "start" }, x + beside + 7],
      [{ x: x - beside - 7, y: y + 4, anchor: "end" }, x - beside - 7 - wide],
      ...[y + one.r + size, y - one.r - 4].flatMap((level): [Omit<NamePlace, "isCrowded">, number][] => [
        [{ x: x + beside / 2, y: level, anchor: "start" }, x + beside / 2],
        [{ x: x - beside / 2, y: level, anchor: "end" }, x - beside / 2 - wide],
      ]),
    ];
    let best: { place: Omit<NamePlace, "isCrowded">; box: Box; hidden: number; written: number } | null =
      null;
    for (const [place, left] of tries) {
      const box = { left, right: left + wide, top: place.y - size * 0.8, bottom: place.y + size * 0.25 };
      const bases = those
        .filter((other) => other.id !== one.id && !other.isGroup)
        .map((other) => ringAt(other.at, other.r, other.wide));
      const wider = { ...box, left: box.left - GAP, right: box.right + GAP };
      const high = Number.isFinite(depth) ? Math.max(0, -box.top, box.bottom - depth) : 0;
      const over = Math.max(0, -box.left) + Math.max(0, box.right - width) + high;
      const written = named.reduce((sum, other) => sum + shared(wider, other), 0);
      // one name in another can be read neither
      const hidden =
        [...taken, ...bases].reduce((sum, other) => sum + shared(box, other), over * size * 3) + 3 * written;
      if (!best || hidden < best.hidden - 1) best = { place, box, hidden, written };
      if (hidden === 0) break;
    }
    if (!best) continue;
    const isUnread = best.hidden > wide * size * 0.12 || best.written > 0;
    const isCrowded = (isUnread && !one.isFirst) || (one.isQuiet ?? false);
    found.set(one.id, { ...best.place, isCrowded });
    if (!isCrowded) named.push(best.box);
  }
  return found;
}
