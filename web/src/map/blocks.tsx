// The painted wood of the pieces, made once for each nation and side: shape, hatching, light field, symbols.

import type { Look, HexPiece as Piece } from "../protocol";
import { type Point, short, spot } from "./hexes";

/** Half the width and height of a block. */
export const HALF = { x: 25, y: 20 };
/** The round base of a leader, alone and beside a block. */
export const BASE = 16;
export const SMALL_BASE = 11.5;

export interface Paint {
  paint: string;
  ink: string;
  hatch: string;
}

/** The paint of a piece: its nation's, or else its side's. */
export function paintOf(piece: Pick<Piece, "nation" | "owner">, look: Look): Paint {
  const nation = piece.nation ? look.nations[piece.nation] : undefined;
  if (nation) return nation;
  const seat = look.seats[piece.owner];
  return seat ? { ...seat, hatch: "none" } : { paint: "#4d4a46", ink: "#ffffff", hatch: "none" };
}

/** The shape of a side's wood: 0 has round corners, 1 cut ones, a third side's 2 sharp ones. */
export type Cut = 0 | 1 | 2;

/** Sides are told apart by the shape of their wood, too. */
export const cutOf = (owner: string, look: Look): Cut =>
  Math.min(2, Math.max(0, Object.keys(look.seats).indexOf(owner))) as Cut;

/** A block's outline, grown by `more` on every side. */
export function blockPath(cut: Cut, more = 0): string {
  const x = HALF.x + more;
  const y = HALF.y + more;
  if (cut === 2) return `M${-x} ${-y}H${x}V${y}H${-x}Z`;
  const c = (cut ? 7.5 : 3.5) + more * 0.4;
  const corner = (dx: number, dy: number) => (cut ? `l${dx} ${dy}` : `a${c} ${c} 0 0 1 ${dx} ${dy}`);
  return (
    `M${-x + c} ${-y}H${x - c}${corner(c, c)}V${y - c}${corner(-c, c)}` +
    `H${-x + c}${corner(-c, -c)}V${-y + c}${corner(c, -c)}Z`
  );
}

/** A leader's base: round, with eight corners, or with four and as large as the round one. */
export function basePath(cut: Cut, r: number): string {
  if (cut === 2) {
    const half = short((r * Math.sqrt(Math.PI)) / 2);
    return `M-${half} -${half}H${half}V${half}H-${half}Z`;
  }
  if (!cut) return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const far = r * 1.06;
  return `${Array.from({ length: 8 }, (_, n) => {
    const angle = ((n + 0.5) * Math.PI) / 4;
    return `${n ? "L" : "M"}${short(far * Math.cos(angle))} ${short(far * Math.sin(angle))}`;
  }).join("")}Z`;
}

/** Where the light field of a block lies; its frame below is wider and holds the strength. */
const FIELD = { x: 20.5, top: -15.5, bottom: 8.5 };

/** The part of a line that lies inside a block, worked out here because a clip for every piece is slow to draw. */
export function insideBlock(cut: Cut, from: Point, to: Point): [Point, Point] | null {
  const corner = [1.5, 7.5, 0][cut] ?? 0;
  const x = HALF.x - 0.4;
  const y = HALF.y - 0.4;
  // inside: |x| and |y| within the half measures, |x| + |y| within the cut corner
  const bounds = [
    [1, 0, x],
    [-1, 0, x],
    [0, 1, y],
    [0, -1, y],
    ...[1, -1].flatMap((a) => [1, -1].map((b) => [a, b, x + y - corner])),
  ] as [number, number, number][];
  let [start, end] = [0, 1];
  for (const [a, b, most] of bounds) {
    const at = a * from.x + b * from.y - most;
    const speed = a * (to.x - from.x) + b * (to.y - from.y);
    if (speed === 0 && at > 0) return null;
    if (speed > 0) end = Math.min(end, -at / speed);
    if (speed < 0) start = Math.max(start, -at / speed);
  }
  const point = (t: number) => ({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
  return start < end ? [point(start), point(end)] : null;
}

/** Light lines on the painted frame. */
function hatchPath(hatch: string, cut: Cut): string {
  const { x, y } = HALF;
  const lines: [Point, Point][] = [];
  const slanted = (way: 1 | -1) => {
    for (let at = -x - 3 * y; at <= x + y; at += 6)
      lines.push([
        { x: at, y: -y * way },
        { x: at + 2 * y, y: y * way },
      ]);
  };
  if (hatch === "bars")
    for (let at = -x + 2.5; at < x; at += 5)
      lines.push([
        { x: at, y: -y },
        { x: at, y },
      ]);
  if (hatch === "diagonal" || hatch === "cross") slanted(1);
  if (hatch === "cross") slanted(-1);
  return lines
    .map(([from, to]) => insideBlock(cut, from, to))
    .map((line) => (line ? `M${spot(line[0])}L${spot(line[1])}` : ""))
    .join("");
}

const fieldPath = `M${-FIELD.x} ${FIELD.top}H${FIELD.x}V${FIELD.bottom}H${-FIELD.x}Z`;

export const blockId = (piece: Pick<Piece, "nation" | "owner">, look: Look): string =>
  `map-block-${piece.nation && look.nations[piece.nation] ? piece.nation : `seat-${piece.owner}`}-${cutOf(piece.owner, look)}`;

/** Symbols may differ by state: «AL/tow» is looked for before «AL». */
export function symbolOf(piece: Pick<Piece, "symbol" | "state">, look: Look): string {
  const special = `${piece.symbol}/${piece.state ?? ""}`;
  return special in look.symbols ? special : piece.symbol;
}

export const symbolId = (symbol: string): string => `map-symbol-${symbol.replace(/[^\w-]/g, "_")}`;

function Block({ id, paint, cut }: { id: string; paint: Paint; cut: Cut }) {
  const body = blockPath(cut);
  return (
    <g id={id}>
      <path d={body} transform="translate(2 4.5)" class="map-block-shadow" />
      <path d={body} transform="translate(0 2.6)" fill={paint.paint} />
      <path d={body} transform="translate(0 2.6)" class="map-block-side" />
      <path d={body} fill={paint.paint} />
      {paint.hatch !== "none" && (
        <>
          <path d={hatchPath(paint.hatch, cut)} stroke={paint.ink} class="map-block-hatch" />
          <path
            d={`M${-FIELD.x} ${FIELD.bottom + 1.6}H${FIELD.x}V${HALF.y - 2.2}H${-FIELD.x}Z`}
            fill={paint.paint}
          />
        </>
      )}
      <path d={`M${-HALF.x + 5} ${-HALF.y + 1.3}H${HALF.x - 5}`} class="map-block-light" />
      <path d={body} class="map-block-edge" />
      <path d={fieldPath} class="map-block-field" />
    </g>
  );
}

/** What pieces are put together from; `use` brings it to its place. */
export function Wood({ pieces, look }: { pieces: readonly Piece[]; look: Look }) {
  const blocks = new Map(pieces.filter((one) => one.kind === "unit").map((one) => [blockId(one, look), one]));
  return (
    <defs>
      {[...blocks].map(([id, piece]) => (
        <Block key={id} id={id} paint={paintOf(piece, look)} cut={cutOf(piece.owner, look)} />
      ))}
      {Object.entries(look.symbols).map(([name, { strokes = [], fills = [] }]) => (
        <g key={name} id={symbolId(name)}>
          {fills.map((d) => (
            <path d={d} class="map-symbol-fill" />
          ))}
          {strokes.map((d) => (
            <path d={d} class="map-symbol-stroke" />
          ))}
        </g>
      ))}
    </defs>
  );
}
