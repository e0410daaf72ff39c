// What glows on the map while something is decided.

import { said } from "../language";
import type { Look } from "../look";
import type { Glow, PlaceGlow } from "../map/sheet/contract";
import type { Decision, Hex, Preview, View } from "../protocol";
import { aboutThings, left, moverOf, next, places, shared, type Thing } from "./things";

export interface Glowing {
  pieces: Map<string, Glow>;
  hexes: Map<Hex, Glow>;
  places: Map<string, PlaceGlow>;
}

/** Later words outshine earlier ones: what it is about, what may be clicked, what is in danger, what is chosen. */
export function glowing(
  decision: Decision | null,
  chosen: readonly Thing[],
  preview: Preview | null,
  view: View | null,
  touch: Look["touch"],
): Glowing {
  const pieces = new Map<string, Glow>();
  const hexes = new Map<Hex, Glow>();
  const spots = new Map<string, PlaceGlow>();
  if (!decision || !view) return { pieces, hexes, places: spots };
  const mark = (thing: Thing, glow: Glow) => {
    const found = places(thing, view);
    for (const piece of found.pieces) pieces.set(piece, glow);
    for (const hex of found.hexes) hexes.set(hex, glow);
    if (thing.kind !== "place") return;
    const those = left(decision.options, [...chosen, thing], touch);
    const [first] = those;
    spots.set(thing.id, {
      glow,
      mover: first ? moverOf(first, decision, touch, view) : null,
      label: [...new Set(those.map((one) => said(one.text)))].join(" / "),
    });
  };
  const options = next(decision.options, chosen, touch);
  const isOnMap = options.some((thing) => thing.kind !== "card");
  const about = [...aboutThings(decision, touch), ...shared(decision.options, touch)];
  // A whole group shines only where nothing on the map is asked for: gold is first of all what can be clicked.
  for (const thing of about) if (thing.kind !== "group" || !isOnMap) mark(thing, "about");
  for (const thing of options) mark(thing, "option");
  for (const sketch of preview?.sketch ?? []) {
    if (sketch.kind !== "threat") continue;
    for (const piece of sketch.pieces) if (!pieces.has(piece)) pieces.set(piece, "threat");
  }
  for (const thing of chosen) mark(thing, "chosen");
  return { pieces, hexes, places: spots };
}
