// Hills: hachures down the slopes, thick at the top and thin below, and the crest as a dashed line.

import type { HexBoard as Board } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { beside, type Cell, cellCentre, cellOf, type Point, spot } from "../sheet/hexes";
import {
  bled,
  flowing,
  isWithin,
  keyOf,
  outlines,
  outward,
  pathOf,
  regionOf,
  stepped,
} from "../sheet/outline";
import type { Drawn } from "./words";

/** Wedges across an outline, from `start` before it to `end` beyond it (both along the way out). */
function wedges(
  line: readonly Point[],
  word: string,
  start: number,
  end: number,
  isSlope: (p: Point) => boolean,
): string {
  const points = stepped(line, 3.5, true);
  const chance = chanceOf(word);
  let path = "";
  points.forEach((p, n) => {
    // the pen rests now and then
    const rest = chance() < 0.06;
    const long = 0.72 + chance() * 0.42;
    const slip = (chance() - 0.5) * 2.4;
    const out = outward(points, n);
    if (rest || !isSlope({ x: p.x + out.x * 22, y: p.y + out.y * 22 })) return;
    const across = { x: -out.y, y: out.x };
    const a = start + (chance() - 0.5) * 3;
    const b = a + (end - start) * long;
    const half = 0.62;
    const top = { x: p.x + out.x * a, y: p.y + out.y * a };
    path +=
      `M${spot({ x: top.x - across.x * half, y: top.y - across.y * half })}` +
      `L${spot({ x: top.x + across.x * half, y: top.y + across.y * half })}` +
      `L${spot({ x: p.x + out.x * b + across.x * slip, y: p.y + out.y * b + across.y * slip })}Z`;
  });
  return path;
}

/** The crest hexes strung together, each run a line. */
export function crestLines(crest: readonly string[]): Point[][] {
  const left = regionOf(crest);
  const around = (cell: Cell) =>
    [1, 2, 3, 4, 5, 0].map((d) => left.get(keyOf(beside(cell, d)))).filter((one) => one !== undefined);
  const found: Point[][] = [];
  while (left.size) {
    // begin at an end of the run
    const start = [...left.values()].reduce((a, b) => (around(b).length < around(a).length ? b : a));
    const line: Point[] = [];
    for (let at: Cell | undefined = start; at; at = around(at)[0]) {
      left.delete(keyOf(at));
      line.push(cellCentre(at));
    }
    found.push(line);
  }
  return found;
}

export function hillFloor(shape: Drawn, board: Board) {
  const whole = outlines(bled(regionOf(shape.hexes), board), 7);
  const crest = outlines(bled(regionOf(shape.crest), board), 5);
  return (
    <g>
      <path d={whole.map((line) => pathOf(line, true)).join("")} class="map-hill-floor" />
      <path d={crest.map((line) => pathOf(line, true)).join("")} class="map-hill-floor" />
    </g>
  );
}

export function hachures(shape: Drawn, board: Board) {
  const whole = bled(regionOf(shape.hexes), board);
  const crest = bled(regionOf(shape.crest), board);
  const edge = outlines(whole, 7);
  const lower = edge.map((line, n) => wedges(line, `lower ${shape.hexes[0]} ${n}`, -13, 8, () => true));
  const upper = outlines(crest, 5).map((line, n) =>
    wedges(line, `upper ${shape.hexes[0]} ${n}`, -8, 18, (p) => isWithin(p, edge)),
  );
  const lines = crestLines(shape.crest);
  return (
    <g>
      <path d={lower.join("") + upper.join("")} class="map-hachures" />
      <path
        d={lines
          .filter((line) => line.length > 1)
          .map(flowing)
          .join("")}
        class="map-crest"
      />
      {lines
        .filter((line) => line.length === 1)
        .map((line) => {
          const { x, y } = line[0] as Point;
          return <path d={`M${x - 5} ${y + 4}L${x} ${y - 5}L${x + 5} ${y + 4}Z`} class="map-summit" />;
        })}
    </g>
  );
}

/** The crest cell nearest the middle, where a hill is named. */
export const heart = (shape: Drawn): Cell =>
  cellOf(shape.crest[shape.crest.length >> 1] ?? shape.hexes[0] ?? "0101");
