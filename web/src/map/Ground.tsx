// Everything printed on the sheet. It is drawn once for a board and a language, and never again while the game moves.

import { useMemo } from "preact/hooks";
import { language } from "../language";
import type { Look } from "../look";
import type { HexBoard as Board } from "../protocol";
import { marsh, rock, sand, water } from "./ground/fields";
import { hachures, hillFloor } from "./ground/hills";
import { bank, bridge, current, flow, ford, roadEdge, roadInside } from "./ground/lines";
import { freeCorner, lineHeights, names } from "./ground/names";
import { roofs } from "./ground/roofs";
import { gabions, hedge, rampart } from "./ground/sides";
import { trees, woodFloor } from "./ground/woods";
import { type Drawing, type Drawn, drawnShapes } from "./ground/words";
import { Frame, gridPath, neatLine, Rose, sheetOf } from "./sheet/Frame";
import { allHexes, centre, R, short } from "./sheet/hexes";

/** What lies flat comes first, what stands up last. */
const LAYERS: readonly [
  Drawing,
  (shape: Drawn, board: Board, all: readonly Drawn[]) => preact.JSX.Element,
][] = [
  ["sand", sand],
  ["water", water],
  ["rock", rock],
  ["hachures", hillFloor],
  ["trees", woodFloor],
  ["marsh", marsh],
  ["hachures", hachures],
  ["stream", bank],
  ["river", bank],
  ["stream", flow],
  ["river", flow],
  ["river", current],
  ["road", roadEdge],
  ["road", roadInside],
  ["bridge", (shape, _, all) => bridge(shape, all)],
  ["ford", (shape, _, all) => ford(shape, all)],
];
const STANDING: typeof LAYERS = [
  ["roofs", roofs],
  ["trees", trees],
  ["hedge", hedge],
  ["rampart", rampart],
  ["gabions", gabions],
];

const drawn = (layers: typeof LAYERS, shapes: readonly Drawn[], board: Board) =>
  layers.flatMap(([drawing, draw]) =>
    shapes.filter((shape) => shape.drawing === drawing).map((shape) => draw(shape, board, shapes)),
  );

interface GroundProps {
  board: Board;
  look: Look;
  /** Hexes with a mark: nothing is written there. */
  marked: readonly string[];
  /** Small and quiet, for a card in the lobby: no numbers, no names, no rose. */
  isSmall?: boolean;
}

export function Ground({ board, look, marked, isSmall = false }: GroundProps) {
  const speech = language.value;
  // boards come anew with every view: what they say is compared, not who they are
  const said = JSON.stringify([board, look.ground, marked]);
  // `said` stands for board, ground and marks
  return useMemo(() => {
    const shapes = drawnShapes(board, look);
    const sheet = sheetOf(board);
    const clip = `map-neat-${board.columns}-${board.rows}${isSmall ? "-small" : ""}`;
    return (
      <svg
        class={isSmall ? "map-ground map-ground-small" : "map-ground"}
        viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
        aria-hidden="true"
      >
        <clipPath id={clip}>
          <path d={neatLine(board)} />
        </clipPath>
        <g clip-path={`url(#${clip})`}>
          {drawn(LAYERS, shapes, board)}
          {!isSmall && <Rose at={freeCorner(shapes, board, marked)} north={board.north} />}
          <path d={gridPath(board)} class="map-grid" />
          {drawn(STANDING, shapes, board)}
          {!isSmall && (
            <>
              <g class="map-labels">
                {allHexes(board).map((hex) => {
                  const at = centre(hex);
                  return (
                    <text x={short(at.x)} y={short(at.y - R * 0.66)}>
                      {hex}
                    </text>
                  );
                })}
              </g>
              <g class="map-names">
                {names(shapes, board, speech, marked).map((name) =>
                  lineHeights(name).map((y, n) => (
                    <text
                      x={short(name.at.x)}
                      y={short(y)}
                      font-size={name.size}
                      class={`map-name-${name.tone}`}
                    >
                      {name.lines[n]}
                    </text>
                  )),
                )}
              </g>
            </>
          )}
        </g>
        {!isSmall && <Frame board={board} />}
      </svg>
    );
  }, [said, speech, isSmall]);
}
