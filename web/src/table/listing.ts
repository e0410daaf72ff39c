// The list of options: short lists as they are, long ones under headings.

import type { Language, Option } from "../protocol";
import { commonBeginning } from "./beginning";
import type { Thing, Touch } from "./things";
import { apart, touched } from "./things";

export interface Entry {
  option: Option;
  /** What stands on the button; the whole sentence is its name. */
  label: string;
}

export interface Section {
  heading: string;
  /** Many short labels stand side by side. */
  compact: boolean;
  /** A few short labels stand behind the heading, in one line with it. */
  row?: boolean;
  entries: Entry[];
}

export const LONG = 5;
const SHORT = 8;
/** So many options of one sort that differ by who is meant and by something else stand in lines, one for each. */
const LINES = 8;

type Namer = (thing: Thing) => string;

/** Two that read alike lead to different places: then the place is said as well. */
function toldApart(entries: Entry[], touch: Touch, name: Namer): Entry[] {
  const times = new Map<string, number>();
  for (const { label } of entries) times.set(label, (times.get(label) ?? 0) + 1);
  return entries.map(({ option, label }) => {
    const place = touched(option, touch).find((thing) => thing.kind === "place");
    return place && (times.get(label) ?? 0) > 1
      ? { option, label: `${label} (${name(place)})` }
      : { option, label };
  });
}

function section(options: readonly Option[], language: Language, heading: string): Section {
  const sentences = options.map((one) => one.text[language]);
  const begun = options.length > 1 ? commonBeginning(sentences) : "";
  // «Dragoon 1», «Dragoon 4»: a name is not cut before its number
  const isName = sentences.some((one) => /^\d+ \p{L}/u.test(one.slice(begun.length).trim()));
  const beginning = isName ? "" : begun;
  const cut = beginning.length > 0 && (options.length >= 4 || heading !== "");
  const entries = options.map((option) => {
    const whole = option.text[language];
    const rest = cut ? whole.slice(beginning.length).trim() : whole;
    return { option, label: rest || whole };
  });
  const compact = entries.length >= 4 && entries.every(({ label }) => label.length <= SHORT);
  // Numbers side by side are looked up, so they stand in order.
  if (compact && entries.every(({ label }) => /^\d+$/.test(label)))
    entries.sort((one, other) => Number(one.label) - Number(other.label));
  const said = cut ? beginning.replace(/[:,]$/, "") : "";
  // A heading that already begins the sentence is not said twice.
  const title = heading && said.startsWith(heading) ? said : [heading, said].filter(Boolean).join(" · ");
  return { heading: title, compact, entries };
}

/** One line: the name, and behind it what is short enough to stand there. */
function line(options: readonly Option[], language: Language, heading: string): Section | null {
  const sentences = options.map((one) => one.text[language]);
  const begun = commonBeginning(sentences.length > 1 ? sentences : [...sentences, ...sentences]);
  const entries = options.map((option) => ({
    option,
    label: option.text[language].slice(begun.length).trim(),
  }));
  // «Athos: a 3» names him better than his piece does, as one of many has no name of his own there
  const [named = "", ...rest] = begun.split(":");
  return entries.every(({ label }) => label.length <= SHORT)
    ? { heading: rest.length ? named : heading, compact: true, row: true, entries }
    : null;
}

/** What a list shows at once, and what few want: that is folded away where the list is long without it. */
export function folded(options: readonly Option[]): { shown: readonly Option[]; seldom: readonly Option[] } {
  const seldom = options.filter((one) => one.seldom);
  const isWorthIt = options.length > LONG && seldom.length > 1 && seldom.length < options.length;
  return isWorthIt ? { shown: options.filter((one) => !one.seldom), seldom } : { shown: options, seldom: [] };
}

/** Runs of options with the same first thing, or else the same key, in the order the rules gave them. */
export function sections(
  options: readonly Option[],
  touch: Touch,
  language: Language,
  name: Namer,
): Section[] {
  return grouped(options, touch, language, name).map((part) => ({
    ...part,
    entries: toldApart(part.entries, touch, name),
  }));
}

/** The sorts of options that differ by one thing and by something short besides: who, and with which die. */
function sortsInLines(told: ReturnType<typeof apart>): ReadonlySet<string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { option, things } of told) {
    const ids = counts.get(option.key) ?? new Map<string, number>();
    const id = things.length === 1 ? (things[0]?.id ?? "") : "";
    counts.set(option.key, ids.set(id, (ids.get(id) ?? 0) + 1));
  }
  const all = (ids: ReadonlyMap<string, number>) => [...ids.values()].reduce((sum, n) => sum + n, 0);
  const found = [...counts].filter(
    ([, ids]) => !ids.has("") && all(ids) >= LINES && [...ids.values()].some((n) => n > 1),
  );
  return new Set(found.map(([key]) => key));
}

function grouped(options: readonly Option[], touch: Touch, language: Language, name: Namer): Section[] {
  if (options.length <= LONG) {
    return [
      {
        heading: "",
        compact: false,
        entries: options.map((option) => ({ option, label: option.text[language] })),
      },
    ];
  }
  const told = apart(options, touch);
  const lines = sortsInLines(told);
  const first = new Map(
    told.map(({ option, things }) => [
      option,
      things.length > 1 || lines.has(option.key) ? things[0] : undefined,
    ]),
  );
  const groups = new Map<string, { heading: string; options: Option[] }>();
  for (const { option } of told) {
    const thing = first.get(option);
    const id = thing ? `${thing.kind} ${thing.id}` : `key ${option.key}`;
    const found = groups.get(id) ?? { heading: thing ? name(thing) : "", options: [] };
    found.options.push(option);
    groups.set(id, found);
  }
  // What stands alone needs no heading of its own: it goes together with its neighbours.
  const result: Section[] = [];
  let loose: Section | null = null;
  for (const { heading, options: those } of groups.values()) {
    const [only] = those;
    if (only && lines.has(only.key)) {
      loose = null;
      result.push(line(those, language, heading) ?? section(those, language, heading));
    } else if (those.length === 1 && only) {
      if (!loose) {
        loose = { heading: "", compact: false, entries: [] };
        result.push(loose);
      }
      loose.entries.push({ option: only, label: only.text[language] });
    } else {
      loose = null;
      result.push(section(those, language, heading));
    }
  }
  return result;
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
