import { useEffect, useRef, useState } from "preact/hooks";
import { said } from "../language";
import { begin, sitDown } from "../lobby/begin";
import { minus, seatName, sideInSentence, word } from "../names";
import { inWords } from "../refusals";
import { address } from "../router";
import { Refusal } from "../server";
import type { Kit } from "./kit";
import { saveFile } from "./Menu";
import { say } from "./phrases";
import { hasSide, mine } from "./seats";

/** The end: who won, why, and what can be done now. */
export function ResultPanel({ kit }: { kit: Kit }) {
  const { session } = kit;
  const result = session.shown.value?.result;
  const about = session.about.value;
  const panel = useRef<HTMLElement>(null);
  const [trouble, tell] = useState("");
  const isShown = !!result && !kit.resultSeen.value;
  useEffect(() => {
    if (isShown) panel.current?.focus();
  }, [isShown]);
  if (!result || !about) return null;
  if (!isShown) {
    return (
      <button
        type="button"
        class="button main table-result-back"
        onClick={() => {
          kit.resultSeen.value = false;
        }}
      >
        {say("show-result")}
      </button>
    );
  }
  const words = session.words.value;
  const name = (seat: string) => seatName(seat, session.scenario.value, words);
  const seats = mine(about);
  const [own] = seats;
  const parties = about.seats.filter((one) => hasSide(one.seat, session.scenario.value));
  const verdict =
    seats.length !== 1 || !own || !hasSide(own, session.scenario.value)
      ? say("is-over")
      : result.loser === own
        ? say("you-lost")
        : !result.winner
          ? say("draw")
          : result.winner === own
            ? say("you-won")
            : say("you-lost");
  const loser = result.loser ?? parties.find((one) => one.seat !== result.winner)?.seat;
  const fought = said(result.text) || (result.reason ? word(words, result.reason) : "");
  const reason =
    result.how === "resigned"
      ? say("result-resigned", { name: loser ? name(loser) : "" })
      : result.how === "agreed"
        ? say(parties.length > 2 ? "result-agreed-all" : "result-agreed")
        : fought && say("result-reason", { reason: fought, turn: result.turn });
  // Not every game keeps scores.
  const scores = Object.entries(result.scores ?? {});
  const again = async () => {
    const { scenario } = session;
    if (!scenario.value) return;
    const seating = Object.fromEntries(
      about.seats.map((one) => [one.seat, one.mine ? "me" : one.who === "person" ? "friend" : one.who]),
    );
    // What was left empty is the scenario's own.
    const options = Object.fromEntries(
      Object.entries(about.options).flatMap(([key, one]) =>
        one === "" || one === null ? [] : [[key, String(one)]],
      ),
    );
    try {
      sitDown(
        await begin(
          { scenario: about.scenario, seats: seating, options, by_hand: about.by_hand },
          scenario.value,
        ),
      );
    } catch (error) {
      tell(error instanceof Refusal ? inWords(error) : String(error));
    }
  };
  return (
    <section class="table-result" ref={panel} tabIndex={-1} role="dialog" aria-labelledby="verdict">
      <p class="table-result-title">
        {[said(about.title), session.scenario.value?.date.slice(0, 4)].filter(Boolean).join(" ")}
      </p>
      <h1 id="verdict">{verdict}</h1>
      <p class="table-result-who">
        {result.winner
          ? say("result-won", { name: sideInSentence(name(result.winner), words) })
          : say("result-draw")}
      </p>
      <p>
        {reason} {result.how !== "fought" && result.turn ? say("result-turn", { turn: result.turn }) : null}
      </p>
      <table aria-label={say("score")}>
        <tbody>
          {scores.map(([seat, score]) => (
            <tr key={seat}>
              <th scope="row">{name(seat)}</th>
              <td>{minus(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="table-result-deeds">
        {about.seats.some((one) => one.mine) && (
          <button type="button" class="button main" onClick={() => void again()}>
            {say("again")}
          </button>
        )}
        <a class="button" href={address("replay", session.id)}>
          {say("replay")}
        </a>
        <a class="button" href={address("verify", session.id)}>
          {say("verify")}
        </a>
        <button type="button" class="button" onClick={() => void saveFile(kit)}>
          {say("save-file")}
        </button>
        <a class="button" href={address()}>
          {say("lobby")}
        </a>
        <button
          type="button"
          class="button"
          onClick={() => {
            kit.resultSeen.value = true;
          }}
        >
          {say("look-at-map")}
        </button>
      </div>
      {trouble && <p role="alert">{trouble}</p>}
    </section>
  );
}
