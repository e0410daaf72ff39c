import { evidenceOf } from "../evidence";
import { myGame } from "../games";
import { Head } from "../head/Head";
import { said } from "../language";
import { absolute } from "../lobby/begin";
import { CopyButton } from "../lobby/CopyButton";
import { OnlyHere } from "../lobby/Invitations";
import { nameOf } from "../lobby/SeatChoice";
import { seatName } from "../names";
import type { SeatShown } from "../protocol";
import { address } from "../router";
import type { Kit } from "./kit";
import { say } from "./phrases";
import { allJoined } from "./sharing";

/** Before the battle: who is missing, and the links that bring them here. */
export function WaitingRoom({ kit }: { kit: Kit }) {
  const { session } = kit;
  const about = session.about.value;
  if (!about) return null;
  const invitations = myGame(session.id)?.invitations ?? {};
  const name = (seat: string) => seatName(seat, session.scenario.value, session.words.value);
  const missing = about.seats.filter((one) => !one.joined && !one.mine && invitations[one.seat]);
  return (
    <div class="table-waiting-page">
      <Head title={said(about.title)} />
      <main class="table-waiting">
        <div>
          <p class="table-waiting-title">
            {[said(about.title), session.scenario.value?.date.slice(0, 4)].filter(Boolean).join(" ")}
          </p>
          <h1>{say("waiting-title")}</h1>
          <p>{said(session.scenario.value?.summary)}</p>
          <p>{say("waiting-text")}</p>
          <ul class="table-seats" aria-live="polite">
            {about.seats.map((one) => {
              const who = one.mine ? say("me") : one.who === "person" ? say("person") : nameOf(one.who);
              const paint = session.look.value?.seats[one.seat]?.paint;
              return (
                <li key={one.seat} style={paint ? { "--paint": paint } : {}}>
                  <i class={one.joined ? "joined" : ""} aria-hidden="true">
                    {one.joined ? "✓" : "…"}
                  </i>
                  <strong>{name(one.seat)}</strong> <span>({who})</span>{" "}
                  {say(standing(one, allJoined(about), Boolean(evidenceOf(session.id)?.share)))}
                </li>
              );
            })}
          </ul>
          {missing.length > 0 && (
            <section aria-label={say("send-link")}>
              <h2>{say("send-link")}</h2>
              {missing.map((one) => (
                <Link
                  key={one.seat}
                  label={say("link-for", { name: name(one.seat) })}
                  link={invitations[one.seat] ?? ""}
                />
              ))}
              <p class="table-quiet">{say("link-secret")}</p>
              <OnlyHere />
            </section>
          )}
          {session.commitment.value && (
            <p class="table-quiet">
              {say("commitment-told")} <code>{session.commitment.value}</code>
            </p>
          )}
          <p>
            <a href={address()}>{say("lobby")}</a>
          </p>
        </div>
      </main>
    </div>
  );
}

/** How far a seat has come: all promise their shares of chance first, then all show them. */
function standing(one: SeatShown, all: boolean, hasShare: boolean) {
  if (!one.joined) return "missing";
  if (!all || one.revealed || one.who !== "person" || (one.mine && hasShare)) return "joined";
  return one.mine ? "share-elsewhere" : "share-awaited";
}

function Link({ label, link }: { label: string; link: string }) {
  const whole = absolute(link);
  return (
    <p class="table-link">
      <label>
        <span>{label}</span>
        <input readOnly value={whole} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={whole} label={say("copy")} />
    </p>
  );
}
