// What is shown where the pointer or the keyboard rests: a shade with the ruler, a ring, a line of words.

import type { Signal } from "@preact/signals";
import type { OpenView, Spot } from "../../protocol";
import type { Glow, MapProps, PlaceGlow } from "../contract";
import { type Point, short } from "../hexes";
import { radiusOf } from "./Figures";
import { Ghost } from "./Places";
import { at, between, lengthText } from "./scale";
import { figureName } from "./stops";

/** A figure in the hand: whose, and where it is held over the table. */
export type Held = { piece: string; at: Spot } | null;

interface ShadeProps {
  props: Pick<MapProps, "look" | "places" | "lookedAt"> & { view: OpenView };
  held: Signal<Held>;
  aimed: Signal<Held>;
  resting: Signal<string | null>;
}

/** The shade of who is held or aimed somewhere, or else of who would go to the place that is looked at. */
export function Shade({ props, held, aimed, resting }: ShadeProps) {
  const { view, look, places, lookedAt } = props;
  const hand = held.value ?? aimed.value;
  if (hand) return <Ghost view={view} look={look} mover={hand.piece} to={at(hand.at, view.board)} />;
  const stop = resting.value;
  const id = stop?.startsWith("place ") ? stop.slice(6) : lookedAt;
  const place = id ? places?.get(id) : undefined;
  if (!id || !place) return null;
  const [x = 0, y = 0] = id.split(",").map(Number);
  return <Ghost view={view} look={look} mover={place.mover} to={at([x, y], view.board)} />;
}

/** A ring round what has the keyboard's focus. */
export function Cursor({ stop, view }: { stop: Signal<string | null>; view: OpenView }) {
  const found = stop.value ? where(stop.value, view) : null;
  if (!found) return null;
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
  if (stop.startsWith("place ")) {
    const [x = 0, y = 0] = stop.slice(6).split(",").map(Number);
    return { p: at([x, y], view.board), r: 6 };
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

/** How far a figure in the hand is from where it stands. */
export function lengthOf(held: Held, view: OpenView): string {
  const from = held && where(`piece ${held.piece}`, view);
  return held && from ? lengthText(between(from.p, at(held.at, view.board)), view.board) : "";
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
    const far = from && to ? lengthText(between(from.p, to.p), view.board) : "";
    return [place?.label, far].filter(Boolean).join(" · ");
  }
  const piece = view.pieces.find((one) => `piece ${one.id}` === stop);
  return piece ? figureName(piece, pieces.get(piece.id), words).split(", ").join(" · ") : "";
}
