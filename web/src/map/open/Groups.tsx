// Who acts together: a band under those drawn up close, a thread between those who stand loose.

import type { Look } from "../../look";
import type { Group, OpenView, Piece } from "../../protocol";
import { paintOf } from "../sheet/blocks";
import type { Point } from "../sheet/hexes";
import { pathOf } from "../sheet/outline";
import { at, between, UNIT } from "../sheet/scale";

/** Of a group those who stand on the table, its first before the others. */
export function standingOf(group: Group, view: OpenView): Piece[] {
  const units = new Set(group.units);
  const here = view.pieces.filter((one) => units.has(one.id) && one.pose);
  return [...here.filter((one) => one.id === group.leader), ...here.filter((one) => one.id !== group.leader)];
}

/** The corners round a set of points. */
export function hull(points: readonly Point[]): Point[] {
  const all = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const half = (line: readonly Point[]) => {
    const kept: Point[] = [];
    for (const p of line) {
      while (kept.length > 1 && turn(kept.at(-2) as Point, kept.at(-1) as Point, p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return all.length < 3 ? all : [...half(all), ...half([...all].reverse())];
}

/** Lines that join all points with as little thread as can be. */
export function threads(points: readonly Point[]): [Point, Point][] {
  const [first, ...rest] = points;
  if (!first) return [];
  const joined = [first];
  const left = [...rest];
  const found: [Point, Point][] = [];
  while (left.length) {
    let best: { from: Point; to: Point; far: number } | null = null;
    for (const from of joined)
      for (const to of left) {
        const far = between(from, to);
        if (!best || far < best.far) best = { from, to, far };
      }
    if (!best) break;
    found.push([best.from, best.to]);
    joined.push(best.to);
    left.splice(left.indexOf(best.to), 1);
  }
  return found;
}

/** Bases of one body stand no farther apart. */
const NEAR = 2.2 * UNIT;

/** Those who stand together; who is away from them is a body of his own. */
export function bodies(points: readonly Point[]): Point[][] {
  const found = points.map((p) => [p]);
  for (const [a, b] of threads(points)) {
    if (between(a, b) > NEAR) continue;
    const [one, other] = [a, b].map((p) => found.find((body) => body.includes(p)));
    if (!one || !other || one === other) continue;
    one.push(...other);
    found.splice(found.indexOf(other), 1);
  }
  return found;
}

export function Groups({ view, look }: { view: OpenView; look: Look }) {
  return (
    <g class="open-groups">
      {(view.groups ?? []).map((group) => {
        const here = standingOf(group, view);
        if (here.length < 2) return null;
        const points = here.flatMap((one) => (one.pose ? [at(one.pose, view.board)] : []));
        const { paint } = paintOf({ owner: group.owner }, look);
        return (
          <g key={group.id} data-group={group.id} style={{ stroke: paint, fill: paint }}>
            {group.drawn === "close" &&
              bodies(points).map((body) => <path d={pathOf(hull(body), true)} class="open-band" />)}
            <path
              d={threads(points)
                .filter(([a, b]) => group.drawn !== "close" || between(a, b) > NEAR)
                .map((line) => pathOf(line, false))
                .join("")}
              class="open-thread"
            />
          </g>
        );
      })}
    </g>
  );
}
