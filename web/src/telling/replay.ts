// Going to and fro in a battle's past: which moments tell something, which views are at hand.

import type { Look } from "../look";
import type { Log, Moment, Step, View } from "../protocol";

/** All steps a viewer was told; the server gives them in stretches. */
export async function wholeLog(ask: (from: number) => Promise<Log>): Promise<Step[]> {
  const steps: Step[] = [];
  for (;;) {
    const part = await ask(steps.length);
    steps.push(...part.steps);
    if (part.steps.length === 0 || steps.length >= part.moments) return steps;
  }
}

/** Whether there is something to see or read at a moment; most answers only lead to the next question. */
export function tells(step: Step): boolean {
  return step.events.length > 0 || !["answer", "round"].includes(step.kind);
}

/** The next moment that tells something; the last one if none does. */
export function following(steps: readonly Step[], moment: number): number {
  const last = steps.length - 1;
  for (let at = moment + 1; at <= last; at++) if (steps[at] && tells(steps[at] as Step)) return at;
  return Math.max(0, last);
}

export function preceding(steps: readonly Step[], moment: number): number {
  for (let at = Math.min(moment, steps.length) - 1; at > 0; at--)
    if (steps[at] && tells(steps[at] as Step)) return at;
  return 0;
}

/** The moments where something great begins. */
export function headings(steps: readonly Step[], look: Look | null): number[] {
  if (!look) return [];
  const isGreat = (key: string) => look.motion[key]?.motion === "banner" && !look.motion[key]?.small;
  return steps.filter((step) => step.events.some((event) => isGreat(event.key))).map((step) => step.moment);
}

/** The moment at which another viewer had heard of as many events: moments are counted for each viewer apart. */
export function sameMoment(from: readonly Step[], moment: number, to: readonly Step[]): number {
  let heard = 0;
  for (const step of from.slice(0, moment + 1)) heard += step.events.length;
  if (heard === 0) return Math.min(moment, to.length - 1);
  for (const [at, step] of to.entries()) {
    heard -= step.events.length;
    if (heard <= 0) return at;
  }
  return Math.max(0, to.length - 1);
}

/** Who and what the events of a step are about, by the look's fields. */
export function concerned(step: Step | undefined, look: Look): string[] {
  const found = new Set<string>();
  for (const event of step?.events ?? []) {
    const motion = look.motion[event.key];
    for (const field of [motion?.piece, motion?.target]) {
      const piece = field ? event[field] : null;
      if (typeof piece === "string") found.add(piece);
    }
  }
  return [...found];
}

/** How long a step stays before the next one, so that its sentences can be read. */
export function readingTime(letters: number, speed: number): number {
  return (250 + Math.min(1800, letters * 14)) / speed;
}

const KEPT = 240;

/** The views at hand: asked for once, those ahead in good time. */
export class Views {
  private found = new Map<number, Promise<View>>();

  constructor(private ask: (moment: number) => Promise<Moment>) {}

  at(moment: number): Promise<View> {
    const kept = this.found.get(moment);
    if (kept) return kept;
    const asked = this.ask(moment).then((one) => one.view);
    this.found.set(moment, asked);
    asked.catch(() => this.found.delete(moment)); // another try may do better
    if (this.found.size > KEPT) this.found.delete(this.found.keys().next().value as number);
    return asked;
  }

  /** Asks for what will be wanted soon. */
  ahead(moments: readonly number[]): void {
    for (const moment of moments) this.at(moment).catch(() => {});
  }
}
