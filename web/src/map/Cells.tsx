// The hexes as a grid for hands and ears: what is touched, focused and read aloud.

import { useMemo } from "preact/hooks";
import { language } from "../language";
import type { Hex, HexPiece as Piece, HexView as View, Words } from "../protocol";
import { type Glows, hexName, type SideName } from "./naming";
import { centre, hexPath, labelOf } from "./sheet/hexes";
import { say } from "./sheet/phrases";

interface CellsProps {
  view: View;
  here: ReadonlyMap<Hex, Piece[]>;
  glows: Glows;
  words: Words | null;
  side: SideName;
  /** The one hex that Tab comes to, and which of its pieces is meant. */
  cursor: { hex: Hex; at: number };
}

export function Cells({ view, here, glows, words, side, cursor }: CellsProps) {
  const { columns, rows } = view.board;
  const speech = language.value;
  // the cursor moves by hand between two drawings
  return useMemo(
    () => (
      // biome-ignore lint/a11y/useSemanticElements: a drawing holds no table
      <g class="map-cells" role="grid" aria-label={say("map")} aria-describedby="map-help">
        {Array.from({ length: rows }, (_, r) => (
          // biome-ignore lint/a11y/useSemanticElements: nor its rows
          <g role="row" key={r}>
            {Array.from({ length: columns }, (_, c) => {
              const hex = labelOf({ c, r });
              const glow = glows.hexes.get(hex);
              return (
                // biome-ignore lint/a11y/useSemanticElements: nor its cells
                <path
                  key={hex}
                  role="gridcell"
                  class="map-cell"
                  data-cell={hex}
                  data-hex={hex}
                  tabindex={hex === cursor.hex ? 0 : -1}
                  aria-label={hexName(
                    view,
                    hex,
                    here.get(hex) ?? [],
                    hex === cursor.hex ? cursor.at : 0,
                    glows,
                    words,
                    side,
                  )}
                  aria-selected={glow === "chosen"}
                  d={hexPath(centre(hex))}
                />
              );
            })}
          </g>
        ))}
      </g>
    ),
    [view, here, glows, words, side, speech],
  );
}
