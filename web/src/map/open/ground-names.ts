// What is printed on the ground of an open table, and where each name stands.

import { said } from "../../language";
import type { Look } from "../../look";
import type { OpenBoard, OpenShape, Spot } from "../../protocol";
import type { Point } from "../sheet/hexes";
import { at, between, field, unitOf } from "../sheet/scale";
import { extent } from "./areas";
import type { Box } from "./names";

/** A shape may say itself how it is drawn; otherwise the look does, by its kind. */
export const wordOf = (shape: OpenShape, look: Pick<Look, "ground">): string =>
  shape.drawn ?? look.ground[shape.kind] ?? "none";

/** What is still there: things that were taken away, or pieces of them, are named in `changed`. */
export function standing(board: OpenBoard): OpenShape[] {
  const gone = new Set(board.changed ?? []);
  return board.shapes.flatMap((shape) => {
    if (gone.has(shape.id)) return [];
    // «wall.2»: the second of several lines or round things
    const isLeft = (_: unknown, n: number) => !gone.has(`${shape.id}.${n + 1}`);
    return [
      {
        ...shape,
        ...(shape.lines ? { lines: shape.lines.filter(isLeft) } : {}),
        ...(shape.strips ? { strips: shape.strips.filter(isLeft) } : {}),
      },
    ];
  });
}

const INSIDE = [
  "trees",
  "marsh",
  "sand",
  "crops",
  "scrub",
  "hachures",
  "roofs",
  "building",
  "water",
  "river",
];

export interface Name {
  text: string;
  at: Point;
  size: number;
  degrees: number;
  isWater: boolean;
  /** Where else it may stand, the best first. */
  others: Point[];
  /** What is drawn over the ground it names: a village on its hill. */
  over?: readonly Taken[];
}

/** How wide a letter of the names is, by its size. */
const LETTER = 0.5;
/** So much larger they are on the sheet when all of it is in sight: room for that is kept. */
const LARGER = 1.3;

/** Half the width and half the height that a name takes up on the sheet. */
function roomOf({ text, size, degrees }: Name, larger = LARGER): Point {
  const [wide, tall] = [(text.length * size * larger * LETTER) / 2, size * larger * 0.6];
  const [cos, sin] = [
    Math.abs(Math.cos((degrees * Math.PI) / 180)),
    Math.abs(Math.sin((degrees * Math.PI) / 180)),
  ];
  return { x: wide * cos + tall * sin, y: wide * sin + tall * cos };
}

export interface Taken {
  at: Point;
  half: Point;
}

/** Marks, and fords: what is written over them is no longer read, or hides where one crosses. */
function takenOn(board: OpenBoard, look: Pick<Look, "ground">, spots: readonly Point[]): Taken[] {
  const fords = standing(board).flatMap((shape) => {
    const place = wordOf(shape, look) === "ford" ? extent(shape, board) : null;
    return place ? [{ at: place.middle, half: place.half }] : [];
  });
  return [...spots.map((p) => ({ at: p, half: { x: 15, y: 19 } })), ...fords];
}

/** Names moved off one another and off the marks, as far as there is room for them. */
export function apart(names: readonly Name[], before: readonly Taken[]): Name[] {
  const taken = [...before];
  return names.map((name) => {
    const half = roomOf(name);
    const hits = (p: Point) =>
      [...taken, ...(name.over ?? [])].filter(
        (one) =>
          Math.abs(one.at.x - p.x) < one.half.x + half.x && Math.abs(one.at.y - p.y) < one.half.y + half.y,
      ).length;
    const place = [name.at, ...name.others].reduce((best, next) => (hits(next) < hits(best) ? next : best));
    taken.push({ at: place, half });
    return { ...name, at: place };
  });
}

/** The names printed on a table, where they stand. */
export function groundNames(board: OpenBoard, look: Pick<Look, "ground">, spots: readonly Spot[]): Name[] {
  const shapes = standing(board);
  const areas = shapes.flatMap((shape) => {
    const place = INSIDE.includes(wordOf(shape, look)) ? extent(shape, board) : null;
    return place ? [{ shape, at: place.middle, half: place.half }] : [];
  });
  const holds = (large: Taken, small: Taken) =>
    Math.abs(small.at.x - large.at.x) + small.half.x <= large.half.x &&
    Math.abs(small.at.y - large.at.y) + small.half.y <= large.half.y &&
    small.half.x * small.half.y < large.half.x * large.half.y;
  const names = shapes.flatMap((shape) => {
    const own = areas.find((one) => one.shape === shape);
    const over = own ? areas.filter((one) => holds(own, one)) : [];
    return nameOf(shape, board, look).map((name) => ({ ...name, over }));
  });
  return apart(
    names,
    takenOn(
      board,
      look,
      spots.map((one) => at(one, board)),
    ),
  );
}

/** The boxes of those names, so that nobody else's is written over them. */
export const namedGround = (board: OpenBoard, look: Pick<Look, "ground">, spots: readonly Spot[]): Box[] =>
  groundNames(board, look, spots).map((name) => {
    const half = roomOf(name);
    const y = name.at.y - name.size * 0.3; // it stands on its line
    return { left: name.at.x - half.x, right: name.at.x + half.x, top: y - half.y, bottom: y + half.y };
  });

/** Points along a line, from its middle outwards. */
const along = (a: Point, b: Point, down = 0): Point[] =>
  [0.3, 0.7, 0.15, 0.85].map((t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t + down }));

const WATERS = ["water", "river", "stream", "ford"];

/** Where a name stands: inside what is wide enough, along a road or a river, else beneath the thing. */
function nameOf(shape: OpenShape, board: OpenBoard, look: Pick<Look, "ground">): Name[] {
  const { width, height } = field(board);
  const word = wordOf(shape, look);
  const place = extent(shape, board);
  const text = said(shape.name);
  if (!place || !text || word === "none") return [];
  const isWater = WATERS.includes(word);
  const strips = (shape.strips ?? []).map(({ line }) => [at(line[0], board), at(line[1], board)] as const);
  if (strips.length && !shape.rect) {
    const [a, b] = strips.reduce((one, two) =>
      between(two[0], two[1]) > between(one[0], one[1]) ? two : one,
    );
    const degrees = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const upright = degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 5 };
    return [{ text, at: middle, size: 18, degrees: upright, isWater, others: along(a, b, 5) }];
  }
  const size = place.half.x > 4 * unitOf(board) ? 21 : 16;
  const half = text.length * size * 0.23;
  const isInside = INSIDE.includes(word) && place.half.y > size * 0.7 && place.half.x > half * 0.8;
  // a thing made of several lines is named at the longest
  const line = (shape.lines ?? [])
    .map((one) => [at(one[0], board), at(one[1], board)] as const)
    .reduce<readonly [Point, Point] | null>(
      (best, one) => (!best || between(one[0], one[1]) > between(best[0], best[1]) + 1 ? one : best),
      null,
    );
  const x = line ? (line[0].x + line[1].x) / 2 : place.middle.x;
  const low = line ? Math.max(...line.map((p) => p.y)) : place.middle.y + place.half.y;
  const under = low + size + 9 > height ? place.middle.y - place.half.y - 8 : low + size + 9;
  // the inside of a house is for those who are in it: its name stands over it where there is room
  const over = place.middle.y - place.half.y - 12;
  const inside = shape.storeys && over < size ? over + 20 + size : place.middle.y + size * 0.3;
  const y =
    shape.storeys && over >= size ? over : isInside ? Math.min(inside, place.middle.y + size * 0.3) : under;
  const p = { x: Math.max(half + 4, Math.min(width - half - 4, x)), y };
  // inside an area there is room above and below its middle
  const { middle, half: reach } = place;
  const others = isInside
    ? along({ x: p.x, y: middle.y - reach.y }, { x: p.x, y: middle.y + reach.y }, size * 0.3)
    : [{ x: p.x, y: middle.y - reach.y - 8 }];
  return [{ text, at: p, size, degrees: 0, isWater, others }];
}
