// Places that can be chosen, and the ruler that unrolls to them.

import type { Look } from "../../look";
import type { OpenView, Piece, Pose } from "../../protocol";
import { basePath, cutOf, paintOf } from "../sheet/blocks";
import type { PlaceGlow } from "../sheet/contract";
import { type Point, short, spot } from "../sheet/hexes";
import { at, between, long, pointOf, UNIT, unitOf } from "../sheet/scale";
import { radiusOf } from "./Figures";
import { boxPath, groundOf } from "./Formations";
import { isPose, placeIn, sizeOf } from "./footprint";
import { UnitGhost } from "./InHand";

/** How much smaller than the unit its ghosts are where it could go: so they can be told apart where they crowd. */
const LITTLE = 0.5;

/** The sign of a place: a ring, or for what has a front a little ghost of it, turned as it would stand. */
function Sign({ id, mover, view }: { id: string; mover: string | null; view: OpenView }) {
  const place = placeIn(id);
  const size = sizeOf(view.pieces.find((one) => one.id === mover));
  if (!isPose(place) || !size)
    return (
      <>
        <circle r={13} class="map-touch" />
        <circle r={7} class="open-place-ring" />
        <path d="M-3.2 0H3.2M0-3.2V3.2" class="open-place-cross" />
      </>
    );
  const whole = groundOf(size, view.board);
  const ground = { x: Math.max(13, whole.x * LITTLE), y: Math.max(8, whole.y * LITTLE) };
  const [x, y] = [ground.x / 2, ground.y / 2];
  return (
    <g transform={`rotate(${short(place[2] / 10)})`} class="open-place-unit">
      <path d={boxPath({ x: Math.max(24, ground.x), y: Math.max(20, ground.y) }, 2)} class="map-touch" />
      <path d={boxPath(ground, 2)} class="open-place-ring" />
      <path d={`M${short(-x)} ${short(-y)}H${short(x)}`} class="open-place-front" />
      <path d={`M-4 ${short(-y)}L0 ${short(-y - 5.5)}L4 ${short(-y)}Z`} class="open-place-beak" />
    </g>
  );
}

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
      {[...places].map(([id, { glow, label, mover }]) => (
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
          <Sign id={id} mover={mover} view={view} />
        </g>
      ))}
    </g>
  );
}

/** A strip of boxwood with a tick for every half unit; the length stands on a plate at its end. */
export function Ruler(props: { from: Point; to: Point; start: number; end: number; unit: number }) {
  const { from, to, start, end, unit } = props;
  const far = between(from, to);
  if (far < 4) return null;
  // it lies between the two bases, and is read from the middle of the first
  const [begin, stop] = far > start + end ? [start, far - end] : [0, far];
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  let ticks = "";
  for (let n = 1; n * (unit / 2) < stop; n++)
    if (n * (unit / 2) > begin) ticks += `M${short((n * unit) / 2)} 3.5v${n % 2 ? -3 : -5.5}`;
  // figures are never upside down
  const isOver = Math.abs(degrees) > 90;
  return (
    <g class="open-ruler">
      <g transform={`translate(${spot(from)}) rotate(${short(degrees)})`}>
        <path d={`M${short(begin)} -3.5H${short(stop)}V3.5H${short(begin)}Z`} class="open-ruler-wood" />
        <path d={ticks} class="open-ruler-ticks" />
        {Array.from({ length: Math.floor(far / unit / 2) }, (_, n) => (n + 1) * 2)
          .filter((n) => n * unit > begin && n * unit < stop - 4)
          .map((n) => (
            <text
              transform={`translate(${short(n * unit)} ${isOver ? 5.5 : -5.5}) rotate(${isOver ? 180 : 0})`}
              class="open-ruler-number"
            >
              {n}
            </text>
          ))}
      </g>
    </g>
  );
}

/** Who would stand there, as a shade of his base, and the zones of those he would come near to. */
export function Ghost({
  view,
  look,
  mover,
  to,
  pose = null,
  zoom,
  isRefused = false,
}: {
  view: OpenView;
  look: Look;
  mover: string | null;
  to: Point;
  /** How a unit would stand there. */
  pose?: Pose | null;
  zoom: number;
  isRefused?: boolean;
}) {
  const { board } = view;
  const piece = view.pieces.find((one) => one.id === mover);
  if (piece && pose && sizeOf(piece))
    return (
      <g class="open-ghost">
        <UnitGhost piece={piece} look={look} board={board} pose={pose} zoom={zoom} />
      </g>
    );
  const r = radiusOf(piece, board);
  const from = piece?.pose ? at(piece.pose, board) : null;
  const paint = isRefused ? "#9c2a1f" : piece ? paintOf(piece, look).paint : "#6f4d06";
  const zone = long(piece?.zone ?? 0, board);
  return (
    <g class={isRefused ? "open-ghost open-ghost-refused" : "open-ghost"}>
      {nearZones(view, piece, to).map(({ id, p, far }) => (
        <circle key={id} cx={short(p.x)} cy={short(p.y)} r={short(far)} class="open-zone-near" />
      ))}
      {from && board.measured !== false && (
        <Ruler from={from} to={to} start={r} end={r} unit={unitOf(board)} />
      )}
      {zone > 0 && <circle cx={short(to.x)} cy={short(to.y)} r={short(r + zone)} class="open-zone-ghost" />}
      <path
        d={basePath(piece ? cutOf(piece.owner, look) : 0, r)}
        transform={`translate(${spot(to)})`}
        fill={paint}
        stroke={paint}
        class="open-ghost-base"
      />
      {isRefused && (
        <path
          d={`M${short(-r * 0.5)} ${short(-r * 0.5)}L${short(r * 0.5)} ${short(r * 0.5)}M${short(r * 0.5)} ${short(-r * 0.5)}L${short(-r * 0.5)} ${short(r * 0.5)}`}
          transform={`translate(${spot(to)})`}
          class="open-ghost-cross"
        />
      )}
    </g>
  );
}

const NEAR = 7 * UNIT;

/** The zones of the other side's figures near a place, on the same floor of the same house. */
function nearZones(view: OpenView, piece: Piece | undefined, to: Point) {
  return view.pieces.flatMap((one) => {
    if (!one.pose || !one.zone || !piece || one.owner === piece.owner) return [];
    if ((one.inside ?? null) !== (piece.inside ?? null) || (one.storey ?? 0) !== (piece.storey ?? 0))
      return [];
    const p = at(one.pose, view.board);
    const far = radiusOf(one, view.board) + long(one.zone, view.board);
    return between(p, to) < NEAR ? [{ id: one.id, p, far }] : [];
  });
}
