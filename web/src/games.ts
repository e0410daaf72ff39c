// The games this browser has a part in, with their keys. They stay in the browser.

import { signal } from "@preact/signals";
import type { Seat, Text } from "./protocol";

export interface MyGame {
  id: string;
  key: string | null;
  seats: Seat[];
  scenario: string;
  title: Text;
  since: number;
  /** Links for friends that have not been used yet, by seat. */
  invitations?: Record<Seat, string>;
  guided?: boolean;
  /** The key of who created the battle: with it the battle can be deleted from the server. */
  owner?: string;
}

const STORED = "alfiere.games";

function read(): MyGame[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(found) ? (found as MyGame[]).filter((one) => typeof one?.id === "string") : [];
  } catch {
    return [];
  }
}

export const myGames = signal<MyGame[]>(read());

function keep(games: MyGame[]): void {
  myGames.value = games;
  localStorage.setItem(STORED, JSON.stringify(games));
}

export function remember(game: MyGame): void {
  keep([game, ...read().filter((one) => one.id !== game.id)]);
}

export function forget(id: string): void {
  keep(read().filter((one) => one.id !== id));
}

export function myGame(id: string): MyGame | null {
  return myGames.value.find((one) => one.id === id) ?? null;
}
