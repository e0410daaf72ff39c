// The steps of a battle as a story: what was taken back is left out, banners become headings.

import type { Look } from "../look";
import type { Event, Seat, Step } from "../protocol";

export type Entry =
  /** Something great: a new turn, the end. */
  | { kind: "heading"; id: string; moment: number; event: Event }
  /** Small headings that follow each other directly, as one line. */
  | { kind: "minor"; id: string; moment: number; events: Event[] }
  | { kind: "event"; id: string; moment: number; event: Event }
  /** Several who do the same one after the other, as a body that moves does. */
  | { kind: "many"; id: string; moment: number; events: Event[] }
  /** What is no event of the game: an undo, an offer. */
  | { kind: "note"; id: string; moment: number; what: string; seat: Seat | null };

const TOLD = new Set(["undo", "resign", "draw-offer", "draw-accept", "draw-decline", "cut"]);

/** The steps that still hold; an undo removes everything after the moment it goes back to and stays itself. */
export function standing(steps: readonly Step[]): Step[] {
  const kept: Step[] = [];
  for (const step of steps) {
    if (step.kind === "undo" && step.back_to !== null)
      while ((kept.at(-1)?.moment ?? -1) > step.back_to) kept.pop();
    kept.push(step);
  }
  return kept;
}

/** The story in order. Without a look there are no headings. */
export function story(steps: readonly Step[], look: Look | null | undefined): Entry[] {
  const entries: Entry[] = [];
  for (const step of standing(steps)) {
    if (TOLD.has(step.kind))
      entries.push({
        kind: "note",
        id: `${step.moment}`,
        moment: step.moment,
        what: step.kind,
        seat: step.seat,
      });
    step.events.forEach((event, index) => {
      const motion = look?.motion[event.key];
      const place = { id: `${step.moment}.${index}`, moment: step.moment };
      const last = entries.at(-1);
      const isQuiet = !motion || motion.motion === "none";
      if (isQuiet && last?.kind === "event" && saysNothingNew(last.event, event)) return;
      if (motion?.motion !== "banner") entries.push({ kind: "event", ...place, event });
      else if (!motion.small) entries.push({ kind: "heading", ...place, event });
      else if (last?.kind === "minor" && last.moment === step.moment) last.events.push(event);
      else entries.push({ kind: "minor", ...place, events: [event] });
    });
  }
  return bodies(entries, look);
}

/** An event of which only is told that it happened, as in the dark; once more is no news. */
const saysNothingNew = (before: Event, event: Event): boolean =>
  event.key === before.key &&
  Object.keys(event).every((field) => ["key", "rules", "text"].includes(field)) &&
  event.text.en === before.text.en;

/** From so many on they are told as a body. */
const BODY = 3;

/** Who moves or is put down together is told in one line: the first, and how many others. */
function bodies(entries: readonly Entry[], look: Look | null | undefined): Entry[] {
  const found: Entry[] = [];
  for (let at = 0; at < entries.length; ) {
    const first = entries[at] as Entry;
    let end = at + 1;
    if (first.kind === "event" && ["move", "place"].includes(look?.motion[first.event.key]?.motion ?? ""))
      for (let next = entries[end]; isAlike(first, next); next = entries[end]) end += 1;
    const run = entries.slice(at, end).flatMap((one) => (one.kind === "event" ? [one.event] : []));
    if (run.length >= BODY) found.push({ kind: "many", id: first.id, moment: first.moment, events: run });
    else found.push(...entries.slice(at, end));
    at = end;
  }
  return found;
}

const isAlike = (one: Entry, other: Entry | undefined): boolean =>
  one.kind === "event" &&
  other?.kind === "event" &&
  one.moment === other.moment &&
  one.event.key === other.event.key;

/** Which part of a long story is on the page: about `size` entries around a place, or the end. */
export function stretch(count: number, around: number | null, size: number): [from: number, to: number] {
  if (around === null) return [Math.max(0, count - size), count];
  const from = Math.max(0, Math.min(around - Math.floor(size / 2), count - size));
  return [from, Math.min(count, from + size)];
}

const OFTEN = 3;

/** Small headings in a row: of a kind that comes again and again only the first and the very last are shown. */
export function shortened(events: readonly Event[]): { shown: Event[]; whole: boolean } {
  const often = (key: string) => events.filter((event) => event.key === key).length >= OFTEN;
  const shown = events.filter(
    (event, at) =>
      at === events.length - 1 ||
      !often(event.key) ||
      events.findIndex((one) => one.key === event.key) === at,
  );
  return { shown, whole: shown.length === events.length };
}
