// What the things are called that options touch.

import { language, said } from "../language";
import { arrow, pieceName } from "../names";
import type { Card, View } from "../protocol";
import { placeText, spotOf, type Thing } from "./things";

export function cardIn(view: View | null, number: string): Card | null {
  if (!view) return null;
  for (const hand of Object.values(view.hands)) {
    for (const cards of [hand.cards, hand.dealt, hand.looking]) {
      const found = cards?.find((one) => String(one.number) === number);
      if (found) return found;
    }
  }
  return view.notes.find((one) => String(one.card?.number) === number)?.card ?? null;
}

/** A thing that options touch, in words. */
export function thingName(thing: Thing, view: View | null): string {
  if (thing.kind === "piece") return pieceName(view, thing.id);
  if (thing.kind === "group") return said(view?.groups?.find((one) => one.id === thing.id)?.name) || thing.id;
  if (thing.kind === "card") return said(cardIn(view, thing.id)?.name) || thing.id;
  if (thing.kind === "place") return placeText(spotOf(thing.id), view, language.value);
  if (thing.kind === "facing") return arrow(thing.id);
  return thing.id;
}
