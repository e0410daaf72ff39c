// Places that can be chosen, and the ruler that unrolls to them.

import type { Look, OpenBoard, OpenView, Sketch } from "../../protocol";
import { basePath, cutOf, paintOf } from "../blocks";
import type { PlaceGlow } from "../contract";
import { type Point, short, spot } from "../hexes";
import { pathOf } from "../outline";
import { radiusOf } from "./Figures";
import { at, between, lengthText, onSheet, UNIT } from "./scale";

const pointOf = (id: string, board: OpenBoard): Point => {
  const [x = 0, y = 0] = id.split(",").map(Number);
  return at([x, y], board);
};

/** A small gold ring at every place offered. */
export function PlaceRings({
  view,
  places,
  cursor,
}: {
  view: OpenView;
  places: ReadonlyMap<string, PlaceGlow>;
  cursor: string | null;
}) {
  return (
    <g class="open-places">
      {[...places].map(([id, { glow, label }]) => (
        // biome-ignore lint/a11y/useSemanticElements: a drawing holds no buttons
        <g
          key={id}
          role="button"
          tabindex={cursor === `place ${id}` ? 0 : -1}
          aria-label={label}
          class={`open-place open-place-${glow}`}
          data-place={id}
          data-stop={`place ${id}`}
          transform={`translate(${spot(pointOf(id, view.board))})`}
        >
          <circle r={13} class="map-touch" />
          <circle r={7} class="open-place-ring" />
          <path d="M-3.2 0H3.2M0-3.2V3.2" class="open-place-cross" />
        </g>
      ))}
    </g>
  );
}

/** A strip of boxwood with a tick for every half unit, and the length at its end. */
export function Ruler(props: { from: Point; to: Point; board: OpenBoard; start: number; end: number }) {
  const { from, to, board, start, end } = props;
  const far = between(from, to);
  if (far < 4) return null;
  // it lies between the two bases, and is read from the middle of the first
  const [begin, stop] = far > start + end ? [start, far - end] : [0, far];
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  let ticks = "";
  for (let n = 1; n * (UNIT / 2) < stop; n++)
    if (n * (UNIT / 2) > begin) ticks += `M${short((n * UNIT) / 2)} 3.5v${n % 2 ? -3 : -5.5}`;
  // figures are never upside down
  const isOver = Math.abs(degrees) > 90;
  const text = lengthText(far, board);
  const half = text.length * 3.3 + 6;
  return (
    <g class="open-ruler">
      <g transform={`translate(${spot(from)}) rotate(${short(degrees)})`}>
        <path d={`M${short(begin)} -3.5H${short(stop)}V3.5H${short(begin)}Z`} class="open-ruler-wood" />
        <path d={ticks} class="open-ruler-ticks" />
        {Array.from({ length: Math.floor(far / UNIT / 2) }, (_, n) => (n + 1) * 2)
          .filter((n) => n * UNIT > begin && n * UNIT < stop - 4)
          .map((n) => (
            <text
              transform={`translate(${n * UNIT} ${isOver ? 5.5 : -5.5}) rotate(${isOver ? 180 : 0})`}
              class="open-ruler-number"
            >
              {n}
            </text>
          ))}
      </g>
      <g transform={`translate(${short(to.x)} ${short(to.y + end + 15)})`}>
        <rect x={-half} y={-9.5} width={2 * half} height={18} rx={9} class="open-length-plate" />
        <text y={4} class="open-length">
          {text}
        </text>
      </g>
    </g>
  );
}

/** Who would stand there, as a shade of his base. */
export function Ghost({
  view,
  look,
  mover,
  to,
}: {
  view: OpenView;
  look: Look;
  mover: string | null;
  to: Point;
}) {
  const piece = view.pieces.find((one) => one.id === mover);
  const r = radiusOf(piece, view.board);
  const from = piece?.pose ? at(piece.pose, view.board) : null;
  const paint = piece ? paintOf(piece, look).paint : "#6f4d06";
  return (
    <g class="open-ghost">
      {from && <Ruler from={from} to={to} board={view.board} start={r} end={r} />}
      {piece?.zone ? (
        <circle
          cx={short(to.x)}
          cy={short(to.y)}
          r={short(r + (piece.zone / view.board.scale) * UNIT)}
          class="open-zone-ghost"
        />
      ) : null}
      <path
        d={basePath(piece ? cutOf(piece.owner, look) : 0, r)}
        transform={`translate(${spot(to)})`}
        fill={paint}
        stroke={paint}
        class="open-ghost-base"
      />
    </g>
  );
}

const WAYS: Record<string, "map-way" | "map-fire"> = {
  path: "map-way",
  way: "map-way",
  line: "map-fire",
  shot: "map-fire",
};

/** What the server sketches: ways and shots by their points or by their two ends, rings of reach. */
export function OpenSketch({ sketch, board }: { sketch: readonly Sketch[]; board: OpenBoard }) {
  return (
    <g class="map-sketch-lines">
      {sketch.map((one) => {
        const told: Record<string, unknown> = { ...one };
        const middle = onSheet(told.at, board);
        if (middle && typeof told.size === "number")
          return (
            <circle
              cx={short(middle.x)}
              cy={short(middle.y)}
              r={short((told.size / board.scale) * UNIT)}
              class="map-reach"
            />
          );
        const sort = WAYS[one.kind];
        const points = (Array.isArray(told.points) ? told.points : [told.from, told.to])
          .map((p) => onSheet(p, board))
          .filter((p) => p !== null);
        if (!sort || points.length < 2) return null;
        const path = pathOf(points, false);
        return (
          <g class={sort}>
            <path d={path} class={`${sort}-under`} />
            <path d={path} class={`${sort}-line`} />
          </g>
        );
      })}
    </g>
  );
}
