// From a wish to the table: create, remember the keys, go there.

import { keepPromise } from "../evidence";
import { type MyGame, remember } from "../games";
import type { Created, Scenario, Seat, Text } from "../protocol";
import { go } from "../router";
import { create, type NewGame } from "../server";

/** A link as it can be sent to somebody: with this page's own address before the «#». */
export function absolute(link: string, page: string = location.href): string {
  const hash = link.slice(Math.max(0, link.indexOf("#")));
  return page.replace(/#.*$/, "") + hash;
}

/** What this browser keeps of a new game: my key, and the links that are still to be sent. */
export function kept(
  made: Created,
  about: { scenario: string; title: Text },
  guided: boolean,
  page: string = location.href,
): MyGame {
  const mine = made.keys.find((one) => one.who === "me");
  const owner = mine ?? made.keys.find((one) => one.who === "owner");
  const invitations: Record<Seat, string> = {};
  for (const one of made.keys) {
    if (one === owner) continue;
    for (const seat of one.seats) invitations[seat] = absolute(one.link, page);
  }
  return {
    id: made.id,
    key: mine?.key ?? null,
    seats: mine?.seats ?? [],
    scenario: about.scenario,
    title: about.title,
    since: Date.now(),
    ...(owner ? { owner: owner.key } : {}),
    ...(Object.keys(invitations).length ? { invitations } : {}),
    ...(guided ? { guided } : {}),
  };
}

/** To the table of a game of mine. */
export function sitDown(game: Pick<MyGame, "id" | "key">): void {
  if (game.key) go("game", game.id, game.key);
  else go("game", game.id);
}

/** Creates and remembers; the caller goes to the table, or shows the invitations first. */
export async function begin(wanted: NewGame, scenario: Scenario, guided = false): Promise<MyGame> {
  const made = await create(scenario.source === undefined ? wanted : { ...wanted, source: scenario.source });
  keepPromise(made.id, { commitment: made.commitment, secret: null }, true);
  const game = kept(made, { scenario: scenario.id, title: scenario.title }, guided);
  remember(game);
  return game;
}
