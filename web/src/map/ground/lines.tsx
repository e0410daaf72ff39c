// Lines across the map: roads, streams, rivers, and what crosses them.

import type { HexBoard as Board, Hex } from "../../protocol";
import { cellCentre, cellOf, centre, type Point, short, vertex } from "../sheet/hexes";
import { eased, flowing, rounded, runs, unsteady } from "../sheet/outline";
import type { Drawing, Drawn } from "./words";

const WAYS: readonly Drawing[] = ["road"];
const WATERS: readonly Drawing[] = ["stream", "river"];

/** Lines of one sort meet in the middle of a hex they share, and cross others in the middle of a bridge or ford. */
function pins(sort: readonly Drawing[], shapes: readonly Drawn[]): (p: Point) => boolean {
  const counted = new Map<Hex, number>();
  for (const shape of shapes) {
    const weight =
      shape.drawing === "bridge" || shape.drawing === "ford" ? 2 : sort.includes(shape.drawing) ? 1 : 0;
    if (weight) for (const hex of new Set(shape.hexes)) counted.set(hex, (counted.get(hex) ?? 0) + weight);
  }
  const name = (p: Point) => `${Math.round(p.x)}:${Math.round(p.y)}`;
  const pinned = new Set([...counted].filter(([, count]) => count > 1).map(([hex]) => name(centre(hex))));
  return (p) => pinned.has(name(p));
}

/** A line goes straight where hexes would make it zigzag, and wanders a little of its own accord. */
function wandering(
  line: readonly Point[],
  times: number,
  much: number,
  isPinned: (p: Point) => boolean,
): Point[] {
  return eased(line, false, times, isPinned).map((p, n, all) =>
    n === 0 || n === all.length - 1 || isPinned(p) ? p : (unsteady([p], much)[0] as Point),
  );
}

export const roadLines = (shape: Drawn, board: Board, shapes: readonly Drawn[]): Point[][] =>
  runs(shape.hexes, board).map((line) => wandering(line, 3, 7, pins(WAYS, shapes)));

/** Water through hexes, or along their sides where it has some. */
function waterPath(shape: Drawn, board: Board, shapes: readonly Drawn[]): string {
  const lines = shape.sides.length
    ? sideLines(shape.sides).map((line) => unsteady(rounded(line, false, 1), 2))
    : runs(shape.hexes, board).map((line) => wandering(line, 1, 6, pins(WATERS, shapes)));
  return lines.map(flowing).join("");
}

type Part = (shape: Drawn, board: Board, shapes: readonly Drawn[]) => preact.JSX.Element;

const roadPart =
  (part: string): Part =>
  (shape, board, shapes) => <path d={roadLines(shape, board, shapes).map(flowing).join("")} class={part} />;
const waterPart =
  (part: string): Part =>
  (shape, board, shapes) => (
    <path d={waterPath(shape, board, shapes)} class={`${part} ${part}-${shape.drawing}`} />
  );

/** Edges of all lines of a sort come before their insides, so that they open into each other where they meet. */
export const roadEdge = roadPart("map-road-edge");
export const roadInside = roadPart("map-road");
export const bank = waterPart("map-bank");
export const flow = waterPart("map-flow");
export const current = waterPart("map-current");

/** Sides that meet are strung together into lines. */
export function sideLines(sides: readonly (readonly [Hex, number])[]): Point[][] {
  const name = (p: Point) => `${Math.round(p.x)}:${Math.round(p.y)}`;
  const left = sides.map(([hex, d]) => {
    const at = centre(hex);
    return [vertex(at, d), vertex(at, d + 1)] as [Point, Point];
  });
  const found: Point[][] = [];
  while (left.length) {
    const [start, end] = left.shift() as [Point, Point];
    const line = [start, end];
    for (let grown = true; grown; ) {
      grown = false;
      for (let n = 0; n < left.length && !grown; n++) {
        const [a, b] = left[n] as [Point, Point];
        const head = name(line[0] as Point);
        const tail = name(line.at(-1) as Point);
        if (name(a) === tail) line.push(b);
        else if (name(b) === tail) line.push(a);
        else if (name(b) === head) line.unshift(a);
        else if (name(a) === head) line.unshift(b);
        else continue;
        left.splice(n, 1);
        grown = true;
      }
    }
    found.push(line);
  }
  return found;
}

/** Which way a crossing lies in a hex, in degrees: along its road, or across its water. */
export function crossingDegrees(hex: Hex, shapes: readonly Drawn[]): number {
  const along = (kinds: readonly string[]): number | null => {
    for (const shape of shapes) {
      const n = kinds.includes(shape.drawing) ? shape.hexes.indexOf(hex) : -1;
      if (n < 0) continue;
      const a = cellCentre(cellOf(shape.hexes[Math.max(0, n - 1)] as Hex));
      const b = cellCentre(cellOf(shape.hexes[Math.min(shape.hexes.length - 1, n + 1)] as Hex));
      if (a.x !== b.x || a.y !== b.y) return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    }
    return null;
  };
  const way = along(["road"]);
  if (way !== null) return way;
  const flow = along(["river", "stream"]);
  return flow === null ? 0 : flow + 90;
}

export function bridge(shape: Drawn, shapes: readonly Drawn[]) {
  return (
    <g>
      {shape.hexes.map((hex) => {
        const { x, y } = centre(hex);
        return (
          <g transform={`translate(${short(x)} ${short(y)}) rotate(${short(crossingDegrees(hex, shapes))})`}>
            <path d="M-15-4.5H15V4.5H-15Z" class="map-bridge-deck" />
            <path d="M-19-8.5-14-5H14L19-8.5M-19 8.5-14 5H14L19 8.5" class="map-bridge" />
            <path d="M-10-4.5V4.5M-5-4.5V4.5M0-4.5V4.5M5-4.5V4.5M10-4.5V4.5" class="map-bridge-plank" />
          </g>
        );
      })}
    </g>
  );
}

export function ford(shape: Drawn, shapes: readonly Drawn[]) {
  return (
    <g>
      {shape.hexes.map((hex) => {
        const { x, y } = centre(hex);
        return (
          <path
            transform={`translate(${short(x)} ${short(y)}) rotate(${short(crossingDegrees(hex, shapes))})`}
            d="M-17-4H17M-17 4H17"
            class="map-ford"
          />
        );
      })}
    </g>
  );
}
