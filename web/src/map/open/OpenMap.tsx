// The map of an open table: the same paper and ink, no grid, a ruler; figures are led by hand.

import "./models.css";
import "./open.css";
import "./units.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { language } from "../../language";
import type { OpenView, Place, Spot } from "../../protocol";
import { boxOf } from "../sheet/camera";
import type { Glow, MapProps, PlaceGlow } from "../sheet/contract";
import type { Point } from "../sheet/hexes";
import { MapWindow } from "../sheet/MapWindow";
import { isFocusSeen, useSheet } from "../sheet/mounting";
import { say } from "../sheet/phrases";
import { at, between, long, onTable, sheetOf, UNIT, underPixel, unitOf } from "../sheet/scale";
import { useWords } from "../sheet/words";
import { AimButton, Crosshair, Heard } from "./Crosshair";
import { Figures } from "./Figures";
import { isPose, placeIn, sizeOf } from "./footprint";
import { Groups } from "./Groups";
import { posedAt, useGrip } from "./grip";
import { HandBar, InHand } from "./InHand";
import { OpenGround } from "./OpenGround";
import { OpenMarks } from "./OpenMarks";
import { PlaceRings } from "./Places";
import { Cursor, described, type Held, Shade, Tag, where } from "./Resting";
import { Sky, SkyPlate } from "./Sky";
import { floorsOf, type Opened, Storeys } from "./Storeys";
import { onward, startOf } from "./sight";
import { firstStop, stepFrom, stopsOf } from "./stops";

type OpenProps = Omit<MapProps, "view"> & { view: OpenView };

const NOWHERE: ReadonlyMap<string, PlaceGlow> = new Map();
const SLACK = 5;
/** So long, in pixels, the longer side of a unit is on a small screen, where nobody has chosen otherwise. */
const READ_UNIT = 110;
/** So near to the edge of the window, in pixels, the sheet is shifted, and so far with each move of the hand. */
const BRIM = 30;
const NUDGE = 12;

export function OpenMap(props: OpenProps) {
  const { view, pieces, places = NOWHERE, children, acting = null } = props;
  const { board } = view;
  const words = useWords(view.game);
  const latest = useRef(props);
  latest.current = props;
  const resting = useSignal<string | null>(null);
  const focused = useSignal<string | null>(null);
  const held = useSignal<Held>(null);
  /** Who would be put down where the pointer is: with Alt, or while he is not on the table yet. */
  const aimed = useSignal<Held>(null);
  /** Who is aimed somewhere by keys. */
  const sight = useSignal<Held>(null);
  /** What had the focus before the crosshair. */
  const before = useRef<Element | null>(null);
  const tag = useSignal("");
  const opened = useSignal<Opened>(new Map());
  /** The figure under a pressed button, not yet drawn away. */
  const pressed = useRef<{ piece: string; from: Point; off: Point } | null>(null);
  const wasPut = useRef(false);

  const { width, depth, scale } = board;
  const sheet = useMemo(() => sheetOf({ width, depth, scale }), [width, depth, scale]);
  const mounted = useSheet(sheet, props, (id) => where(`place ${id}`, latest.current.view)?.p ?? null, 40);
  const { windowRef, liveRef, cameraRef, handsRef, show } = mounted;
  const floors = useMemo(() => floorsOf(view), [view, language.value]);
  const stops = useMemo(() => stopsOf(view, pieces, places), [view, pieces, places]);

  // where Tab comes in: what can be chosen, unless the keyboard is already on the map
  const cursorRef = useRef<string | null>(null);
  if (!focused.peek() || !stops.some((stop) => stop.id === cursorRef.current))
    cursorRef.current = firstStop(stops, pieces);

  // who is asked about comes into sight, and in a small window near enough to be read
  const asked = askedOf(pieces, acting, view);
  useLayoutEffect(() => {
    const camera = cameraRef.current;
    const own = view.pieces.flatMap((one) => (one.owner === props.seat ? [one.id] : []));
    // a table that is just opened shows one's own people if nobody is asked about
    const those = asked.length || camera?.isChosen !== false || !camera.isWhole ? asked : own;
    const bases = those.flatMap((id) => where(`piece ${id}`, view)?.p ?? []);
    const spots = [...places.keys()].flatMap((id) => where(`place ${id}`, view)?.p ?? []);
    handsRef.current?.whenFree(() => {
      if (!camera || pressed.current) return;
      const isSeen = bases.some((p) => camera.sees(mounted.onSheet(p)));
      // whoever has chosen what to see loses it only for those he would not see at all
      const points = camera.isChosen ? (isSeen ? [] : bases.slice(0, 1)) : [...bases, ...spots];
      const box = boxOf(points.map(mounted.onSheet), 1.4 * UNIT);
      if (box) camera.attend(box, nearEnough(view, those));
    });
  }, [asked.join(" "), sheet]);

  // on a phone nothing is rested on: what a choice would do comes into sight when it is drawn
  const { sketch } = props;
  useLayoutEffect(() => {
    const camera = cameraRef.current;
    const points = sketch.flatMap((one) => ("points" in one ? one.points : [])).map((p) => at(p, board));
    const box = boxOf(points.map(mounted.onSheet), UNIT);
    if (!camera?.isSmall || camera.isChosen || pressed.current || !box) return;
    handsRef.current?.whenFree(() => camera.attend(box, nearEnough(view, acting ? [acting] : [])));
  }, [sketch]);

  // if who acts is in a house, the floor he is on is open
  useLayoutEffect(() => {
    const inside = latest.current.view.pieces.find((one) => one.id === acting);
    if (inside?.inside && floorsOf(latest.current.view).some((one) => one.house === inside.inside))
      opened.value = new Map(opened.peek()).set(inside.inside, inside.storey ?? 0);
  }, [acting]);

  const isFree = acting !== null && places.size > 0;
  const pose = view.pieces.find((one) => one.id === acting)?.pose;

  /** The crosshair goes to a point, and the rules are asked about it. */
  const look = (over: NonNullable<Held>) => {
    sight.value = over;
    props.onHold?.(over.piece, over.at);
    show(at(over.at, board));
  };

  /** The point of the table under a pixel, on it or not. */
  const pointAt = (event: MouseEvent): Point => {
    const box = windowRef.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const frame = cameraRef.current?.frame ?? { x: 0, y: 0, k: 1 };
    return underPixel({ x: event.clientX - box.left, y: event.clientY - box.top }, frame, sheet);
  };

  /** Where on the screen a point of the table is. */
  const pixelOf = (spot: Place): Point | undefined => {
    const box = windowRef.current?.getBoundingClientRect();
    const frame = cameraRef.current?.frame;
    if (!box || !frame) return undefined;
    const p = mounted.onSheet(at(spot, board));
    return { x: box.left + frame.x + p.x * frame.k, y: box.top + frame.y + p.y * frame.k };
  };

  const seize = (event: PointerEvent) => {
    try {
      liveRef.current?.setPointerCapture(event.pointerId);
    } catch {
      // the finger has already left
    }
  };

  /** Where only a part of the table is in sight it comes on when the hand is at the brim. */
  const nudge = (event: PointerEvent) => {
    const box = windowRef.current?.getBoundingClientRect();
    const camera = cameraRef.current;
    if (!box?.width || !camera || camera.isWhole) return;
    const by = (now: number, low: number, high: number) =>
      now < low + BRIM ? NUDGE : now > high - BRIM ? -NUDGE : 0;
    const [dx, dy] = [by(event.clientX, box.left, box.right), by(event.clientY, box.top, box.bottom)];
    if (dx || dy) camera.pan(dx, dy);
  };

  const grip = useGrip({
    view,
    acting,
    places,
    props: () => latest.current,
    under: (event) => {
      const p = pointAt(event);
      const parts = board.scale / unitOf(board);
      return [p.x * parts, p.y * parts];
    },
    pixelOf,
    capture: seize,
    show: (spot) => show(at(spot, board)),
  });

  const aim = (): boolean => {
    if (!isFree || !acting) return false;
    if (grip.unit) {
      const stop = touchedBy(document.activeElement);
      const offered = stop?.startsWith("place ") ? placeIn(stop.slice(6)) : null;
      before.current ??= document.activeElement;
      return grip.take(isPose(offered) ? offered : undefined);
    }
    if (sight.peek()) return true;
    before.current = document.activeElement;
    look({ piece: acting, at: startOf(touchedBy(before.current), acting, view, places) });
    return true;
  };

  const leave = (isBack: boolean) => {
    if (!sight.peek()) return;
    sight.value = null;
    props.onHold?.(null, null);
    if (isBack) back();
  };

  /** The focus goes back to where it was before something was aimed or taken. */
  const back = () => {
    const last = before.current;
    before.current = null;
    if ((last instanceof SVGElement || last instanceof HTMLElement) && last.isConnected && last.tabIndex >= 0)
      last.focus({ preventScroll: true });
    else lead(pose ? `piece ${acting}` : cursorRef.current);
  };

  // the question is another: the crosshair is put away
  useLayoutEffect(() => leave(false), [acting, isFree, pose?.join()]);
  useLayoutEffect(() => {
    if (props.handle?.current) props.handle.current.aim = aim;
  });

  const putSight = () => {
    const over = sight.peek();
    const pixel = over && pixelOf(over.at);
    if (over && pixel) props.onPut?.(over.piece, over.at, pixel);
  };

  // wherever the focus is, Escape empties the hand
  useLayoutEffect(() => {
    const emptied = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !(pressed.current || grip.taken.peek())) return;
      // what lies over the table is closed first
      if (event.target instanceof Element && event.target.closest("dialog, [role=dialog]")) return;
      if (grip.letGo()) back();
      else letGo();
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
    const p = pointAt(event);
    const disc = view.pieces.find((one) => one.id === piece)?.shape?.disc ?? 0;
    return onTable({ x: p.x - off.x, y: p.y - off.y }, board, disc);
  };

  /** The same for who has a front: turned as it is, or as the place offered there. */
  const posedUnder = (event: MouseEvent): Place => posedAt(under(event), view, acting, places);

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
      const place = posedUnder(event);
      if (isPose(place) && grip.take(place)) grip.put();
      else props.onPut?.(acting, place);
    } else if (stop) choose(stop);
    else if (places.size && event.detail > 0) props.onPlace?.(under(event).join(","));
  };

  const onDown = (event: PointerEvent) => {
    wasPut.current = false;
    const stop = touchedBy(event.target);
    if (grip.down(event, stop === `piece ${acting}`)) return;
    if (event.button !== 0 || !acting || stop !== `piece ${acting}`) return;
    const from = where(stop, view);
    if (!from) return;
    // the map stays where it is while a figure is in the hand
    event.stopPropagation();
    const p = pointAt(event);
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
    if (grip.move(event)) {
      if (!grip.taken.peek()) return;
      tag.value = "";
      nudge(event);
      return;
    }
    const hand = pressed.current;
    if (!hand) {
      const isAimed = aims(event) && acting && !grip.taken.peek() && !handsRef.current?.isDragging();
      const isFree = isAimed && (event.altKey || !touchedBy(event.target));
      aimAt(isFree ? { piece: acting, at: posedUnder(event) } : null);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (!held.peek()) {
      if (between(hand.from, now) < SLACK) return;
      seize(event);
    }
    const over = { piece: hand.piece, at: under(event, hand.off, hand.piece) };
    held.value = over;
    tag.value = "";
    props.onHold?.(over.piece, over.at);
  };

  const onUp = () => {
    if (grip.isPressed()) {
      wasPut.current = grip.up();
      return;
    }
    const put = held.peek();
    pressed.current = null;
    held.value = null;
    if (!put) return;
    props.onHold?.(null, null);
    wasPut.current = true;
    // the button that took him up gave him the focus: Enter now means where he was put, not him
    if (document.activeElement instanceof SVGElement) document.activeElement.blur();
    props.onPut?.(put.piece, put.at);
  };

  const letGo = () => {
    grip.letGo();
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
    const over = isSight(event.target) ? sight.peek() : null;
    if (isHand(event.target) && grip.key(event)) {
      if (!grip.taken.peek()) back();
    } else if (over && way && !event.ctrlKey && !event.altKey) look(onward(over, way, event.shiftKey, view));
    else if (over && event.key === "Escape") leave(true);
    else if (over && (event.key === "Enter" || event.key === " ")) putSight();
    else if (way) {
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
    if (isSight(event.target)) leave(false);
    if (touchedBy(event.relatedTarget)) return;
    focused.value = null;
    rest(null);
  };

  const zoom = mounted.zoom.value;
  return (
    <MapWindow
      isOpen
      mounted={mounted}
      sheet={sheet}
      acting={acting}
      ground={<OpenGround board={board} look={props.look} marks={view.marks} />}
      hands={{
        onClick,
        onKeyDown,
        onPointerOver: (event) => {
          if (!handsRef.current?.isDragging() && !pressed.current && !grip.isPressed())
            rest(touchedBy(event.target));
        },
        onPointerLeave: () => {
          aimAt(null);
          rest(null);
        },
        onFocusIn,
        onFocusOut,
      }}
      touches={{ onPointerDown: onDown, onPointerMove: onMove, onPointerUp: onUp, onPointerCancel: letGo }}
      tools={isFree && <AimButton onAim={aim} />}
      tag={
        <>
          <Tag text={tag} />
          <Heard sight={sight} taken={grip.taken} of={props} />
          <HandBar grip={grip} verdict={props.verdict} sketch={props.sketch} />
          <SkyPlate view={view} />
        </>
      }
      help={say("table-help")}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset */}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is none */}
      <g role="group" aria-label={say("table")} aria-describedby="map-help">
        <Sky view={view} seat={props.seat} />
        <OpenMarks marks={view.marks} board={board} look={props.look} />
        <Groups view={view} look={props.look} />
        <PlaceRings view={view} places={places} cursor={cursorRef.current} />
        <Storeys floors={floors} opened={opened.value} cursor={cursorRef.current} />
        <Figures
          view={view}
          opened={opened.value}
          look={props.look}
          glows={pieces}
          words={words}
          cursor={cursorRef.current}
          acting={acting}
          places={places}
          zoom={zoom}
        />
      </g>
      <Crosshair sight={sight} view={view} zoom={zoom} />
      <Shade
        props={props}
        held={held}
        aimed={aimed}
        sight={sight}
        taken={grip.taken}
        resting={resting}
        zoom={zoom}
      />
      <Cursor stop={focused} view={view} />
      <InHand view={view} look={props.look} grip={grip} verdict={props.verdict} zoom={zoom} />
      <g class="map-motions" ref={mounted.layerRef} />
      {children}
    </MapWindow>
  );
}

/** A unit covers more ground than a figure: it can be read from farther away. */
function nearEnough(view: OpenView, those: readonly string[]): number {
  const sides = view.pieces.flatMap((one) => (those.includes(one.id) ? [...(sizeOf(one) ?? [])] : []));
  return sides.length ? READ_UNIT / long(Math.max(...sides), view.board) : Number.POSITIVE_INFINITY;
}

const isHand = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("[data-hand]");

const isSight = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(".open-crosshair");

/** Whom the question is about, or else who can be chosen: on the table, in its order. */
function askedOf(pieces: ReadonlyMap<string, Glow>, acting: string | null, view: OpenView): string[] {
  const meant = view.pieces.filter(
    (one) => one.pose && (one.id === acting || ["about", "chosen"].includes(pieces.get(one.id) ?? "")),
  );
  const those = meant.length
    ? meant
    : view.pieces.filter((one) => one.pose && pieces.get(one.id) === "option");
  return those.map((one) => one.id);
}

const WAYS: Record<string, { x: number; y: number; by: 1 | -1 }> = {
  ArrowLeft: { x: -1, y: 0, by: -1 },
  ArrowRight: { x: 1, y: 0, by: 1 },
  ArrowUp: { x: 0, y: -1, by: -1 },
  ArrowDown: { x: 0, y: 1, by: 1 },
};
