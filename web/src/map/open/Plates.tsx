// Words on small plates over the map: lengths, ranges, what is in the way. No plate lies on another.

import { type Point, short } from "../sheet/hexes";

export interface Plate {
  /** Where it would best be read. */
  at: Point;
  text: string;
  tone?: "plain" | "bad" | "soft";
}

const LETTER = 6.1;
const HEIGHT = 19;

export const halfOf = (text: string): number => (text.length * LETTER) / 2 + 7;

/** A base that plates should not hide. */
export interface Round {
  at: Point;
  r: number;
  /** Half its height, where it is not as high as wide. */
  high?: number;
}

const STEPS = [0, 1, -1, 2, -2, 3, -3];
const SIDES = [0, 1, -1];

/** Each as near to where it wants to be as keeps it off the other plates and off the bases; all inside the field. */
export function settled(
  plates: readonly Plate[],
  scale: number,
  room: { width: number; height: number } | null = null,
  bases: readonly Round[] = [],
): Plate[] {
  const found: Plate[] = [];
  const high = HEIGHT * scale;
  for (const plate of plates) {
    const half = halfOf(plate.text) * scale;
    const inside = (x: number) => (room ? Math.max(half, Math.min(room.width - half, x)) : x);
    let best: { at: Point; cost: number } | null = null;
    for (const side of SIDES)
      for (const step of STEPS) {
        const at = {
          x: inside(plate.at.x + side * (half + 24 * scale)),
          y: plate.at.y + step * (high + 3),
        };
        const isOnPlate = found.some(
          (other) =>
            Math.abs(other.at.x - at.x) < half + halfOf(other.text) * scale &&
            Math.abs(other.at.y - at.y) < high + 2,
        );
        const hidden = bases.filter(
          (one) =>
            Math.abs(one.at.x - at.x) < half + one.r &&
            Math.abs(one.at.y - at.y) < high / 2 + (one.high ?? one.r),
        ).length;
        const cost = (isOnPlate ? 1000 : 0) + hidden * 60 + Math.abs(step) * 9 + Math.abs(side) * 22;
        if (!best || cost < best.cost) best = { at, cost };
      }
    found.push({ ...plate, at: best?.at ?? plate.at });
  }
  return found;
}

/** `zoom`: how large the sheet is on the screen; plates are never too small to be read. */
export function Plates({
  plates,
  zoom,
  room,
  bases = [],
}: {
  plates: readonly Plate[];
  zoom: number;
  bases?: readonly Round[];
  room?: { width: number; height: number };
}) {
  const scale = Math.max(0.75, Math.min(2.2, 1.15 / zoom));
  return (
    <g class="open-plates">
      {settled(plates, scale, room ?? null, bases).map(({ at, text, tone }) => {
        const half = halfOf(text);
        return (
          <g
            class={`open-plate open-plate-${tone ?? "plain"}`}
            transform={`translate(${short(at.x)} ${short(at.y)}) scale(${scale.toFixed(3)})`}
          >
            <rect x={-half} y={-HEIGHT / 2} width={2 * half} height={HEIGHT} rx={HEIGHT / 2} />
            <text y={4.2}>{text}</text>
          </g>
        );
      })}
    </g>
  );
}
