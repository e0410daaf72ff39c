// «Why not there?»: a click on what is no option becomes a question to the rules.

import type { Option, View } from "../protocol";
import type { Click, Thing, Touch } from "./things";
import { left, like, same, shared, spotOf, touched, withoutLegs } from "./things";

export interface Question {
  key: string;
  args: Record<string, unknown>;
}

const ownerOf = (view: View, id: string) => view.pieces.find((one) => one.id === id)?.owner;

/**
 * An option with the clicked thing put in the place of its like. Where several arguments would do, a piece takes
 * the place of one of the same side: a friend stands in for who acts, an enemy for whom it befalls.
 */
export function question(
  options: readonly Option[],
  chosen: readonly Thing[],
  click: Click,
  touch: Touch,
  view: View,
): Question | null {
  if ("card" in click || "facing" in click) return null;
  if ("place" in click) {
    const leading = left(options, chosen, touch).flatMap((option) =>
      touched(option, touch)
        .filter((one) => one.kind === "place" && !chosen.some((two) => two.arg === one.arg))
        .map((one) => ({ option, arg: one.arg, at: like(spotOf(click.place), spotOf(one.id)) })),
    );
    // what most of them do is what a click on the ground would mean
    const count = (key: string) => leading.filter((one) => one.option.key === key).length;
    const [first] = leading.sort((a, b) => count(b.option.key) - count(a.option.key));
    return first
      ? { key: first.option.key, args: { ...withoutLegs(first.option.args, touch), [first.arg]: first.at } }
      : null;
  }
  const [kind, id] = "piece" in click ? (["piece", click.piece] as const) : (["hex", click.hex] as const);
  const side = kind === "piece" ? ownerOf(view, id) : undefined;
  let best: { option: Option; thing: Thing; worth: number } | null = null;
  for (const option of left(options, chosen, touch)) {
    for (const [place, thing] of touched(option, touch).entries()) {
      if (thing.kind !== kind || thing.id === id || chosen.some((one) => one.arg === thing.arg)) continue;
      const alike = kind === "piece" && ownerOf(view, thing.id) === side;
      const worth = (alike ? 100 : 0) + place;
      if (!best || worth > best.worth) best = { option, thing, worth };
    }
  }
  // an enemy takes a friend's place only where all options are that friend's: then it is asked what he could do to
  // him; else who is clicked is only looked at
  const acts = shared(left(options, chosen, touch), touch);
  const { thing, worth } = best ?? { thing: null, worth: 0 };
  if (best && thing && kind === "piece" && worth < 100 && !acts.some((one) => same(one, thing))) best = null;
  if (best) {
    return { key: best.option.key, args: { ...best.option.args, [best.thing.arg]: id } };
  }
  // A piece that stands where one might go.
  const stands = "piece" in click ? view.pieces.find((one) => one.id === click.piece)?.hex : undefined;
  return stands ? question(options, chosen, { hex: stands }, touch, view) : null;
}
