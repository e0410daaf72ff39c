// What frames the map: hex grid, double ink line with the numbers of columns and rows, wind rose.

import type { HexBoard as Board } from "../../protocol";
import {
  allHexes,
  cellCentre,
  cellOf,
  centre,
  field,
  type Point,
  R,
  ROW,
  short,
  spot,
  vertex,
  W,
} from "./hexes";

/** From the hexes to the inner line, to the outer line, to the end of the sheet. */
export const INNER = 5;
export const BAND = 24;
export const MARGIN = 38;

export interface Sheet {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The whole sheet of paper, margins and all, in the units of the map. */
export function sheetOf(board: Pick<Board, "columns" | "rows">): Sheet {
  const { width, height } = field(board);
  return { left: -MARGIN, top: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

const rect = (board: Board, out: number) => {
  const { width, height } = field(board);
  return `M${-out} ${-out}H${short(width + out)}V${short(height + out)}H${-out}Z`;
};

export const neatLine = (board: Board): string => rect(board, INNER);

/** Each side once; none between hexes nobody can enter. */
export function gridPath(board: Board): string {
  const closed = new Set(board.impassable);
  let path = "";
  for (const hex of allHexes(board)) {
    if (closed.has(hex)) continue;
    const at = centre(hex);
    const { c, r } = cellOf(hex);
    const last = c === board.columns - 1;
    // right, lower right and lower left belong to this hex; the others only where there is no neighbour to draw them
    const sides = [0, 1, 2, 3, 4, 5].filter((d) => {
      if (d === 1 || d === 2 || d === 3) return true;
      if (r === 0 && d !== 4) return true;
      if (c === 0 && (d === 4 || (d === 5 && r % 2 === 0))) return true;
      if (last && d === 0 && r % 2 === 1) return true;
      const others = {
        0: { c: c + (r & 1), r: r - 1 },
        4: { c: c - 1, r },
        5: { c: c + (r & 1) - 1, r: r - 1 },
      };
      const other = others[d as 0 | 4 | 5];
      return closed.has(`${String(other.c + 1).padStart(2, "0")}${String(other.r + 1).padStart(2, "0")}`);
    });
    for (const d of sides) path += `M${spot(vertex(at, d))}L${spot(vertex(at, d + 1))}`;
  }
  return path;
}

const two = (n: number) => String(n).padStart(2, "0");

export function Frame({ board }: { board: Board }) {
  const { width, height } = field(board);
  const mid = (INNER + BAND) / 2;
  const shift = (row: number) => (row & 1 ? W / 2 : 0);
  const lastRow = board.rows - 1;
  let ticks = "";
  for (let c = 0; c <= board.columns; c++) {
    ticks += `M${short(c * W)} ${-INNER}v-5`;
    ticks += `M${short(c * W + shift(lastRow))} ${short(height + INNER)}v5`;
  }
  for (let r = 0; r <= board.rows; r++) {
    const y = short(R / 4 + r * ROW);
    ticks += `M${-INNER} ${y}h-5M${short(width + INNER)} ${y}h5`;
  }
  return (
    <g class="map-frame">
      <path d={rect(board, BAND + 4.5)} class="map-line-thick" />
      <path d={rect(board, BAND)} class="map-line-thin" />
      <path d={rect(board, INNER)} class="map-line-thin" />
      <path d={ticks} class="map-line-thin" />
      {Array.from({ length: board.columns }, (_, c) => (
        <>
          <text x={short((c + 0.5) * W)} y={-mid + 5} class="map-margin">
            {two(c + 1)}
          </text>
          <text x={short((c + 0.5) * W + shift(lastRow))} y={short(height + mid + 4)} class="map-margin">
            {two(c + 1)}
          </text>
        </>
      ))}
      {Array.from({ length: board.rows }, (_, r) => {
        const y = short(cellCentre({ c: 0, r }).y + 4.5);
        return (
          <>
            <text x={-mid} y={y} class="map-margin">
              {two(r + 1)}
            </text>
            <text x={short(width + mid)} y={y} class="map-margin">
              {two(r + 1)}
            </text>
          </>
        );
      })}
    </g>
  );
}

/** A rose of eight winds. North is lettered only where the board says which way it lies. */
export function Rose({ at, north }: { at: Point; north: number | null | undefined }) {
  const point = (far: number, wide: number, degrees: number) => (
    <g transform={`rotate(${degrees})`}>
      <path d={`M0 ${-far}L${wide} ${-wide}L0 0Z`} class="map-rose-dark" />
      <path d={`M0 ${-far}L${-wide} ${-wide}L0 0Z`} class="map-rose-light" />
    </g>
  );
  return (
    <g transform={`translate(${spot(at)}) rotate(${north ?? 0})`} class="map-rose">
      <circle r={33} class="map-rose-ring" />
      <circle r={30.5} class="map-rose-ring" />
      <circle r={13} class="map-rose-ring" />
      {Array.from({ length: 32 }, (_, n) => (
        <path
          d={`M0-30.5V${n % 4 ? -28.5 : -26.5}`}
          transform={`rotate(${n * 11.25})`}
          class="map-rose-ring"
        />
      ))}
      {[45, 135, 225, 315].map((turn) => point(25, 5, turn))}
      {[0, 90, 180, 270].map((turn) => point(40, 6.4, turn))}
      {typeof north === "number" && (
        <text y={-43} class="map-rose-letter">
          N
        </text>
      )}
    </g>
  );
}
