// Marks on an open table: a lozenge at its place, with a name for who rests on it.

import { said } from "../../language";
import type { Mark, OpenBoard } from "../../protocol";
import { spot } from "../hexes";
import { at } from "./scale";

export function OpenMarks({ marks, board }: { marks: readonly Mark[]; board: OpenBoard }) {
  return (
    <g class="map-marks">
      {marks.map((mark) =>
        mark.at ? (
          <g
            key={mark.id ?? String(mark.at)}
            data-mark={mark.kind}
            class={mark.spent ? "map-mark map-mark-spent" : "map-mark"}
            transform={`translate(${spot(at(mark.at, board))})`}
          >
            <title>{said(mark.name)}</title>
            <path d="M0-15L11 0L0 15L-11 0Z" transform="translate(1.5 2.5)" class="map-tree-shadow" />
            <path d="M0-15L11 0L0 15L-11 0Z" class="open-mark" />
            <text y={6} class="open-mark-sign">
              {mark.points ?? "?"}
            </text>
          </g>
        ) : null,
      )}
    </g>
  );
}
