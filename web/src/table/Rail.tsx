import { said } from "../language";
import { seatName, sideInSentence, unbroken } from "../names";
import { Muster } from "../papers/Muster";
import type { Decision } from "../protocol";
import { go } from "../router";
import { Guide } from "../telling/Guide";
import { Log } from "../telling/Log";
import { Prospects } from "../telling/Prospects";
import { RuleButton } from "../telling/RuleButton";
import { Banners } from "./Banners";
import { Chat } from "./Chat";
import type { Kit } from "./kit";
import { leaderOf, own } from "./leaders";
import { thingName } from "./names";
import { Does, OptionList } from "./OptionList";
import { say } from "./phrases";
import "./rail.css";
import "./rail-small.css";

/** Beside the map: what is asked, what can be answered, what it would bring, what has been. */
export function Rail({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const view = session.shownView.value;
  const words = session.words.value;
  const prospects = deciding.preview.value?.prospects ?? [];
  const cautions = deciding.preview.value?.cautions ?? [];
  const openRule = (rule: string) => {
    kit.rule.value = rule;
  };
  return (
    <aside class={kit.sheet.value === "rail" ? "table-rail open" : "table-rail"} aria-label={say("orders")}>
      <button
        type="button"
        class="table-handle"
        aria-expanded={kit.sheet.value === "rail"}
        aria-label={kit.sheet.value === "rail" ? say("hide-rail") : say("show-rail")}
        onClick={() => {
          kit.sheet.value = kit.sheet.value === "rail" ? null : "rail";
        }}
      >
        <span aria-hidden="true" />
        <i>{said(session.decision.value?.prompt)}</i>
      </button>
      <Banners kit={kit} />
      <Prompt kit={kit} />
      <Forbidden kit={kit} />
      <OptionList kit={kit} />
      <Confirm kit={kit} />
      <div class={prospects.length > 0 ? "table-below odds" : "table-below"}>
        <InTheArmy kit={kit} />
        <Does kit={kit} />
        {cautions.length > 0 && (
          <ul class="table-cautions" aria-label={say("mind")} aria-live="polite">
            {cautions.map((one) => (
              <li key={said(one.text)}>
                {said(one.text)}{" "}
                {one.rules.map((rule) => (
                  <RuleButton key={rule} rule={rule} words={words} onRule={openRule} />
                ))}
              </li>
            ))}
          </ul>
        )}
        {prospects.length > 0 && view && words && (
          <section class="table-prospects" aria-label={say("the-odds")} aria-live="polite">
            <Prospects prospects={prospects} view={view} words={words} onRule={openRule} />
          </section>
        )}
        {words && (
          <Guide
            game={session.id}
            decision={session.decision.value}
            words={words}
            isQuiet={prospects.length > 0 || deciding.armed.value !== null}
          />
        )}
        <section class="table-log" data-guide="log" aria-label={say("battle-so-far")}>
          <Log
            steps={session.steps.value}
            onRule={openRule}
            onMoment={(moment) => go("replay", session.id, moment)}
            look={session.look.value}
            words={words}
            view={view}
          />
        </section>
        <Chat kit={kit} />
      </div>
    </aside>
  );
}

/** The question in large letters; or who is thinking, or what is being told. */
function Prompt({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const { decision } = session;
  const asked = decision.value;
  const last = session.shown.value?.result ? null : kit.lingering.value;
  const rules = (asked ?? last)?.rules ?? [];
  const chosen = deciding.chosen.value;
  const view = session.shownView.value;
  return (
    <div class="table-prompt">
      <p id="prompt" role="status">
        {asked ? (
          unbroken(said(asked.prompt))
        ) : last ? (
          <span class="table-stale">{unbroken(said(last.prompt))}</span>
        ) : (
          <Meanwhile kit={kit} />
        )}
      </p>
      {rules.length > 0 && (
        <span class="table-prompt-rules">
          {rules.map((rule) => (
            <RuleButton
              key={rule}
              rule={rule}
              words={session.words.value}
              onRule={(one) => {
                kit.rule.value = one;
              }}
            />
          ))}
        </span>
      )}
      {asked && chosen.length > 0 && (
        <p class="table-chosen">
          <span>{say("chosen-so-far", { what: chosen.map((one) => thingName(one, view)).join(", ") })}</span>
          <button type="button" class="button" onClick={() => deciding.back()}>
            {say("back")}
          </button>
        </p>
      )}
    </div>
  );
}

function Meanwhile({ kit }: { kit: Kit }) {
  const { session } = kit;
  const table = session.shown.value;
  const newest = session.table.value;
  if (!table || !newest) return null;
  if (session.telling.value > 0) {
    return (
      <span class="table-meanwhile">
        {say("happening")}
        <button type="button" class="button" onClick={() => kit.teller.skip()}>
          {say("skip")}{" "}
          <span class="table-key" aria-hidden="true">
            ␣
          </span>
        </button>
      </span>
    );
  }
  if (table.result) return <>{say("is-over")}</>;
  const theirs = newest.decision && !own(newest.decision, session.about.value) ? newest.decision : null;
  if (theirs && !session.busy.value) return <Deciding kit={kit} decision={theirs} />;
  const waiting = newest.waiting_for.filter((seat) => seat !== session.seat.value);
  if (session.busy.value || (newest.decision && !waiting.length))
    return <span class="table-thinking">{say("sent")}</span>;
  const name = (seat: string) =>
    sideInSentence(seatName(seat, session.scenario.value, session.words.value), session.words.value);
  const [first, second] = waiting;
  if (!first) return <span class="table-thinking">{say("sent")}</span>;
  return (
    <span class="table-thinking">
      {second ? say("thinking-many") : say("thinking", { name: name(first) })}
      <i aria-hidden="true" />
    </span>
  );
}

/** Another of one's own side makes up his mind. */
function Deciding({ kit, decision }: { kit: Kit; decision: Decision }) {
  const { session } = kit;
  const part = decision.part ?? "";
  const leader = leaderOf(session.about.value, decision.seat, part);
  const name = said(session.table.value?.parts?.find((one) => one.id === part)?.text);
  return (
    <span class="table-thinking">
      {leader ? say("comrade-decides", { name: leader.name, part: name }) : say("chief-decides")}
      <i aria-hidden="true" />
    </span>
  );
}

function Forbidden({ kit }: { kit: Kit }) {
  const note = kit.deciding.forbidden.value;
  return (
    <div aria-live="polite" class="table-refusal-place">
      {note && (
        <div class={note.isRemark ? "table-refusal remark" : "table-refusal"}>
          <p>
            {said(note.text) || note.why || say("not-possible")}{" "}
            {note.rule && (
              <RuleButton
                rule={note.rule}
                words={kit.session.words.value}
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
              kit.deciding.forbidden.value = null;
            }}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}

/** While an army is chosen: what is in the one that is looked at, or else in the first. */
function InTheArmy({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const decision = session.decision.value;
  const musters = session.scenario.value?.musters ?? {};
  const option = deciding.armed.value ?? deciding.looked.value ?? decision?.options[0];
  const { army } = option?.args ?? {};
  const told = musters[String(army)]?.[String(decision?.about.points)];
  const name = session.scenario.value?.choices?.[`${decision?.seat}_army`]?.[String(army)];
  return told ? <Muster told={told} name={said(name)} /> : null;
}

/** A second yes where there is no way back. */
function Confirm({ kit }: { kit: Kit }) {
  const { deciding, session } = kit;
  const armed = deciding.armed.value;
  if (!armed || !session.decision.value) return null;
  return (
    <section class="table-confirm" aria-label={said(armed.text)}>
      <p>
        <strong>{said(armed.text)}</strong>{" "}
        <span>
          {say(deciding.byChance.value ? "chance-decides" : deciding.isLaid.value ? "laid" : "no-return")}
        </span>
      </p>
      <button
        type="button"
        class="button main"
        data-confirm=""
        disabled={session.busy.value}
        onClick={() => void deciding.confirm()}
      >
        {say("confirm")}{" "}
        <span class="table-key" aria-hidden="true">
          ↵
        </span>
      </button>
      <button type="button" class="button" onClick={() => deciding.back()}>
        {say("back")}
      </button>
    </section>
  );
}
