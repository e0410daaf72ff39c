// Houses of a village or farm on an open table, and the ways over what is crossed: bridges and fords.

import type { OpenBoard, OpenShape } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short, spot } from "../sheet/hexes";
import { pathOf } from "../sheet/outline";
import { at, between, long } from "../sheet/scale";
import { extent, sown, surfaces } from "./areas";
import type { Draw } from "./terrain";

const REDS: readonly (readonly [string, string])[] = [
  ["#b4553f", "#963f2e"],
  ["#a94b38", "#8b3829"],
  ["#bd6449", "#9d4a35"],
];

/** So far apart the middles of houses are, and so large a place is that has a church. */
const APART = 27;
const PARISH = 50;
/** In a large place houses are larger, up to so much: many small ones look like bricks that somebody has spilt. */
const LARGEST = 2.2;

/** Red roofs on trodden ground, its edge a line to be held; light enough to see who stands among them. */
export const village: Draw = (shape, board) => {
  const outlines = surfaces(shape, board, false);
  const place = extent(shape, board);
  if (!place) return null;
  const { middle, half } = place;
  const scale = Math.max(1, Math.min(LARGEST, Math.min(half.x, half.y) / PARISH));
  const houses = sown(outlines, `house ${shape.id}`, APART * scale).sort((a, b) => a.y - b.y);
  const isParish = Math.min(half.x, half.y) > PARISH;
  const far = (p: Point) => between(p, middle);
  const church = isParish ? houses.reduce((best, p) => (far(p) < far(best) ? p : best), middle) : null;
  const lie = chanceOf(shape.id)() * 16 - 8;
  return (
    <g class="open-village">
      <path d={outlines.map((one) => pathOf(one, true)).join("")} class="open-village-ground" />
      {houses.map((p) =>
        p === church ? (
          <Church key={spot(p)} p={p} scale={scale} />
        ) : (
          <House key={spot(p)} p={p} lie={lie} scale={scale} />
        ),
      )}
    </g>
  );
};

function House({ p, lie, scale }: { p: Point; lie: number; scale: number }) {
  const chance = chanceOf(`house ${short(p.x)} ${short(p.y)}`);
  const [wide, deep] = [6.2 + chance() * 3.4, 4 + chance() * 1.6];
  const turn = lie + (chance() < 0.45 ? 90 : 0) + (chance() - 0.5) * 10;
  const [light, dark] = REDS[Math.floor(chance() * 3)] ?? ["#b4553f", "#963f2e"];
  const box = (from: number, to: number) =>
    `M${short(-wide)} ${short(from)}H${short(wide)}V${short(to)}H${short(-wide)}Z`;
  return (
    <g transform={placed(p, scale)}>
      <path
        d={box(-deep, deep)}
        transform={`translate(1.8 2.2) rotate(${short(turn)})`}
        class="map-tree-shadow"
      />
      <g transform={`rotate(${short(turn)})`}>
        <path d={box(-deep, 0)} fill={light} class="map-roof" />
        <path d={box(0, deep)} fill={dark} class="map-roof" />
      </g>
    </g>
  );
}

const placed = (p: Point, scale: number): string =>
  `translate(${spot(p)})${scale > 1 ? ` scale(${short(scale)})` : ""}`;

function Church({ p, scale }: { p: Point; scale: number }) {
  return (
    <g transform={placed(p, scale)}>
      <path d="M-10-4H11V6H-10Z" transform="translate(2 2.5)" class="map-tree-shadow" />
      <path d="M-10-5H11V0H-10Z" fill="#a94b38" class="map-roof" />
      <path d="M-10 0H11V5H-10Z" fill="#8b3829" class="map-roof" />
      <path d="M-15-4H-7.5V4H-15ZM-15-4-7.5 4M-7.5-4-15 4" fill="#8d8577" class="map-roof" />
    </g>
  );
}

/** The stretch of a line or strip that passes a point: how it runs there, and how wide it is. */
function stretchAt(shape: OpenShape, p: Point, board: OpenBoard): { degrees: number; wide: number } | null {
  const lines = [...(shape.lines ?? []).map((line) => ({ line, width: 0 })), ...(shape.strips ?? [])].map(
    ({ line, width }) => ({ a: at(line[0], board), b: at(line[1], board), wide: long(width, board) }),
  );
  const off = ({ a, b }: { a: Point; b: Point }) => between(a, p) + between(p, b) - between(a, b);
  const [first, ...rest] = lines;
  if (!first) return null;
  const { a, b, wide } = rest.reduce((best, one) => (off(one) < off(best) ? one : best), first);
  return { degrees: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI, wide };
}

/** Half the breadth of a bridge's deck, and how far it goes beyond the banks. */
const DECK = 7;
const BANK = 9;

/** Bridges with their planks and rails, fords as stones in the water. */
export const crossings: Draw = (shape, board) => {
  const ways = (shape.openings ?? []).filter((one) => one.kind === "bridge" || one.kind === "ford");
  if (!ways.length) return null;
  return (
    <g>
      {ways.map(({ kind, line }) => {
        const p = at(line[0], board);
        const found = stretchAt(shape, p, board);
        if (!found) return null;
        const half = found.wide / 2 + BANK;
        let planks = "";
        for (let y = -half + 3; y < half; y += 4) planks += `M${-DECK} ${short(y)}H${DECK}`;
        return (
          <g transform={`translate(${spot(p)}) rotate(${short(found.degrees)})`} data-crossing={kind}>
            {kind === "bridge" ? (
              <>
                <path
                  d={`M${-DECK} ${short(-half)}H${DECK}V${short(half)}H${-DECK}Z`}
                  class="map-bridge-deck"
                />
                <path d={planks} class="map-bridge-plank" />
                <path
                  d={`M${-DECK} ${short(-half)}V${short(half)}M${DECK} ${short(-half)}V${short(half)}`}
                  class="map-bridge"
                />
              </>
            ) : (
              <path
                d="M-8-5a2 2 0 1 0 .1 0ZM0-3a2 2 0 1 0 .1 0ZM7-6a2 2 0 1 0 .1 0ZM-4 4a2 2 0 1 0 .1 0ZM5 4a2 2 0 1 0 .1 0Z"
                class="open-ford-stones"
              />
            )}
          </g>
        );
      })}
    </g>
  );
};
