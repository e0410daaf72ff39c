// How men are drawn up on the ground a unit covers, its front upwards: ranks and files, the faces of a square, loose dots.

import type { Formation } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import type { Point } from "../sheet/hexes";

export interface Ground {
  /** Its front and its depth on the sheet. */
  x: number;
  y: number;
}

/** A part of the ground that is kept free: the plate with the arm and the strength. */
export interface Free {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Drawn {
  men: Point[];
  /** Half the side of a man. */
  size: number;
}

const NARROW = 1.1;
const LARGE = 3.6;

/** So large that ranks and files can be told apart, whatever the ground. */
const sizeOn = ({ x, y }: Ground, share: number): number =>
  Math.max(NARROW, Math.min(LARGE, Math.min(x, y) * share));

/** Evenly from one end to the other, so far apart at least. */
function spread(from: number, to: number, apart: number): number[] {
  const count = Math.max(1, Math.floor((to - from) / apart) + 1);
  if (count === 1) return [(from + to) / 2];
  return Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1));
}

const grid = (columns: readonly number[], rows: readonly number[]): Point[] =>
  columns.flatMap((x) => rows.map((y) => ({ x, y })));

/** Two ranks along the whole front, the second close behind the first. */
function line(ground: Ground, edge: number): Drawn {
  const size = sizeOn(ground, 0.07);
  const room = ground.x / 2 - edge - size;
  const first = -ground.y / 2 + edge * 2.2 + size;
  return { size, men: grid(spread(-room, room, size * 3.4), [first, first + size * 3.2]) };
}

/** Companies one behind another, each in two ranks. */
function column(ground: Ground, edge: number): Drawn {
  const size = sizeOn(ground, 0.04);
  const room = ground.x / 2 - edge - size;
  const top = -ground.y / 2 + edge * 1.6 + size * 2.6;
  const rows = spread(top, ground.y / 2 - edge - size * 2.6, size * 8.4).flatMap((y) => [
    y - size * 1.5,
    y + size * 1.5,
  ]);
  return { size, men: grid(spread(-room, room, size * 3.4), rows) };
}

/** A few abreast, rank after rank. */
function march(ground: Ground, edge: number): Drawn {
  const size = sizeOn(ground, 0.085);
  const room = Math.max(size * 1.5, ground.x / 2 - edge - size * 1.2);
  const rows = spread(-ground.y / 2 + edge * 1.6 + size, ground.y / 2 - edge - size, size * 3.6);
  return { size, men: grid(spread(-room, room, size * 3.4), rows) };
}

/** How thick each face of a square is. */
export const faceOf = ({ x, y }: Ground): number => Math.min(x, y) * 0.23;

/** Two ranks on each side, looking outwards. */
function square(ground: Ground, edge: number): Drawn {
  const size = sizeOn(ground, 0.04);
  const face = faceOf(ground);
  const men: Point[] = [];
  for (const far of [edge + size, face - size]) {
    const [x, y] = [ground.x / 2 - far, ground.y / 2 - far];
    const [columns, rows] = [spread(-x, x, size * 3.6), spread(-y, y, size * 3.6).slice(1, -1)];
    men.push(...grid(columns, [-y, y]), ...grid([-x, x], rows));
  }
  return { size, men };
}

/** Loose: no two in one line. */
function open(ground: Ground, edge: number): Drawn {
  const size = sizeOn(ground, 0.06);
  const chance = chanceOf(`open ${Math.round(ground.x)} ${Math.round(ground.y)}`);
  const apart = size * 5;
  const [x, y] = [ground.x / 2 - edge - size * 1.6, ground.y / 2 - edge - size * 1.6];
  const men = spread(-y, y, apart * 0.8).flatMap((row, n) =>
    spread(-x + (n % 2 ? apart / 2 : 0), x - (n % 2 ? 0 : apart / 2), apart).map((at) => ({
      x: at + (chance() - 0.5) * size * 1.6,
      y: row + (chance() - 0.5) * size * 1.6,
    })),
  );
  return { size, men };
}

const WAYS: Partial<Record<Formation, (ground: Ground, edge: number) => Drawn>> = {
  line,
  column,
  march,
  square,
  open,
};

/** Whether a man is hidden by what lies on the ground. */
const isFree = (p: Point, size: number, free: Free): boolean =>
  Math.abs(p.x - free.x) > free.width / 2 + size + 0.8 ||
  Math.abs(p.y - free.y) > free.height / 2 + size + 0.8;

/** All men of a formation round its plate, out of line where it is in disorder; nobody for guns and plain blocks. */
export function ranksOf(
  formation: Formation,
  ground: Ground,
  edge: number,
  free: readonly Free[],
  isTidy = true,
): Drawn {
  const { men, size } = WAYS[formation]?.(ground, edge) ?? { men: [], size: 0 };
  const chance = chanceOf(`${formation} ${Math.round(ground.x)}`);
  const stray = (p: Point): Point =>
    isTidy ? p : { x: p.x + (chance() - 0.5) * size * 2.4, y: p.y + (chance() - 0.5) * size * 2.4 };
  return { size, men: men.filter((p) => free.every((one) => isFree(p, size, one))).map(stray) };
}

/** Those who are still there and those who are gone: from the right flank, and from the rear. */
export function fallen(men: readonly Point[], share: number): { here: Point[]; gone: Point[] } {
  const order = [...men].sort((a, b) => a.x - b.x || a.y - b.y);
  const count = share <= 0 ? 0 : Math.max(1, Math.round(order.length * Math.min(1, share)));
  return { here: order.slice(0, count), gone: order.slice(count) };
}
