import { language, said } from "../language";
import type { Look } from "../look";
import type { Scenario, View, Words } from "../protocol";
import { counter, stages } from "../tracks";
import { phrase } from "./replay-phrases";
import { capital } from "./TallyBox";
import { wordOf } from "./wording";

interface StandingProps {
  view: View;
  look: Look;
  scenario: Scenario | null;
  words: Words;
}

type Numbers = Record<string, number | null>;

/** How the battle stood at this moment: the turn, the step of it, and each side's numbers. */
export function Standing({ view, look, scenario, words }: StandingProps) {
  const { tracks } = view;
  const shown = (how: string) => look.track.filter((one) => one.shown === how).map((one) => one.key);
  const turns = shown("counter").map((key) => counter(tracks[key]));
  const steps = shown("stages").map((key) => stages(tracks, key)?.now);
  const numbers = shown("sides").filter((key) => tracks[key]);
  const seats = [...new Set(numbers.flatMap((key) => Object.keys(tracks[key] as Numbers)))];
  const name = (seat: string) =>
    said(scenario?.sides.find((one) => one.seat === seat)?.name) ||
    capital(wordOf(words, seat, "word") ?? seat);
  return (
    <p class="tell-standing">
      {turns.map(
        (turn) =>
          turn && turn.now > 0 && <strong>{phrase("turn", { now: turn.now, most: turn.most })}</strong>,
      )}
      {steps.map((step) => step && <span>{capital(wordOf(words, step, "stage", "word") ?? step)}</span>)}
      {seats.map((seat) => (
        <span key={seat} class="tell-standing-side">
          <i aria-hidden="true" style={{ background: look.seats[seat]?.paint }} />
          {name(seat)}:{" "}
          {numbers
            .map((key) => {
              const now = (tracks[key] as Numbers)[seat];
              const start = (tracks[`${key}_start`] as Numbers | undefined)?.[seat];
              const count = now === null || now === undefined ? "?" : now.toLocaleString(language.value);
              return `${wordOf(words, key, "word") ?? key} ${count}${start === undefined ? "" : ` / ${start}`}`;
            })
            .join(", ")}
        </span>
      ))}
    </p>
  );
}
