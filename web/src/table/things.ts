// What options touch: the pieces, hexes, cards, groups and facings their arguments name.

import type { Look } from "../look";
import type { Decision, Language, Option, Place, Spot, View } from "../protocol";
import { commonBeginning } from "./beginning";

export type Kind = "piece" | "hex" | "facing" | "card" | "group" | "place";

/** Something that can be clicked; `arg` is the argument that names it. */
export interface Thing {
  arg: string;
  kind: Kind;
  id: string;
}

export type Touch = Look["touch"];
type Aimed = NonNullable<Look["aimed"]>;

/** A place by name, and back; what carries a heading has it as its third number. */
export const placeId = (place: Place): string => place.join(",");
export const spotOf = (id: string): Place => {
  const [x = 0, y = 0, heading] = id.split(",").map(Number);
  return heading === undefined ? [x, y] : [x, y, heading];
};

const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((one) => typeof one === "number");
const isSpot = (value: unknown): value is Spot => isNumbers(value, 2);
const isPose = (value: unknown): value is Place => isNumbers(value, 3);

/** The things an argument names; a path is its last hex, a list names several. */
function things(arg: string, value: unknown, touch: Touch): Thing[] {
  const kind = touch[arg];
  if (!kind || kind === "legs" || value === null || value === undefined || value === "") return [];
  if (kind === "path") {
    const end = Array.isArray(value) ? value.at(-1) : value;
    return end === undefined ? [] : [{ arg, kind: "hex", id: String(end) }];
  }
  if (kind === "place") return isSpot(value) ? [{ arg, kind, id: placeId(value) }] : [];
  if (kind === "pose") return isPose(value) ? [{ arg, kind: "place", id: placeId(value) }] : [];
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
export type Click =
  | { piece: string }
  | { hex: string }
  | { place: string }
  | { card: string }
  | { facing: string };

/** The pieces an id stands for: itself, or those who act together under that name. */
export function piecesOf(id: string, view: View): string[] {
  if (view.pieces.some((one) => one.id === id)) return [id];
  const band = view.pieces.filter((one) => one.group === id).map((one) => one.id);
  return band.length ? band : [id];
}

/** How well a click hits a thing: 3 itself, 2 by its group, 1 by the hex it stands on, 0 not at all. */
function hits(click: Click, thing: Thing, view: View): number {
  if ("card" in click) return thing.kind === "card" && thing.id === click.card ? 3 : 0;
  if ("facing" in click) return thing.kind === "facing" && thing.id === click.facing ? 3 : 0;
  if ("place" in click) return thing.kind === "place" && thing.id === click.place ? 3 : 0;
  if ("hex" in click) {
    if (thing.kind === "hex") return thing.id === click.hex ? 3 : 0;
    const there = view.pieces.filter((one) => one.hex === click.hex);
    return Math.min(1, Math.max(0, ...there.map((one) => hits({ piece: one.id }, thing, view))));
  }
  if (thing.kind === "piece") {
    if (thing.id === click.piece) return 3;
    return piecesOf(thing.id, view).includes(click.piece) ? 2 : 0;
  }
  if (thing.kind === "group") {
    const group = view.groups?.find((one) => one.id === thing.id);
    return group && (group.leader === click.piece || group.units.includes(click.piece)) ? 2 : 0;
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
  // Whoever acts in any case is often clicked only to be taken: what he would do on the spot is asked for by its name.
  const isActor = shared(open, touch).some((one) => same(one, best.thing));
  if (found.length === 1 && only)
    return isActor ? { what: "which", thing: best.thing, options: found } : { what: "option", option: only };
  const more = next(open, [...chosen, best.thing], touch);
  const clickable = more.some((thing) => !same(thing, best.thing) && thing.kind !== "group");
  return { what: clickable ? "thing" : "which", thing: best.thing, options: found };
}

/** The pieces and hexes a thing stands for on the map. */
export function places(thing: Thing, view: View): { pieces: string[]; hexes: string[] } {
  if (thing.kind === "piece") return { pieces: piecesOf(thing.id, view), hexes: [] };
  if (thing.kind === "hex") return { pieces: [], hexes: [thing.id] };
  if (thing.kind === "group") {
    const group = view.groups?.find((one) => one.id === thing.id);
    return { pieces: group ? [group.leader, ...group.units] : [], hexes: [] };
  }
  return { pieces: [], hexes: [] };
}

/** Who would go to the place an option names: the first piece it speaks of, or the one the decision is about. */
export function moverOf(option: Option, decision: Decision, touch: Touch, view: View): string | null {
  const named = [...touched(option, touch), ...aboutThings(decision, touch)];
  const piece = named.find((thing) => thing.kind === "piece");
  return piece ? (piecesOf(piece.id, view)[0] ?? null) : null;
}

/** A place as sentences say it: in the table's unit, from the left and from the top. */
export function placeText([x, y]: Place, view: View | null, speech: Language): string {
  const scale = view?.board.kind === "open" ? view.board.scale : 1;
  const number = new Intl.NumberFormat(speech, { maximumFractionDigits: 2, useGrouping: false });
  return `${number.format(x / scale)}; ${number.format(y / scale)}`;
}

/**
 * Options with a place of one's own choice instead of the one they offer: of each sort of option that leads
 * somewhere the one whose place is nearest, what most of them do first. `piece`: only what this piece does.
 */
export function putAt(
  options: readonly Option[],
  piece: string | null,
  at: Place,
  decision: Decision,
  touch: Touch,
  view: View,
  aimed: Aimed = {},
): Option[] {
  const met = meetingAt(options, piece, at, decision, touch, view, aimed);
  const sorts = new Map<string, { option: Option; thing: Thing; far: number; all: Option[] }>();
  for (const option of options) {
    const thing = touched(option, touch).find((one) => one.kind === "place");
    if (!thing || (piece !== null && moverOf(option, decision, touch, view) !== piece)) continue;
    if (option.key === met?.key) continue;
    const [x, y, heading] = spotOf(thing.id);
    const far = Math.hypot(x - at[0], y - at[1]) + awry(heading, at[2]);
    const known = sorts.get(option.key);
    const all = [...(known?.all ?? []), option];
    sorts.set(option.key, known && known.far <= far ? { ...known, all } : { option, thing, far, all });
  }
  const places = [...sorts.values()]
    .sort((a, b) => b.all.length - a.all.length)
    .map(({ option, thing, all }) => {
      const said = (speech: Language) => {
        const [text, place] = [option.text[speech], placeText(at, view, speech)];
        const named = text.replace(placeText(spotOf(thing.id), view, speech), place);
        // it says not where but which way: then what all of this sort begin with says enough
        const texts = all.map((one) => one.text[speech]);
        const begun = all.length > 1 ? commonBeginning(texts) : (text.split(",")[0] ?? "");
        return named !== text || !begun ? named : `${begun} (${place})`;
      };
      return {
        ...option,
        args: { ...withoutLegs(option.args, touch), [thing.arg]: like(at, spotOf(thing.id)) },
        text: { en: said("en"), it: said("it") },
      };
    });
  return met ? [met, ...places] : places;
}

/** Who is put down at somebody's edge means him: of what is aimed at a piece the option that would meet it there. */
function meetingAt(
  options: readonly Option[],
  piece: string | null,
  at: Place,
  decision: Decision,
  touch: Touch,
  view: View,
  aimed: Aimed,
): Option | null {
  const standing = (id: string) => view.pieces.find((one) => one.id === id && one.pose && one.shape?.disc);
  let nearest: { option: Option; far: number } | null = null;
  for (const option of options) {
    const mover = moverOf(option, decision, touch, view);
    if (!aimed[option.key] || !mover || (piece !== null && mover !== piece)) continue;
    const target = touched(option, touch).find((one) => one.kind === "piece" && one.id !== mover);
    const [own, other] = [standing(mover), target && standing(target.id)];
    if (!own?.shape?.disc || !other?.shape?.disc || !other.pose) continue;
    const far = Math.hypot(other.pose[0] - at[0], other.pose[1] - at[1]);
    // half a base more than the two that touch: a hand is not as steady as a ruler
    if (far <= own.shape.disc * 1.5 + other.shape.disc && far < (nearest?.far ?? Number.POSITIVE_INFINITY)) {
      nearest = { option, far };
    }
  }
  if (!nearest) return null;
  const { option } = nearest;
  const said = (speech: Language) => `${option.text[speech]} (${placeText(at, view, speech)})`;
  return {
    ...option,
    args: { ...option.args, [aimed[option.key] ?? ""]: [at[0], at[1]] },
    text: { en: said("en"), it: said("it") },
  };
}

/** Of two places equally far the one that looks the same way is nearer. */
const awry = (one: number | undefined, other: number | undefined): number =>
  one === undefined || other === undefined
    ? 0
    : Math.abs(((((one - other + 1800) % 3600) + 3600) % 3600) - 1800) / 3600;

/** The legs of an option lead to its own place: to another one the rules find the way. */
export const withoutLegs = (args: Option["args"], touch: Touch): Option["args"] =>
  Object.fromEntries(Object.entries(args).filter(([arg]) => touch[arg] !== "legs"));

/** A place as the option has one: with a heading where it carries one, its own if no other is wished. */
export const like = (at: Place, offered: Place): Place =>
  offered.length === 2 ? [at[0], at[1]] : [at[0], at[1], at[2] ?? offered[2]];

/** The piece that a choice of facing turns: chosen, or named by all options, or what the decision is about. */
export function turning(options: readonly Option[], decision: Decision, touch: Touch): string | null {
  const [first] = options;
  const piece = first && touched(first, touch).find((thing) => thing.kind === "piece");
  return piece?.id ?? aboutThings(decision, touch).find((thing) => thing.kind === "piece")?.id ?? null;
}
