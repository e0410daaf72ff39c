// A test taken, in parts: its counts, what was turned up or rolled, what came of it. In the sequence of the event.

import type { Event, Tally } from "../protocol";

export type Part =
  | { kind: "tally"; field: string; tally: Tally }
  | { kind: "drawn"; field: string; values: number[]; successes: (boolean | null)[] }
  | { kind: "outcome"; field: string; value: number | boolean };

export function isTally(value: unknown): value is Tally {
  if (typeof value !== "object" || value === null) return false;
  const tally = value as Partial<Tally>;
  return typeof tally.kind === "string" && typeof tally.total === "number" && Array.isArray(tally.lines);
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number");

/** The tallies of a field. A test of many dice has one for each; those who roll alike are told once. */
function talliesOf(value: unknown): Tally[] {
  const found = (Array.isArray(value) ? value : [value])
    .filter(isTally)
    .filter((one) => one.lines.length > 0);
  return [...new Map(found.map((tally) => [JSON.stringify(tally), tally])).values()];
}

/** Whether there is something to open. */
export function hasBreakdown(event: Event): boolean {
  return Object.values(event).some((value) => talliesOf(value).length > 0);
}

export function breakdown(event: Event): Part[] {
  if (!hasBreakdown(event)) return [];
  const parts: Part[] = [];
  for (const [field, value] of Object.entries(event)) {
    const tallies = talliesOf(value);
    if (tallies.length > 0) parts.push(...tallies.map((tally) => ({ kind: "tally" as const, field, tally })));
    else if (isNumbers(value))
      parts.push({ kind: "drawn", field, values: value, successes: successes(event, value) });
    else if (typeof value === "number" || typeof value === "boolean")
      parts.push({ kind: "outcome", field, value });
  }
  return parts;
}

/** Which of the values succeeded, where the event says so or leaves no doubt. */
export function successes(event: Event, values: readonly number[]): (boolean | null)[] {
  const told = event.successes;
  if (Array.isArray(told) && told.length === values.length) return told.map(Boolean);
  if (event.hits === 0 || event.passed === false) return values.map(() => false);
  if (event.hits === values.length || (event.passed === true && values.length === 1))
    return values.map(() => true);
  return values.map(() => null);
}
