// What the ensign says and when: a walk over the screen, then a word to each decision the first time it comes.

import { myGame, remember } from "../games";

/** A stop of the walk: what is pointed at, if it is on the page. */
export interface Stop {
  key: "welcome" | "aim" | "prompt" | "options" | "map" | "hand" | "log" | "undo" | "army" | "ready";
  at: string | null;
}

export const STOPS: readonly Stop[] = [
  { key: "welcome", at: null },
  { key: "aim", at: null },
  { key: "prompt", at: "#prompt" },
  { key: "options", at: "[data-guide=options]" },
  { key: "map", at: "[data-guide=map]" },
  { key: "hand", at: "[data-guide=hand]" },
  { key: "log", at: "[data-guide=log]" },
  { key: "undo", at: "[data-guide=undo]" },
  { key: "army", at: "[data-guide=army]" },
  { key: "ready", at: null },
];

/** The stops whose places are on the page now. */
export function stopsHere(isHere: (at: string) => boolean): Stop[] {
  return STOPS.filter((stop) => stop.at === null || isHere(stop.at));
}

/** A long text in paragraphs of a few sentences each. */
export function paragraphs(text: string, most = 190): string[] {
  const found: string[] = [];
  for (const sentence of text.split(/(?<=[.!?»]) (?=[\p{Lu}«])/u)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + sentence.length < most)
      found[found.length - 1] = `${last} ${sentence}`;
    else found.push(sentence);
  }
  return found;
}

/** Whether this battle is the reader's guided one. */
export function isGuided(game: string): boolean {
  return myGame(game)?.guided === true;
}

/** The ensign goes, and does not come back by himself. */
export function dismiss(game: string): void {
  const mine = myGame(game);
  if (!mine) return;
  const { guided: _, ...rest } = mine;
  remember(rest);
  localStorage.removeItem(stored(game));
}

/** How far the reader has come. */
export interface Progress {
  walked: boolean;
  met: string[];
}

const stored = (game: string) => `alfiere.guide.${game}`;

export function progress(game: string): Progress {
  try {
    const found = JSON.parse(localStorage.getItem(stored(game)) ?? "{}");
    return { walked: found.walked === true, met: Array.isArray(found.met) ? found.met : [] };
  } catch {
    return { walked: false, met: [] };
  }
}

export function keepProgress(game: string, now: Progress): void {
  try {
    localStorage.setItem(stored(game), JSON.stringify(now));
  } catch {
    // without storage he repeats himself
  }
}
