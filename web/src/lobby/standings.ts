import { useEffect, useState } from "preact/hooks";
import type { MyGame } from "../games";
import { Game, Refusal } from "../server";
import { type Standing, standing } from "./standing";

const EVERY = 20_000;

async function ask(game: MyGame): Promise<Standing> {
  try {
    // A key with several seats must name one; which one does not matter for how the game stands.
    return standing(game, await new Game(game.id, game.key).state(game.seats[0] ?? null));
  } catch (error) {
    if (error instanceof Refusal && (error.status === 404 || error.status === 403)) return { is: "gone" };
    return { is: "unreachable" };
  }
}

/** How each of these games stands, asked now, on coming back to the page, and every now and then. */
export function useStandings(games: readonly MyGame[]): Record<string, Standing> {
  const [found, setFound] = useState<Record<string, Standing>>({});
  const ids = games.map((one) => one.id).join(" ");
  useEffect(() => {
    let wanted = true;
    const done = new Set<string>();
    const look = async () => {
      // One after the other: a long list must not use up what the server allows a client.
      for (const game of games) {
        if (!wanted || document.hidden) return;
        if (done.has(game.id)) continue;
        const stands = await ask(game);
        if (stands.is === "over" || stands.is === "gone") done.add(game.id);
        if (wanted) setFound((before) => ({ ...before, [game.id]: stands }));
      }
    };
    look();
    const clock = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      wanted = false;
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, [ids]);
  return found;
}
