// Where hexes lie on the sheet. They stand on a point and are named CCRR, column and row from 01 at the top left;
// even rows are shifted half a hex to the right. Directions run clockwise from north-east, facings from the top vertex.

import type { HexBoard as Board, Hex } from "../../protocol";

export interface Point {
  x: number;
  y: number;
}

/** Column and row from 0; may lie beyond the map. */
export interface Cell {
  c: number;
  r: number;
}

/** Centre to vertex, in the units of the sheet. */
export const R = 40;
/** Side to opposite side. */
export const W = Math.sqrt(3) * R;
/** From one row to the next. */
export const ROW = 1.5 * R;

export const cellOf = (hex: Hex): Cell => ({
  c: Number(hex.slice(0, 2)) - 1,
  r: Number(hex.slice(2, 4)) - 1,
});
const two = (n: number) => String(n).padStart(2, "0");
export const labelOf = ({ c, r }: Cell): Hex => `${two(c + 1)}${two(r + 1)}`;

/** The cell in a direction 0–5, on the map or not. */
export function beside({ c, r }: Cell, direction: number): Cell {
  const shifted = r & 1;
  switch (((direction % 6) + 6) % 6) {
    case 0:
      return { c: c + shifted, r: r - 1 };
    case 1:
      return { c: c + 1, r };
    case 2:
      return { c: c + shifted, r: r + 1 };
    case 3:
      return { c: c + shifted - 1, r: r + 1 };
    case 4:
      return { c: c - 1, r };
    default:
      return { c: c + shifted - 1, r: r - 1 };
  }
}

export const isOn = ({ c, r }: Cell, board: Pick<Board, "columns" | "rows">): boolean =>
  c >= 0 && r >= 0 && c < board.columns && r < board.rows;

/** The neighbour in a direction, or null beyond the map. */
export function neighbour(hex: Hex, direction: number, board: Pick<Board, "columns" | "rows">): Hex | null {
  const there = beside(cellOf(hex), direction);
  return isOn(there, board) ? labelOf(there) : null;
}

/** The direction in which a neighbour lies; null if it is none. */
export function directionTo(from: Hex, to: Hex): number | null {
  const start = cellOf(from);
  const goal = cellOf(to);
  for (let d = 0; d < 6; d++) {
    const there = beside(start, d);
    if (there.c === goal.c && there.r === goal.r) return d;
  }
  return null;
}

export const cellCentre = ({ c, r }: Cell): Point => ({ x: W * (c + 0.5 + (r & 1) / 2), y: R + ROW * r });
export const centre = (hex: Hex): Point => cellCentre(cellOf(hex));

/** The vertex k of a hex around this centre: 0 is the top one, clockwise. Side d runs from vertex d to d + 1. */
export function vertex(at: Point, k: number, far = R): Point {
  const angle = ((k - 1.5) * Math.PI) / 3;
  return { x: at.x + far * Math.cos(angle), y: at.y + far * Math.sin(angle) };
}

/** Degrees, clockwise from up, of a facing. */
export const facingDegrees = (facing: number): number => facing * 60;

export function hexPath(at: Point, far = R): string {
  return `${[0, 1, 2, 3, 4, 5].map((k, n) => `${n ? "L" : "M"}${spot(vertex(at, k, far))}`).join("")}Z`;
}

/** Room for all hexes, without the margin of the sheet. */
export const field = (board: Pick<Board, "columns" | "rows">): { width: number; height: number } => ({
  width: W * (board.columns + (board.rows > 1 ? 0.5 : 0)),
  height: ROW * board.rows + R / 2,
});

/** The hex under a point of the sheet, or null. */
export function hexAt({ x, y }: Point, board: Pick<Board, "columns" | "rows">): Hex | null {
  const near = Math.floor(y / ROW);
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const r of [near - 1, near, near + 1]) {
    const c = Math.floor(x / W - (r & 1) / 2);
    const cell = { c, r };
    const at = cellCentre(cell);
    const far = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (far < least) [best, least] = [cell, far];
  }
  return best && isOn(best, board) ? labelOf(best) : null;
}

export function distance(one: Hex, other: Hex): number {
  const a = cellOf(one);
  const b = cellOf(other);
  const dr = b.r - a.r;
  const dq = b.c - Math.floor(b.r / 2) - (a.c - Math.floor(a.r / 2));
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

export const allHexes = (board: Pick<Board, "columns" | "rows">): Hex[] =>
  Array.from({ length: board.rows * board.columns }, (_, n) =>
    labelOf({ c: n % board.columns, r: Math.floor(n / board.columns) }),
  );

/** A number short enough for a path. */
export const short = (n: number): string => String(Math.round(n * 10) / 10);
export const spot = ({ x, y }: Point): string => `${short(x)} ${short(y)}`;
