// Figures on round bases.

import { useMemo } from "preact/hooks";
import { language, said } from "../../language";
import type { Look } from "../../look";
import type { OpenBoard, OpenView, Piece, Pose, Words } from "../../protocol";
import { basePath, cutOf, paintOf, symbolId, symbolOf, Wood } from "../sheet/blocks";
import type { Glow } from "../sheet/contract";
import { type Point, short, spot } from "../sheet/hexes";
import { at, long, pointOf } from "../sheet/scale";
import { boxPath, groundOf, strengthKey, Unit } from "./Formations";
import { halves, sizeOf } from "./footprint";
import { standingOf } from "./Groups";
import { namedGround } from "./ground-names";
import { Model, sidesOf, turnedBox } from "./Models";
import { placedNames, ringAt } from "./names";
import { floorsOf, isElsewhere, type Opened, tabBox } from "./Storeys";
import { type Arc, arcsOf, dieAt, onRim, signSize, signsOf, USUAL } from "./signs";
import { figureName, worded } from "./stops";

export type OnTable = Piece & { pose: Pose };

export const stands = (piece: Piece): piece is OnTable => Array.isArray(piece.pose);

/** How large a base is drawn; what has none is still to be seen. */
export const radiusOf = (piece: Piece | null | undefined, board: OpenBoard): number => {
  const sides = sidesOf(piece, board);
  if (sides) return Math.max(sides.x, sides.y) / 2;
  return Math.max(piece?.kind === "thing" ? 9 : 5, long(piece?.shape?.disc ?? board.scale / 2, board));
};

/** Half the width and half the height of what a piece covers as it stands. */
export function extentOf(piece: Piece, board: OpenBoard): { r: number; high?: number } {
  const size = sizeOf(piece);
  if (!size) return { r: radiusOf(piece, board) };
  const half = halves(size, piece.pose?.[2] ?? 0);
  return { r: long(half.x, board), high: long(half.y, board) };
}

/** The longer side of the ground it covers: who looks east is as large as who looks north. */
function longest(piece: Piece, board: OpenBoard): number {
  const { r, high } = extentOf(piece, board);
  return 2 * Math.max(r, high ?? r);
}

/** Whether it is somebody: what only lies about has no die, no drops and no zone. */
const isSomebody = (piece: Piece): boolean => Boolean(piece.owner) && piece.kind !== "thing";

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

function Badges({ badges, look, r, arc }: { badges: readonly string[]; look: Look; r: number; arc: Arc }) {
  return (
    <>
      {badges.map((key, n) => (
        <Badge key={key} badge={key} look={look} at={onRim(r, arc, n)} />
      ))}
    </>
  );
}

function Badge({ badge, look, at: p }: { badge: string; look: Look; at?: Point }) {
  const { sign, tone } = look.badges[badge] ?? { sign: badge.slice(0, 1).toUpperCase(), tone: "plain" };
  return (
    <g
      data-badge={badge}
      class={`map-badge map-badge-${tone}`}
      transform={p ? `translate(${spot(p)})` : undefined}
    >
      <g class="open-sign">
        <circle r={7} />
        <text y={3.9}>{sign}</text>
      </g>
    </g>
  );
}

/** What is counted of a figure, and as what it is shown; the strength of a unit stands on its block. */
const countsOf = (piece: Piece, look: Look) => {
  const onBlock = sizeOf(piece) ? strengthKey(piece) : null;
  return Object.entries(piece.tracks ?? {})
    .filter(([key]) => key !== onBlock)
    .map(([key, [now, full]], n) => ({
      now,
      full,
      as: look.counts?.[key] ?? (n === 0 && !onBlock ? "die" : "drops"),
    }));
};

interface BaseProps {
  piece: OnTable;
  look: Look;
  r: number;
  arc: Arc;
  badges: readonly string[];
}

function Base({ piece, look, r, arc, badges }: BaseProps) {
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
      <Badges badges={badges} look={look} r={r} arc={arc} />
    </>
  );
}

/** Where marks hang at the rear of a unit, from one flank on; from its centre. */
function rearOf(piece: OnTable, board: OpenBoard, flank: "left" | "right", n = 0): Point {
  const [front, depth] = sizeOf(piece) ?? [0, 0];
  const right =
    (flank === "right" ? 1 : -1) * (long(front, board) / 2 - 4 - n * (piece.kind === "commander" ? 22 : 14));
  const back = long(depth, board) / 2 + 2;
  const turn = (piece.pose[2] * Math.PI) / 1800;
  return {
    x: right * Math.cos(turn) - back * Math.sin(turn),
    y: right * Math.sin(turn) + back * Math.cos(turn),
  };
}

/** A unit in formation; what is amiss with it hangs at its rear, upright however it is turned. */
function Formed({ piece, look, badges, board, zoom }: BaseProps & { board: OpenBoard; zoom: number }) {
  const body = bodyOf(piece, look);
  return (
    <>
      <g class={`open-figure open-figure-${body}${piece.acted ? " open-figure-acted" : ""}`}>
        <Unit piece={piece} look={look} board={board} zoom={zoom} />
      </g>
      {countsOf(piece, look).map(({ now, full, as }) => (
        <g transform={`translate(${spot(rearOf(piece, board, "left"))})`}>
          {as === "die" ? (
            <Die now={now} r={0} />
          ) : as === "drops" ? (
            <Drops now={now} full={full} y={0} />
          ) : null}
        </g>
      ))}
      <g class={piece.kind === "commander" ? "open-led" : undefined}>
        {badges.map((key, n) => (
          <Badge key={key} badge={key} look={look} at={rearOf(piece, board, "right", n)} />
        ))}
      </g>
    </>
  );
}

/** A thing lying about: a small disc with its sign; what has a front stands on its rectangle. */
function Thing({ piece, look, r, arc, badges, board }: BaseProps & { board: OpenBoard }) {
  const sides = sidesOf(piece, board);
  const paint = piece.owner ? paintOf(piece, look).paint : "#5a3d1c";
  return (
    <>
      {sides ? (
        <Model piece={piece} look={look} board={board} />
      ) : (
        <>
          <circle r={r} cx={1} cy={2} class="map-block-shadow" />
          <circle r={r} class="open-thing" />
          {piece.symbol in look.symbols && (
            <g class="map-leader-symbol" style={{ color: paint }}>
              <use
                href={`#${symbolId(piece.symbol)}`}
                transform={`scale(${(Math.min(r, 20) * 0.046).toFixed(3)}) translate(-20 -13)`}
              />
            </g>
          )}
        </>
      )}
      <Badges badges={badges} look={look} r={sides ? Math.min(sides.x, sides.y) / 2 : r} arc={arc} />
    </>
  );
}

/** What holds for all of a group is shown once, with its first; what is amiss is shown with everybody. */
export function shownBadges(view: OpenView, look: Look): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>(view.pieces.map((one) => [one.id, one.badges ?? []]));
  for (const group of view.groups ?? []) {
    const [first, ...others] = standingOf(group, view);
    const common = (first?.badges ?? []).filter(
      (key) => look.badges[key]?.tone === "plain" && others.every((one) => one.badges?.includes(key)),
    );
    for (const one of others)
      found.set(
        one.id,
        (one.badges ?? []).filter((key) => !common.includes(key)),
      );
  }
  return found;
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

/** How much room a piece leaves round it for its name. */
function nameRoom(piece: Piece, board: OpenBoard): { r: number; wide?: number } {
  const { r, high } = extentOf(piece, board);
  return high === undefined ? { r } : { r: high, wide: r };
}

/** Where the name of a group hangs: round all of it. */
function groupAt(here: readonly OnTable[], board: OpenBoard) {
  const boxes = here.map((one) => {
    const room = nameRoom(one, board);
    return ringAt(at(one.pose, board), room.r, "wide" in room ? room.wide : room.r);
  });
  const [left, right] = [
    Math.min(...boxes.map((one) => one.left)),
    Math.max(...boxes.map((one) => one.right)),
  ];
  const [top, bottom] = [
    Math.min(...boxes.map((one) => one.top)),
    Math.max(...boxes.map((one) => one.bottom)),
  ];
  return {
    at: { x: (left + right) / 2, y: (top + bottom) / 2 },
    r: (bottom - top) / 2,
    wide: (right - left) / 2,
  };
}

/** How far a zone goes beyond a base, whatever its shape. */
function Zone({ piece, board, r, zone }: { piece: OnTable; board: OpenBoard; r: number; zone: number }) {
  const size = sizeOf(piece);
  if (!size) return <circle r={r + zone} class="open-zone" />;
  const { x, y } = groundOf(size, board);
  return (
    <rect
      x={short(-x / 2 - zone)}
      y={short(-y / 2 - zone)}
      width={short(x + 2 * zone)}
      height={short(y + 2 * zone)}
      rx={short(zone)}
      transform={`rotate(${short(piece.pose[2] / 10)})`}
      class="open-zone"
    />
  );
}

/** What a finger hits: a unit no more than it covers, so that neighbours in line stay their own. */
function Touch({ piece, board, r }: { piece: OnTable; board: OpenBoard; r: number }) {
  const size = sizeOf(piece);
  if (!size) return <circle r={Math.max(r + 3, 12)} class="map-touch" />;
  const { x, y } = groundOf(size, board);
  const ground = { x: Math.max(x, 20), y: Math.max(y, 20) };
  return <path d={boxPath(ground, 2)} transform={`rotate(${short(piece.pose[2] / 10)})`} class="map-touch" />;
}

/** From here on everybody is named. */
const NAMED = 0.5;

/** So long, in pixels, is a side of a unit on the screen whose name can be read beside it. */
const NAMED_UNIT = 40;

/** How large the sheet is seen, in steps: not every turn of the wheel draws all blocks anew. */
export const stepOf = (zoom: number): number => 2 ** (Math.round(Math.log2(zoom) * 2) / 2);

const ALL: Opened = new Map();

/** Who lies on the ground first, then from the top of the table down; over all who stands for a group, with its die. */
export function inOrder(
  pieces: readonly Piece[],
  look: Look,
  firsts: ReadonlySet<string> = new Set(),
): OnTable[] {
  const rank = (one: OnTable) =>
    isSomebody(one) ? (bodyOf(one, look) === "up" ? (firsts.has(one.id) ? 3 : 2) : 1) : 0;
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
  const size = Math.round(Math.max(7.5, Math.min(24, 14 / zoom)));
  const isNamed = zoom >= NAMED;
  const signs = signSize(zoom);
  const step = stepOf(zoom);
  // groups are few, and always named: as large as can be read
  const large = Math.round(Math.max(8, Math.min(32, 14 / zoom)));
  // the cursor moves by hand between two drawings; names are in the language of the page
  return useMemo(() => {
    const pieces = inOrder(view.pieces, look, new Set((view.groups ?? []).map((one) => one.leader)));
    const badges = shownBadges(view, look);
    const marked = pieces.flatMap((piece) =>
      (isSomebody(piece) || piece.badges?.length) && !sizeOf(piece)
        ? [
            {
              id: piece.id,
              at: at(piece.pose, board),
              r: radiusOf(piece, board),
              badges: badges.get(piece.id)?.length ?? 0,
              hasDie: countsOf(piece, look).some(({ as, now }) => as === "die" && now > 0),
            },
          ]
        : [],
    );
    const arcs = arcsOf(marked, signs);
    const groups = (view.groups ?? []).flatMap((group) => {
      const here = standingOf(group, view).filter(stands);
      return here.length > 1 && !here.some((one) => isElsewhere(one, opened)) ? [{ group, here }] : [];
    });
    const isMeant = (piece: Piece) => ["about", "chosen"].includes(glows.get(piece.id) ?? "");
    const together = new Map(
      groups.flatMap(({ here }) => here.map((one) => [one.id, here.every(isMeant)] as const)),
    );
    const names = placedNames(
      [
        ...groups.map(({ group, here }) => ({
          id: `group ${group.id}`,
          ...groupAt(here, board),
          text: said(group.name),
          size: large,
          isGroup: true,
          isFirst: here.every((one) => one.id === acting || glows.has(one.id)),
        })),
        ...pieces
          .filter((piece) => !isElsewhere(piece, opened))
          .map((piece) => ({
            id: piece.id,
            at: at(piece.pose, board),
            ...nameRoom(piece, board),
            text: said(piece.name) || worded(words, piece.symbol),
            low: Object.values(piece.tracks ?? {}).some(([now], n) => n > 0 && now > 0),
            isFirst: !together.has(piece.id) && (piece.id === acting || isMeant(piece)),
            // one of many: the group is named, he only if he is meant alone or looked at
            isQuiet: !sizeOf(piece) && together.has(piece.id) && (together.get(piece.id) || !isMeant(piece)),
          })),
      ],
      [
        ...placed.split(" ").flatMap((id) => (id ? [ringAt(pointOf(id, board), 9)] : [])),
        ...floorsOf(view).map(tabBox),
        ...namedGround(
          board,
          look,
          view.marks.flatMap((mark) => (mark.at ? [mark.at] : [])),
        ),
        ...signsOf(marked, arcs).map((p) => ringAt(p, 7 * signs)),
        ...pieces.flatMap((piece) => {
          if (!sizeOf(piece)) return [];
          const p = at(piece.pose, board);
          return (badges.get(piece.id) ?? []).map((_, n) => {
            const off = rearOf(piece, board, "right", n);
            return ringAt({ x: p.x + off.x, y: p.y + off.y }, 7 * signs);
          });
        }),
      ],
      size,
      long(board.width, board),
      long(board.depth, board),
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
                {zone > 0 && <Zone piece={piece} board={board} r={r} zone={zone} />}
                <g class="map-piece-body">
                  {glow && (
                    <path
                      {...(turnedBox(piece, board, glow === "about" ? 5 : 4) ?? {
                        d: basePath(cut, r + (glow === "about" ? 5 : 4)),
                      })}
                      class={`map-halo map-halo-${glow}`}
                    />
                  )}
                  {sizeOf(piece) ? (
                    <Formed
                      piece={piece}
                      look={look}
                      r={r}
                      arc={USUAL}
                      badges={badges.get(piece.id) ?? []}
                      board={board}
                      zoom={step}
                    />
                  ) : isSomebody(piece) ? (
                    <Base
                      piece={piece}
                      look={look}
                      r={r}
                      arc={arcs.get(piece.id) ?? USUAL}
                      badges={badges.get(piece.id) ?? []}
                    />
                  ) : (
                    <Thing
                      piece={piece}
                      look={look}
                      r={r}
                      arc={arcs.get(piece.id) ?? USUAL}
                      badges={badges.get(piece.id) ?? []}
                      board={board}
                    />
                  )}
                  {(piece.level ?? 0) > 0 && (
                    <text x={short(r + 5)} y={short(r * 0.75)} class="open-level">
                      ↑{short((piece.level ?? 0) / board.scale)}
                    </text>
                  )}
                  {glow === "threat" && (
                    <path
                      {...(turnedBox(piece, board, 0.5) ?? { d: basePath(cut, r + 0.5) })}
                      class="map-threatened"
                    />
                  )}
                  <Touch piece={piece} board={board} r={r} />
                </g>
              </g>
            </g>
          );
        })}
        <g class="map-piece-names map-zoomed">
          {groups.map(({ group }) => {
            const place = names.get(`group ${group.id}`);
            if (!place) return null;
            return (
              <text
                key={group.id}
                data-name={`group ${group.id}`}
                class={`map-leader-name open-name open-name-group open-name-meant${place.isCrowded ? " open-name-crowded" : ""}`}
                x={short(place.x)}
                y={short(place.y)}
                style={{ textAnchor: place.anchor, fontSize: `${large}px` }}
              >
                {said(group.name)}
              </text>
            );
          })}
          {pieces.map((piece) => {
            const isNear =
              (sizeOf(piece) ? longest(piece, board) * step > NAMED_UNIT : isNamed) ||
              piece.id === acting ||
              isMeant(piece);
            const place = names.get(piece.id);
            if (!place) return null;
            return (
              <text
                key={piece.id}
                data-name={piece.id}
                class={`map-leader-name open-name${isNear ? " open-name-meant" : ""}${place.isCrowded ? " open-name-crowded" : ""}`}
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
  }, [view, look, glows, words, speech, acting, opened, placed, size, signs, large, isNamed, step]);
}
