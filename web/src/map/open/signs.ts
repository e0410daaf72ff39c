// Where the badges of a figure sit on its rim: round from the left, unless the marks of a neighbour are there.

import type { Point } from "../hexes";

export interface Marked {
  id: string;
  at: Point;
  /** Of the base. */
  r: number;
  badges: number;
  /** It has a die at its upper right. */
  hasDie: boolean;
}

/** From the first badge on, in degrees as on a compass card lying on the sheet: 0 is right, 90 is down. */
export interface Arc {
  start: number;
  step: number;
}

export const USUAL: Arc = { start: 205, step: 44 };
const ARCS: readonly Arc[] = [
  USUAL,
  { start: 335, step: -44 },
  { start: 155, step: -44 },
  { start: 25, step: 44 },
];
const SIGN = 7.5;
const OUT = 2.5;

export const onRim = (r: number, { start, step }: Arc, n: number): Point => {
  const angle = ((start + n * step) * Math.PI) / 180;
  return { x: (r + OUT) * Math.cos(angle), y: (r + OUT) * Math.sin(angle) };
};

export const dieAt = (r: number): Point => ({ x: r * 0.95, y: -r * 0.95 });

const moved = (p: Point, by: Point): Point => ({ x: p.x + by.x, y: p.y + by.y });
const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** For each the arc on which its badges hide least: no sign on another, and as little as may be of a neighbour. */
export function arcsOf(those: readonly Marked[]): Map<string, Arc> {
  const found = new Map<string, Arc>();
  const signs = those.flatMap((one) => (one.hasDie ? [moved(one.at, dieAt(one.r))] : []));
  for (const one of those) {
    if (!one.badges) continue;
    const spotsOn = (arc: Arc) =>
      Array.from({ length: one.badges }, (_, n) => moved(one.at, onRim(one.r, arc, n)));
    const cost = (arc: Arc) =>
      spotsOn(arc).reduce(
        (sum, p) =>
          sum +
          signs.filter((other) => far(other, p) < 2 * SIGN).length * 10 +
          those.filter((other) => other !== one && far(other.at, p) < other.r + SIGN / 2).length * 2,
        0,
      );
    const arc = ARCS.reduce((best, next) => (cost(next) < cost(best) ? next : best));
    found.set(one.id, arc);
    signs.push(...spotsOn(arc));
  }
  return found;
}

/** Where all these signs are on the sheet. */
export const signsOf = (those: readonly Marked[], arcs: ReadonlyMap<string, Arc>): Point[] =>
  those.flatMap((one) => [
    ...(one.hasDie ? [moved(one.at, dieAt(one.r))] : []),
    ...Array.from({ length: one.badges }, (_, n) =>
      moved(one.at, onRim(one.r, arcs.get(one.id) ?? USUAL, n)),
    ),
  ]);
