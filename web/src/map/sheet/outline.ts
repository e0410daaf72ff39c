// Regions of hexes as shapes drawn by hand: their outline, smoothed and a little unsteady, and points inside.

import type { HexBoard as Board, Hex } from "../../protocol";
import { chanceOf } from "./chance";
import { beside, type Cell, cellCentre, cellOf, isOn, type Point, R, short, spot, vertex } from "./hexes";

export const keyOf = ({ c, r }: Cell): string => `${c},${r}`;

/** A set of cells with a key each. */
export type Region = Map<string, Cell>;

export const regionOf = (hexes: readonly Hex[]): Region =>
  new Map(hexes.map(cellOf).map((cell) => [keyOf(cell), cell]));

/** The region carried on beyond the map's edge, so that ground runs under the frame like on a printed sheet. */
export function bled(region: Region, board: Pick<Board, "columns" | "rows">): Region {
  const found: Region = new Map(region);
  const keep = (n: number, most: number) => Math.max(0, Math.min(most - 1, n));
  // two rings, so that corners are rounded where nobody sees them
  for (let r = -2; r < board.rows + 2; r++)
    for (let c = -2; c < board.columns + 2; c++) {
      const nearest = { c: keep(c, board.columns), r: keep(r, board.rows) };
      if (region.has(keyOf(nearest))) found.set(keyOf({ c, r }), { c, r });
    }
  return found;
}

/** The corners along the edge of a region, loop by loop; the inside is on the right hand. */
export function loops(region: Region): Point[][] {
  const name = (p: Point) => `${Math.round(p.x)}:${Math.round(p.y)}`;
  const from = new Map<string, { start: Point; end: Point }[]>();
  for (const cell of region.values()) {
    const at = cellCentre(cell);
    for (let d = 0; d < 6; d++) {
      if (region.has(keyOf(beside(cell, d)))) continue;
      const start = vertex(at, d);
      const list = from.get(name(start)) ?? [];
      list.push({ start, end: vertex(at, d + 1) });
      from.set(name(start), list);
    }
  }
  const found: Point[][] = [];
  for (;;) {
    const first = [...from.values()].find((list) => list.length)?.pop();
    if (!first) return found;
    const loop = [first.start];
    for (let at = first.end; name(at) !== name(first.start); ) {
      const next = from.get(name(at))?.pop();
      if (!next) break;
      loop.push(next.start);
      at = next.end;
    }
    found.push(loop);
  }
}

/** Corners cut again and again: the line a pen would draw. */
export function rounded(line: readonly Point[], closed: boolean, times = 2): Point[] {
  let now = [...line];
  for (let turn = 0; turn < times; turn++) {
    const next: Point[] = [];
    const last = closed ? now.length : now.length - 1;
    for (let n = 0; n < last; n++) {
      const a = now[n] as Point;
      const b = now[(n + 1) % now.length] as Point;
      next.push(
        { x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 },
        { x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 },
      );
    }
    if (!closed) next.splice(0, 1, now[0] as Point);
    if (!closed) next.splice(-1, 1, now.at(-1) as Point);
    now = next;
  }
  return now;
}

/** Points at equal steps along a line. */
export function stepped(line: readonly Point[], step: number, closed: boolean): Point[] {
  const found: Point[] = [];
  let left = 0;
  const count = closed ? line.length : line.length - 1;
  for (let n = 0; n < count; n++) {
    const a = line[n] as Point;
    const b = line[(n + 1) % line.length] as Point;
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    let at = left;
    for (; at < long; at += step)
      found.push({ x: a.x + ((b.x - a.x) * at) / long, y: a.y + ((b.y - a.y) * at) / long });
    left = at - long;
  }
  return found;
}

/** Each corner moved a little; corners shared by two regions move alike. */
export function unsteady(line: readonly Point[], much: number): Point[] {
  return line.map((p) => {
    const chance = chanceOf(`${Math.round(p.x)}:${Math.round(p.y)}`);
    return { x: p.x + (chance() - 0.5) * 2 * much, y: p.y + (chance() - 0.5) * 2 * much };
  });
}

/** The zigzag of hexes taken out of a long line, which keeps its place and its pinned points; a ring around a hex or two stays. */
export function eased(
  line: readonly Point[],
  closed: boolean,
  times = 2,
  isPinned: (p: Point) => boolean = () => false,
): Point[] {
  if (closed && line.length < 12) return [...line];
  let now = [...line];
  for (let turn = 0; turn < times; turn++)
    now = now.map((p, n) => {
      if (isPinned(p) || (!closed && (n === 0 || n === now.length - 1))) return p;
      const a = now[(n - 1 + now.length) % now.length] as Point;
      const b = now[(n + 1) % now.length] as Point;
      return { x: p.x / 2 + (a.x + b.x) / 4, y: p.y / 2 + (a.y + b.y) / 4 };
    });
  // easing draws a ring together: it is let out again
  if (!closed) return now;
  return now.map((p, n) => {
    const out = outward(now, n);
    return { x: p.x + out.x * 4, y: p.y + out.y * 4 };
  });
}

export const outlines = (region: Region, much = 5): Point[][] =>
  loops(region).map((loop) => rounded(unsteady(eased(loop, true), much), true, 3));

export const pathOf = (line: readonly Point[], closed: boolean): string =>
  line.map((p, n) => `${n ? "L" : "M"}${spot(p)}`).join("") + (closed ? "Z" : "");

export const regionPath = (region: Region, much = 5): string =>
  outlines(region, much)
    .map((line) => pathOf(line, true))
    .join("");

/** The way out of the region at point n of an outline. */
export function outward(line: readonly Point[], n: number): Point {
  const a = line[(n - 1 + line.length) % line.length] as Point;
  const b = line[(n + 1) % line.length] as Point;
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.y - a.y) / long, y: -(b.x - a.x) / long };
}

/** Whether a point lies in the hex around a centre that is a little smaller than the others. */
export function isInHex(p: Point, at: Point, far = R): boolean {
  const x = Math.abs(p.x - at.x);
  const y = Math.abs(p.y - at.y);
  return x <= (Math.sqrt(3) / 2) * far && y <= far - x / Math.sqrt(3);
}

/** Points scattered in a hex, well apart: of some tries the one farthest from the others is kept. */
export function scattered(
  cell: Cell,
  word: string,
  count: number,
  far = R,
  avoid: (p: Point) => boolean = () => false,
): Point[] {
  const chance = chanceOf(`${word} ${keyOf(cell)}`);
  const at = cellCentre(cell);
  const found: Point[] = [];
  for (let n = 0; n < count; n++) {
    let best: Point | null = null;
    let most = -1;
    for (let tries = 0; tries < 14; tries++) {
      const p = { x: at.x + (chance() * 2 - 1) * far, y: at.y + (chance() * 2 - 1) * far };
      if (!isInHex(p, at, far) || avoid(p)) continue;
      const room = Math.min(R, ...found.map((other) => Math.hypot(other.x - p.x, other.y - p.y)));
      if (room > most) [best, most] = [p, room];
    }
    if (best) found.push(best);
  }
  return found;
}

/** Whether a point lies inside drawn outlines. */
export function isWithin(p: Point, lines: readonly (readonly Point[])[]): boolean {
  let within = false;
  for (const line of lines)
    for (let n = 0, m = line.length - 1; n < line.length; m = n++) {
      const a = line[n] as Point;
      const b = line[m] as Point;
      if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) within = !within;
    }
  return within;
}

/** Points scattered over a region as it is drawn, which is not quite as its hexes lie. */
export function strewn(
  region: Region,
  lines: readonly (readonly Point[])[],
  word: string,
  count: number,
  far: number,
) {
  const cells: Region = new Map(region);
  for (const cell of region.values())
    for (let d = 0; d < 6; d++) {
      const there = beside(cell, d);
      cells.set(keyOf(there), there);
    }
  return [...cells.values()]
    .flatMap((cell) => scattered(cell, word, count, far))
    .filter((p) => isWithin(p, lines));
}

/** A circle as a path. */
export const circle = (p: Point, r: number): string =>
  `M${short(p.x - r)} ${short(p.y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0`;

/** Hexes of a line parted where one is not next to the one before, as centres; ends at the map's edge run off it. */
export function runs(hexes: readonly Hex[], board: Pick<Board, "columns" | "rows">): Point[][] {
  const parts: Cell[][] = [];
  for (const cell of hexes.map(cellOf)) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && [0, 1, 2, 3, 4, 5].some((d) => keyOf(beside(before, d)) === keyOf(cell)))
      part.push(cell);
    else parts.push([cell]);
  }
  return parts.map((part) => {
    const line = part.map(cellCentre);
    const first = beyond(part, board);
    const last = beyond([...part].reverse(), board);
    return [...(first ? [first] : []), ...line, ...(last ? [last] : [])];
  });
}

/** Where a line that begins at the map's edge comes from; null if it begins inside. */
function beyond(part: readonly Cell[], board: Pick<Board, "columns" | "rows">): Point | null {
  const end = part[0] as Cell;
  const out = [0, 1, 2, 3, 4, 5].filter((d) => !isOn(beside(end, d), board));
  if (!out.length) return null;
  const at = cellCentre(end);
  // two steps back: one alone leans to the side
  const next = cellCentre(part[2] ?? part[1] ?? end);
  const away = { x: at.x - next.x, y: at.y - next.y };
  // of the ways off the map, the one that goes most straight on; up and down where rows end
  const ways = out.map((d) => cellCentre(beside(end, d))).map((p) => ({ x: p.x - at.x, y: p.y - at.y }));
  if (end.r === 0) ways.push({ x: 0, y: -1.5 * R });
  if (end.r === board.rows - 1) ways.push({ x: 0, y: 1.5 * R });
  const straight = (w: Point) => (w.x * away.x + w.y * away.y) / (Math.hypot(w.x, w.y) || 1);
  const best = ways.reduce((a, b) => (straight(b) >= straight(a) ? b : a));
  if (part.length > 1 && straight(best) <= 0) return null;
  return { x: at.x + best.x * 1.4, y: at.y + best.y * 1.4 };
}

/** A line that bends softly through the middles between its points. */
export function flowing(line: readonly Point[]): string {
  if (line.length < 3) return pathOf(line, false);
  let path = `M${spot(line[0] as Point)}`;
  for (let n = 1; n < line.length - 1; n++) {
    const at = line[n] as Point;
    const next = line[n + 1] as Point;
    const end = n === line.length - 2 ? next : { x: (at.x + next.x) / 2, y: (at.y + next.y) / 2 };
    path += `Q${spot(at)} ${spot(end)}`;
  }
  return path;
}
