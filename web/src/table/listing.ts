// The list of options: what is sensible in sight, the rest a line each to be unfolded, never more than a dozen lines.

import type { Language, Option } from "../protocol";
import { commonBeginning } from "./beginning";
import type { Thing, Touch } from "./things";
import { apart, touched } from "./things";

export interface Entry {
  option: Option;
  /** What stands on the button; the whole sentence is its name. */
  label: string;
}

/** What a verb is called and what it does, in the game's words. */
export interface Deed {
  name: string;
  does: string;
}

/** Several options behind one line until somebody wants them. */
export interface Fold {
  what: "fold";
  id: string;
  /** What they do; null for what is seldom wanted of all sorts. */
  deed: Deed | null;
  /** What tells these from others of the sort: whom they are aimed at, or the brigade they belong to. */
  about: string;
  options: readonly Option[];
  /** Some of the sort stand above it. */
  isRest: boolean;
  /** They lead to places, and the map shows them better. */
  isPlaces: boolean;
  /** What is behind it stands below it. */
  isOpen: boolean;
}

export type Item =
  | ({ what: "option" } & Entry)
  /** What the entries below have in common. */
  | { what: "heading"; text: string; does: string }
  /** A name, and short answers behind it in one line. */
  | { what: "row"; heading: string; entries: Entry[] }
  /** Many short answers side by side. */
  | { what: "grid"; entries: Entry[] }
  | Fold;

export interface Listed {
  touch: Touch;
  language: Language;
  name(thing: Thing): string;
  /** The brigade, squad or division somebody belongs to. */
  group?(piece: string): { id: string; name: string } | null;
  deed?(verb: string): Deed;
  /** What has been unfolded, by id. */
  unfolded?: ReadonlySet<string>;
}

/** So many lines are shown before anything is unfolded. */
export const MOST = 12;
/** So many short answers stand side by side. */
export const ABREAST = 4;
/** A list of so few is left as it is. */
export const FEW = 5;
/** So few of a sort are told in whole sentences, without a heading. */
const PLAIN = 3;
/** Of places more than so many are better chosen on the map, and so many of them stand for the others. */
const PLACES = 6;
const SAMPLES = 3;
/** The last line: what is seldom wanted, or found no line of its own. */
const REST = "the rest";
/** A label of so few letters is short: a number, a hex, a die. */
const SHORT = 4;

/** How many lines of the list an item takes. */
export function height(item: Item): number {
  return item.what === "grid" ? Math.ceil(item.entries.length / ABREAST) : 1;
}

export const lines = (items: readonly Item[]): number => items.reduce((sum, one) => sum + height(one), 0);

/** Everything that can be answered, in the order the rules gave it, in at most a dozen lines. */
export function listed(options: readonly Option[], how: Listed, most = MOST): Item[] {
  const seldom = trifles(options);
  const wanted = seldom.length ? options.filter((one) => !one.seldom) : options;
  if (wanted.length <= FEW && !seldom.length) return toldApart(entriesOf(wanted, how), how).map(plain);
  const sorts = [...bySort(wanted).values()].flatMap((sort) => bySortOfPlace(sort, how.touch));
  // Sorts that find no line of their own stand behind the last one, with what is seldom wanted.
  const isCrowded = sorts.length + Math.min(1, seldom.length) > most;
  const kept = isCrowded ? sorts.slice(0, most - 1) : sorts;
  const rest = [...sorts.slice(kept.length).flat(), ...seldom];
  const least = kept.map((sort, n) => (sort.length > 1 && n === 0 ? 2 : 1));
  let spare = most - least.reduce((sum, one) => sum + one, 0) - Math.min(1, rest.length);
  const items = kept.flatMap((sort, n) => {
    const shown = shownWithin(sort, spare + (least[n] ?? 1), how, n === 0);
    spare -= Math.max(0, lines(shown) - (least[n] ?? 1));
    return unfolded(shown, how);
  });
  if (!rest.length) return items;
  const more: Fold = {
    what: "fold",
    id: REST,
    deed: null,
    about: "",
    options: rest,
    isRest: true,
    isPlaces: false,
    isOpen: false,
  };
  return [...items, ...unfolded([more], how)];
}

/** An option that waits for a second yes is in sight, wherever it was folded away. */
export function withInSight(items: readonly Item[], option: Option | null, how: Listed): Item[] {
  return items.flatMap((item) => {
    if (!option || item.what !== "fold" || item.isOpen || !item.options.includes(option)) return [item];
    const options = item.options.filter((one) => one !== option);
    const entry = plain({ option, label: option.text[how.language] });
    return options.length ? [entry, { ...item, options, isRest: true }] : [entry];
  });
}

/** What few want: folded away where the list is long without it. */
function trifles(options: readonly Option[]): Option[] {
  const seldom = options.filter((one) => one.seldom);
  return options.length > FEW && seldom.length > 1 && seldom.length < options.length ? seldom : [];
}

function bySort(options: readonly Option[]): Map<string, Option[]> {
  const sorts = new Map<string, Option[]>();
  for (const option of options) {
    const known = sorts.get(option.key);
    if (known) known.push(option);
    else sorts.set(option.key, [option]);
  }
  return sorts;
}

/** «Join somebody» and «go there» are one deed: who can be named stands apart from mere places. */
function bySortOfPlace(options: Option[], touch: Touch): Option[][] {
  const isPlace = new Set(
    apart(options, touch).flatMap(({ option, things }) =>
      things.length && things.every((one) => one.kind === "place") ? [option] : [],
    ),
  );
  if (isPlace.size <= PLAIN || isPlace.size === options.length) return [options];
  return [options.filter((one) => !isPlace.has(one)), options.filter((one) => isPlace.has(one))];
}

/** The fullest way to show options of one sort in so many lines. */
function shownWithin(options: readonly Option[], room: number, how: Listed, isFirst: boolean): Item[] {
  const isPlaces = leadSomewhere(options, how.touch);
  const whole = inFull(options, how);
  // where only numbers would tell them apart, nobody finds his place by reading
  const said = new Set(options.map((one) => one.text[how.language]));
  const areAlike = isPlaces && said.size * PLAIN <= options.length;
  const isTooMany = isPlaces && options.length > (areAlike ? PLAIN : PLACES);
  if (lines(whole) <= room && !isTooMany) return whole;
  const bySubject = isPlaces ? null : subjects(options, how);
  if (bySubject && lines(bySubject) <= room) return bySubject;
  const [first] = options;
  if (!first) return [];
  // the ordinary thing to do is always in sight; where words tell them apart, a few more
  const areNumbers = areAlike || (isPlaces && whole.some((one) => one.what === "grid"));
  const space = Math.min(isPlaces ? SAMPLES : room, room - 1);
  const count = isFirst && (areNumbers || space < 1) ? 1 : areNumbers || space < 2 ? 0 : space;
  if (count >= options.length - 1 && !isPlaces && lines(whole) <= room) return whole;
  return [
    ...toldApart(entriesOf(options.slice(0, count), how), how).map(plain),
    fold(options.slice(count), how, { isRest: count > 0, isPlaces }),
  ];
}

/** What somebody has unfolded, below its line. */
function unfolded(items: readonly Item[], how: Listed): Item[] {
  return items.flatMap((item) => {
    if (item.what !== "fold" || !how.unfolded?.has(item.id)) return [item];
    const opened =
      item.id === REST
        ? [...bySort(item.options).values()].flatMap((sort) => inFull(sort, how))
        : opens(item.options, how);
    return [{ ...item, isOpen: true }, ...opened];
  });
}

/** In full; a long list by those it is about. The line above says already what it is. */
function opens(options: readonly Option[], how: Listed): Item[] {
  const whole = inFull(options, how);
  const parts = lines(whole) > MOST ? subjects(options, how) : null;
  return parts ? unfolded(parts, how) : whole.filter((one) => one.what !== "heading");
}

/** A few in whole sentences; more under what they have in common, side by side where little is left to say. */
function inFull(options: readonly Option[], how: Listed): Item[] {
  if (options.length === 1) return entriesOf(options, how).map(plain);
  const rows = inRows(options, how);
  if (rows) return rows;
  const sentences = options.map((one) => one.text[how.language]);
  const begun = commonBeginning(sentences);
  // «Dragoon 1», «Dragoon 4»: a name is not cut before its number
  const isName = sentences.some((one) => /^\d+ \p{L}/u.test(one.slice(begun.length).trim()));
  const isCut = begun !== "" && !isName && options.length > PLAIN;
  const entries = toldApart(
    options.map((option, n) => {
      const sentence = sentences[n] ?? "";
      return { option, label: (isCut ? sentence.slice(begun.length).trim() : "") || sentence };
    }),
    how,
  );
  const isShort = entries.length > PLAIN && entries.every(({ label }) => label.length <= SHORT);
  // Many numbers side by side are looked up, so they stand in order.
  if (isShort && entries.length > PLACES && entries.every(({ label }) => /^\d+$/.test(label)))
    entries.sort((one, other) => Number(one.label) - Number(other.label));
  const verb = options[0]?.key ?? "";
  const text = isCut ? begun.replace(/[:,]$/, "") : "";
  const heading: Item[] = text ? [{ what: "heading", text, does: how.deed?.(verb).does ?? "" }] : [];
  return [...heading, ...(isShort ? [{ what: "grid" as const, entries }] : entries.map(plain))];
}

/** Who, and behind the name what is short enough to stand there: with which die. Null where it is not so. */
function inRows(options: readonly Option[], how: Listed): Item[] | null {
  const parts = bySubject(options, how);
  if (!parts || options.length <= ABREAST || parts.length === options.length) return null;
  const rows: Item[] = [];
  for (const part of parts) {
    const sentences = part.options.map((one) => one.text[how.language]);
    const begun = commonBeginning(sentences.length > 1 ? sentences : [...sentences, ...sentences]);
    const entries = part.options.map((option) => ({
      option,
      label: option.text[how.language].slice(begun.length).trim(),
    }));
    if (entries.some(({ label }) => !label || label.length > SHORT)) return null;
    // «Athos: a 3» names him better than his piece does, as one of many has no name of his own there
    const [named = "", ...after] = begun.split(":");
    rows.push({ what: "row", heading: after.length ? named : part.name, entries });
  }
  return rows;
}

interface Part {
  id: string;
  name: string;
  options: Option[];
}

/** Options of a sort by whom or what they name first; null where that tells nothing or everything. */
function bySubject(options: readonly Option[], how: Listed): Part[] | null {
  const parts = new Map<string, Part>();
  for (const { option, things } of apart(options, how.touch)) {
    const [thing] = things;
    if (!thing || thing.kind === "hex" || thing.kind === "place" || thing.kind === "facing") return null;
    const known = parts.get(thing.id) ?? { id: thing.id, name: how.name(thing), options: [] };
    known.options.push(option);
    parts.set(thing.id, known);
  }
  return parts.size > 1 ? [...parts.values()] : null;
}

/** A line for each of those the options are about; of many, a line for each brigade. */
function subjects(options: readonly Option[], how: Listed): Item[] | null {
  const single = bySubject(options, how);
  if (!single) return null;
  const parts = single.length < options.length ? single : byGroup(single, how);
  if (!parts) return null;
  return parts.map((part) => {
    const [only, second] = part.options;
    if (only && !second) return plain({ option: only, label: only.text[how.language] });
    return fold(part.options, how, { about: part, isRest: false, isPlaces: false });
  });
}

function byGroup(single: readonly Part[], how: Listed): Part[] | null {
  const parts = new Map<string, Part>();
  for (const part of single) {
    const group = how.group?.(part.id);
    const known = parts.get(group?.id ?? part.id) ?? {
      id: group?.id ?? part.id,
      name: group?.name ?? part.name,
      options: [],
    };
    known.options.push(...part.options);
    parts.set(known.id, known);
  }
  return parts.size > 1 && parts.size < single.length ? [...parts.values()] : null;
}

function fold(
  options: readonly Option[],
  how: Listed,
  more: { about?: Part; isRest: boolean; isPlaces: boolean },
): Fold {
  const verb = options[0]?.key ?? "";
  return {
    what: "fold",
    id: more.about ? `${verb} ${more.about.id}` : verb,
    deed: how.deed?.(verb) ?? {
      name: commonBeginning(options.map((one) => one.text[how.language])) || verb,
      does: "",
    },
    about: more.about?.name ?? "",
    options,
    isRest: more.isRest,
    isPlaces: more.isPlaces,
    isOpen: false,
  };
}

const plain = (entry: Entry): Item => ({ what: "option", ...entry });

const entriesOf = (options: readonly Option[], how: Listed): Entry[] =>
  options.map((option) => ({ option, label: option.text[how.language] }));

/** Whether nothing but a place tells these options apart. */
function leadSomewhere(options: readonly Option[], touch: Touch): boolean {
  if (options.length < 2) return false;
  return apart(options, touch).every(
    ({ things }) =>
      things.every((thing) => thing.kind === "hex" || thing.kind === "place") && things.length > 0,
  );
}

/** Two that read alike lead to different places: then the place is said as well. */
function toldApart(entries: Entry[], how: Listed): Entry[] {
  const times = new Map<string, number>();
  for (const { label } of entries) times.set(label, (times.get(label) ?? 0) + 1);
  return entries.map(({ option, label }) => {
    const place = touched(option, how.touch).find((thing) => thing.kind === "place");
    return place && (times.get(label) ?? 0) > 1
      ? { option, label: `${label} (${how.name(place)})` }
      : { option, label };
  });
}

/** Where one number tells everything (a card turned over, a die rolled on a real table) it can be typed. */
export function byNumber(options: readonly Option[], held: ReadonlySet<number>): Map<string, Option> | null {
  const [first] = options;
  if (!first || options.length < 8) return null;
  const varying = Object.keys(first.args).filter((arg) =>
    options.some((one) => JSON.stringify(one.args[arg]) !== JSON.stringify(first.args[arg])),
  );
  const [arg] = varying;
  if (varying.length !== 1 || arg === undefined) return null;
  const found = new Map<string, Option>();
  for (const option of options) {
    const value = option.args[arg];
    if (option.key !== first.key || typeof value !== "number" || held.has(value)) return null;
    found.set(String(value), option);
  }
  return found.size === options.length ? found : null;
}
