// Where the points of an open table lie on the sheet, and how lengths are said.

import { language } from "../../language";
import type { OpenBoard, Place, Spot } from "../../protocol";
import { MARGIN, type Sheet } from "./Frame";
import type { Point } from "./hexes";

/** How large the table's unit is on the sheet, unless the table has very many of them. */
export const UNIT = 32;
/** So many units of that size a table is wide at most. */
const WIDEST = 80;

type Scale = Pick<OpenBoard, "scale" | "width">;

/** How large this table's unit is on the sheet: letters and lines must stay legible when all of it is in sight. */
export const unitOf = ({ scale, width }: Scale): number => UNIT * Math.min(1, (WIDEST * scale) / width);

/** A length of the table on the sheet. */
export const long = (length: number, board: Scale): number => (length / board.scale) * unitOf(board);

export const at = ([x, y]: readonly [number, number, ...unknown[]], board: Scale): Point => ({
  x: long(x, board),
  y: long(y, board),
});

/** Where a place lies on the sheet, by its id «x,y». */
export function pointOf(id: string, board: Scale): Point {
  const [x = 0, y = 0] = id.split(",").map(Number);
  return at([x, y], board);
}

/** Whatever an event or a sketch gives as a point; null if it is none. */
export function onSheet(value: unknown, board: Scale): Point | null {
  if (!Array.isArray(value) || value.length < 2) return null;
  const [x, y] = value;
  return typeof x === "number" && typeof y === "number" ? at([x, y], board) : null;
}

/** A point of the sheet as one of the table, kept on it and in whole parts of the unit. */
export function onTable(
  { x, y }: Point,
  board: Pick<OpenBoard, "scale" | "width" | "depth">,
  room = 0,
): Spot {
  const keep = (n: number, most: number) =>
    Math.round(Math.max(room, Math.min(most - room, (n / unitOf(board)) * board.scale)));
  return [keep(x, board.width), keep(y, board.depth)];
}

export const field = (board: Pick<OpenBoard, "scale" | "width" | "depth">) => ({
  width: long(board.width, board),
  height: long(board.depth, board),
});

export function sheetOf(board: Pick<OpenBoard, "scale" | "width" | "depth">): Sheet {
  const { width, height } = field(board);
  return { left: -MARGIN, top: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

export const between = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** A length of the sheet in the table's unit: «3.4 um». */
export function lengthText(length: number, board: Scale & Pick<OpenBoard, "unit">): string {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(
    length / unitOf(board),
  );
  return `${number} ${board.unit}`;
}

/** A place in the table's unit, from the left and from the top: «9.5; 14.25». */
export function placeText([x, y]: Place, { scale }: Pick<OpenBoard, "scale">): string {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 });
  return `${number.format(x / scale)}; ${number.format(y / scale)}`;
}

/** Where on the sheet a pixel of the window lies. */
export const underPixel = (
  pixel: Point,
  frame: { x: number; y: number; k: number },
  sheet: Pick<Sheet, "left" | "top">,
): Point => ({ x: (pixel.x - frame.x) / frame.k + sheet.left, y: (pixel.y - frame.y) / frame.k + sheet.top });
