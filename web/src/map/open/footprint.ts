// The ground a unit covers, and how it moves over it: ahead, aside, wheeling on a corner, turning about its centre.
// In the table's own parts; the rules reckon with whole ones, so whatever leaves this file is rounded.

import type { OpenBoard, Piece, Place, Pose, Spot } from "../../protocol";

/** The front edge and the depth. */
export type Size = readonly [front: number, depth: number];
export type Hand = "left" | "right";

const FULL = 3600;

/** The footprint of a unit; null for what stands on a disc. */
export function sizeOf(piece: Piece | null | undefined): Size | null {
  const { shape, formation } = piece ?? {};
  return shape?.rect && (formation || shape.disc === undefined) ? shape.rect : null;
}

export const normal = (heading: number): number => ((Math.round(heading) % FULL) + FULL) % FULL;

/** From one heading to another the short way: more than 0 is to the right. */
export const swing = (from: number, to: number): number => normal(to - from + FULL / 2) - FULL / 2;

const radians = (heading: number): number => (heading * Math.PI) / (FULL / 2);

/** A point seen from a pose: so far ahead of its centre, so far to its right. */
export function seenFrom([x, y, heading]: Pose, ahead: number, right: number): [number, number] {
  const [sin, cos] = [Math.sin(radians(heading)), Math.cos(radians(heading))];
  return [x + sin * ahead + cos * right, y - cos * ahead + sin * right];
}

/** Front left, front right, rear right, rear left. */
export function cornersOf(pose: Pose, [front, depth]: Size): [number, number][] {
  return [
    seenFrom(pose, depth / 2, -front / 2),
    seenFrom(pose, depth / 2, front / 2),
    seenFrom(pose, -depth / 2, front / 2),
    seenFrom(pose, -depth / 2, -front / 2),
  ];
}

/** Half the width and half the height of the box round a turned footprint. */
export function halves([front, depth]: Size, heading: number): { x: number; y: number } {
  const [sin, cos] = [Math.abs(Math.sin(radians(heading))), Math.abs(Math.cos(radians(heading)))];
  return { x: (front * cos + depth * sin) / 2, y: (front * sin + depth * cos) / 2 };
}

/** From one point to another as a heading. */
export function bearing(from: Readonly<Spot>, to: Readonly<Spot>): number {
  return normal((Math.atan2(to[0] - from[0], from[1] - to[1]) * (FULL / 2)) / Math.PI);
}

const cornerOf = (pose: Pose, [front, depth]: Size, hand: Hand): Spot =>
  seenFrom(pose, depth / 2, hand === "left" ? -front / 2 : front / 2);

/** Wheeled on a front corner by so much, clockwise. */
export function wheeled(pose: Pose, size: Size, on: Hand, turn: number): Pose {
  const pivot = cornerOf(pose, size, on);
  const [x, y] = seenFrom(
    [...pivot, pose[2] + turn],
    -size[1] / 2,
    on === "left" ? size[0] / 2 : -size[0] / 2,
  );
  return [x, y, normal(pose[2] + turn)];
}

/** Wheeled so that the front corner in the hand points to where the hand is; the other one stays. */
export function wheeledTo(pose: Pose, size: Size, held: Hand, to: Readonly<Spot>): Pose {
  const on = held === "left" ? "right" : "left";
  const pivot = cornerOf(pose, size, on);
  return wheeled(pose, size, on, swing(bearing(pivot, cornerOf(pose, size, held)), bearing(pivot, to)));
}

/** Turned about the centre to look at a point. */
export const turnedTo = ([x, y]: Pose, to: Readonly<Spot>): Pose => [x, y, bearing([x, y], to)];

export const turnedBy = ([x, y, heading]: Pose, turn: number): Pose => [x, y, normal(heading + turn)];

/** So far ahead and to its right. */
export const stepped = (pose: Pose, ahead: number, right: number): Pose => [
  ...seenFrom(pose, ahead, right),
  pose[2],
];

/** In whole parts, with all of it on the table where there is room. */
export function kept(
  [x, y, heading]: Pose,
  size: Size,
  { width, depth }: Pick<OpenBoard, "width" | "depth">,
): Pose {
  const half = halves(size, heading);
  const keep = (n: number, room: number, most: number) => Math.max(room, Math.min(most - room, n));
  return [
    Math.round(half.x * 2 > width ? width / 2 : keep(x, half.x, width)),
    Math.round(half.y * 2 > depth ? depth / 2 : keep(y, half.y, depth)),
    normal(heading),
  ];
}

export const isPose = (place: Place | null | undefined): place is Pose => place?.length === 3;

/** A place by its id «x,y» or «x,y,heading». */
export function placeIn(id: string): Place {
  const [x = 0, y = 0, heading] = id.split(",").map(Number);
  return heading === undefined ? [x, y] : [x, y, heading];
}
