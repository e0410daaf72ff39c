// Objectives, exits and the prize of the day: a flag or an arrow at its hex, and a ring on the ground.

import { said } from "../language";
import type { HexBoard as Board, HexMark as Mark } from "../protocol";
import { beside, cellOf, centre, hexPath, isOn, spot } from "./sheet/hexes";

/** Directions in which a hex at the edge leads off the map, as one turn in degrees from up. */
export function wayOut(hex: string, board: Pick<Board, "columns" | "rows">): number {
  const cell = cellOf(hex);
  if (cell.r === 0) return 0;
  if (cell.r === board.rows - 1) return 180;
  const out = [0, 1, 2, 3, 4, 5].filter((d) => !isOn(beside(cell, d), board));
  return out.includes(4) ? 270 : 90;
}

export function MarkRings({ marks }: { marks: readonly Mark[] }) {
  return (
    <g class="map-mark-rings">
      {marks.map((mark) => (
        <path
          d={hexPath(centre(mark.hex), 35.5)}
          class={`map-mark-ring${mark.spent ? " map-mark-spent" : ""}${mark.kind === "victory" ? " map-mark-victory" : ""}`}
        />
      ))}
    </g>
  );
}

function Sign({ mark, board }: { mark: Mark; board: Pick<Board, "columns" | "rows"> }) {
  if (mark.kind === "exit")
    return (
      <path
        d="M-6-24V-33H-13L0-47L13-33H6V-24Z"
        transform={`rotate(${wayOut(mark.hex, board)})`}
        class="map-exit"
      />
    );
  const isPrize = mark.kind === "victory";
  return (
    <g transform="translate(-29 -6)">
      <ellipse cx={1.5} cy={0.5} rx={4} ry={1.6} class="map-flag-foot" />
      <path d="M0 0V-33" class="map-pole" />
      <path
        d={
          isPrize
            ? "M0-33Q8-37 14-33T27-33V-18Q20-14 14-18T0-18Z"
            : "M0-33Q6-36 11-33.5T22-34L18-27L22-20Q16-18.5 11-21T0-20Z"
        }
        class={isPrize ? "map-flag map-flag-prize" : "map-flag"}
      />
      {isPrize ? (
        <path
          d="M13-32.5l1.8 3.9 4.2.5-3.1 2.9.8 4.2-3.7-2.1-3.7 2.1.8-4.2-3.1-2.9 4.2-.5Z"
          class="map-flag-star"
        />
      ) : (
        mark.points !== undefined && (
          <text x={9.5} y={-22.7} class="map-flag-points">
            {mark.points}
          </text>
        )
      )}
      <circle cy={-34} r={1.6} class="map-pole-knob" />
    </g>
  );
}

const SMALL = " translate(0 30) scale(1.7) translate(29 6)";

export function Marks({
  marks,
  board,
  isSmall = false,
}: {
  marks: readonly Mark[];
  board: Pick<Board, "columns" | "rows">;
  /** On a vignette: larger, and standing on the middle of its hex so that none is cut off above. */
  isSmall?: boolean;
}) {
  return (
    <g class="map-marks">
      {marks.map((mark) => (
        <g
          data-hex={mark.hex}
          data-mark={mark.kind}
          class={mark.spent ? "map-mark map-mark-spent" : "map-mark"}
          transform={`translate(${spot(centre(mark.hex))})${isSmall ? SMALL : ""}`}
        >
          <title>{said(mark.name)}</title>
          <Sign mark={mark} board={board} />
        </g>
      ))}
    </g>
  );
}
