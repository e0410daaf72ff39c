// What the server sketches of units in formation: where they would stand, how they wheel, what they fire along, what
// they watch, what is in the way, and how much of the move it takes.

import { said } from "../../language";
import type { Look } from "../../look";
import type { Formation, OpenView, Piece, Pose, Sketch, Spot, Text } from "../../protocol";
import { type Point, short, spot } from "../sheet/hexes";
import { pathOf } from "../sheet/outline";
import { at, between, field, onSheet } from "../sheet/scale";
import { boxPath, groundOf } from "./Formations";
import { type Size, sizeOf } from "./footprint";
import { UnitGhost } from "./InHand";
import { halfOf, type Plate } from "./Plates";

interface Footprint {
  at: Pose;
  size: Size;
  formation: Formation | undefined;
  text: string;
}

const numbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length >= count && value.every((one) => typeof one === "number");

const textOf = (one: unknown): string => said((one as { text?: Text }).text);

/** The footprints of a sketch, in their order; what is no pose is left out. */
export function footprintsOf(sketch: readonly Sketch[]): Footprint[] {
  return sketch.flatMap((one) =>
    one.kind === "footprint" && numbers(one.at, 3) && numbers(one.size, 2)
      ? [{ at: one.at as Pose, size: one.size, formation: one.formation, text: textOf(one) }]
      : [],
  );
}

/** The arc that a corner describes about another, on the sheet; more than half a circle is the long way round. */
export function arcPath(about: Point, from: Point, turn: number): { d: string; end: Point } {
  const r = between(about, from);
  const angle = Math.atan2(from.y - about.y, from.x - about.x) + (turn * Math.PI) / 1800;
  const end = { x: about.x + r * Math.cos(angle), y: about.y + r * Math.sin(angle) };
  const isLong = Math.abs(turn) > 1800 ? 1 : 0;
  return {
    d: `M${spot(from)}A${short(r)} ${short(r)} 0 ${isLong} ${turn >= 0 ? 1 : 0} ${spot(end)}`,
    end,
  };
}

/** The arc with its arrow, and where the corner that stands still is. */
function Wheel({ about, from, turn }: { about: Point; from: Point; turn: number }) {
  const { d, end } = arcPath(about, from, turn);
  const r = between(about, from);
  const tangent = (Math.atan2(end.y - about.y, end.x - about.x) * 180) / Math.PI + (turn >= 0 ? 90 : -90);
  return (
    <g class="open-wheel">
      <path d={`M${spot(from)}L${spot(about)}L${spot(end)}`} class="open-wheel-spokes" />
      <path d={d} class="open-wheel-under" />
      <path d={d} class="open-wheel-arc" />
      {Math.abs(turn) * r > 9000 && (
        <path
          d="M2 0L-8-5L-8 5Z"
          transform={`translate(${spot(end)}) rotate(${short(tangent)})`}
          class="open-wheel-head"
        />
      )}
      <circle cx={short(about.x)} cy={short(about.y)} r={3.6} class="open-wheel-pivot" />
    </g>
  );
}

const HATCH = "open-mask-hatch";

function Mask({ one, view }: { one: Extract<Sketch, { kind: "mask" }>; view: OpenView }) {
  const points = (one.points ?? []).map((p) => onSheet(p, view.board)).filter((p) => p !== null);
  const pieces = (one.pieces ?? []).flatMap((id) => view.pieces.find((piece) => piece.id === id) ?? []);
  return (
    <g class="open-mask">
      {points.length > 2 && <path d={pathOf(points, true)} style={{ fill: `url(#${HATCH})` }} />}
      {points.length === 2 && <path d={pathOf(points, false)} />}
      {pieces.map((piece) => (
        <MaskingPiece key={piece.id} piece={piece} board={view.board} />
      ))}
    </g>
  );
}

function MaskingPiece({ piece, board }: { piece: Piece; board: OpenView["board"] }) {
  const size = sizeOf(piece);
  if (!piece.pose) return null;
  const p = spot(at(piece.pose, board));
  const fill = { fill: `url(#${HATCH})` };
  if (!size) return <circle r={18} transform={`translate(${p})`} style={fill} />;
  return (
    <path
      d={boxPath(groundOf(size, board), 2, 4)}
      transform={`translate(${p}) rotate(${short(piece.pose[2] / 10)})`}
      style={fill}
    />
  );
}

const BAR = 13;

/** A strip that fills as the move is spent, with its words on it. */
function Budget({ p, share, text, scale }: { p: Point; share: number; text: string; scale: number }) {
  const half = Math.max(26, text ? halfOf(text) : 0);
  const full = 2 * half - 3;
  return (
    <g class="open-budget" transform={`translate(${spot(p)}) scale(${scale.toFixed(3)})`} data-budget="">
      <rect x={-half} y={-BAR} width={2 * half} height={2 * BAR} rx={4} class="open-budget-plate" />
      <text y={-1}>{text}</text>
      <rect x={-half + 1.5} y={5} width={full} height={5.5} rx={2.5} class="open-budget-whole" />
      <rect
        x={-half + 1.5}
        y={5}
        width={short(full * Math.max(0, Math.min(1, share)))}
        height={5.5}
        rx={2.5}
        class={`open-budget-spent${share > 1 ? " open-budget-over" : ""}`}
      />
    </g>
  );
}

interface DrillProps {
  sketch: readonly Sketch[];
  view: OpenView;
  look: Look;
  /** Whose footprints they are. */
  mover: string | null;
  /** The pose of the unit in the hand, which needs no second ghost. */
  held: Pose | null;
  zoom: number;
}

/** Under the lines and words of the sketch. */
export function DrillSketch({ sketch, view, look, mover, held, zoom }: DrillProps) {
  const { board } = view;
  const piece = view.pieces.find((one) => one.id === mover);
  const prints = footprintsOf(sketch);
  const scale = Math.max(0.75, Math.min(2.2, 1.15 / zoom));
  const polygon = (points: unknown): Point[] =>
    Array.isArray(points) ? points.map((p) => onSheet(p, board)).filter((p) => p !== null) : [];
  return (
    <g class="open-drill">
      <defs>
        <pattern id={HATCH} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V7" class="open-mask-line" />
        </pattern>
      </defs>
      {sketch.map((one) => {
        if (one.kind === "cone" || one.kind === "corridor") {
          const points = polygon(one.points);
          return points.length > 1 ? (
            <path d={pathOf(points, points.length > 2)} class={`open-${one.kind}`} data-sketch={one.kind} />
          ) : null;
        }
        if (one.kind === "mask") return <Mask one={one} view={view} />;
        return null;
      })}
      {piece &&
        prints.map((print, n) => {
          const isLast = n === prints.length - 1;
          if (isLast && held && isAt(print.at, held) && !isChanged(print, piece)) return null;
          return (
            <UnitGhost
              piece={piece}
              look={look}
              board={board}
              pose={print.at}
              size={print.size}
              formation={print.formation}
              zoom={zoom}
              sort={isLast ? "end" : "stage"}
            />
          );
        })}
      {sketch.map((one) => {
        if (one.kind !== "wheel") return null;
        const [about, from] = [onSheet(one.about, board), onSheet(one.from, board)];
        return about && from && typeof one.turn === "number" ? (
          <Wheel about={about} from={from} turn={one.turn} />
        ) : null;
      })}
      {sketch.map((one) => {
        const p = one.kind === "budget" ? onSheet(one.at, board) : null;
        if (one.kind !== "budget" || !p) return null;
        const below = budgetAway(one.at, prints, held, board) + 20 * scale;
        // at the lower edge of the table there is only room above
        const away = p.y + below + BAR * scale > field(board).height ? -below : below;
        const words = textOf(one) || `${one.spent} / ${one.whole}`;
        const share = one.whole > 0 ? one.spent / one.whole : 1;
        return <Budget p={{ x: p.x, y: p.y + away }} share={share} text={words} scale={scale} />;
      })}
    </g>
  );
}

const isAt = (one: Pose, other: Pose): boolean =>
  Math.hypot(one[0] - other[0], one[1] - other[1]) < 5 && Math.abs(one[2] - other[2]) % 3600 < 20;

const isChanged = (print: Footprint, piece: Piece): boolean =>
  print.formation !== undefined && print.formation !== piece.formation;

/** A bar at the centre of a footprint stands below it. */
function budgetAway(place: Spot, prints: readonly Footprint[], held: Pose | null, board: OpenView["board"]) {
  const under = prints.find(
    (one) => Math.hypot(one.at[0] - place[0], one.at[1] - place[1]) < board.scale / 4,
  );
  if (!under) return held ? 14 : 0;
  const ground = groundOf(under.size, board);
  const angle = (under.at[2] * Math.PI) / 1800;
  return (Math.abs(ground.x * Math.sin(angle)) + Math.abs(ground.y * Math.cos(angle))) / 2;
}

/** The words of these sketches, for the plates of the map. */
export function drillPlates(sketch: readonly Sketch[], board: OpenView["board"]): Plate[] {
  return sketch.flatMap((one): Plate[] => {
    const text = textOf(one);
    if (!text) return [];
    if (one.kind === "footprint" && numbers(one.at, 3)) {
      const p = at(one.at, board);
      return [{ at: { x: p.x, y: p.y - 30 }, text }];
    }
    if (one.kind !== "corridor" && one.kind !== "cone" && one.kind !== "mask") return [];
    const points = (one.points ?? []).map((p) => onSheet(p, board)).filter((p) => p !== null);
    if (!points.length) return [];
    const middle = points.reduce((sum, p) => ({ x: sum.x + p.x, y: sum.y + p.y }), { x: 0, y: 0 });
    const p = { x: middle.x / points.length, y: middle.y / points.length };
    return [{ at: p, text, tone: one.kind === "mask" ? "bad" : one.kind === "cone" ? "soft" : "plain" }];
  });
}
