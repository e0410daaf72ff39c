import { useLoaded } from "../head/loaded";
import { said } from "../language";
import type { Scenario, Text } from "../protocol";
import { address } from "../router";
import { health } from "../server";
import { Ornament } from "./Ornament";
import { say } from "./phrases";

/** The games these battles belong to, each once. */
export function gamesOf(
  scenarios: readonly Scenario[],
): { game: string; title: string; about: Text | null; credits: Text | null }[] {
  const found = new Map<string, ReturnType<typeof gamesOf>[number]>();
  for (const one of scenarios) {
    if (!found.has(one.game)) {
      const { game, game_title: title, about = null, credits = null } = one;
      found.set(game, { game, title, about, credits });
    }
  }
  return [...found.values()];
}

/** Rulebooks, whose games they are, which release this is. */
export function Foot({ scenarios }: { scenarios: readonly Scenario[] }) {
  const release = useLoaded(health, "health");
  const games = gamesOf(scenarios);
  return (
    <footer class="lobby-foot">
      <Ornament />
      {games.length > 0 && (
        <div class="lobby-foot-columns">
          <nav aria-labelledby="lobby-books">
            <h2 id="lobby-books">{say("rulebooks")}</h2>
            <ul>
              {games.map((one) => (
                <li key={one.game}>
                  <a href={address("rules", one.game)}>{one.title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <section aria-labelledby="lobby-credits">
            <h2 id="lobby-credits">{say("credits")}</h2>
            {games.map((one) => one.credits && <p key={one.game}>{said(one.credits)}</p>)}
            <p>{say("wording")}</p>
          </section>
        </div>
      )}
      {release.value && <p class="lobby-release">{say("version", { version: release.value.alfiere })}</p>}
    </footer>
  );
}
