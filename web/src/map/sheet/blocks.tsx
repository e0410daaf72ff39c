// The painted wood of the pieces, made once for each side: shape, frame, light field, symbols; and the nations' flags.

import type { Look } from "../../look";
import type { HexPiece as Piece } from "../../protocol";
import { short } from "./hexes";

/** Half the width and height of a block. */
export const HALF = { x: 25, y: 20 };
/** The round base of a leader, alone and beside a block. */
export const BASE = 16;
export const SMALL_BASE = 11.5;

export interface Paint {
  paint: string;
  ink: string;
}

/** Everything is painted in the colour of its side: a nation shows its flag. */
export function paintOf(piece: Pick<Piece, "owner">, look: Look): Paint {
  return look.seats[piece.owner] ?? { paint: "#4d4a46", ink: "#ffffff" };
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

const fieldPath = `M${-FIELD.x} ${FIELD.top}H${FIELD.x}V${FIELD.bottom}H${-FIELD.x}Z`;

export const blockId = (piece: Pick<Piece, "owner">): string => `map-block-${piece.owner}`;

export const flagId = (nation: string): string => `map-flag-${nation}`;

/** Where the flag lies on a block, in the wide part of its frame, and how large a leader's is. */
export const FLAG = { x: -21, y: 10, scale: 0.88 };

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
      {cut > 0 && (
        <path d={blockPath(cut, -1.9)} stroke={paint.ink} class={`map-block-line map-block-line-${cut}`} />
      )}
      <path d={`M${-HALF.x + 5} ${-HALF.y + 1.3}H${HALF.x - 5}`} class="map-block-light" />
      <path d={body} class="map-block-edge" />
      <path d={fieldPath} class="map-block-field" />
    </g>
  );
}

/** What pieces are put together from; `use` brings it to its place. */
export function Wood({ pieces, look }: { pieces: readonly Piece[]; look: Look }) {
  const blocks = new Map(pieces.filter((one) => one.kind === "unit").map((one) => [blockId(one), one]));
  return (
    <defs>
      {[...blocks].map(([id, piece]) => (
        <Block key={id} id={id} paint={paintOf(piece, look)} cut={cutOf(piece.owner, look)} />
      ))}
      {Object.entries(look.nations).map(([name, flag]) => (
        <g key={name} id={flagId(name)}>
          <path d="M-.8-.8H12.8V8.8H-.8Z" class="map-flag-edge" />
          <path d="M0 0H12V8H0Z" fill={flag.field} />
          {flag.parts.map(([colour, path]) => (
            <path d={path} fill={colour} />
          ))}
        </g>
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
