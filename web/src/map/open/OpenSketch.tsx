// What the server sketches of an option: ways, lines of sight and what they cross, circles, words.

import { said } from "../../language";
import type { OpenBoard, Sketch, Text } from "../../protocol";
import { type Point, short, spot } from "../sheet/hexes";
import { pathOf } from "../sheet/outline";
import { between, field, long, onSheet } from "../sheet/scale";
import { type Plate, Plates, type Round } from "./Plates";

const SORTS: Record<string, "map-way" | "map-fire"> = {
  path: "map-way",
  way: "map-way",
  line: "map-fire",
  shot: "map-fire",
};

interface Told {
  kind: string;
  at: Point | null;
  points: Point[];
  size: number;
  text: string;
}

/** Words a page does not know are left out; what is known is read with care. */
function told(one: Sketch, board: OpenBoard): Told {
  const { points, from, to, at, size, text } = one as unknown as Record<string, unknown>;
  const line = (Array.isArray(points) ? points : [from, to]).map((p) => onSheet(p, board));
  return {
    kind: one.kind,
    at: onSheet(at, board),
    points: line.filter((p) => p !== null),
    size: typeof size === "number" ? long(size, board) : 0,
    text: said(text as Text | undefined),
  };
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Aside of a line, always on its upper side or always on its lower. */
function aside(a: Point, b: Point, far: number): Point {
  const length = between(a, b) || 1;
  const n = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const by = n.y > 0 ? far : -far;
  return { x: n.x * by, y: n.y * by };
}

/** What is drawn of units in formation has its words elsewhere. */
const DRILL = new Set(["footprint", "wheel", "corridor", "cone", "mask", "budget"]);

/** Where its words stand. */
function plateOf({ kind, at, points, text, size }: Told): Plate[] {
  if (!text) return [];
  const [first, last] = [points[0], points.at(-1)];
  if (kind === "label" && at) return [{ at: { x: at.x, y: at.y - 34 }, text }];
  if ((kind === "ring" || kind === "command") && at)
    return [{ at: { x: at.x, y: at.y + size + 14 }, text, tone: "soft" }];
  if (!first || !last) return [];
  if (SORTS[kind] === "map-way") return [{ at: { x: last.x, y: last.y + 32 }, text }];
  const off = aside(first, last, kind === "stretch" ? 17 : -17);
  const p = middle(first, last);
  return [{ at: { x: p.x + off.x, y: p.y + off.y }, text, ...(kind === "stretch" ? { tone: "soft" } : {}) }];
}

/** An arrow's head a little before the end, so that it does not hide under the base there. */
function Head({ line, sort, back }: { line: readonly Point[]; sort: string; back: number }) {
  const [a, b] = [line.at(-2), line.at(-1)];
  if (!a || !b || between(a, b) < back + 12) return null;
  const degrees = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const share = 1 - back / between(a, b);
  const p = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  return (
    <path
      d="M8 0L-6-6L-6 6Z"
      transform={`translate(${spot(p)}) rotate(${short(degrees)})`}
      class={`${sort}-head`}
    />
  );
}

export function OpenSketch({
  sketch,
  board,
  zoom,
  more = [],
  bases = [],
  isRuled = false,
}: {
  sketch: readonly Sketch[];
  board: OpenBoard;
  zoom: number;
  /** Other words that must not lie under these. */
  more?: readonly Plate[];
  /** Who stands on the table. */
  bases?: readonly Round[];
  /** A ruler lies there: a straight way needs no line of its own. */
  isRuled?: boolean;
}) {
  const those = sketch.filter((one) => !DRILL.has(one.kind)).map((one) => told(one, board));
  const { width, height } = field(board);
  return (
    <g class="open-sketch">
      {those.map(({ kind, at, size, points }) => {
        if (kind === "command" && at)
          return <circle cx={short(at.x)} cy={short(at.y)} r={short(size)} class="open-command" />;
        if (at && size > 0)
          return (
            <g class="open-blast">
              <circle cx={short(at.x)} cy={short(at.y)} r={short(size)} />
              <path
                d={`M${short(at.x - 5)} ${short(at.y - 5)}l10 10M${short(at.x + 5)} ${short(at.y - 5)}l-10 10`}
              />
            </g>
          );
        if (kind === "bases")
          return (
            <g class="open-bases">
              {points.map((p) => (
                <circle cx={short(p.x)} cy={short(p.y)} r={short(size)} />
              ))}
            </g>
          );
        if (kind === "stretch" && points[0] && points[1])
          return between(points[0], points[1]) < 1 ? (
            <circle cx={short(points[0].x)} cy={short(points[0].y)} r={4.5} class="open-crossing" />
          ) : (
            <path d={pathOf(points, false)} class="open-stretch" />
          );
        if (kind === "sector" && points.length > 2)
          return <path d={pathOf(points, true)} class="open-sector" />;
        const sort = SORTS[kind];
        if (!sort || points.length < 2 || (isRuled && sort === "map-way" && points.length === 2)) return null;
        const path = pathOf(points, false);
        return (
          <g class={sort}>
            <path d={path} class={`${sort}-under`} />
            <path d={path} class={`${sort}-line`} />
            <Head line={points} sort={sort} back={sort === "map-way" ? 8 : 26} />
          </g>
        );
      })}
      <Plates
        plates={[...those.flatMap(plateOf), ...more]}
        zoom={zoom}
        room={{ width, height }}
        bases={bases}
      />
    </g>
  );
}
