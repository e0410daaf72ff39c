import { dayInWords } from "../dates";
import { language, said } from "../language";
import type { Look } from "../look";
import { capital, seatName } from "../names";
import { settings } from "../optional";
import type { Scenario, Seat, Briefing as Told, View, Words } from "../protocol";
import { say } from "./phrases";
import { isBriefed } from "./shown";

export interface BriefingProps {
  told: Told;
  look: Look;
  words: Words | null;
  scenario: Scenario | null;
  mine: Seat | null;
  /** The table of events, as far as it is known here. */
  events?: View["events"];
  /** Where the whole rulebook is. */
  rulebook: string;
  onClose(): void;
}

/** What it is about: what wins and loses, the turns, the battle's own rules, the optional ones in force. */
export function Briefing({
  told,
  look,
  words,
  scenario,
  mine,
  events = [],
  rulebook,
  onClose,
}: BriefingProps) {
  const name = (seat: Seat) => seatName(seat, scenario, words);
  const { sides = [], choices = {} } = scenario ?? {};
  const inForce = settings({ options: told.options, sides, choices }, words, language.value);
  return (
    <div class="paper-briefing">
      <h2>{said(told.title)}</h2>
      <p class="paper-day">
        {[
          told.date && dayInWords(told.date, language.value),
          told.turns && say("turns", { number: told.turns }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p>{said(told.summary)}</p>
      {(said(told.wins) || Object.keys(told.goals).length > 0) && (
        <section>
          <h3>{say("what-wins")}</h3>
          {said(told.wins) && <p>{said(told.wins)}</p>}
          {Object.keys(told.goals)
            .sort((a, b) => Number(b === mine) - Number(a === mine))
            .map((seat) => (
              <p key={seat} class="paper-goal" style={{ "--paint": look.seats[seat]?.paint ?? "" }}>
                <strong>
                  {capital(name(seat))}
                  {seat === mine && ` (${say("you-lead")})`}:
                </strong>{" "}
                {said(told.goals[seat])}
              </p>
            ))}
        </section>
      )}
      {told.special.length > 0 && (
        <section>
          <h3>{say("special-rules")}</h3>
          <ul class="paper-rules">
            {told.special.map((one) => (
              <li key={said(one.text)}>
                {said(one.name) && <strong>{said(one.name)}. </strong>}
                {said(one.text)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {events.length > 0 && (
        <section>
          <h3>{say("event-table")}</h3>
          <ul class="paper-rules">
            {events.map((one) => (
              <li key={one.number}>
                <strong>{one.number}.</strong> {said(one.text)}
                {one.left === false && <small> ({say("event-over")})</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{say("optional-rules")}</h3>
        {inForce.length === 0 && <p>{say("no-optional")}</p>}
        <ul class="paper-rules">
          {inForce.map((one) => (
            <li key={one.key}>
              <strong>{one.name}</strong>
              {one.kind === "number" && `: ${one.usual}`}
              {one.kind === "choice" && `: ${new Map(one.values).get(one.usual) ?? one.usual}`}
              {one.hint && <small> {one.hint}</small>}
            </li>
          ))}
        </ul>
      </section>
      <p>
        <a href={rulebook}>{say("rulebook")}</a>
      </p>
      <div class="paper-acts">
        <button type="button" class="button main" onClick={onClose}>
          {say("to-the-table")}
        </button>
        <label>
          <input
            type="checkbox"
            checked={isBriefed.value}
            onChange={(event) => {
              isBriefed.value = event.currentTarget.checked;
            }}
          />
          {say("at-every-battle")}
        </label>
      </div>
      <p class="paper-hint">{say("briefing-hint")}</p>
    </div>
  );
}
