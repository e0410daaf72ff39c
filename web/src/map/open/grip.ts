// A unit in the hand: dragged by its body, wheeled by a front corner, turned about its centre; by pointer and by keys.

import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { OpenView, Place, Pose, Spot } from "../../protocol";
import type { MapProps, PlaceGlow } from "../sheet/contract";
import type { Point } from "../sheet/hexes";
import { between } from "../sheet/scale";
import {
  isPose,
  kept,
  placeIn,
  type Size,
  sizeOf,
  stepped,
  turnedBy,
  turnedTo,
  wheeled,
  wheeledTo,
} from "./footprint";

/** Which unit, and how it would stand. */
export interface Taken {
  piece: string;
  at: Pose;
}

export type Handle = "body" | "left" | "right" | "turn";

interface Grip {
  handle: Handle;
  /** The ghost itself was pressed, not the unit. */
  isGhost: boolean;
  from: Point;
  start: Pose;
  /** From the centre to where it was taken, in the table's parts. */
  off: Spot;
  isMoved: boolean;
}

const SLACK = 5;
/** In units of the table, and in tenths of a degree. */
const STEP = { coarse: 1, fine: 0.1 };
const TURN = { coarse: 100, fine: 10 };

/** Who can be taken: the unit that acts, where the places it may go to carry a heading. */
export function takeable(
  view: OpenView,
  acting: string | null,
  places: ReadonlyMap<string, PlaceGlow>,
): { id: string; size: Size; start: Pose } | null {
  const piece = view.pieces.find((one) => one.id === acting);
  const size = sizeOf(piece);
  const offered = [...places.keys()].map(placeIn).find(isPose);
  return piece && size && offered ? { id: piece.id, size, start: piece.pose ?? offered } : null;
}

/** The pose of a unit put down at a point: as it is turned now, or as the nearest place offered is. */
export function posedAt(
  spot: Readonly<Spot>,
  view: OpenView,
  acting: string | null,
  places: ReadonlyMap<string, PlaceGlow>,
): Place {
  const unit = takeable(view, acting, places);
  if (!unit) return [spot[0], spot[1]];
  const own = view.pieces.find((one) => one.id === acting)?.pose;
  const far = ([x, y]: Pose) => Math.hypot(x - spot[0], y - spot[1]);
  const nearest = [...places.keys()]
    .map(placeIn)
    .filter(isPose)
    .reduce((best, one) => (far(one) < far(best) ? one : best), unit.start);
  return kept([spot[0], spot[1], (own ?? nearest)[2]], unit.size, view.board);
}

/** Where a key leads the ghost; null if it is no key of its. */
export function ledBy(
  key: string,
  isFine: boolean,
  at: Pose,
  size: Size,
  board: OpenView["board"],
): Pose | null {
  const step = (isFine ? STEP.fine : STEP.coarse) * board.scale;
  const turn = isFine ? TURN.fine : TURN.coarse;
  switch (key.toLowerCase()) {
    case "arrowup":
      return stepped(at, step, 0);
    case "arrowdown":
      return stepped(at, -step, 0);
    case "arrowleft":
      return stepped(at, 0, -step);
    case "arrowright":
      return stepped(at, 0, step);
    case "[":
    case "{":
    case "q":
      return wheeled(at, size, "left", -turn);
    case "]":
    case "}":
    case "e":
      return wheeled(at, size, "right", turn);
    case "a":
    case ",":
    case ";":
      return turnedBy(at, -turn);
    case "d":
    case ".":
    case ":":
      return turnedBy(at, turn);
    default:
      return null;
  }
}

interface Wanted {
  view: OpenView;
  acting: string | null;
  places: ReadonlyMap<string, PlaceGlow>;
  props: () => Pick<MapProps, "onHold" | "onPut" | "onLetGo">;
  /** The point of the table under the pointer, in its parts, wherever that is. */
  under(event: MouseEvent): Spot;
  /** Where on the screen a point of the table is. */
  pixelOf(at: Spot): Point | undefined;
  capture(event: PointerEvent): void;
  show(at: Spot): void;
}

export interface Gripped {
  taken: Signal<Taken | null>;
  /** Who could be taken. */
  unit: ReturnType<typeof takeable>;
  /** Whether a handle, the ghost or the unit is pressed. */
  isPressed(): boolean;
  down(event: PointerEvent, isUnit: boolean): boolean;
  move(event: PointerEvent): boolean;
  /** True where this was no plain click on the unit. */
  up(): boolean;
  key(event: KeyboardEvent): boolean;
  /** Takes it where it stands, or puts it to a pose. */
  take(at?: Pose): boolean;
  put(): void;
  letGo(): boolean;
  wheel(on: "left" | "right"): void;
}

export function useGrip(wanted: Wanted): Gripped {
  const { view, acting, places } = wanted;
  const taken = useSignal<Taken | null>(null);
  const grip = useRef<Grip | null>(null);
  const unit = takeable(view, acting, places);
  const name = unit ? `${unit.id} ${unit.start.join()} ${[...places.keys()].join()}` : "";

  // another question: nothing is in the hand
  useLayoutEffect(() => {
    grip.current = null;
    if (!taken.peek()) return;
    taken.value = null;
    wanted.props().onHold?.(null, null);
  }, [name]);

  const hold = (at: Pose) => {
    if (!unit) return;
    const pose = kept(at, unit.size, view.board);
    const before = taken.peek()?.at;
    if (before?.join() === pose.join()) return;
    taken.value = { piece: unit.id, at: pose };
    wanted.props().onHold?.(unit.id, pose);
  };

  const put = () => {
    const held = taken.peek();
    if (held) wanted.props().onPut?.(held.piece, held.at, wanted.pixelOf([held.at[0], held.at[1]]));
  };

  const letGo = (): boolean => {
    grip.current = null;
    if (!taken.peek()) return false;
    taken.value = null;
    wanted.props().onHold?.(null, null);
    wanted.props().onLetGo?.();
    return true;
  };

  return {
    taken,
    unit,
    put,
    letGo,
    isPressed: () => grip.current !== null,
    down(event, isUnit) {
      if (!unit || event.button !== 0 || !(event.target instanceof Element)) return false;
      const handle = event.target.closest("[data-handle]")?.getAttribute("data-handle") as Handle | null;
      const isGhost = !!event.target.closest("[data-hand]");
      if (!handle && !isGhost && !isUnit) return false;
      const start = isUnit && !isGhost && !handle ? unit.start : (taken.peek()?.at ?? unit.start);
      const p = wanted.under(event);
      grip.current = {
        handle: handle ?? "body",
        isGhost,
        from: { x: event.clientX, y: event.clientY },
        start,
        off: [p[0] - start[0], p[1] - start[1]],
        isMoved: false,
      };
      // the map stays where it is while a unit is in the hand
      event.stopPropagation();
      return true;
    },
    move(event) {
      const now = grip.current;
      if (!now || !unit) return false;
      if (!now.isMoved) {
        if (between(now.from, { x: event.clientX, y: event.clientY }) < SLACK) return true;
        now.isMoved = true;
        wanted.capture(event);
      }
      const p = wanted.under(event);
      const heading = now.handle === "body" ? (taken.peek()?.at[2] ?? now.start[2]) : now.start[2];
      if (now.handle === "body") hold([p[0] - now.off[0], p[1] - now.off[1], heading]);
      else if (now.handle === "turn") hold(turnedTo(now.start, p));
      else hold(wheeledTo(now.start, unit.size, now.handle, p));
      return true;
    },
    up() {
      const last = grip.current;
      grip.current = null;
      if (!last) return false;
      if (!last.isMoved && !last.isGhost) return last.handle !== "body";
      if (last.isMoved || last.handle === "body") put();
      return true;
    },
    key(event) {
      const held = taken.peek();
      if (!held || !unit || event.ctrlKey || event.altKey || event.metaKey) return false;
      if (event.key === "Enter" || event.key === " ") put();
      else if (event.key === "Escape") letGo();
      else if (event.key === "Home") hold(unit.start);
      else {
        const led = ledBy(event.key, event.shiftKey, held.at, unit.size, view.board);
        if (!led) return false;
        hold(led);
        const [x, y] = taken.peek()?.at ?? led;
        wanted.show([x, y]);
      }
      return true;
    },
    take(at) {
      if (!unit) return false;
      if (at || !taken.peek()) hold(at ?? unit.start);
      return true;
    },
    wheel(on) {
      const held = taken.peek();
      if (!held || !unit) return;
      hold(wheeled(held.at, unit.size, on, on === "left" ? -50 : 50));
      put();
    },
  };
}
