import { LanguageSwitch } from "../head/LanguageSwitch";
import { said } from "../language";
import { address } from "../router";
import { counter, stages } from "../tracks";
import type { Kit } from "./kit";
import { Menu } from "./Menu";
import { capital, minus, seatName, shortSeatName, word } from "./names";
import { say } from "./phrases";
import "./head.css";

/** A number a side; null where only its owner knows it. */
type Numbers = Record<string, number | null>;

/** Over the table: which battle, how far it is, how the sides stand. */
export function TableHead({ kit }: { kit: Kit }) {
  const { session } = kit;
  const about = session.about.value;
  const view = session.shownView.value;
  const tracks = view?.tracks ?? {};
  const track = session.look.value?.track ?? [];
  const year = session.scenario.value?.date.slice(0, 4);
  return (
    <header class="table-head">
      <a class="table-house" href={address()} aria-label={`Alfiere: ${say("lobby")}`}>
        Alfiere
      </a>
      <h1 class="table-title">
        <span>{[said(about?.title), year].filter(Boolean).join(" ")}</span>
        {track
          .filter((one) => one.shown === "counter")
          .map((one) => {
            const told = counter(tracks[one.key]);
            return told?.now && told.most ? (
              <small key={one.key}>{say("turn", { now: told.now, most: told.most })}</small>
            ) : null;
          })}
      </h1>
      {track
        .filter((one) => one.shown === "stages")
        .map((one) => (
          <Stages key={one.key} kit={kit} told={stages(tracks, one.key)} />
        ))}
      <div class="table-sides">
        {track
          .filter((one) => one.shown === "sides")
          .map((one) => (
            <Sides
              key={one.key}
              kit={kit}
              track={word(session.words.value, one.key)}
              numbers={tracks[one.key] as Numbers | undefined}
              start={tracks[`${one.key}_start`] as Numbers | undefined}
            />
          ))}
      </div>
      <div class="table-tools">
        <button
          type="button"
          class="table-tool"
          data-guide="undo"
          disabled={!session.table.value?.may_undo || session.busy.value}
          title={`${say("undo")} (U)`}
          aria-keyshortcuts="u"
          onClick={() => void session.undo()}
        >
          <span aria-hidden="true">⟲</span> <b>{say("undo")}</b>
        </button>
        <Menu kit={kit} />
        <LanguageSwitch />
      </div>
    </header>
  );
}

function Stages({ kit, told }: { kit: Kit; told: ReturnType<typeof stages> }) {
  if (!told) return null;
  const { now, all } = told;
  const words = kit.session.words.value;
  const at = all.indexOf(now);
  return (
    <ol class="table-stages" aria-label={say("stages")}>
      {all.map((one, n) => (
        <li
          key={one}
          class={n < at ? "past" : ""}
          aria-current={one === now ? "step" : undefined}
          title={capital(word(words, one))}
        >
          {capital(word(words, one))}
        </li>
      ))}
    </ol>
  );
}

/** A number a side, with who is there. */
function Sides(props: { kit: Kit; track: string; numbers: Numbers | undefined; start: Numbers | undefined }) {
  const { kit, track, numbers, start } = props;
  const { session } = kit;
  const about = session.about.value;
  const presence = session.presence.value;
  if (!numbers) return null;
  return (
    <>
      {Object.entries(numbers).map(([seat, number]) => {
        const scenario = session.scenario.value;
        const name = seatName(seat, scenario, session.words.value);
        const first = start?.[seat] ?? undefined;
        const now = number === null ? "?" : minus(number);
        const spoken =
          first === undefined
            ? say("is", { name, track, now })
            : say("of", { name, track, now, start: first });
        const paint = session.look.value?.seats[seat]?.paint;
        const isPerson = about?.seats.find((one) => one.seat === seat)?.who === "person";
        const isThere = presence?.seats[seat] ?? false;
        return (
          <div key={seat} class="table-side" title={spoken}>
            <span class="unseen">{spoken}</span>
            <i
              class={isPerson && !isThere ? "away" : ""}
              style={paint ? { "--paint": paint } : {}}
              title={isPerson ? say(isThere ? "there" : "away", { name }) : undefined}
            />
            <span aria-hidden="true">
              <span class="table-side-name">{shortSeatName(seat, scenario, session.words.value)}</span>{" "}
              <strong>{now}</strong>
              {first !== undefined && <small> / {first}</small>}
            </span>
          </div>
        );
      })}
    </>
  );
}
