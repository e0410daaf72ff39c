// Everything printed on the sheet of an open table; drawn once for a board and a language.

import "./open-ground.css";
import { useMemo } from "preact/hooks";
import { language } from "../../language";
import type { Look } from "../../look";
import type { Mark, OpenBoard } from "../../protocol";
import { BAND, INNER } from "../sheet/Frame";
import { short, spot } from "../sheet/hexes";
import { field, sheetOf, unitOf } from "../sheet/scale";
import { groundNames, standing, wordOf } from "./ground-names";
import * as terrain from "./terrain";
import { crossings, village } from "./village";
import * as works from "./works";

/** What lies flat comes first, what stands up last; a word may be drawn in two layers. */
const LAYERS: readonly [words: string, draw: terrain.Draw][] = [
  ["sand", terrain.sand],
  ["crops", terrain.crops],
  ["hachures", terrain.hachures],
  ["trees", terrain.woodFloor],
  ["marsh", terrain.marsh],
  ["water river stream", terrain.water],
  ["road", terrain.road],
  ["ford", terrain.ford],
  ["trench", terrain.trench],
  ["rock well", terrain.rock],
  ["scrub", terrain.scrub],
  ["water river stream", crossings],
  ["building", works.building],
  ["roofs", village],
  ["rampart wall", works.wall],
  ["bank", works.bank],
  ["fence", works.fence],
  ["palisade", works.palisade],
  ["gabions barricade", works.barricade],
  ["hedge", works.hedge],
  ["trees", terrain.trees],
];

function drawn(board: OpenBoard, look: Look) {
  const shapes = standing(board);
  return LAYERS.flatMap(([words, draw]) =>
    shapes
      .filter((shape) => words.split(" ").includes(wordOf(shape, look)))
      .map((shape) => draw(shape, board)),
  );
}

const rect = (board: OpenBoard, out: number) => {
  const { width, height } = field(board);
  return `M${-out} ${-out}H${short(width + out)}V${short(height + out)}H${-out}Z`;
};

/** The double line, with a tick for every unit and a number for every fifth: places are told by them. */
function Frame({ board }: { board: OpenBoard }) {
  const { width, height } = field(board);
  const mid = (INNER + BAND) / 2;
  const unit = unitOf(board);
  const across = Math.round(width / unit);
  const down = Math.round(height / unit);
  /** On a table of very many units there is no room for every fifth number. */
  const every = across > 120 ? 10 : 5;
  let ticks = "";
  for (let n = 0; n <= across; n++) {
    const tick = n % 5 ? 3.5 : 6;
    ticks += `M${short(n * unit)} ${-INNER}v${-tick}M${short(n * unit)} ${short(height + INNER)}v${tick}`;
  }
  for (let n = 0; n <= down; n++) {
    const tick = n % 5 ? 3.5 : 6;
    ticks += `M${-INNER} ${short(n * unit)}h${-tick}M${short(width + INNER)} ${short(n * unit)}h${tick}`;
  }
  const fifths = (most: number) =>
    board.measured === false ? [] : Array.from({ length: Math.floor(most / every) + 1 }, (_, n) => n * every);
  return (
    <g class="map-frame map-zoomed">
      <path d={rect(board, BAND + 4.5)} class="map-line-thick" />
      <path d={rect(board, BAND)} class="map-line-thin" />
      <path d={rect(board, INNER)} class="map-line-thin" />
      {board.measured !== false && <path d={ticks} class="map-line-thin" />}
      {fifths(across).map((n) => (
        <>
          <text x={short(n * unit)} y={-mid + 1} class="map-margin">
            {n}
          </text>
          <text x={short(n * unit)} y={short(height + mid + 7)} class="map-margin">
            {n}
          </text>
        </>
      ))}
      {fifths(down).map((n) => (
        <>
          <text x={-mid - 3} y={short(n * unit + 4.5)} class="map-margin">
            {n}
          </text>
          <text x={short(width + mid + 3)} y={short(n * unit + 4.5)} class="map-margin">
            {n}
          </text>
        </>
      ))}
    </g>
  );
}

/** Ink and paper by turns, as under every printed plan. */
function ScaleBar({ board }: { board: OpenBoard }) {
  const { width, height } = field(board);
  // of small units several to a stretch of the bar
  const each = unitOf(board) < 20 ? 5 : 1;
  const unit = unitOf(board) * each;
  const units = width > 25 * unit ? 5 : 4;
  // clear of the buttons in the corner of the window
  const x = width - units * unit - 110;
  const y = height - 20;
  return (
    <g class="open-scale map-zoomed" transform={`translate(${short(x)} ${short(y)})`}>
      <rect x={-14} y={-22} width={short(units * unit + 42)} height={34} rx={2} class="open-scale-plate" />
      {Array.from({ length: units }, (_, n) => (
        <rect
          x={short(n * unit)}
          y={-3}
          width={short(unit)}
          height={5}
          class={n % 2 ? "open-scale-light" : "open-scale-dark"}
        />
      ))}
      {Array.from({ length: units + 1 }, (_, n) => (
        <text x={short(n * unit)} y={-8}>
          {n * each}
        </text>
      ))}
      <text x={short(units * unit + 16)} y={3.5} class="open-scale-unit">
        {board.unit}
      </text>
    </g>
  );
}

const NONE: readonly Mark[] = [];

export function OpenGround({
  board,
  look,
  marks = NONE,
  isSmall = false,
}: {
  board: OpenBoard;
  look: Look;
  /** What names must not lie under. */
  marks?: readonly Mark[];
  isSmall?: boolean;
}) {
  const speech = language.value;
  // boards come anew with every view: what they say is compared, not who they are
  const spots = marks.flatMap((mark) => (mark.at ? [mark.at] : []));
  const { sky: _, ...plan } = board;
  const told = JSON.stringify([plan, look.ground, spots]);
  // `told` stands for board, ground and marks
  return useMemo(() => {
    const sheet = sheetOf(board);
    const clip = `open-neat-${board.width}-${board.depth}${isSmall ? "-small" : ""}`;
    return (
      <svg
        class={isSmall ? "map-ground map-ground-small" : "map-ground"}
        viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
        aria-hidden="true"
      >
        <clipPath id={clip}>
          <path d={rect(board, INNER)} />
        </clipPath>
        <g clip-path={`url(#${clip})`}>
          {drawn(board, look)}
          {!isSmall && (
            <g class="map-names map-zoomed">
              {groundNames(board, look, spots).map((name) => (
                <text
                  transform={`translate(${spot(name.at)}) rotate(${short(name.degrees)})`}
                  style={{ "--size": `${name.size}px` }}
                  class={name.isWater ? "map-name-water" : ""}
                >
                  {name.text}
                </text>
              ))}
            </g>
          )}
          {!isSmall && board.measured !== false && <ScaleBar board={board} />}
        </g>
        {!isSmall && <Frame board={board} />}
      </svg>
    );
  }, [told, speech, isSmall]);
}
