// Blocks and leaders on the map.

import { useMemo } from "preact/hooks";
import { language, said } from "../language";
import type { Look } from "../look";
import type { Note, HexPiece as Piece, HexView as View } from "../protocol";
import { type Placed, placed } from "./places";
import {
  BASE,
  basePath,
  blockId,
  blockPath,
  cutOf,
  FLAG,
  flagId,
  HALF,
  paintOf,
  SMALL_BASE,
  symbolId,
  symbolOf,
  Wood,
} from "./sheet/blocks";
import type { Glow } from "./sheet/contract";
import { short, spot } from "./sheet/hexes";

const BADGE = 7;
const MOST_PIPS = 8;

/** The beak that points at the vertex a unit faces. */
export function beakPath(facing: number): string {
  // up and down it stands on the block's long side, slantwise on its corner
  if (facing % 3 === 0) return `M-7.2 ${-HALF.y + 1}L0 -40L7.2 ${-HALF.y + 1}L0 ${-HALF.y - 2.5}Z`;
  return "M-6.8-22L0-41L6.8-22L0-25.5Z";
}

/** The nation's flag at a place of the piece. */
function NationFlag({ piece, look, at, scale }: { piece: Piece; look: Look; at: string; scale: number }) {
  if (!piece.nation || !(piece.nation in look.nations)) return null;
  return <use href={`#${flagId(piece.nation)}`} transform={`translate(${at}) scale(${scale})`} />;
}

/** Strength, to the right of the flag. */
function Pips({ now, full, ink, hasFlag }: { now: number; full: number; ink: string; hasFlag: boolean }) {
  const [left, right] = [hasFlag ? -8.5 : -20, 20];
  const middle = (left + right) / 2;
  if (full > MOST_PIPS)
    return (
      <text x={middle} y={HALF.y - 2.6} class="map-pip-count" fill={ink}>
        {now}/{full}
      </text>
    );
  const wide = Math.min(7.5, (right - left + 1.4) / full - 1.4);
  const step = wide + 1.4;
  const start = middle - (full * step - 1.4) / 2;
  return (
    <g class="map-pips">
      {Array.from({ length: full }, (_, n) => (
        <rect
          x={short(start + n * step)}
          y={HALF.y - 8.6}
          width={short(wide)}
          height={5}
          rx={1}
          class={n < now ? "map-pip" : "map-pip-lost"}
          {...(n < now ? { fill: ink } : { stroke: ink })}
        />
      ))}
    </g>
  );
}

/** Round markers along the upper edge, from the right. What a state says stands among them if the look has a sign for it. */
function Badges({ piece, look, from }: { piece: Piece; look: Look; from: number }) {
  const keys = [...(piece.badges ?? [])];
  if (piece.state && piece.state in look.badges && !keys.includes(piece.state)) keys.push(piece.state);
  return (
    <>
      {keys.map((key, n) => {
        const { sign, tone } = look.badges[key] ?? { sign: key.slice(0, 1).toUpperCase(), tone: "plain" };
        return (
          <g
            key={key}
            data-badge={key}
            class={`map-badge map-badge-${tone}`}
            transform={`translate(${from - n * 12.5} ${-HALF.y})`}
          >
            <circle r={BADGE} />
            <text y={3.9}>{sign}</text>
          </g>
        );
      })}
    </>
  );
}

/** The order beside a leader: its priority if it is known, a question mark on its back if not. */
function OrderCard({ note, x, y }: { note: Note; x: number; y: number }) {
  if (!note.card && !note.face_down) return null;
  const isHidden = !note.card;
  return (
    <g
      class={isHidden ? "map-order map-order-hidden" : "map-order"}
      transform={`translate(${short(x)} ${short(y)}) rotate(${x < 0 ? -9 : 9})`}
    >
      <rect x={-6.5} y={-8.5} width={13} height={17} rx={1.6} />
      {!isHidden && note.face_down && (
        <path d="M1.5-8.5L6.5-3.5V-6.9A1.6 1.6 0 0 0 4.9-8.5Z" class="map-order-fold" />
      )}
      <text y={4.6}>{note.card ? note.card.priority || "–" : "?"}</text>
    </g>
  );
}

function UnitBlock({ one, look }: { one: Placed; look: Look }) {
  const { piece } = one;
  const paint = paintOf(piece, look);
  const [now, full] = piece.strength;
  return (
    <>
      <use href={`#${blockId(piece)}`} />
      {piece.facing !== undefined && piece.facing !== null && (
        <g class="map-facing" transform={`rotate(${piece.facing * 60})`}>
          <path d={beakPath(piece.facing)} fill={paint.paint} class="map-beak" />
        </g>
      )}
      <use href={`#${symbolId(symbolOf(piece, look))}`} transform="translate(-18 -15.2) scale(.9)" />
      <NationFlag piece={piece} look={look} at={`${FLAG.x} ${FLAG.y}`} scale={FLAG.scale} />
      <Pips
        now={now}
        full={full}
        ink={paint.ink}
        hasFlag={piece.nation !== undefined && piece.nation in look.nations}
      />
      <Badges piece={piece} look={look} from={one.badges} />
    </>
  );
}

function LeaderBase({ one, look }: { one: Placed; look: Look }) {
  const { piece, note, isBeside } = one;
  const paint = paintOf(piece, look);
  const cut = cutOf(piece.owner, look);
  const r = isBeside ? SMALL_BASE : BASE;
  const [now, full] = piece.strength;
  // wounds: the rim is broken where strength is lost
  const lost = full > 0 ? Math.max(0, Math.min(1, (full - now) / full)) : 0;
  const round = 2 * Math.PI * (r - 2);
  return (
    <>
      <path d={basePath(cut, r)} transform="translate(1.5 3)" class="map-block-shadow" />
      <path d={basePath(cut, r)} fill={paint.paint} class="map-base" />
      <circle r={r - 3.6} class="map-base-field" />
      {lost > 0 && (
        <circle
          r={r - 2}
          class="map-base-lost"
          stroke-dasharray={`${short(lost * round)} ${short(round)}`}
          transform="rotate(-90)"
        />
      )}
      <g class="map-leader-symbol" style={{ color: paint.paint }}>
        <use
          href={`#${symbolId(symbolOf(piece, look))}`}
          transform={`scale(${(r * 0.046).toFixed(3)}) translate(-20 -13)`}
        />
      </g>
      {!isBeside && <NationFlag piece={piece} look={look} at={`${-r - 1} ${r - 9}`} scale={0.72} />}
      <Badges piece={piece} look={look} from={r - 2} />
      {note && (
        <OrderCard
          note={note}
          x={isBeside ? -Math.sign(one.aside) * (r + 5) : r + 1}
          y={isBeside ? -5 : -r - 2}
        />
      )}
    </>
  );
}

function OnMap({ one, look, glow }: { one: Placed; look: Look; glow: Glow | undefined }) {
  const { piece, at } = one;
  const isUnit = piece.kind === "unit";
  const cut = cutOf(piece.owner, look);
  const halo = (more: number) =>
    isUnit ? blockPath(cut, more) : basePath(cut, (one.isBeside ? SMALL_BASE : BASE) + more);
  return (
    <g
      class={`map-piece map-${piece.kind}${glow ? ` map-piece-${glow}` : ""}${one.isBeside ? " map-piece-beside" : ""}`}
      data-piece={piece.id}
      data-hex={piece.hex}
      transform={`translate(${spot(at)})`}
    >
      <g class="map-piece-going">
        <g class="map-piece-body">
          {glow && <path d={halo(glow === "about" ? 5.5 : 4)} class={`map-halo map-halo-${glow}`} />}
          {isUnit ? <UnitBlock one={one} look={look} /> : <LeaderBase one={one} look={look} />}
          {glow === "threat" && <path d={halo(0.5)} class="map-threatened" />}
          <path d={halo(isUnit ? 2 : 4)} class="map-touch" />
        </g>
      </g>
    </g>
  );
}

/** Leaders' names that would lie over one another go down a line; sizes as they are at the usual zoom. */
const LETTER = 7.8;
const LINE = 15;

export function clear(places: readonly Placed[]): Placed[] {
  const taken: { left: number; right: number; y: number }[] = [];
  const leaders = places.filter(({ piece }) => piece.kind !== "unit");
  const lower = new Map<Placed, number>();
  for (const one of [...leaders].sort((a, b) => a.at.x + a.aside - b.at.x - b.aside)) {
    const half = (said(one.piece.name).length * LETTER) / 2;
    const x = one.at.x + one.aside;
    const [left, right] = [x - half, x + half];
    let y = one.at.y + one.under;
    for (let tries = 0; tries < 3; tries += 1) {
      if (!taken.some((box) => left < box.right && box.left < right && Math.abs(box.y - y) < LINE - 1)) break;
      y += LINE;
    }
    taken.push({ left, right, y });
    lower.set(one, y - one.at.y);
  }
  return places.map((one) => ({ ...one, under: lower.get(one) ?? one.under }));
}

/** Names lie over all pieces; a unit's is shown when there is room for it or somebody looks at it. */
function Names({ places }: { places: readonly Placed[] }) {
  return (
    <g class="map-piece-names map-zoomed">
      {clear(places).map(({ piece, at, under, aside }) => (
        <text
          key={piece.id}
          data-name={piece.id}
          class={piece.kind === "unit" ? "map-unit-name" : "map-leader-name"}
          x={short(at.x + aside)}
          y={short(at.y + under)}
        >
          {said(piece.name)}
        </text>
      ))}
    </g>
  );
}

export function Pieces({ view, look, glows }: { view: View; look: Look; glows: ReadonlyMap<string, Glow> }) {
  const speech = language.value;
  const places = useMemo(() => placed(view.pieces, view.notes ?? []), [view]);
  // names are in the language of the page
  return useMemo(
    () => (
      <g class="map-pieces">
        <Wood pieces={view.pieces} look={look} />
        {places.map((one) => (
          <OnMap key={one.piece.id} one={one} look={look} glow={glows.get(one.piece.id)} />
        ))}
        <Names places={places} />
      </g>
    ),
    [places, look, glows, speech],
  );
}
