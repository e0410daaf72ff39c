import { seatName } from "../names";
import { inWords } from "../refusals";
import { RuleButton } from "../telling/RuleButton";
import type { Kit } from "./kit";
import { comradesOf } from "./leaders";
import { say } from "./phrases";
import { hasSide } from "./seats";

/** What must be known before anything else: a lost line, a refusal, an offer, a question of no return. */
export function Banners({ kit }: { kit: Kit }) {
  const { session } = kit;
  const connection = session.connection.value;
  const refusal = session.refusal.value;
  return (
    <div class="table-banners" aria-live="polite">
      {connection === "lost" && (
        <div class="table-banner bad" role="alert">
          <p>{say("lost")}</p>
          <button type="button" class="button" onClick={() => session.reconnect()}>
            {say("try-now")}
          </button>
        </div>
      )}
      {connection === "refused" && (
        <div class="table-banner bad" role="alert">
          <p>{say("refused-live", { reason: session.refusedLive.value || "1008" })}</p>
        </div>
      )}
      {refusal && (
        <div class="table-banner bad" role="alert">
          <p>
            {inWords(refusal)}{" "}
            {refusal.rule && (
              <RuleButton
                rule={refusal.rule}
                words={session.words.value}
                onRule={(rule) => {
                  kit.rule.value = rule;
                }}
              />
            )}
          </p>
          <button
            type="button"
            class="table-x"
            aria-label={say("close")}
            onClick={() => {
              session.refusal.value = null;
            }}
          >
            ×
          </button>
        </div>
      )}
      <DrawOffer kit={kit} />
      {kit.resigning.value && (
        <div class="table-banner">
          <p>{say("resign-sure")}</p>
          <button
            type="button"
            class="button"
            onClick={() => {
              kit.resigning.value = false;
              void session.resign();
            }}
          >
            {say("resign-yes")}
          </button>
          <button
            type="button"
            class="button main"
            onClick={() => {
              kit.resigning.value = false;
            }}
          >
            {say("cancel")}
          </button>
        </div>
      )}
    </div>
  );
}

function DrawOffer({ kit }: { kit: Kit }) {
  const { session } = kit;
  const offered = session.table.value?.draw_offered_by;
  if (
    !offered ||
    !session.seat.value ||
    !hasSide(session.seat.value, session.scenario.value) ||
    comradesOf(session.about.value, session.seat.value).some((one) => one.me) ||
    session.table.value?.result
  )
    return null;
  if (session.table.value?.draw_accepted_by?.includes(session.seat.value)) {
    return (
      <div class="table-banner">
        <p>{say("draw-accepted")}</p>
      </div>
    );
  }
  if (offered === session.seat.value) {
    return (
      <div class="table-banner">
        <p>{say("draw-pending")}</p>
        <button type="button" class="button" onClick={() => void session.draw("decline")}>
          {say("withdraw-draw")}
        </button>
      </div>
    );
  }
  return (
    <div class="table-banner">
      <p>{say("draw-offered", { name: seatName(offered, session.scenario.value, session.words.value) })}</p>
      <button type="button" class="button main" onClick={() => void session.draw("accept")}>
        {say("accept")}
      </button>
      <button type="button" class="button" onClick={() => void session.draw("decline")}>
        {say("decline")}
      </button>
    </div>
  );
}
