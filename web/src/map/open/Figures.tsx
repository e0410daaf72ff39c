// Figures on round bases.

import { useMemo } from "preact/hooks";
import { language, said } from "../../language";
import type { Look, OpenBoard, OpenView, Piece, Words } from "../../protocol";
import { basePath, cutOf, paintOf, symbolId, symbolOf, Wood } from "../blocks";
import type { Glow } from "../contract";
import { short, spot } from "../hexes";
import { placedNames, ringAt } from "./names";
import { floorsOf, isElsewhere, type Opened, tabBox } from "./Storeys";
import { at, long, pointOf } from "./scale";
import { type Arc, arcsOf, dieAt, onRim, signsOf, USUAL } from "./signs";
import { figureName, worded } from "./stops";

export type OnTable = Piece & { pose: [number, number, number] };

export const stands = (piece: Piece): piece is OnTable => Array.isArray(piece.pose);

/** How large a base is drawn; what has none is still to be seen. */
export const radiusOf = (piece: Piece | null | undefined, board: OpenBoard): number =>
  Math.max(5, long(piece?.shape?.disc ?? board.scale / 2, board));

/** How a figure lies, by its badges. */
export function bodyOf(piece: Piece, look: Look): "up" | "low" | "down" {
  const bodies = (piece.badges ?? []).map((key) => look.badges[key]?.body ?? "up");
  return bodies.includes("down") ? "down" : bodies.includes("low") ? "low" : "up";
}

const FACES: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** What is left to do, as the face of a die. */
function Die({ now, r }: { now: number; r: number }) {
  if (now <= 0) return null;
  return (
    <g class="open-die" transform={`translate(${spot(dieAt(r))})`}>
      <g class="open-sign">
        <rect x={-7.5} y={-7.5} width={15} height={15} rx={3} />
        {(FACES[now] ?? []).map(([dx, dy]) => (
          <circle cx={dx * 4} cy={dy * 4} r={1.75} />
        ))}
        {now > 6 && <text y={3.5}>{now}</text>}
      </g>
    </g>
  );
}

/** One drop for each that can be had, full for each that was. */
function Drops({ now, full, y }: { now: number; full: number; y: number }) {
  if (now <= 0) return null;
  const step = 7;
  const start = (-(full - 1) * step) / 2;
  return (
    <g class="open-drops" transform={`translate(0 ${short(y)})`}>
      <g class="open-sign">
        {Array.from({ length: full }, (_, n) => (
          <path
            d="M0-4.6C2 -1.6 3 -.4 3 1.2A3 3 0 0 1-3 1.2C-3-.4-2-1.6 0-4.6Z"
            transform={`translate(${short(start + n * step)} 0)`}
            class={n < now ? "open-drop" : "open-drop-none"}
          />
        ))}
      </g>
    </g>
  );
}

function Badges({ piece, look, r, arc }: { piece: Piece; look: Look; r: number; arc: Arc }) {
  return (
    <>
      {(piece.badges ?? []).map((key, n) => {
        const { sign, tone } = look.badges[key] ?? { sign: key.slice(0, 1).toUpperCase(), tone: "plain" };
        return (
          <g
            key={key}
            data-badge={key}
            class={`map-badge map-badge-${tone}`}
            transform={`translate(${spot(onRim(r, arc, n))})`}
          >
            <g class="open-sign">
              <circle r={7} />
              <text y={3.9}>{sign}</text>
            </g>
          </g>
        );
      })}
    </>
  );
}

/** What is counted of a figure, and as what it is shown. */
const countsOf = (piece: Piece, look: Look) =>
  Object.entries(piece.tracks ?? {}).map(([key, [now, full]], n) => ({
    now,
    full,
    as: look.counts?.[key] ?? (n === 0 ? "die" : "drops"),
  }));

function Base({ piece, look, r, arc }: { piece: OnTable; look: Look; r: number; arc: Arc }) {
  const paint = paintOf(piece, look);
  const cut = cutOf(piece.owner, look);
  const body = bodyOf(piece, look);
  const flat = body === "up" ? "" : body === "low" ? "scale(1.08 .62)" : "rotate(-18) scale(1.1 .55)";
  return (
    <>
      <g class={`open-figure open-figure-${body}`} transform={flat}>
        <path
          d={basePath(cut, r)}
          transform={body === "up" ? "translate(1.8 3.4)" : "translate(.8 1.4)"}
          class="map-block-shadow"
        />
        <path d={basePath(cut, r)} fill={paint.paint} class="map-base" />
        <circle r={r - 3.4} class="open-rim" />
        <circle r={r - 4.6} class="map-base-field" />
        <g class="map-leader-symbol" style={{ color: paint.paint }}>
          <use
            href={`#${symbolId(symbolOf(piece, look))}`}
            transform={`scale(${(r * 0.042).toFixed(3)}) translate(-20 -13)`}
          />
        </g>
      </g>
      {body === "down" && (
        <path
          d={`M${short(-r * 0.6)} ${short(-r * 0.6)}L${short(r * 0.6)} ${short(r * 0.6)}M${short(r * 0.6)} ${short(-r * 0.6)}L${short(-r * 0.6)} ${short(r * 0.6)}`}
          class="open-crossed"
        />
      )}
      {countsOf(piece, look).map(({ now, full, as }) =>
        as === "die" ? (
          <Die now={now} r={r} />
        ) : as === "drops" ? (
          <Drops now={now} full={full} y={r - 1} />
        ) : null,
      )}
      <Badges piece={piece} look={look} r={r} arc={arc} />
    </>
  );
}

/** A thing lying about: a small plain disc. */
function Thing({ piece, look, r }: { piece: OnTable; look: Look; r: number }) {
  return (
    <>
      <circle r={r} cx={1} cy={2} class="map-block-shadow" />
      <circle r={r} class="open-thing" />
      {piece.symbol in look.symbols && (
        <use
          href={`#${symbolId(piece.symbol)}`}
          transform={`scale(${(r * 0.045).toFixed(3)}) translate(-20 -13)`}
        />
      )}
    </>
  );
}

interface FiguresProps {
  view: OpenView;
  look: Look;
  glows: ReadonlyMap<string, Glow>;
  words: Words | null;
  /** The one stop that Tab comes to. */
  cursor: string | null;
  /** Who acts: named whatever the zoom, with his zone. */
  acting: string | null;
  /** Floors that are open: who is on another floor of the house is out of sight. */
  opened?: Opened;
  /** Places offered: names keep off them. */
  places?: ReadonlyMap<string, unknown>;
  /** How large the sheet is on the screen: far away letters are larger on it. */
  zoom?: number;
}

/** From here on everybody is named. */
const NAMED = 0.5;

const ALL: Opened = new Map();

/** Who lies on the ground first, then from the top of the table down. */
export function inOrder(pieces: readonly Piece[], look: Look): OnTable[] {
  const rank = (one: OnTable) => (one.owner ? (bodyOf(one, look) === "up" ? 2 : 1) : 0);
  return pieces.filter(stands).sort((a, b) => rank(a) - rank(b) || a.pose[1] - b.pose[1]);
}

export function Figures({
  view,
  look,
  glows,
  words,
  cursor,
  acting,
  opened = ALL,
  places,
  zoom = 1,
}: FiguresProps) {
  const speech = language.value;
  const { board } = view;
  // the map of places is new with every preview; the places are not
  const placed = [...(places?.keys() ?? [])].join(" ");
  // as the style has it; in steps, so that not every turn of the wheel sets the names anew
  const size = Math.round(Math.max(7.5, Math.min(19, 14 / zoom)));
  const isNamed = zoom >= NAMED;
  // the cursor moves by hand between two drawings; names are in the language of the page
  return useMemo(() => {
    const pieces = inOrder(view.pieces, look);
    const marked = pieces.flatMap((piece) =>
      piece.owner
        ? [
            {
              id: piece.id,
              at: at(piece.pose, board),
              r: radiusOf(piece, board),
              badges: piece.badges?.length ?? 0,
              hasDie: countsOf(piece, look).some(({ as, now }) => as === "die" && now > 0),
            },
          ]
        : [],
    );
    const arcs = arcsOf(marked);
    const names = placedNames(
      pieces
        .filter((piece) => !isElsewhere(piece, opened))
        .map((piece) => ({
          id: piece.id,
          at: at(piece.pose, board),
          r: radiusOf(piece, board),
          text: said(piece.name) || worded(words, piece.symbol),
          low: Object.values(piece.tracks ?? {}).some(([now], n) => n > 0 && now > 0),
          isFirst: piece.id === acting || ["about", "chosen"].includes(glows.get(piece.id) ?? ""),
        })),
      [
        ...placed.split(" ").flatMap((id) => (id ? [ringAt(pointOf(id, board), 9)] : [])),
        ...floorsOf(view).map(tabBox),
        ...signsOf(marked, arcs).map((p) => ringAt(p, 7)),
      ],
      size,
    );
    return (
      <g class="map-pieces map-zoomed">
        <Wood pieces={[]} look={look} />
        {pieces.map((piece) => {
          const r = radiusOf(piece, board);
          const glow = glows.get(piece.id);
          const cut = cutOf(piece.owner, look);
          const zone = piece.zone ? long(piece.zone, board) : 0;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a drawing holds no buttons
            <g
              key={piece.id}
              role="button"
              tabindex={cursor === `piece ${piece.id}` ? 0 : -1}
              aria-label={figureName(piece, glow, words)}
              class={`map-piece open-piece${glow ? ` map-piece-${glow}` : ""}${piece.id === acting ? " open-acting" : ""}${isElsewhere(piece, opened) ? " open-elsewhere" : ""}`}
              data-piece={piece.id}
              data-stop={`piece ${piece.id}`}
              transform={`translate(${spot(at(piece.pose, board))})`}
            >
              <g class="map-piece-going">
                {zone > 0 && <circle r={r + zone} class="open-zone" />}
                <g class="map-piece-body">
                  {glow && (
                    <path
                      d={basePath(cut, r + (glow === "about" ? 5 : 4))}
                      class={`map-halo map-halo-${glow}`}
                    />
                  )}
                  {piece.owner ? (
                    <Base piece={piece} look={look} r={r} arc={arcs.get(piece.id) ?? USUAL} />
                  ) : (
                    <Thing piece={piece} look={look} r={r} />
                  )}
                  {(piece.level ?? 0) > 0 && (
                    <text x={short(r + 5)} y={short(r * 0.75)} class="open-level">
                      ↑{short((piece.level ?? 0) / board.scale)}
                    </text>
                  )}
                  {glow === "threat" && <path d={basePath(cut, r + 0.5)} class="map-threatened" />}
                  <circle r={Math.max(r + 3, 12)} class="map-touch" />
                </g>
              </g>
            </g>
          );
        })}
        <g class="map-piece-names map-zoomed">
          {pieces.map((piece) => {
            const glow = glows.get(piece.id);
            const isMeant = piece.id === acting || glow === "about" || glow === "chosen";
            const place = names.get(piece.id);
            if (!place) return null;
            return (
              <text
                key={piece.id}
                data-name={piece.id}
                class={`map-leader-name open-name${isMeant || isNamed ? " open-name-meant" : ""}${place.isCrowded ? " open-name-crowded" : ""}`}
                x={short(place.x)}
                y={short(place.y)}
                style={{ textAnchor: place.anchor }}
              >
                {said(piece.name) || worded(words, piece.symbol)}
              </text>
            );
          })}
        </g>
      </g>
    );
  }, [view, look, glows, words, speech, acting, opened, placed, size, isNamed]);
}
