import { useState } from "preact/hooks";
import { said } from "../language";
import type { Scenarios } from "../protocol";
import { begin, sitDown } from "./begin";
import { say } from "./phrases";
import { Refused } from "./Refused";
import { againstComputer, firstBattle, usualSide } from "./seats";

/** The way in for who has never played: an open field, the computer, and a guide. */
export function FirstBattle({ told }: { told: Scenarios }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const scenario = firstBattle(told);
  if (!scenario) return null;
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const seats = againstComputer(scenario, usualSide(scenario), told.computers);
      sitDown(await begin({ scenario: scenario.id, seats }, scenario, true));
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <div class="lobby-first">
      <button type="button" class="button main" disabled={busy} onClick={start}>
        <b>{busy ? say("laying") : say("first")}</b>
        <small>{say("firstHint", { title: said(scenario.title) })}</small>
      </button>
      <Refused error={error} />
    </div>
  );
}
