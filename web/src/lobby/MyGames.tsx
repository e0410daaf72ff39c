import { useEffect, useState } from "preact/hooks";
import { whenDone } from "../dates";
import { forget, type MyGame, myGames } from "../games";
import { language, said } from "../language";
import type { Look } from "../look";
import type { Scenario, Side } from "../protocol";
import { inWords as refusedInWords } from "../refusals";
import { address } from "../router";
import { Game } from "../server";
import { CopyButton } from "./CopyButton";
import "./mine.css";
import { say } from "./phrases";
import { Swatch } from "./Swatch";
import type { Standing } from "./standing";
import { useStandings } from "./standings";

const FIRST = 4;
/** So many are asked after, even if only the first few are shown. */
const ASKED = 12;

/** What waits for me comes first, what is over last; among equals the newest. */
function rank(stands: Standing | undefined, game: MyGame): number {
  if (stands?.is === "mine") return 0;
  if (stands?.is === "waiting" && stands.open.some((seat) => game.seats.includes(seat))) return 0;
  if (stands?.is === "over") return 2;
  return stands?.is === "gone" ? 3 : 1;
}

/** The games of this browser, and how they stand now. */
export function MyGames({
  scenarios,
  looks,
}: {
  scenarios: readonly Scenario[];
  looks: Record<string, Look>;
}) {
  const [all, setAll] = useState(false);
  const games = myGames.value;
  const standings = useStandings(all ? games : games.slice(0, ASKED));
  const sorted = [...games].sort(
    (one, other) => rank(standings[one.id], one) - rank(standings[other.id], other),
  );
  const shown = all ? sorted : sorted.slice(0, FIRST);
  if (!games.length) return null;
  return (
    <section class="lobby-mine" aria-labelledby="lobby-mine">
      <h2 id="lobby-mine">{say("myGames")}</h2>
      <ul>
        {shown.map((game) => (
          <Row
            key={game.id}
            game={game}
            stands={standings[game.id] ?? { is: "unknown" }}
            sides={scenarios.find((one) => one.id === game.scenario)?.sides ?? []}
            look={looks[game.scenario.split("/")[0] ?? ""] ?? null}
          />
        ))}
      </ul>
      {shown.length < games.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          {say("showAll", { n: games.length })}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  game: MyGame;
  stands: Standing;
  sides: readonly Side[];
  look: Look | null;
}

function Row({ game, stands, sides, look }: RowProps) {
  const table = game.key ? address("game", game.id, game.key) : address("game", game.id);
  const title = said(game.title);
  const when = whenDone(game.since, language.value);
  const isMine =
    stands.is === "mine" ||
    (stands.is === "waiting" && stands.open.some((seat) => game.seats.includes(seat)));
  const lasting = stands.is !== "gone";
  const mine = game.seats.length === 1 ? sides.find((one) => one.seat === game.seats[0]) : undefined;
  const begun = stands.is !== "waiting" && stands.is !== "unknown" && stands.is !== "unreachable" && lasting;
  return (
    <li class={`lobby-game ${stands.is}`}>
      <span class="lobby-game-sides">
        {mine ? (
          <Swatch side={mine} look={look} />
        ) : (
          sides.map((one) => <Swatch key={one.seat} side={one} look={look} />)
        )}
      </span>
      <div class="lobby-game-words">
        {lasting ? (
          <a class="lobby-game-title" href={table}>
            {title}
          </a>
        ) : (
          <span class="lobby-game-title">{title}</span>
        )}{" "}
        <span class="lobby-game-about">{[asWhom(game, sides), when].join(" · ")}</span>
        <p class="lobby-game-stands">{inWords(stands, game, sides)}</p>
      </div>
      <div class="lobby-game-ways">
        {stands.is === "waiting" &&
          Object.entries(game.invitations ?? {})
            .filter(([seat]) => stands.open.includes(seat))
            .map(([seat, link]) => (
              <CopyButton
                key={seat}
                text={link}
                label={say("invite")}
                name={say("inviteSide", { side: said(sides.find((one) => one.seat === seat)?.name) || seat })}
              />
            ))}
        {begun && (
          <a class="button" href={address("replay", game.id, 0)}>
            {say("replay")}
          </a>
        )}
        {lasting && (
          <a class={isMine ? "button main" : "button"} href={table}>
            {say(stands.is === "over" ? "result" : game.key ? "continue" : "watch")}
          </a>
        )}
        <Leave game={game} title={title} when={when} stands={stands} />
      </div>
    </li>
  );
}

function asWhom(game: MyGame, sides: readonly Side[]): string {
  if (!game.seats.length) return say("asSpectator");
  if (game.seats.length > 1 && game.seats.length >= sides.length)
    return say(sides.length > 2 ? "allSides" : "bothSides");
  const name = (seat: string) => said(sides.find((one) => one.seat === seat)?.name) || seat;
  return game.seats.map(name).join(", ");
}

function inWords(stands: Standing, game: MyGame, sides: readonly Side[]): string {
  const turn = "turn" in stands && stands.turn ? `, ${say("atTurn", { n: stands.turn })}` : "";
  switch (stands.is) {
    case "mine":
      return say("stMine") + turn;
    case "theirs":
      return say(sides.length > 2 ? "stOthers" : "stTheirs") + turn;
    case "watched":
      return say("stWatched") + turn;
    case "waiting":
      return say(stands.open.some((seat) => game.seats.includes(seat)) ? "stWaitingMe" : "stWaitingFriend");
    case "over": {
      const winner = sides.find((one) => one.seat === stands.winner);
      const how =
        stands.won !== null
          ? say(stands.won ? "stWon" : "stLost")
          : winner
            ? say("stWonBy", { side: said(winner.name) })
            : say(stands.winner ? "stOver" : "stDrawn");
      return stands.text ? `${how} · ${said(stands.text)}` : how;
    }
    case "gone":
      return say("stGone");
    case "unreachable":
      return say("stUnreachable");
    default:
      return say("stUnknown");
  }
}

/** Who created a battle deletes it from the server; who only holds a key, or may not delete it, forgets it. */
function Leave({
  game,
  title,
  when,
  stands,
}: {
  game: MyGame;
  title: string;
  when: string;
  stands: Standing;
}) {
  const [refused, setRefused] = useState("");
  const isOver = stands.is === "gone" || stands.is === "over";
  const remove = async () => {
    try {
      await new Game(game.id, game.owner ?? null).remove();
      forget(game.id);
    } catch (error) {
      setRefused(refusedInWords(error));
    }
  };
  return (
    <>
      {game.owner && stands.is !== "gone" && !refused ? (
        <AskedTwice
          words={{
            short: say("delete"),
            named: say("deleteNamed", { title, when }),
            sure: say("deleteSure"),
          }}
          why={say("deleteWhy")}
          onYes={() => void remove()}
        />
      ) : (
        <AskedTwice
          words={{
            short: say("forget"),
            named: say("forgetNamed", { title, when }),
            sure: say("forgetSure"),
          }}
          why={say("forgetWhy")}
          // A key that can still be played with is only thrown away after a second question.
          isSure={!game.key || isOver}
          onYes={() => forget(game.id)}
        />
      )}
      {refused && (
        <p class="lobby-refusal" role="alert">
          {refused}
        </p>
      )}
    </>
  );
}

interface AskedTwiceProps {
  words: { short: string; named: string; sure: string };
  why: string;
  isSure?: boolean;
  onYes: () => void;
}

function AskedTwice({ words, why, isSure = false, onYes }: AskedTwiceProps) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const later = setTimeout(() => setAsked(false), 6000);
    return () => clearTimeout(later);
  }, [asked]);
  return (
    <button
      type="button"
      class={asked ? "button lobby-danger" : "button lobby-quiet"}
      title={why}
      {...(asked ? {} : { "aria-label": words.named })}
      onClick={() => {
        setAsked(!isSure && !asked);
        if (isSure || asked) onYes();
      }}
    >
      {asked ? words.sure : words.short}
    </button>
  );
}
