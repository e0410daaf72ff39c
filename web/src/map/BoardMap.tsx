// The table's map: printed ground below, pieces and glows above, hands and keys around it.

import "./map.css";
import "./ground.css";
import "./pieces.css";
import "./motions.css";
import { type Signal, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Hex, HexView, OpenView } from "../protocol";
import { Cells } from "./Cells";
import { Ground } from "./Ground";
import { firstCursor, moved, nextReady } from "./keys";
import { MarkRings, Marks } from "./Marks";
import { type Glows, hexName, type Meant, meant, piecesByHex } from "./naming";
import { HexGlows, SketchAreas, SketchLines } from "./Overlays";
import { OpenMap } from "./open/OpenMap";
import { Pieces } from "./Pieces";
import type { MapProps } from "./sheet/contract";
import { sheetOf } from "./sheet/Frame";
import { centre, hexPath, R } from "./sheet/hexes";
import { MapWindow } from "./sheet/MapWindow";
import { isFocusSeen, useSheet } from "./sheet/mounting";
import { say } from "./sheet/phrases";
import { useSides, useWords } from "./sheet/words";

/** What the pointer or the keyboard rests on. */
type Resting = { hex: Hex; piece: string | null } | null;

/** The number of the hex under the pointer, with what is there. */
function Tag({ resting, describe }: { resting: Signal<Resting>; describe: (hex: Hex) => string }) {
  const at = resting.value;
  return at ? (
    <p class="map-tag" aria-hidden="true">
      <b>{at.hex}</b> {describe(at.hex)}
    </p>
  ) : null;
}

/** A line round the hex that has the keyboard's focus, over everything. */
function Cursor({ at }: { at: Signal<Hex | null> }) {
  return at.value ? (
    <g class="map-cursor">
      <path d={hexPath(centre(at.value), R + 0.5)} />
      <path d={hexPath(centre(at.value), R + 0.5)} />
    </g>
  ) : null;
}

type HexProps = Omit<MapProps, "view"> & { view: HexView };

function HexMap(props: HexProps) {
  const { view, look, pieces, hexes, sketch, children } = props;
  const words = useWords(view.game);
  const side = useSides(view, words);
  const resting = useSignal<Resting>(null);
  const focused = useSignal<Hex | null>(null);

  const { columns, rows } = view.board;
  const sheet = useMemo(() => sheetOf({ columns, rows }), [columns, rows]);
  const mounted = useSheet(sheet, props, centre, R * 1.25);
  const { liveRef, cameraRef, handsRef, show } = mounted;
  const spokenRef = useRef<HTMLDivElement>(null);
  const here = useMemo(() => piecesByHex(view.pieces), [view]);
  const glows = useMemo<Glows>(() => ({ pieces, hexes }), [pieces, hexes]);
  const marked = useMemo(() => view.marks.map((mark) => mark.hex), [view]);

  // where Tab comes in: what can be chosen, unless the keyboard is already on the map
  const cursorRef = useRef<{ hex: Hex; at: number } | null>(null);
  if (!cursorRef.current || !focused.peek())
    cursorRef.current = { hex: firstCursor(view, here, glows), at: 0 };

  const nameOf = (hex: Hex, at = 0) => hexName(view, hex, here.get(hex) ?? [], at, glows, words, side);
  const describe = (hex: Hex) =>
    nameOf(
      hex,
      Math.max(
        0,
        (here.get(hex) ?? []).findIndex((one) => one.id === resting.peek()?.piece),
      ),
    )
      .split(", ")
      .slice(1)
      .join(" · ");

  const nameShown = (piece: string | null | undefined, isShown: boolean) =>
    piece &&
    liveRef.current
      ?.querySelector(`[data-name="${CSS.escape(piece)}"]`)
      ?.classList.toggle("map-name-shown", isShown);

  const rest = (at: Resting) => {
    const before = resting.peek();
    if (before?.hex === at?.hex && before?.piece === at?.piece) return;
    nameShown(before?.piece, false);
    nameShown(at?.piece, true);
    resting.value = at;
    props.onHover(at && (at.piece ? { piece: at.piece, hex: at.hex } : { hex: at.hex }));
  };

  const touchedBy = (target: EventTarget | null): Resting => {
    if (!(target instanceof Element)) return null;
    const hex = target.closest("[data-hex]")?.getAttribute("data-hex");
    return hex ? { hex, piece: target.closest("[data-piece]")?.getAttribute("data-piece") ?? null } : null;
  };

  const choose = (what: Meant) => ("piece" in what ? props.onPiece(what.piece) : props.onHex(what.hex));

  const onClick = (event: MouseEvent) => {
    if (handsRef.current?.wasDrag() && event.detail > 0) return;
    const at = touchedBy(event.target);
    if (at) choose(meant(at.hex, at.piece, here.get(at.hex) ?? [], glows));
  };

  /** Leads the keyboard to a hex, and says which piece is meant there. */
  const lead = (hex: Hex, at = 0) => {
    const cursor = { hex, at };
    const live = liveRef.current;
    const before = live?.querySelector(`[data-cell="${cursorRef.current?.hex}"]`);
    const cell = live?.querySelector<SVGElement>(`[data-cell="${hex}"]`);
    cursorRef.current = cursor;
    before?.setAttribute("tabindex", "-1");
    cell?.setAttribute("tabindex", "0");
    cell?.setAttribute("aria-label", nameOf(hex, at));
    cell?.focus({ preventScroll: true });
    restOn(hex, at);
    show(centre(hex));
  };

  const restOn = (hex: Hex, at: number) => rest({ hex, piece: (here.get(hex) ?? [])[at]?.id ?? null });

  const onKeyDown = (event: KeyboardEvent) => {
    const camera = cameraRef.current;
    const cursor = cursorRef.current;
    if (!camera || !cursor || event.metaKey) return;
    const isOnCell = event.target instanceof Element && event.target.hasAttribute("data-cell");
    const arrow = ARROWS[event.key];
    if (arrow) {
      if (isOnCell && !event.shiftKey && !event.ctrlKey && !event.altKey)
        lead(moved(cursor.hex, arrow, view.board));
      else camera.panSoftly(-arrow.x * 90, -arrow.y * 90);
    } else if (event.ctrlKey || event.altKey) return;
    else if (event.key === "+" || event.key === "=") camera.zoomSoftly(1.35);
    else if (event.key === "-" || event.key === "_") camera.zoomSoftly(1 / 1.35);
    else if (event.key === "0") camera.fit();
    else if (!isOnCell) return;
    else if (event.key === "Enter" || event.key === " ") {
      const stack = here.get(cursor.hex) ?? [];
      choose(meant(cursor.hex, stack.length > 1 ? (stack[cursor.at]?.id ?? null) : null, stack, glows));
    } else if (event.key === "n" || event.key === "N") {
      const next = nextReady(view, here, glows, cursor.hex, event.shiftKey ? -1 : 1);
      if (next) lead(next.hex, next.at);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      const count = (here.get(cursor.hex) ?? []).length;
      if (count < 2) return;
      lead(cursor.hex, (cursor.at + (event.key === "PageDown" ? 1 : count - 1)) % count);
      if (spokenRef.current) spokenRef.current.textContent = nameOf(cursor.hex, cursorRef.current?.at);
    } else if (event.key === "Home") lead(moved(cursor.hex, { x: -99, y: 0 }, view.board));
    else if (event.key === "End") lead(moved(cursor.hex, { x: 99, y: 0 }, view.board));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocusIn = (event: FocusEvent) => {
    const hex = (event.target as Element | null)?.getAttribute?.("data-cell");
    if (!hex) return;
    const isSeen = isFocusSeen(event.target as Element);
    focused.value = isSeen ? hex : null;
    if (cursorRef.current?.hex !== hex) cursorRef.current = { hex, at: 0 };
    if (isSeen) restOn(hex, cursorRef.current.at);
  };

  const onFocusOut = (event: FocusEvent) => {
    // from hex to hex: the next one says what it rests on
    if ((event.relatedTarget as Element | null)?.getAttribute?.("data-cell")) return;
    focused.value = null;
    rest(null);
  };

  return (
    <MapWindow
      mounted={mounted}
      sheet={sheet}
      ground={<Ground board={view.board} look={look} marked={marked} />}
      hands={{
        onClick,
        onKeyDown,
        onPointerOver: (event) => {
          if (!handsRef.current?.isDragging()) rest(touchedBy(event.target));
        },
        onPointerLeave: () => rest(null),
        onFocusIn,
        onFocusOut,
      }}
      tag={
        <>
          <Tag resting={resting} describe={describe} />
          <div ref={spokenRef} class="unseen" aria-live="polite" />
        </>
      }
      help={say("help")}
    >
      <Cells view={view} here={here} glows={glows} words={words} side={side} cursor={cursorRef.current} />
      <MarkRings marks={view.marks} />
      <SketchAreas sketch={sketch} />
      <HexGlows hexes={hexes} />
      <Pieces view={view} look={look} glows={pieces} />
      <Marks marks={view.marks} board={view.board} />
      <SketchLines sketch={sketch} view={view} />
      <Cursor at={focused} />
      <g class="map-motions" ref={mounted.layerRef} />
      {children}
    </MapWindow>
  );
}

/** The table's map, with hexes or to be measured, as the board says. */
export function BoardMap(props: MapProps) {
  // the board says what its pieces have
  if (props.view.board.kind === "open") return <OpenMap {...props} view={props.view as OpenView} />;
  return <HexMap {...props} view={props.view as HexView} />;
}

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
