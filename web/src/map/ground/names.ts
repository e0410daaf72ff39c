// Where the names of places are written: beside or across what they name, between the rows, clear of other things.

import type { HexBoard as Board, Language } from "../../protocol";
import { cellCentre, centre, field, hexAt, type Point, R, ROW, W } from "../sheet/hexes";
import { regionOf } from "../sheet/outline";
import type { Drawing, Drawn } from "./words";

export interface Name {
  lines: string[];
  at: Point;
  size: number;
  /** Woods and hills are named in ink, water in blue. */
  tone: "ink" | "water";
}

/** Not named: what is a line, or a thing on a side. */
const UNNAMED: readonly Drawing[] = ["road", "stream", "bridge", "ford", "hedge", "none"];
const SMALL: readonly Drawing[] = ["rampart", "gabions"];
const GLYPH = 0.44;
const LEADING = 1.02;

/** A long name in two or three lines of like length. */
export function broken(name: string, most = 17): string[] {
  const words = name.split(" ");
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1) as string;
    if (last && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf(name: Omit<Name, "tone">): Box {
  const wide = Math.max(...name.lines.map((line) => line.length)) * name.size * GLYPH;
  const tall = name.lines.length * name.size * LEADING;
  return {
    left: name.at.x - wide / 2,
    right: name.at.x + wide / 2,
    top: name.at.y - tall / 2,
    bottom: name.at.y + tall / 2,
  };
}

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Hexes under a box. */
function under(box: Box, board: Board): Set<string> {
  const found = new Set<string>();
  for (let x = box.left; x <= box.right + 1; x += 12)
    for (const y of [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]) {
      const hex = hexAt({ x, y }, board);
      if (hex) found.add(hex);
    }
  return found;
}

/** How far from a hex's middle a name may stand: between the rows, where no block covers it; on a hill, off its edges. */
function offsets(shape: Drawn, lines: number): number[] {
  if (shape.drawing === "hachures") return [0, 9, -9];
  if (SMALL.includes(shape.drawing)) return [-ROW * 0.82, ROW * 0.82];
  return lines > 1 ? [-ROW * 0.72, ROW * 0.72, -ROW / 2, ROW / 2] : [-ROW / 2, ROW / 2];
}

/** How much a name is in the way on such ground. */
const weightOf = (drawing: string): number => ({ roofs: 40, road: 14, hachures: 10, none: 0 })[drawing] ?? 12;

export function names(
  shapes: readonly Drawn[],
  board: Board,
  language: Language,
  taken: readonly string[],
): Name[] {
  const { width, height } = field(board);
  const busy = new Map<string, number>();
  for (const shape of shapes) {
    const weight = weightOf(shape.drawing);
    for (const hex of shape.hexes) busy.set(hex, (busy.get(hex) ?? 0) + weight);
  }
  for (const hex of taken) busy.set(hex, (busy.get(hex) ?? 0) + 12);
  const roads = new Set(shapes.filter((one) => one.drawing === "road").flatMap((one) => one.hexes));
  const found: Name[] = [];
  const boxes: Box[] = [];
  const order = shapes
    .filter((shape) => !UNNAMED.includes(shape.drawing) && shape.hexes.length && shape.name[language])
    .sort((a, b) => b.hexes.length - a.hexes.length);
  for (const shape of order) {
    const cells = [...regionOf(shape.hexes).values()].map(cellCentre);
    // a hill is named on its slope: its crest is drawn already
    const slope = cells.filter((_, n) => !shape.crest.includes(shape.hexes[n] as string));
    const stands = shape.drawing === "hachures" && slope.length ? slope : cells;
    const own = new Set(shape.hexes);
    const middle = {
      x: cells.reduce((sum, p) => sum + p.x, 0) / cells.length,
      y: cells.reduce((sum, p) => sum + p.y, 0) / cells.length,
    };
    const isBig = shape.hexes.length > 3;
    const size = isBig ? 17 : SMALL.includes(shape.drawing) ? 12 : 15;
    const tone = shape.drawing === "water" || shape.drawing === "river" ? "water" : "ink";
    const wide = Math.max(...cells.map((p) => p.x)) - Math.min(...cells.map((p) => p.x)) + W;
    let best: Name | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const most of isBig && wide > 4 * W ? [40, 20] : isBig ? [24, 17, 12] : [17, 11]) {
      const lines = broken(shape.name[language], most);
      for (const cell of stands)
        for (const dx of [0, -0.5, 0.5, -1, 1, -1.5, 1.5])
          for (const dy of offsets(shape, lines.length)) {
            const name: Name = { lines, size, tone, at: { x: cell.x + dx * W, y: cell.y + dy } };
            const box = boxOf(name);
            if (box.left < 3 || box.right > width - 3 || box.top < 2 || box.bottom > height - 2) continue;
            if (boxes.some((other) => meet(box, other))) continue;
            let cost = Math.hypot(name.at.x - middle.x, (name.at.y - middle.y) * 1.2) * (isBig ? 0.5 : 0.75);
            for (const hex of under(box, board)) {
              const here = busy.get(hex) ?? 0;
              if (roads.has(hex)) cost += isBig ? 50 : 9;
              if (shape.crest.includes(hex)) cost += 30;
              if (!own.has(hex)) cost += here + (isBig ? 8 : 0);
              else if (isBig) cost += here - weightOf(shape.drawing);
              else cost += shape.drawing === "roofs" ? 14 : 5;
            }
            if (name.at.y < centre(shape.hexes[0] as string).y && !isBig) cost += 3;
            cost += lines.length * 14;
            if (cost < least) [best, least] = [name, cost];
          }
    }
    if (!best || least > 130) continue;
    found.push(best);
    boxes.push(boxOf(best));
  }
  return found;
}

/** Lines of a name with their heights, for the pen. */
export const lineHeights = (name: Name): number[] =>
  name.lines.map(
    (_, n) => name.at.y + (n - (name.lines.length - 1) / 2) * name.size * LEADING + name.size * 0.3,
  );

/** The place near the map's edge with least on it; corners are preferred. */
export function freeCorner(shapes: readonly Drawn[], board: Board, taken: readonly string[]): Point {
  const { width, height } = field(board);
  const inset = 1.9 * R;
  const things = [...shapes.flatMap((shape) => shape.hexes), ...taken, ...taken].map(centre);
  let best: Point = { x: width - inset, y: inset };
  let least = Number.POSITIVE_INFINITY;
  for (let x = width - inset; x >= inset; x -= W / 2)
    for (const y of [inset, height - inset]) {
      const crowd = things.filter((p) => Math.hypot(p.x - x, p.y - y) < 1.9 * R).length;
      const cost = crowd * 3 + Math.min(x - inset, width - inset - x) / W + (y > inset ? 0.5 : 0);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  return best;
}
