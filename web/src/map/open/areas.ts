// Areas and lines of an open table as points on the sheet, natural ones drawn with an unsteady hand.

import type { OpenBoard, OpenShape, Spot } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import type { Point } from "../sheet/hexes";
import { isWithin, rounded, stepped, unsteady } from "../sheet/outline";
import { at, field, long } from "../sheet/scale";

/** Far enough beyond the frame that nobody sees where ground ends. */
const BLEED = 30;

/** A corner on the sheet, one at the table's edge beyond the frame. */
function corner(spot: Spot, board: OpenBoard, bleeds: boolean): Point {
  const { width, height } = field(board);
  const { x, y } = at(spot, board);
  if (!bleeds) return { x, y };
  const beyond = (one: number, most: number) => (one <= 0 ? -BLEED : one >= most ? most + BLEED : one);
  return { x: beyond(x, width), y: beyond(y, height) };
}

function corners(shape: OpenShape, board: OpenBoard, bleeds: boolean): Point[] | null {
  if (shape.polygon) return shape.polygon.map((spot) => corner(spot, board, bleeds));
  if (!shape.rect) return null;
  const [left, top, right, bottom] = shape.rect;
  const a = corner([left, top], board, bleeds);
  const b = corner([right, bottom], board, bleeds);
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

/** A circle as corners. */
const round = (p: Point, r: number): Point[] =>
  Array.from({ length: 24 }, (_, n) => ({
    x: p.x + r * Math.cos((n * Math.PI) / 12),
    y: p.y + r * Math.sin((n * Math.PI) / 12),
  }));

/** A line carried on beyond the frame where it ends at the table's edge. */
export function carried(line: readonly [Point, Point], board: OpenBoard): [Point, Point] {
  const { width, height } = field(board);
  const isEdge = (p: Point) => p.x <= 0 || p.y <= 0 || p.x >= width || p.y >= height;
  const further = (p: Point, from: Point): Point => {
    const far = Math.hypot(p.x - from.x, p.y - from.y) || 1;
    const by = (far + BLEED) / far;
    return isEdge(p) ? { x: from.x + (p.x - from.x) * by, y: from.y + (p.y - from.y) * by } : p;
  };
  return [further(line[0], line[1]), further(line[1], line[0])];
}

/** The corners of everything of a shape that has a surface. */
export function surfaces(shape: OpenShape, board: OpenBoard, bleeds = true): Point[][] {
  const found: Point[][] = [];
  const area = corners(shape, board, bleeds);
  if (area) found.push(area);
  for (const { at: middle, size } of shape.discs ?? [])
    found.push(round(at(middle, board), long(size, board) / 2));
  for (const { line, width } of shape.strips ?? []) {
    const [a, b] = carried([at(line[0], board), at(line[1], board)], board);
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const half = long(width, board) / 2;
    const n = { x: (-(b.y - a.y) / far) * half, y: ((b.x - a.x) / far) * half };
    found.push([
      { x: a.x - n.x, y: a.y - n.y },
      { x: b.x - n.x, y: b.y - n.y },
      { x: b.x + n.x, y: b.y + n.y },
      { x: a.x + n.x, y: a.y + n.y },
    ]);
  }
  return found;
}

/** An outline as a pen would draw it: corners rounded, the line a little unsteady; it stays where the rules have it. */
export function byHand(corner: readonly Point[], much = 4): Point[] {
  const points = unsteady(stepped(corner, 34, true), much);
  return points.length < 3 ? [...corner] : rounded(points, true, 3);
}

export const linesOf = (shape: OpenShape, board: OpenBoard): [Point, Point][] =>
  (shape.lines ?? []).map(([a, b]) => [at(a, board), at(b, board)]);

/** Points scattered inside outlines, well apart from each other. */
export function sown(outlines: readonly (readonly Point[])[], word: string, apart: number): Point[] {
  const all = outlines.flat();
  if (!all.length) return [];
  const [left, right] = [Math.min(...all.map((p) => p.x)), Math.max(...all.map((p) => p.x))];
  const [top, bottom] = [Math.min(...all.map((p) => p.y)), Math.max(...all.map((p) => p.y))];
  const chance = chanceOf(`${word} ${Math.round(left)} ${Math.round(top)}`);
  const found: Point[] = [];
  // a grid shaken up: even enough to fill, uneven enough to have grown
  for (let y = top + apart / 2; y < bottom; y += apart)
    for (let x = left + apart / 2; x < right; x += apart) {
      const p = { x: x + (chance() - 0.5) * apart * 0.8, y: y + (chance() - 0.5) * apart * 0.8 };
      if (isWithin(p, outlines)) found.push(p);
    }
  return found;
}

/** The middle of a shape, where its name stands, and how far it reaches down and sideways from there. */
export function extent(shape: OpenShape, board: OpenBoard): { middle: Point; half: Point } | null {
  const points = [...surfaces(shape, board, false).flat(), ...linesOf(shape, board).flat()];
  if (!points.length) return null;
  const [left, right] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
  return {
    middle: { x: (left + right) / 2, y: (top + bottom) / 2 },
    half: { x: (right - left) / 2, y: (bottom - top) / 2 },
  };
}
