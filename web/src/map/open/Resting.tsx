// What is shown where the pointer or the keyboard rests: a shade with the ruler, a ring, a line of words.

import type { Signal } from "@preact/signals";
import type { OpenView, Place, Pose } from "../../protocol";
import type { Glow, MapProps, PlaceGlow } from "../sheet/contract";
import { type Point, short, spot } from "../sheet/hexes";
import { at, between, lengthText, pointOf } from "../sheet/scale";
import { DrillSketch, drillPlates, footprintsOf } from "./DrillSketch";
import { extentOf, radiusOf } from "./Figures";
import { boxPath, groundOf } from "./Formations";
import { isPose, placeIn, sizeOf } from "./footprint";
import type { Taken } from "./grip";
import { OpenSketch } from "./OpenSketch";
import { Ghost } from "./Places";
import type { Plate } from "./Plates";
import { floorsOf } from "./Storeys";
import { figureName } from "./stops";

/** A figure in the hand: whose, and where it is held over the table. */
export type Held = { piece: string; at: Place } | null;

interface ShadeProps {
  props: Pick<MapProps, "look" | "places" | "acting" | "mover" | "lookedAt" | "sketch" | "verdict"> & {
    view: OpenView;
  };
  held: Signal<Held>;
  aimed: Signal<Held>;
  sight: Signal<Held>;
  /** A unit in the hand: its ghost is drawn elsewhere. */
  taken: Signal<Taken | null>;
  resting: Signal<string | null>;
  zoom: number;
}

/** Who is held or aimed somewhere, or else who would go to the place that is looked at. */
function shaded(
  hand: Held,
  { props, resting }: ShadeProps,
): { mover: string | null; to: Point; pose: Pose | null } | null {
  const { view, places, lookedAt, sketch } = props;
  if (hand) return { mover: hand.piece, to: at(hand.at, view.board), pose: isPose(hand.at) ? hand.at : null };
  // something flies there and nobody goes
  if (sketch.some((one) => one.kind === "shot") && !sketch.some((one) => one.kind === "way")) return null;
  const stop = resting.value;
  const id = stop?.startsWith("place ") ? stop.slice(6) : lookedAt;
  const place = id ? places?.get(id) : undefined;
  if (!id || !place) return null;
  const offered = placeIn(id);
  return { mover: place.mover, to: pointOf(id, view.board), pose: isPose(offered) ? offered : null };
}

/** The shade of who would stand somewhere, the ruler to it, and the sketch of the option, with all their words. */
export function Shade(all: ShadeProps) {
  const { props, held, aimed, sight, zoom } = all;
  const taken = all.taken.value;
  const hand = taken ?? held.value ?? aimed.value ?? sight.value;
  const { view, look, sketch, verdict } = props;
  const { board } = view;
  const shade = shaded(hand, all);
  const isRefused = hand !== null && verdict?.isAllowed === false;
  const isUnit = sizeOf(view.pieces.find((one) => one.id === shade?.mover)) !== null;
  const isPrinted = isUnit && footprintsOf(sketch).length > 0;
  const plates: Plate[] = [];
  const bases = view.pieces.flatMap((one) =>
    one.pose ? [{ at: at(one.pose, board), ...extentOf(one, board) }] : [],
  );
  if (shade) {
    const from = where(`piece ${shade.mover}`, view);
    const r = radiusOf(
      view.pieces.find((one) => one.id === shade.mover),
      board,
    );
    const isTold = sketch.some((one) => TELLING.has(one.kind) && "text" in one && one.text) && !isRefused;
    const mover = view.pieces.find((one) => one.id === shade.mover);
    const turned = mover && shade.pose ? extentOf({ ...mover, pose: shade.pose }, board) : { r };
    bases.push({ at: shade.to, ...turned });
    const under = { x: shade.to.x, y: shade.to.y + (turned.high ?? r) + 16 };
    if (isRefused && verdict?.text) plates.push({ at: under, text: verdict.text, tone: "bad" });
    else if (from && !isTold && board.measured !== false)
      plates.push({ at: under, text: lengthText(between(from.p, shade.to), board) });
  }
  return (
    <>
      {shade && !taken && !isPrinted && (
        <Ghost view={view} look={look} {...shade} zoom={zoom} isRefused={isRefused} />
      )}
      <DrillSketch
        sketch={isRefused ? [] : sketch}
        view={view}
        look={look}
        mover={shade?.mover ?? props.mover ?? props.acting ?? null}
        held={taken?.at ?? null}
        zoom={zoom}
      />
      <OpenSketch
        sketch={isRefused ? [] : sketch}
        board={board}
        zoom={zoom}
        more={[...plates, ...(isRefused ? [] : drillPlates(sketch, board))]}
        isRuled={shade !== null && !isUnit && board.measured !== false}
        bases={bases}
      />
    </>
  );
}

/** Sketches that say how far it is. */
const TELLING = new Set(["way", "budget"]);

/** A ring round what has the keyboard's focus. */
export function Cursor({ stop, view }: { stop: Signal<string | null>; view: OpenView }) {
  const found = stop.value ? where(stop.value, view) : null;
  if (!found) return null;
  const unit = stop.value?.startsWith("piece ")
    ? view.pieces.find((one) => `piece ${one.id}` === stop.value)
    : null;
  const size = sizeOf(unit);
  if (unit?.pose && size) {
    const box = {
      d: boxPath(groundOf(size, view.board), 0, 6),
      transform: `translate(${spot(found.p)}) rotate(${short(unit.pose[2] / 10)})`,
    };
    return (
      <g class="open-cursor">
        <path {...box} />
        <path {...box} />
      </g>
    );
  }
  const ring = { cx: short(found.p.x), cy: short(found.p.y), r: found.r + 5 };
  return (
    <g class="open-cursor">
      <circle {...ring} />
      <circle {...ring} />
    </g>
  );
}

/** Where a stop lies on the sheet, and how large it is. */
export function where(stop: string, view: OpenView): { p: Point; r: number } | null {
  if (stop.startsWith("place ")) return { p: pointOf(stop.slice(6), view.board), r: 6 };
  if (stop.startsWith("storey ")) {
    const floor = floorsOf(view).find((one) => one.stop === stop);
    return floor ? { p: floor.at, r: 12 } : null;
  }
  const piece = view.pieces.find((one) => `piece ${one.id}` === stop);
  return piece?.pose ? { p: at(piece.pose, view.board), r: radiusOf(piece, view.board) } : null;
}

/** What the pointer rests on, in words. */
export function Tag({ text }: { text: Signal<string> }) {
  return text.value ? (
    <p class="map-tag" aria-hidden="true">
      {text.value}
    </p>
  ) : null;
}

export function described(
  stop: string,
  view: OpenView,
  pieces: ReadonlyMap<string, Glow>,
  places: ReadonlyMap<string, PlaceGlow>,
  words: Parameters<typeof figureName>[2],
): string {
  if (stop.startsWith("place ")) {
    const place = places.get(stop.slice(6));
    const from = place?.mover ? where(`piece ${place.mover}`, view) : null;
    const to = where(stop, view);
    const isTold = view.board.measured !== false;
    const far = isTold && from && to ? lengthText(between(from.p, to.p), view.board) : "";
    return [place?.label, far].filter(Boolean).join(" · ");
  }
  if (stop.startsWith("storey ")) return floorsOf(view).find((one) => one.stop === stop)?.label ?? "";
  const piece = view.pieces.find((one) => `piece ${one.id}` === stop);
  return piece ? figureName(piece, pieces.get(piece.id), words).split(", ").join(" · ") : "";
}
