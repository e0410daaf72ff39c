import { useState } from "preact/hooks";
import type { MyGame } from "../games";
import { useLoaded } from "../head/loaded";
import { language, said } from "../language";
import type { Look } from "../look";
import { changed, type Setting, settings } from "../optional";
import { Muster } from "../papers/Muster";
import type { Scenario, Seat, Muster as Told } from "../protocol";
import { words } from "../server";
import { begin, sitDown } from "./begin";
import { Dialog } from "./Dialog";
import { Invitations } from "./Invitations";
import { say } from "./phrases";
import { SeatChoice } from "./SeatChoice";
import { againstComputer, chairs, mayEnterByHand } from "./seats";
import { Ways } from "./Ways";

interface SetUpProps {
  scenario: Scenario;
  side: Seat;
  computers: readonly string[];
  look: Look | null;
  onClose(): void;
}

/** Everything about a new game that can be chosen. */
export function SetUp({ scenario, side, computers, look, onClose }: SetUpProps) {
  const told = useLoaded(() => words(scenario.game), scenario.game);
  const [seating, setSeating] = useState(() => againstComputer(scenario, side, computers));
  const [chosen, setChosen] = useState<Record<string, string>>(scenario.options);
  const [byHand, setByHand] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [made, setMade] = useState<MyGame | null>(null);
  const title = said(scenario.title);
  const handy = mayEnterByHand(seating);

  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const options = changed(scenario.options, chosen);
      const game = await begin(
        { scenario: scenario.id, seats: seating, options, by_hand: byHand && handy },
        scenario,
      );
      if (game.invitations) setMade(game);
      else sitDown(game);
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };

  if (made) {
    return (
      <Dialog title={say("invitations")} onClose={onClose}>
        <Invitations game={made} sides={chairs(scenario)} />
      </Dialog>
    );
  }
  const all = settings(scenario, told.value, language.value);
  const choosing = { scenario, chosen, onChange: setChosen };
  return (
    <Dialog title={say("setUp", { title })} onClose={onClose}>
      <form onSubmit={start}>
        <SeatChoice
          sides={chairs(scenario)}
          computers={computers}
          look={look}
          seating={seating}
          onChange={setSeating}
        />
        <Settings title={say("armies")} settings={all.filter((one) => one.kind === "choice")} {...choosing} />
        <Settings
          title={say("optional")}
          settings={all.filter((one) => one.kind !== "choice")}
          {...choosing}
        />
        <fieldset class="lobby-chance">
          <legend>{say("chance")}</legend>
          <label>
            <input type="radio" name="chance" checked={!byHand || !handy} onChange={() => setByHand(false)} />
            <span>
              <b>{say("fair")}</b> {say("fairHint")}
            </span>
          </label>
          <label>
            <input
              type="radio"
              name="chance"
              disabled={!handy}
              checked={byHand && handy}
              onChange={() => setByHand(true)}
            />
            <span>
              <b>{say("byHand")}</b> {handy ? say("byHandHint") : say("byHandNeedsMe")}
            </span>
          </label>
        </fieldset>
        <Ways error={error} busy={busy} onward={say("begin")} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface SettingsProps {
  title: string;
  settings: readonly Setting[];
  scenario: Scenario;
  chosen: Record<string, string>;
  onChange(chosen: Record<string, string>): void;
}

/** What can be chosen of one sort: armies, or rules. */
function Settings({ title, settings, scenario, chosen, onChange }: SettingsProps) {
  if (!settings.length) return null;
  return (
    <section>
      <h3>{title}</h3>
      <div class="lobby-settings">
        {settings.map((one) => (
          <Choice
            key={one.key}
            setting={one}
            value={chosen[one.key] ?? ""}
            muster={scenario.musters?.[chosen[one.key] ?? ""]?.[chosen.points ?? ""] ?? null}
            onChange={(value) => onChange({ ...chosen, [one.key]: value })}
          />
        ))}
      </div>
    </section>
  );
}

function Choice({
  setting,
  value,
  muster,
  onChange,
}: {
  setting: Setting;
  value: string;
  /** What is in the army that is chosen here. */
  muster: Told | null;
  onChange(value: string): void;
}) {
  if (setting.kind === "switch") {
    return (
      <label class="lobby-setting">
        <input
          type="checkbox"
          checked={value === "yes"}
          onChange={(event) => onChange(event.currentTarget.checked ? "yes" : "no")}
        />
        <span>
          {setting.name} {setting.hint && <small>{setting.hint}</small>}
        </span>
      </label>
    );
  }
  if (setting.kind === "choice") {
    return (
      <div class="lobby-setting choice">
        <label>
          <span>
            {setting.name} {setting.hint && <small>{setting.hint}</small>}
          </span>
          <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            {setting.values.map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {muster && <Muster told={muster} name={new Map(setting.values).get(value) ?? value} />}
      </div>
    );
  }
  return (
    <label class="lobby-setting number">
      <input
        type="text"
        inputMode="numeric"
        maxLength={3}
        placeholder="–"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span>
        {setting.name} <small>{setting.hint || say("ownValue")}</small>
      </span>
    </label>
  );
}
