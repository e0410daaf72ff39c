// What options touch: the pieces, hexes, cards, groups and facings their arguments name.

import type { Decision, Look, Option, View } from "../protocol";

export type Kind = "piece" | "hex" | "facing" | "card" | "group";

/** Something that can be clicked; `arg` is the argument that names it. */
export interface Thing {
  arg: string;
  kind: Kind;
  id: string;
}

export type Touch = Look["touch"];

/** The things an argument names; a path is its last hex, a list names several. */
function things(arg: string, value: unknown, touch: Touch): Thing[] {
  const kind = touch[arg];
  if (!kind || value === null || value === undefined || value === "") return [];
  if (kind === "path") {
    const end = Array.isArray(value) ? value.at(-1) : value;
    return end === undefined ? [] : [{ arg, kind: "hex", id: String(end) }];
  }
  if (Array.isArray(value)) return value.map((one) => ({ arg, kind, id: String(one) }));
  return [{ arg, kind, id: String(value) }];
}

/** What one option touches, in the order of its arguments. */
export function touched(option: Pick<Option, "args">, touch: Touch): Thing[] {
  return Object.entries(option.args).flatMap(([arg, value]) => things(arg, value, touch));
}

/** What a decision is about: the unit that moves, the enemy that comes. */
export function aboutThings(decision: Decision, touch: Touch): Thing[] {
  return Object.entries(decision.about).flatMap(([arg, value]) => things(arg, value, touch));
}

export const same = (a: Thing, b: Thing): boolean => a.arg === b.arg && a.id === b.id;

const names = (option: Option, thing: Thing, touch: Touch): boolean =>
  touched(option, touch).some((one) => same(one, thing));

/** What every option names: who acts, whatever is chosen. */
export function shared(options: readonly Option[], touch: Touch): Thing[] {
  const [first, ...others] = options.filter((option) => touched(option, touch).length);
  if (!first || !others.length) return [];
  return touched(first, touch).filter((thing) => others.every((other) => names(other, thing, touch)));
}

/**
 * The options with what tells each apart: things that all of them share are left out, since clicking them would
 * say nothing (plain choices such as «no more» touch nothing and do not count). An option left with nothing keeps
 * its shared things: «stay and turn» is a click on the unit itself.
 */
export function apart(options: readonly Option[], touch: Touch): { option: Option; things: Thing[] }[] {
  const common = shared(options, touch);
  return options.map((option) => {
    const all = touched(option, touch);
    const own = all.filter((thing) => !common.some((one) => same(one, thing)));
    return { option, things: own.length ? own : all };
  });
}

/** The options that name everything chosen so far. */
export function left(options: readonly Option[], chosen: readonly Thing[], touch: Touch): Option[] {
  return options.filter((option) => chosen.every((thing) => names(option, thing, touch)));
}

/** What can be clicked next: of each option the first thing that is not chosen yet. */
export function next(options: readonly Option[], chosen: readonly Thing[], touch: Touch): Thing[] {
  const found: Thing[] = [];
  for (const { things: own } of apart(left(options, chosen, touch), touch)) {
    const first = own.find((thing) => !chosen.some((one) => same(one, thing)));
    if (first && !found.some((one) => same(one, first))) found.push(first);
  }
  return found;
}

/** A thing on the screen that was clicked. */
export type Click = { piece: string } | { hex: string } | { card: string } | { facing: string };

/** How well a click hits a thing: 3 itself, 2 by its group, 1 by the hex it stands on, 0 not at all. */
function hits(click: Click, thing: Thing, view: View): number {
  if ("card" in click) return thing.kind === "card" && thing.id === click.card ? 3 : 0;
  if ("facing" in click) return thing.kind === "facing" && thing.id === click.facing ? 3 : 0;
  if ("hex" in click) {
    if (thing.kind === "hex") return thing.id === click.hex ? 3 : 0;
    const there = view.pieces.filter((one) => one.hex === click.hex);
    return Math.min(1, Math.max(0, ...there.map((one) => hits({ piece: one.id }, thing, view))));
  }
  if (thing.kind === "piece") return thing.id === click.piece ? 3 : 0;
  if (thing.kind === "group") {
    const group = view.groups?.find((one) => one.id === thing.id);
    return group && (group.general === click.piece || group.units.includes(click.piece)) ? 2 : 0;
  }
  const piece = view.pieces.find((one) => one.id === click.piece);
  return thing.kind === "hex" && piece?.hex === thing.id ? 1 : 0;
}

export type Picked =
  | { what: "nothing" }
  | { what: "option"; option: Option }
  /** Something is chosen and something else must still be. */
  | { what: "thing"; thing: Thing; options: Option[] }
  /** Only words tell the rest apart: which of these? */
  | { what: "which"; thing: Thing; options: Option[] };

/** What a click means among the options that are still open. */
export function pick(
  options: readonly Option[],
  chosen: readonly Thing[],
  click: Click,
  touch: Touch,
  view: View,
): Picked {
  const open = left(options, chosen, touch);
  const candidates = apart(open, touch).flatMap(({ option, things: own }) =>
    own
      .filter((thing) => !chosen.some((one) => same(one, thing)))
      .map((thing, place) => ({ option, thing, place, hit: hits(click, thing, view) }))
      .filter(({ hit }) => hit > 0),
  );
  if (!candidates.length) return { what: "nothing" };
  // The best hit wins; among equals the argument that comes first, as a sentence names who before whom.
  const best = candidates.reduce((a, b) => (b.hit > a.hit || (b.hit === a.hit && b.place < a.place) ? b : a));
  const found = candidates
    .filter(({ thing }) => same(thing, best.thing))
    .map(({ option }) => option)
    .filter((option, place, all) => all.indexOf(option) === place);
  const [only] = found;
  if (found.length === 1 && only) return { what: "option", option: only };
  const more = next(open, [...chosen, best.thing], touch);
  const clickable = more.some((thing) => !same(thing, best.thing) && thing.kind !== "group");
  return { what: clickable ? "thing" : "which", thing: best.thing, options: found };
}

/** The pieces and hexes a thing stands for on the map. */
export function places(thing: Thing, view: View): { pieces: string[]; hexes: string[] } {
  if (thing.kind === "piece") return { pieces: [thing.id], hexes: [] };
  if (thing.kind === "hex") return { pieces: [], hexes: [thing.id] };
  if (thing.kind === "group") {
    const group = view.groups?.find((one) => one.id === thing.id);
    return { pieces: group ? [group.general, ...group.units] : [], hexes: [] };
  }
  return { pieces: [], hexes: [] };
}

/** The piece that a choice of facing turns: chosen, or named by all options, or what the decision is about. */
export function turning(options: readonly Option[], decision: Decision, touch: Touch): string | null {
  const [first] = options;
  const piece = first && touched(first, touch).find((thing) => thing.kind === "piece");
  return piece?.id ?? aboutThings(decision, touch).find((thing) => thing.kind === "piece")?.id ?? null;
}
