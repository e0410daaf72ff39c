// Where the badges of a figure sit on its rim: round from the left, unless the marks of a neighbour are there.

import type { Point } from "../sheet/hexes";

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
const SIGN = 7.5;
const OUT = 2.5;

/** So far apart on the rim that no sign of this size lies on the next. */
const stepOn = (r: number, size: number): number =>
  Math.max(USUAL.step, (Math.asin(Math.min(1, (6.9 * size) / (r + OUT))) * 360) / Math.PI);

const arcsOn = (step: number): readonly Arc[] => [
  { start: USUAL.start, step },
  { start: 335, step: -step },
  { start: 155, step: -step },
  { start: 25, step },
  { start: 90, step },
  { start: 90, step: -step },
];

/** How much larger than drawn the marks are on a sheet seen from so far away; as the style has it, in steps. */
export const signSize = (zoom: number): number =>
  Math.round(10 * Math.max(1, Math.min(1.4, 0.88 / zoom))) / 10;

export const onRim = (r: number, { start, step }: Arc, n: number): Point => {
  const angle = ((start + n * step) * Math.PI) / 180;
  return { x: (r + OUT) * Math.cos(angle), y: (r + OUT) * Math.sin(angle) };
};

export const dieAt = (r: number): Point => ({ x: r * 0.95, y: -r * 0.95 });

const moved = (p: Point, by: Point): Point => ({ x: p.x + by.x, y: p.y + by.y });
const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** For each the arc on which its badges hide least: no sign on another, and as little as may be of a neighbour. */
export function arcsOf(those: readonly Marked[], size = 1): Map<string, Arc> {
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
          signs.filter((other) => far(other, p) < 2 * SIGN * size).length * 10 +
          those.filter((other) => other !== one && far(other.at, p) < other.r + (SIGN * size) / 2).length * 2,
        0,
      );
    const arc = arcsOn(stepOn(one.r, size)).reduce((best, next) => (cost(next) < cost(best) ? next : best));
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
