// Which battles this browser has been briefed for, and whether it wants to be.

import { effect, signal } from "@preact/signals";

const WANTED = "alfiere.briefings";
const SEEN = "alfiere.briefed";
/** So many battles are remembered. */
const MOST = 200;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // without storage it is asked anew
  }
};

/** Whether a briefing is laid beside the map when a battle begins. */
export const isBriefed = signal(read(WANTED) !== "off");
effect(() => write(WANTED, isBriefed.value ? "on" : "off"));

const seen = (): string[] => (read(SEEN) ?? "").split(" ").filter(Boolean);

/** Whether the briefing of this battle is still to be shown; it is shown once. */
export function isNews(game: string): boolean {
  return isBriefed.value && !seen().includes(game);
}

export function noteSeen(game: string): void {
  write(SEEN, [game, ...seen().filter((one) => one !== game)].slice(0, MOST).join(" "));
}
