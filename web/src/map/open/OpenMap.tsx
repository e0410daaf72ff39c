// The map of an open table: the same paper and ink, no grid, a ruler; figures are led by hand.

import "./open.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { language } from "../../language";
import type { OpenView, Spot } from "../../protocol";
import type { MapProps, PlaceGlow } from "../contract";
import { type Point, short } from "../hexes";
import { isFocusSeen, useSheet } from "../mounting";
import { say } from "../phrases";
import { Tools } from "../Tools";
import { useWords } from "../words";
import { Figures } from "./Figures";
import { OpenGround } from "./OpenGround";
import { OpenMarks } from "./OpenMarks";
import { PlaceRings } from "./Places";
import { Cursor, described, type Held, Shade, Tag, where } from "./Resting";
import { floorsOf, type Opened, Storeys } from "./Storeys";
import { between, onTable, sheetOf, underPixel } from "./scale";
import { firstStop, stepFrom, stopsOf } from "./stops";

type OpenProps = Omit<MapProps, "view"> & { view: OpenView };

const NOWHERE: ReadonlyMap<string, PlaceGlow> = new Map();
const SLACK = 5;

export function OpenMap(props: OpenProps) {
  const { view, look, pieces, places = NOWHERE, children, acting = null } = props;
  const { board } = view;
  const words = useWords(view.game);
  const latest = useRef(props);
  latest.current = props;
  const resting = useSignal<string | null>(null);
  const focused = useSignal<string | null>(null);
  const held = useSignal<Held>(null);
  /** Who would be put down where the pointer is: with Alt, or while he is not on the table yet. */
  const aimed = useSignal<Held>(null);
  const tag = useSignal("");
  const opened = useSignal<Opened>(new Map());
  /** The figure under a pressed button, not yet drawn away. */
  const pressed = useRef<{ piece: string; from: Point; off: Point } | null>(null);
  const wasPut = useRef(false);

  const { width, depth, scale } = board;
  const sheet = useMemo(() => sheetOf({ width, depth, scale }), [width, depth, scale]);
  const { windowRef, gripRef, stageRef, paperRef, liveRef, layerRef, ribbonsRef, cameraRef, handsRef, show } =
    useSheet(sheet, props, (id) => where(`place ${id}`, latest.current.view)?.p ?? null, 40);
  const floors = useMemo(() => floorsOf(view), [view, language.value]);
  const stops = useMemo(() => stopsOf(view, pieces, places), [view, pieces, places]);

  // where Tab comes in: what can be chosen, unless the keyboard is already on the map
  const cursorRef = useRef<string | null>(null);
  if (!focused.peek() || !stops.some((stop) => stop.id === cursorRef.current))
    cursorRef.current = firstStop(stops, pieces);

  // who acts comes into sight
  useLayoutEffect(() => {
    const found = acting ? where(`piece ${acting}`, latest.current.view) : null;
    if (found) show(found.p);
    // and if he is in a house, so does the floor he is on
    const inside = latest.current.view.pieces.find((one) => one.id === acting);
    if (inside?.inside && floorsOf(latest.current.view).some((one) => one.house === inside.inside))
      opened.value = new Map(opened.peek()).set(inside.inside, inside.storey ?? 0);
  }, [acting]);

  // wherever the focus is, Escape empties the hand
  useLayoutEffect(() => {
    const emptied = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !pressed.current) return;
      letGo();
      event.stopPropagation();
      event.preventDefault();
    };
    globalThis.addEventListener("keydown", emptied, true);
    return () => globalThis.removeEventListener("keydown", emptied, true);
  });

  const isOff = acting !== null && !view.pieces.some((one) => one.id === acting && one.pose);
  const aims = (event: MouseEvent) => places.size > 0 && (event.altKey || isOff);

  /** The point of the table under the pointer. */
  const under = (event: MouseEvent, off: Point = { x: 0, y: 0 }, piece: string | null = acting): Spot => {
    const box = windowRef.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const frame = cameraRef.current?.frame ?? { x: 0, y: 0, k: 1 };
    const p = underPixel({ x: event.clientX - box.left, y: event.clientY - box.top }, frame, sheet);
    const disc = view.pieces.find((one) => one.id === piece)?.shape?.disc ?? 0;
    return onTable({ x: p.x - off.x, y: p.y - off.y }, board, disc);
  };

  const touchedBy = (target: EventTarget | null): string | null =>
    target instanceof Element ? (target.closest("[data-stop]")?.getAttribute("data-stop") ?? null) : null;

  const nameShown = (stop: string | null, isShown: boolean) => {
    if (!stop?.startsWith("piece ")) return;
    const id = CSS.escape(stop.slice(6));
    liveRef.current?.querySelector(`[data-name="${id}"]`)?.classList.toggle("map-name-shown", isShown);
    liveRef.current?.querySelector(`[data-piece="${id}"]`)?.classList.toggle("open-looked", isShown);
  };

  const rest = (stop: string | null) => {
    const before = resting.peek();
    if (before === stop) return;
    nameShown(before, false);
    nameShown(stop, true);
    resting.value = stop;
    tag.value = stop ? described(stop, view, pieces, places, words) : "";
    if (!stop || stop.startsWith("storey ")) props.onHover(null);
    else if (stop.startsWith("piece ")) props.onHover({ piece: stop.slice(6) });
    else props.onHover({ place: stop.slice(6) });
  };

  const choose = (stop: string) => {
    const floor = floors.find((one) => one.stop === stop);
    if (floor) {
      // the open floor again: all of them
      const next = new Map(opened.peek());
      if (next.get(floor.house) === floor.number) next.delete(floor.house);
      else next.set(floor.house, floor.number);
      opened.value = next;
    } else if (stop.startsWith("piece ")) props.onPiece(stop.slice(6));
    else props.onPlace?.(stop.slice(6));
  };

  const onClick = (event: MouseEvent) => {
    if (wasPut.current) {
      wasPut.current = false;
      return;
    }
    if (handsRef.current?.wasDrag() && event.detail > 0) return;
    if (event.target instanceof Element && event.target.closest(".map-tools")) return;
    const stop = touchedBy(event.target);
    if (aims(event) && (event.altKey || !stop)) {
      aimAt(null);
      props.onPut?.(acting, under(event));
    } else if (stop) choose(stop);
    else if (places.size && event.detail > 0) props.onPlace?.(under(event).join(","));
  };

  const onDown = (event: PointerEvent) => {
    wasPut.current = false;
    const stop = touchedBy(event.target);
    if (event.button !== 0 || !acting || stop !== `piece ${acting}`) return;
    const from = where(stop, view);
    if (!from) return;
    // the map stays where it is while a figure is in the hand
    event.stopPropagation();
    const box = windowRef.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const frame = cameraRef.current?.frame ?? { x: 0, y: 0, k: 1 };
    const p = underPixel({ x: event.clientX - box.left, y: event.clientY - box.top }, frame, sheet);
    pressed.current = {
      piece: acting,
      from: { x: event.clientX, y: event.clientY },
      off: { x: p.x - from.p.x, y: p.y - from.p.y },
    };
  };

  /** The shade of who would be put down there, and what the rules say of it. */
  const aimAt = (over: Held) => {
    if (over) props.onHold?.(over.piece, over.at);
    else if (aimed.peek()) props.onHold?.(null, null);
    aimed.value = over;
  };

  const onMove = (event: PointerEvent) => {
    const hand = pressed.current;
    if (!hand) {
      const isAimed = aims(event) && acting && !handsRef.current?.isDragging();
      const isFree = isAimed && (event.altKey || !touchedBy(event.target));
      aimAt(isFree ? { piece: acting, at: under(event) } : null);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (!held.peek()) {
      if (between(hand.from, now) < SLACK) return;
      try {
        liveRef.current?.setPointerCapture(event.pointerId);
      } catch {
        // the finger has already left
      }
    }
    const over = { piece: hand.piece, at: under(event, hand.off, hand.piece) };
    held.value = over;
    tag.value = "";
    props.onHold?.(over.piece, over.at);
  };

  const onUp = () => {
    const put = held.peek();
    pressed.current = null;
    held.value = null;
    if (!put) return;
    props.onHold?.(null, null);
    wasPut.current = true;
    props.onPut?.(put.piece, put.at);
  };

  const letGo = () => {
    pressed.current = null;
    held.value = null;
    props.onHold?.(null, null);
  };

  /** Leads the keyboard to a stop. */
  const lead = (stop: string | null) => {
    const live = liveRef.current;
    if (!stop || !live) return;
    const found = (id: string | null) =>
      id === null ? null : live.querySelector<SVGElement>(`[data-stop="${CSS.escape(id)}"]`);
    found(cursorRef.current)?.setAttribute("tabindex", "-1");
    cursorRef.current = stop;
    const next = found(stop);
    next?.setAttribute("tabindex", "0");
    next?.focus({ preventScroll: true });
    const place = where(stop, view);
    if (place) show(place.p);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const camera = cameraRef.current;
    if (!camera || event.metaKey) return;
    const stop = touchedBy(event.target);
    const way = WAYS[event.key];
    if (way) {
      if (stop && !event.shiftKey && !event.ctrlKey && !event.altKey) lead(stepFrom(stops, stop, way.by));
      else camera.panSoftly(-way.x * 90, -way.y * 90);
    } else if (event.ctrlKey || event.altKey) return;
    else if (event.key === "+" || event.key === "=") camera.zoomSoftly(1.35);
    else if (event.key === "-" || event.key === "_") camera.zoomSoftly(1 / 1.35);
    else if (event.key === "0") camera.fit();
    else if (!stop) return;
    else if (event.key === "Enter" || event.key === " ") choose(stop);
    else if (event.key === "n" || event.key === "N")
      lead(stepFrom(stops, stop, event.shiftKey ? -1 : 1, true));
    else if (event.key === "Home") lead(stops[0]?.id ?? null);
    else if (event.key === "End") lead(stops.at(-1)?.id ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocusIn = (event: FocusEvent) => {
    const stop = touchedBy(event.target);
    if (!stop) return;
    const isSeen = isFocusSeen(event.target as Element);
    focused.value = isSeen ? stop : null;
    cursorRef.current = stop;
    if (isSeen) rest(stop);
  };

  const onFocusOut = (event: FocusEvent) => {
    if (touchedBy(event.relatedTarget)) return;
    focused.value = null;
    rest(null);
  };

  const viewBox = `${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`;
  return (
    <div class="map open">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks and keys are those of the stops inside */}
      <div
        class="map-window"
        ref={windowRef}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerOver={(event) =>
          !handsRef.current?.isDragging() && !pressed.current && rest(touchedBy(event.target))
        }
        onPointerLeave={() => {
          aimAt(null);
          rest(null);
        }}
        onFocusIn={onFocusIn}
        onFocusOut={onFocusOut}
      >
        <div class="map-stage" ref={stageRef}>
          <canvas class="map-paper" ref={paperRef} />
          <OpenGround board={board} look={look} />
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group inside has the name */}
          <svg
            class="map-live"
            ref={liveRef}
            viewBox={viewBox}
            data-acting={acting ?? undefined}
            onPointerDown={onDown}
            onPointerMove={onMove}
            onPointerUp={onUp}
            onPointerCancel={letGo}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset */}
            {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is none */}
            <g role="group" aria-label={say("table")} aria-describedby="map-help">
              <OpenMarks marks={view.marks} board={board} />
              <PlaceRings view={view} places={places} cursor={cursorRef.current} />
              <Storeys floors={floors} opened={opened.value} cursor={cursorRef.current} />
              <Figures
                view={view}
                opened={opened.value}
                look={look}
                glows={pieces}
                words={words}
                cursor={cursorRef.current}
                acting={acting}
              />
            </g>
            <Shade
              props={props}
              held={held}
              aimed={aimed}
              resting={resting}
              zoom={cameraRef.current?.frame.k ?? 1}
            />
            <Cursor stop={focused} view={view} />
            <g class="map-motions" ref={layerRef} />
            {children}
          </svg>
        </div>
        <div class="map-grip" ref={gripRef} />
        <div class="map-ribbons" ref={ribbonsRef} aria-hidden="true" />
        <Tools camera={cameraRef} />
      </div>
      <Tag text={tag} />
      <p id="map-help" class="unseen">
        {say("table-help")}
      </p>
    </div>
  );
}

const WAYS: Record<string, { x: number; y: number; by: 1 | -1 }> = {
  ArrowLeft: { x: -1, y: 0, by: -1 },
  ArrowRight: { x: 1, y: 0, by: 1 },
  ArrowUp: { x: 0, y: -1, by: -1 },
  ArrowDown: { x: 0, y: 1, by: 1 },
};
