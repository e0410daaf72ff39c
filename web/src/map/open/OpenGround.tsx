// Everything printed on the sheet of an open table; drawn once for a board and a language.

import "./open-ground.css";
import { useMemo } from "preact/hooks";
import { language, said } from "../../language";
import type { Look } from "../../look";
import type { Mark, OpenBoard, OpenShape } from "../../protocol";
import { BAND, INNER } from "../sheet/Frame";
import { type Point, short, spot } from "../sheet/hexes";
import { at, between, field, sheetOf, unitOf } from "../sheet/scale";
import { extent } from "./areas";
import * as terrain from "./terrain";
import { crossings, village } from "./village";
import * as works from "./works";

/** What lies flat comes first, what stands up last; a word may be drawn in two layers. */
const LAYERS: readonly [words: string, draw: terrain.Draw][] = [
  ["sand", terrain.sand],
  ["crops", terrain.crops],
  ["hachures", terrain.hachures],
  ["trees", terrain.woodFloor],
  ["marsh", terrain.marsh],
  ["water river stream", terrain.water],
  ["road", terrain.road],
  ["ford", terrain.ford],
  ["trench", terrain.trench],
  ["rock well", terrain.rock],
  ["scrub", terrain.scrub],
  ["water river stream", crossings],
  ["building", works.building],
  ["roofs", village],
  ["rampart wall", works.wall],
  ["bank", works.bank],
  ["fence", works.fence],
  ["palisade", works.palisade],
  ["gabions barricade", works.barricade],
  ["hedge", works.hedge],
  ["trees", terrain.trees],
];

/** A shape may say itself how it is drawn; otherwise the look does, by its kind. */
const wordOf = (shape: OpenShape, look: Pick<Look, "ground">): string =>
  shape.drawn ?? look.ground[shape.kind] ?? "none";

/** What is still there: things that were taken away, or pieces of them, are named in `changed`. */
function standing(board: OpenBoard): OpenShape[] {
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

function drawn(board: OpenBoard, look: Look) {
  const shapes = standing(board);
  return LAYERS.flatMap(([words, draw]) =>
    shapes
      .filter((shape) => words.split(" ").includes(wordOf(shape, look)))
      .map((shape) => draw(shape, board)),
  );
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

interface Name {
  text: string;
  at: Point;
  size: number;
  degrees: number;
  isWater: boolean;
  /** Where else it may stand, the best first. */
  others: Point[];
}

/** How wide a letter of the names is, by its size; far away they are larger on the sheet. */
const LETTER = 0.5;

/** Half the width and half the height that a name takes up on the sheet. */
function roomOf({ text, size, degrees }: Name): Point {
  const [wide, tall] = [(text.length * size * LETTER) / 2, size * 0.6];
  const [cos, sin] = [
    Math.abs(Math.cos((degrees * Math.PI) / 180)),
    Math.abs(Math.sin((degrees * Math.PI) / 180)),
  ];
  return { x: wide * cos + tall * sin, y: wide * sin + tall * cos };
}

interface Taken {
  at: Point;
  half: Point;
}

/** Marks, and fords: what is written over them is no longer read, or hides where one crosses. */
function takenOn(board: OpenBoard, look: Look, spots: readonly Point[]): Taken[] {
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
      taken.filter(
        (one) =>
          Math.abs(one.at.x - p.x) < one.half.x + half.x && Math.abs(one.at.y - p.y) < one.half.y + half.y,
      ).length;
    const place = [name.at, ...name.others].reduce((best, next) => (hits(next) < hits(best) ? next : best));
    taken.push({ at: place, half });
    return { ...name, at: place };
  });
}

/** Points along a line, from its middle outwards. */
const along = (a: Point, b: Point, down = 0): Point[] =>
  [0.3, 0.7, 0.15, 0.85].map((t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t + down }));

const WATERS = ["water", "river", "stream", "ford"];

/** Where a name stands: inside what is wide enough, along a road or a river, else beneath the thing. */
function nameOf(shape: OpenShape, board: OpenBoard, look: Look): Name[] {
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

const rect = (board: OpenBoard, out: number) => {
  const { width, height } = field(board);
  return `M${-out} ${-out}H${short(width + out)}V${short(height + out)}H${-out}Z`;
};

/** The double line, with a tick for every unit and a number for every fifth: places are told by them. */
function Frame({ board }: { board: OpenBoard }) {
  const { width, height } = field(board);
  const mid = (INNER + BAND) / 2;
  const unit = unitOf(board);
  const across = Math.round(width / unit);
  const down = Math.round(height / unit);
  /** On a table of very many units there is no room for every fifth number. */
  const every = across > 120 ? 10 : 5;
  let ticks = "";
  for (let n = 0; n <= across; n++) {
    const tick = n % 5 ? 3.5 : 6;
    ticks += `M${short(n * unit)} ${-INNER}v${-tick}M${short(n * unit)} ${short(height + INNER)}v${tick}`;
  }
  for (let n = 0; n <= down; n++) {
    const tick = n % 5 ? 3.5 : 6;
    ticks += `M${-INNER} ${short(n * unit)}h${-tick}M${short(width + INNER)} ${short(n * unit)}h${tick}`;
  }
  const fifths = (most: number) =>
    board.measured === false ? [] : Array.from({ length: Math.floor(most / every) + 1 }, (_, n) => n * every);
  return (
    <g class="map-frame map-zoomed">
      <path d={rect(board, BAND + 4.5)} class="map-line-thick" />
      <path d={rect(board, BAND)} class="map-line-thin" />
      <path d={rect(board, INNER)} class="map-line-thin" />
      {board.measured !== false && <path d={ticks} class="map-line-thin" />}
      {fifths(across).map((n) => (
        <>
          <text x={short(n * unit)} y={-mid + 1} class="map-margin">
            {n}
          </text>
          <text x={short(n * unit)} y={short(height + mid + 7)} class="map-margin">
            {n}
          </text>
        </>
      ))}
      {fifths(down).map((n) => (
        <>
          <text x={-mid - 3} y={short(n * unit + 4.5)} class="map-margin">
            {n}
          </text>
          <text x={short(width + mid + 3)} y={short(n * unit + 4.5)} class="map-margin">
            {n}
          </text>
        </>
      ))}
    </g>
  );
}

/** Ink and paper by turns, as under every printed plan. */
function ScaleBar({ board }: { board: OpenBoard }) {
  const { width, height } = field(board);
  // of small units several to a stretch of the bar
  const each = unitOf(board) < 20 ? 5 : 1;
  const unit = unitOf(board) * each;
  const units = width > 25 * unit ? 5 : 4;
  const x = width - units * unit - 30;
  const y = height - 20;
  return (
    <g class="open-scale map-zoomed" transform={`translate(${short(x)} ${short(y)})`}>
      <rect x={-14} y={-22} width={short(units * unit + 42)} height={34} rx={2} class="open-scale-plate" />
      {Array.from({ length: units }, (_, n) => (
        <rect
          x={short(n * unit)}
          y={-3}
          width={short(unit)}
          height={5}
          class={n % 2 ? "open-scale-light" : "open-scale-dark"}
        />
      ))}
      {Array.from({ length: units + 1 }, (_, n) => (
        <text x={short(n * unit)} y={-8}>
          {n * each}
        </text>
      ))}
      <text x={short(units * unit + 16)} y={3.5} class="open-scale-unit">
        {board.unit}
      </text>
    </g>
  );
}

const NONE: readonly Mark[] = [];

export function OpenGround({
  board,
  look,
  marks = NONE,
  isSmall = false,
}: {
  board: OpenBoard;
  look: Look;
  /** What names must not lie under. */
  marks?: readonly Mark[];
  isSmall?: boolean;
}) {
  const speech = language.value;
  // boards come anew with every view: what they say is compared, not who they are
  const spots = marks.flatMap((mark) => (mark.at ? [mark.at] : []));
  const { sky: _, ...plan } = board;
  const told = JSON.stringify([plan, look.ground, spots]);
  // `told` stands for board, ground and marks
  return useMemo(() => {
    const sheet = sheetOf(board);
    const clip = `open-neat-${board.width}-${board.depth}${isSmall ? "-small" : ""}`;
    return (
      <svg
        class={isSmall ? "map-ground map-ground-small" : "map-ground"}
        viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
        aria-hidden="true"
      >
        <clipPath id={clip}>
          <path d={rect(board, INNER)} />
        </clipPath>
        <g clip-path={`url(#${clip})`}>
          {drawn(board, look)}
          {!isSmall && (
            <g class="map-names map-zoomed">
              {apart(
                standing(board).flatMap((shape) => nameOf(shape, board, look)),
                takenOn(
                  board,
                  look,
                  spots.map((one) => at(one, board)),
                ),
              ).map((name) => (
                <text
                  transform={`translate(${spot(name.at)}) rotate(${short(name.degrees)})`}
                  style={{ "--size": `${name.size}px` }}
                  class={name.isWater ? "map-name-water" : ""}
                >
                  {name.text}
                </text>
              ))}
            </g>
          )}
          {!isSmall && board.measured !== false && <ScaleBar board={board} />}
        </g>
        {!isSmall && <Frame board={board} />}
      </svg>
    );
  }, [told, speech, isSmall]);
}
