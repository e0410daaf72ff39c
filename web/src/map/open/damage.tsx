// What has been done to walls and houses: breaches, cracks, fire.

import type { OpenBoard, OpenShape } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short, spot } from "../sheet/hexes";
import { at } from "../sheet/scale";

/** Stones that have fallen out of a wall, between the torn ends of it. */
export function Rubble({ from, to }: { from: Point; to: Point }) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const across = { x: -(to.y - from.y) / far, y: (to.x - from.x) / far };
  const chance = chanceOf(`rubble ${spot(from)} ${spot(to)}`);
  const count = Math.max(6, Math.round(far / 3));
  const stones = Array.from({ length: count }, (_, n) => {
    const t = (n + chance()) / count;
    const off = (chance() - 0.5) * 26;
    const p = {
      x: from.x + (to.x - from.x) * t + across.x * off,
      y: from.y + (to.y - from.y) * t + across.y * off,
    };
    return { p, r: 1.6 + chance() * 2.3, turn: chance() * 90 };
  });
  return (
    <g class="open-rubble">
      {stones.map(({ p, r, turn }) => (
        <path
          d={`M${short(-r)} ${short(-r * 0.6)}L${short(r * 0.4)} ${short(-r)}L${short(r)} ${short(r * 0.3)}L${short(-r * 0.3)} ${short(r)}Z`}
          transform={`translate(${spot(p)}) rotate(${short(turn)})`}
        />
      ))}
    </g>
  );
}

/** Where a wall was struck and still holds: a star of cracks for each hit. */
export function Cracks({ shape, board }: { shape: OpenShape; board: OpenBoard }) {
  return (
    <>
      {(shape.cracks ?? []).map(({ at: place, hits }) => {
        const p = at(place, board);
        return (
          <g class="open-cracks" transform={`translate(${spot(p)})`} data-hits={hits}>
            {Array.from({ length: Math.min(hits, 5) }, (_, n) => {
              const off = (n - (Math.min(hits, 5) - 1) / 2) * 13;
              return (
                <path
                  d="M0-8L1-2L7-5L2 0L8 4L1 2L0 8L-2 2L-8 4L-2 0L-7-5L-1-2Z"
                  transform={`translate(${short(off)} ${n % 2 ? 3 : -2})`}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** Fire in a house. */
export function Flames({ from, to }: { from: Point; to: Point }) {
  const [wide, tall] = [to.x - from.x, to.y - from.y];
  const spots = [
    [0.24, 0.34],
    [0.72, 0.3],
    [0.48, 0.62],
    [0.2, 0.78],
    [0.8, 0.76],
  ] as const;
  return (
    <g class="open-flames" data-fire="">
      {spots.map(([u, v]) => (
        <g transform={`translate(${short(from.x + wide * u)} ${short(from.y + tall * v)})`}>
          <path d="M0 13C-11 13 -12 3 -6 -4C-6 0 -3 1 -2 -1C-4 -8 0 -14 5 -18C4 -11 12 -7 12 3C12 10 7 13 0 13Z" />
          <path d="M0 13C-6 13 -6 6 -2 2C-1 5 1 4 1 0C5 3 7 6 6 9C5 12 3 13 0 13Z" class="open-flame-core" />
        </g>
      ))}
    </g>
  );
}
