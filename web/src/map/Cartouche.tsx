// The title of the sheet, on a plate set into the frame below, where no hex is hidden. Given to the map as a child.

import type { HexBoard as Board } from "../protocol";
import { BAND, INNER } from "./sheet/Frame";
import { field, short } from "./sheet/hexes";

export function Cartouche({ board, title, note }: { board: Board; title: string; note?: string }) {
  const { width, height } = field(board);
  const half = Math.max(90, (title.length * 9.6 + (note ? note.length * 6.4 + 14 : 0)) / 2 + 26);
  const plate = (less: number) => {
    const x = half - less;
    const y = 17 - less;
    const c = 8;
    return `M${-x + c} ${-y}H${x - c}Q${x - c} ${-y + c} ${x} ${-y + c}V${y - c}Q${x - c} ${y - c} ${x - c} ${y}H${-x + c}Q${-x + c} ${y - c} ${-x} ${y - c}V${-y + c}Q${-x + c} ${-y + c} ${-x + c} ${-y}Z`;
  };
  return (
    <g
      class="map-cartouche"
      transform={`translate(${short(width / 2)} ${short(height + (INNER + BAND) / 2 + 4)})`}
    >
      <path d={plate(0)} class="map-cartouche-plate" />
      <path d={plate(3)} class="map-cartouche-line" />
      <text y={6.5} class="map-cartouche-title">
        {title}
        {note && (
          <tspan dx={14} class="map-cartouche-note">
            {note}
          </tspan>
        )}
      </text>
    </g>
  );
}
