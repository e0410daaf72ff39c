// A save file, as far as the lobby must know it: which battle, which seats, whether rolls are entered by hand.

import type { Scenario, Seat, Side, Text } from "../protocol";

export interface SaveFile {
  text: string;
  scenario: string;
  title: Text;
  sides: Side[];
  byHand: boolean;
}

/** Up to this many bytes the server takes a save; a larger file is not sent at all. */
export const LARGEST = 4_000_000;

/** Null if the file is no save of ours; everything finer is for the server to judge. */
export function readSave(text: string, known: readonly Scenario[]): SaveFile | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const save = found as {
    alfiere?: unknown;
    game?: unknown;
    scenario?: { id?: unknown };
    by_hand?: unknown;
    options?: Record<string, unknown>;
    players?: Record<Seat, unknown>;
  } | null;
  if (!save?.alfiere || typeof save.game !== "string" || typeof save.scenario?.id !== "string") return null;
  const id = `${save.game}/${save.scenario.id}`;
  const battle = known.find((one) => one.id === id);
  const fellow = battle ?? known.find((one) => one.game === save.game);
  // A battle of somebody's own is not in our list: its seats are those of its game.
  const seats = fellow?.sides.map((one) => one.seat) ?? Object.keys(save.players ?? {});
  const referees = fellow?.referees?.filter((one) => save.options?.[one.option] === "yes") ?? [];
  const sides = battle?.sides ?? seats.map((seat) => ({ seat, name: { en: seat, it: seat } }));
  return {
    text,
    scenario: id,
    title: battle?.title ?? { en: save.scenario.id, it: save.scenario.id },
    sides: [...sides, ...referees],
    byHand: save.by_hand === true,
  };
}
