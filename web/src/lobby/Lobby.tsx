import { useEffect, useState } from "preact/hooks";
import { Head } from "../head/Head";
import { useLoaded } from "../head/loaded";
import { language } from "../language";
import type { Look } from "../look";
import type { Scenario, Seat } from "../protocol";
import { address } from "../router";
import { look, scenarios } from "../server";
import { BattleCard } from "./BattleCard";
import { FirstBattle } from "./FirstBattle";
import { Foot, gamesOf } from "./Foot";
import { Games } from "./Games";
import "./lobby.css";
import { inWords } from "../refusals";
import { MyGames } from "./MyGames";
import { OpenFile } from "./OpenFile";
import { Ornament } from "./Ornament";
import { say } from "./phrases";
import { SetUp } from "./SetUp";
import { TitlePlate } from "./TitlePlate";
import { Watch } from "./Watch";

/** The looks of these games, as they come; a game without one is shown without its colours. */
function useLooks(games: readonly string[]): Record<string, Look> {
  const [found, setFound] = useState<Record<string, Look>>({});
  const wanted = games.join(" ");
  useEffect(() => {
    for (const game of wanted.split(" ").filter(Boolean)) {
      look(game).then(
        (one) => setFound((before) => ({ ...before, [game]: one })),
        () => {},
      );
    }
  }, [wanted]);
  return found;
}

/** The first page: battles, my games, everything that begins one. */
export function Lobby() {
  const told = useLoaded(scenarios, "scenarios");
  const battles = told.value?.scenarios ?? [];
  const computers = told.value?.computers ?? [];
  const games = gamesOf(battles);
  const looks = useLooks(games.map((one) => one.game));
  const [setting, setSetting] = useState<{ scenario: Scenario; side: Seat } | null>(null);
  useEffect(() => {
    document.title = `Alfiere: ${say("subtitle").toLowerCase()}`;
  }, [language.value]);

  return (
    <div class="lobby-page">
      <Head>
        <a
          class="lobby-books"
          href={games.length === 1 ? address("rules", games[0]?.game ?? "") : "#lobby-books"}
        >
          {say("rulebooks")}
        </a>
      </Head>
      <div class="lobby-sheet">
        <TitlePlate>{told.value && <FirstBattle told={told.value} />}</TitlePlate>
        <main class="lobby-main">
          <MyGames scenarios={battles} looks={looks} />
          {told.error !== null && (
            <section class="lobby-empty" role="alert">
              <p>{inWords(told.error)}</p>
              <button type="button" class="button main" onClick={told.again}>
                {say("again")}
              </button>
            </section>
          )}
          {!told.value && told.error === null && (
            <p class="lobby-empty" aria-live="polite">
              {say("loading")}
            </p>
          )}
          {told.value && !battles.length && <p class="lobby-empty">{say("none")}</p>}
          {told.value && <Games told={told.value} />}
          {games.map((one) => (
            <section key={one.game} class="lobby-battles" aria-labelledby={`lobby-game-${one.game}`}>
              <header class="lobby-battles-head">
                <h2 id={`lobby-game-${one.game}`}>
                  {say("battles")}
                  <span class="lobby-battles-game">{one.title}</span>
                </h2>
                <a href={address("rules", one.game)} aria-label={say("rulebookOf", { game: one.title })}>
                  {say("rulebook")}
                </a>
              </header>
              {battles
                .filter((battle) => battle.game === one.game)
                .map((battle) => (
                  <BattleCard
                    key={battle.id}
                    scenario={battle}
                    look={looks[battle.game] ?? null}
                    computers={computers}
                    onMore={(side) => setSetting({ scenario: battle, side })}
                  />
                ))}
            </section>
          ))}
          {told.value && (
            <>
              <Ornament small />
              <h2 class="unseen">{say("elsewhere")}</h2>
              <div class="lobby-ways">
                <OpenFile scenarios={battles} computers={computers} looks={looks} />
                <Watch />
              </div>
            </>
          )}
          <Foot scenarios={battles} />
        </main>
      </div>
      {setting && (
        <SetUp
          key={setting.scenario.id}
          scenario={setting.scenario}
          side={setting.side}
          computers={computers}
          look={looks[setting.scenario.game] ?? null}
          onClose={() => setSetting(null)}
        />
      )}
    </div>
  );
}
