// Units as they are drawn up, to scale and seen from above, the front upwards: what a wooden block tells on a plan.

import type { Look } from "../../look";
import type { Formation, OpenBoard, Piece } from "../../protocol";
import { type Cut, cutOf, flagId, type Paint, paintOf, symbolId, symbolOf } from "../sheet/blocks";
import { type Point, short } from "../sheet/hexes";
import { long } from "../sheet/scale";
import { type Size, sizeOf } from "./footprint";
import { Gun, Limber } from "./Models";
import { type Free, faceOf, fallen, type Ground, ranksOf } from "./ranks";

export const groundOf = ([front, depth]: Size, board: OpenBoard): Ground => ({
  x: long(front, board),
  y: long(depth, board),
});

/** A rectangle whose corners are as its side's wood is cut. */
export function boxPath({ x, y }: Ground, cut: Cut, grown = 0): string {
  const [w, h] = [x / 2 + grown, y / 2 + grown];
  const c = cut === 2 ? 0 : Math.min(cut ? 5 : 3, Math.min(x, y) * 0.16) + Math.max(0, grown * 0.5);
  if (!c) return `M${short(-w)} ${short(-h)}H${short(w)}V${short(h)}H${short(-w)}Z`;
  const r = short(c);
  const corner = (dx: number, dy: number) =>
    cut ? `l${short(dx * c)} ${short(dy * c)}` : `a${r} ${r} 0 0 1 ${short(dx * c)} ${short(dy * c)}`;
  return (
    `M${short(-w + c)} ${short(-h)}H${short(w - c)}${corner(1, 1)}V${short(h - c)}${corner(-1, 1)}` +
    `H${short(-w + c)}${corner(-1, -1)}V${short(-h + c)}${corner(1, -1)}Z`
  );
}

/** How broad the frame of a block is; its front edge is twice as broad. */
const edgeOf = ({ x, y }: Ground): number => Math.max(1.6, Math.min(3.6, Math.min(x, y) * 0.1));

const GUNS: readonly Formation[] = ["limbered", "deployed"];

interface Plate extends Free {
  /** How large the letters are, and whether the number stands below the symbol. */
  letter: number;
  isTall: boolean;
}

/** In pixels: so deep a line must be on the screen for its ranks to be told apart, and so large are letters there. */
const READ = { ranks: 24, depth: 30, letter: 16 };

/** Where arm and strength stand: in the middle, or behind ranks and guns. `zoom`: how large the sheet is seen. */
export function plateOf(formation: Formation, ground: Ground, digits: number, zoom: number): Plate {
  const { x, y } = ground;
  const inner = formation === "square" ? { x: x - 2 * faceOf(ground), y: y - 2 * faceOf(ground) } : ground;
  // near by ranks come first, and what is to be read stands behind them; from afar it is all that can be read
  const isWide = formation === "line" || formation === "open";
  const isFar = isWide ? y * zoom < READ.ranks : Math.min(x, y) * zoom < READ.depth;
  // whose it is must be seen as well: a plate never covers the whole of a broad block
  const wide = isFar && x > y * 1.2 ? inner.x * 0.62 : inner.x - 3;
  const high = inner.y - (formation === "square" ? 2 : 5);
  const isBehind = GUNS.includes(formation) || (!isFar && isWide);
  const letter = Math.max(12, Math.min(34, READ.letter / zoom));
  const most = GUNS.includes(formation) ? y * 0.34 : isBehind ? y * 0.44 : isFar ? high : high * 0.4;
  const across = 1.54 + (digits ? 0.25 + 0.55 * digits : 0);
  const flat = Math.max(5, Math.min(letter, most, wide / across));
  // in a narrow column the number stands under the symbol
  const tall = digits ? Math.max(5, Math.min(letter, isFar ? most / 2 : most, wide / 1.54)) : 0;
  const isTall = tall > flat * 1.15;
  const height = isTall ? tall * 2 : flat;
  const at = isBehind ? y / 2 - height / 2 - 2.5 : formation === "square" ? 0 : edgeOf(ground) * 0.3;
  return {
    x: 0,
    y: at,
    width: isTall ? tall * 1.54 : flat * across,
    height,
    letter: isTall ? tall : flat,
    isTall,
  };
}

/** The colours left of the plate, where there is room for them. */
function flagBeside(plate: Plate, { x }: Ground): Free | null {
  const height = Math.max(6, plate.letter * 0.62);
  const width = height * 1.5;
  if (plate.isTall || (x - plate.width) / 2 < width + 6) return null;
  return { x: -plate.width / 2 - width / 2 - 2, y: plate.y, width, height };
}

/** Men in ranks are square, loose ones round. */
const dots = (men: readonly Point[], size: number, isRound: boolean): string =>
  men
    .map((p) =>
      isRound
        ? `M${short(p.x - size)} ${short(p.y)}a${short(size)} ${short(size)} 0 1 0 ${short(2 * size)} 0a${short(size)} ${short(size)} 0 1 0 ${short(-2 * size)} 0Z`
        : `M${short(p.x - size)} ${short(p.y - size)}h${short(2 * size)}v${short(2 * size)}h${short(-2 * size)}Z`,
    )
    .join("");

/** A triangle on the middle of an edge, looking out. */
const beak = ({ x, y }: Ground): string => {
  const half = Math.max(4, Math.min(9, Math.min(x, y) * 0.2));
  return `M${short(-half)} ${short(-y / 2 + 0.6)}L0 ${short(-y / 2 - half * 0.85)}L${short(half)} ${short(-y / 2 + 0.6)}Z`;
};

/** Guns side by side as they are: unlimbered in battery, or on the march behind their teams. */
function Battery({ formation, ground, room }: { formation: Formation; ground: Ground; room: number }) {
  const isMarching = formation === "limbered";
  const nominal = isMarching ? { x: 62, y: 132 } : { x: 62, y: 62 };
  const scale = Math.min(ground.x / nominal.x, room / nominal.y);
  const count = Math.max(1, Math.min(4, Math.floor(ground.x / (nominal.x * scale * 0.92))));
  const step = ground.x / count;
  return (
    <>
      {Array.from({ length: count }, (_, n) => (
        <g
          transform={`translate(${short((n - (count - 1) / 2) * step)} ${short(-ground.y / 2 + room / 2)}) scale(${scale.toFixed(3)})`}
        >
          {isMarching ? (
            <>
              <g transform="translate(0 -34)">
                <Limber x={56} y={66} />
              </g>
              <g transform="translate(0 34)">
                <Gun x={56} y={60} isShort={false} isTowed />
              </g>
            </>
          ) : (
            <g transform="translate(0 6)">
              <Gun x={56} y={56} isShort={false} isTowed={false} />
            </g>
          )}
        </g>
      ))}
    </>
  );
}

export interface BlockProps {
  ground: Ground;
  formation: Formation;
  paint: Paint;
  cut: Cut;
  symbol?: string | null;
  nation?: string | null;
  strength?: readonly [now: number, full: number] | null;
  /** In disorder its files are out of line. */
  isTidy?: boolean;
  /** It looks down the sheet: what is read on it is turned about. */
  isOver?: boolean;
  /** How large the sheet is seen. */
  zoom?: number;
  /** Without the plate and what is written on it, at its full strength. */
  isBare?: boolean;
}

/** The block itself, unturned about its centre. */
export function Block(props: BlockProps) {
  const { ground, formation, paint, cut, isBare = false } = props;
  const strength = isBare ? null : props.strength;
  const { x, y } = ground;
  const edge = edgeOf(ground);
  const digits = strength ? String(strength[0]).length : 0;
  const plate = plateOf(formation, ground, digits, props.zoom ?? 1);
  const isRound = formation === "open";
  const isLight = formation === "open" || GUNS.includes(formation);
  const outer = boxPath(ground, cut);
  const front = `M${short(-x / 2 + edge)} ${short(-y / 2 + edge)}H${short(x / 2 - edge)}`;
  const face = faceOf(ground);
  const flag = flagBeside(plate, ground);
  const free = isBare
    ? []
    : props.nation && flag
      ? [plate, { ...flag, x: props.isOver ? -flag.x : flag.x }]
      : [plate];
  const { men, size } = ranksOf(formation, ground, edge, free, props.isTidy);
  const { here, gone } = fallen(men, strength && strength[1] > 0 ? strength[0] / strength[1] : 1);
  return (
    <g class={`open-unit open-unit-${formation}`} data-formation={formation}>
      {formation !== "open" && <path d={outer} class="open-unit-shadow" />}
      <path
        d={outer}
        class={`open-unit-body map-base${isLight ? " open-unit-light" : ""}`}
        style={isLight ? { stroke: paint.paint } : { fill: paint.paint }}
      />
      {isLight && <path d={outer} class="open-unit-tint" style={{ fill: paint.paint }} />}
      {formation === "square" && (
        <path d={boxPath({ x: x - 2 * face, y: y - 2 * face }, cut)} class="open-unit-hollow" />
      )}
      {cut > 0 && (
        <path
          d={boxPath(ground, cut, -edge * 0.75)}
          style={{ stroke: isLight ? paint.paint : paint.ink }}
          class={`map-block-line map-block-line-${cut}`}
        />
      )}
      {formation === "square" ? (
        <>
          {[0, 90, 180, 270].map((degrees) => {
            const turned = degrees % 180 ? { x: y, y: x } : ground;
            return (
              <g transform={degrees ? `rotate(${degrees})` : undefined}>
                <path d={beak(turned)} style={{ fill: paint.paint }} class="open-unit-beak" />
              </g>
            );
          })}
          <path d={outer} class="open-unit-front" style={{ strokeWidth: `${short(edge * 0.7)}px` }} />
        </>
      ) : (
        <>
          <path d={beak(ground)} style={{ fill: paint.paint }} class="open-unit-beak" />
          <path
            d={front}
            class="open-unit-front"
            style={{ strokeWidth: `${short(edge * 1.5)}px` }}
            transform={`translate(0 ${short(-edge * 0.55)})`}
          />
        </>
      )}
      {here.length > 0 && (
        <path
          d={dots(here, isRound ? size * 1.2 : size, isRound)}
          class="open-unit-men"
          style={{ fill: isLight ? paint.paint : paint.ink }}
        />
      )}
      {gone.length > 0 && (
        <path
          d={dots(gone, size * 0.8, isRound)}
          class="open-unit-gone"
          style={{ stroke: isLight ? paint.paint : paint.ink }}
        />
      )}
      {GUNS.includes(formation) && (
        <Battery formation={formation} ground={ground} room={y - plate.height - 3} />
      )}
      {!isBare && (
        <g
          transform={`translate(${short(plate.x)} ${short(plate.y)})${props.isOver ? " rotate(180)" : ""}`}
          class="open-unit-plate"
        >
          <Plate plate={plate} {...props} digits={digits} />
          {props.nation && flag && (
            <use
              href={`#${flagId(props.nation)}`}
              transform={`translate(${short(flag.x - flag.width / 2)} ${short(flag.y - plate.y - flag.height / 2)}) scale(${(flag.width / 12).toFixed(3)})`}
            />
          )}
        </g>
      )}
    </g>
  );
}

/** The arm, and how many are left of it. */
function Plate({ plate, symbol, strength, paint, digits }: BlockProps & { plate: Plate; digits: number }) {
  const { width, height, letter, isTall } = plate;
  const scale = (letter * 0.82) / 26;
  const left = isTall ? 0 : -width / 2 + letter * 0.77;
  return (
    <>
      <rect
        x={short(-width / 2)}
        y={short(-height / 2)}
        width={short(width)}
        height={short(height)}
        rx={short(Math.min(2.5, letter * 0.14))}
        class="open-unit-field"
      />
      {symbol && (
        <g
          style={{ color: paint.paint }}
          transform={`translate(${short(left)} ${short(isTall ? -letter / 2 : 0)}) scale(${scale.toFixed(3)}) translate(-20 -13)`}
        >
          <use href={`#${symbolId(symbol)}`} />
        </g>
      )}
      {strength && (
        <text
          x={short(isTall ? 0 : width / 2 - letter * (0.1 + 0.28 * digits))}
          y={short((isTall ? letter * 0.5 : 0) + letter * 0.35)}
          class={`open-unit-number${strength[0] < strength[1] ? " open-unit-worn" : ""}`}
          style={{ fontSize: `${short(letter * 0.98)}px` }}
        >
          {strength[0]}
        </text>
      )}
    </>
  );
}

/** What of a unit's tracks is its strength: the one of that name, or the first. */
export const strengthKey = (piece: Piece): string | null => {
  const keys = Object.keys(piece.tracks ?? {});
  return keys.includes("strength") ? "strength" : (keys[0] ?? null);
};

export const isOver = (heading: number): boolean => heading > 950 && heading < 2650;

/** Nobody's: a piece of the ground itself that is laid out or moved. */
function Plot({ ground, heading }: { ground: Ground; heading: number }) {
  return (
    <rect
      x={short(-ground.x / 2)}
      y={short(-ground.y / 2)}
      width={short(ground.x)}
      height={short(ground.y)}
      transform={`rotate(${short(heading / 10)})`}
      class="open-plot"
    />
  );
}

/** A unit of the table, turned as it stands (or as it would stand). */
export function Unit(props: {
  piece: Piece;
  look: Look;
  board: OpenBoard;
  heading?: number;
  formation?: Formation | undefined;
  size?: Size | undefined;
  paint?: Paint | undefined;
  zoom?: number;
  /** Nothing but how it is drawn up. */
  isBare?: boolean;
}) {
  const { piece, look, board } = props;
  const size = props.size ?? sizeOf(piece);
  if (!size) return null;
  const heading = props.heading ?? piece.pose?.[2] ?? 0;
  if (piece.kind === "thing") return <Plot ground={groundOf(size, board)} heading={heading} />;
  const key = strengthKey(piece);
  const symbol = symbolOf(piece, look);
  const isTidy = !(piece.badges ?? []).some((badge) =>
    ["low", "down"].includes(look.badges[badge]?.body ?? ""),
  );
  return (
    <g transform={`rotate(${short(heading / 10)})`} class="open-turned">
      <Block
        ground={groundOf(size, board)}
        formation={props.formation ?? piece.formation ?? "block"}
        paint={props.paint ?? paintOf(piece, look)}
        cut={cutOf(piece.owner, look)}
        symbol={symbol in look.symbols ? symbol : null}
        nation={piece.nation && piece.nation in look.nations ? piece.nation : null}
        strength={(key !== null && piece.tracks?.[key]) || null}
        isBare={props.isBare ?? false}
        isTidy={isTidy}
        isOver={isOver(heading)}
        zoom={props.zoom ?? 1}
      />
    </g>
  );
}
