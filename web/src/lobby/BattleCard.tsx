import { useErrorBoundary, useState } from "preact/hooks";
import { language, said } from "../language";
import type { Look } from "../look";
import { SmallMap } from "../map/SmallMap";
import type { Scenario, Seat } from "../protocol";
import { begin, sitDown } from "./begin";
import "./battle.css";
import { dayInWords } from "../dates";
import { say } from "./phrases";
import { Refused } from "./Refused";
import { Swatch } from "./Swatch";
import { againstComputer, usualSide } from "./seats";

interface BattleProps {
  scenario: Scenario;
  look: Look | null;
  computers: readonly string[];
  onMore(side: Seat): void;
}

/** One battle: its map, its day, its two sides; one click and the table is laid. */
export function BattleCard({ scenario, look, computers, onMore }: BattleProps) {
  const [side, setSide] = useState<Seat>(() => usualSide(scenario));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const title = said(scenario.title);

  const play = async () => {
    setBusy(true);
    setError(null);
    try {
      sitDown(
        await begin({ scenario: scenario.id, seats: againstComputer(scenario, side, computers) }, scenario),
      );
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };

  return (
    <article class="lobby-battle" aria-labelledby={`battle-${scenario.id}`}>
      <div class="lobby-battle-map">{look && <Vignette scenario={scenario} look={look} />}</div>
      <div class="lobby-battle-words">
        <header>
          <h3 id={`battle-${scenario.id}`}>{title}</h3>
          <p class="lobby-battle-day">
            <time dateTime={scenario.date}>{dayInWords(scenario.date, language.value)}</time>
            <span class="lobby-battle-length">{say("turns", { n: scenario.turns })}</span>
          </p>
        </header>
        <p class="lobby-battle-summary">{said(scenario.summary)}</p>
        {said(scenario.wins) && (
          <p class="lobby-battle-wins">
            <strong>{say("whatWins")}</strong> {said(scenario.wins)}
          </p>
        )}
        <fieldset class="lobby-sides">
          <legend>{say("youLead")}</legend>
          {scenario.sides.map((one) => (
            <label key={one.seat} class={one.seat === side ? "lobby-side chosen" : "lobby-side"}>
              <input
                type="radio"
                name={`side-${scenario.id}`}
                checked={one.seat === side}
                onChange={() => setSide(one.seat)}
              />
              <Swatch side={one} look={look} />
              <span>{said(one.name)}</span>
            </label>
          ))}
        </fieldset>
        <div class="lobby-battle-ways">
          <button
            type="button"
            class="button main"
            aria-label={say("playNamed", { title })}
            disabled={busy}
            onClick={play}
          >
            {busy ? say("laying") : say("play")}
          </button>
          <button
            type="button"
            class="button"
            aria-label={say("moreNamed", { title })}
            aria-haspopup="dialog"
            onClick={() => onMore(side)}
          >
            {say("more")}
          </button>
        </div>
        <Refused error={error} />
      </div>
    </article>
  );
}

/** The drawn map; a battle whose ground cannot be drawn can be fought all the same. */
function Vignette({ scenario, look }: { scenario: Scenario; look: Look }) {
  const [failed] = useErrorBoundary();
  if (failed) return null;
  const label = say("mapOf", { title: said(scenario.title) });
  return <SmallMap board={scenario.board} marks={scenario.marks} look={look} label={label} />;
}
