import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { said } from "../language";
import type { Scenario, Scenarios } from "../protocol";
import { begin, sitDown } from "./begin";
import { say } from "./phrases";
import { Refused } from "./Refused";
import { againstComputer, firstBattle, usualSide } from "./seats";

/** A battle against the computer with a guide at one's side; `children` is what the button says. */
export function Lesson(props: {
  scenario: Scenario;
  computers: readonly string[];
  isMain?: boolean;
  children: ComponentChildren;
}) {
  const { scenario, computers } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const seats = againstComputer(scenario, usualSide(scenario), computers);
      sitDown(await begin({ scenario: scenario.id, seats }, scenario, true));
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class={props.isMain ? "button main" : "button"} disabled={busy} onClick={start}>
        {busy ? <b>{say("laying")}</b> : props.children}
      </button>
      <Refused error={error} />
    </>
  );
}

/** The way in for who has never played: an open field, the computer, and a guide. */
export function FirstBattle({ told }: { told: Scenarios }) {
  const scenario = firstBattle(told);
  if (!scenario) return null;
  return (
    <div class="lobby-first">
      <Lesson scenario={scenario} computers={told.computers} isMain>
        <b>{say("first")}</b>
        <small>{say("firstHint", { title: said(scenario.title) })}</small>
      </Lesson>
    </div>
  );
}
