import { useState } from "preact/hooks";
import { said } from "../language";
import { absolute } from "../lobby/begin";
import { CopyButton } from "../lobby/CopyButton";
import { Dialog } from "../lobby/Dialog";
import { OnlyHere } from "../lobby/Invitations";
import type { Comrade } from "../protocol";
import { inWords } from "../refusals";
import type { Kit } from "./kit";
import { comradesOf } from "./leaders";
import { say } from "./phrases";
import "./comrades.css";

/** Who plays this side too: an invitation for one more, and which divisions each of them leads. */
export function Comrades({ kit }: { kit: Kit }) {
  const { session } = kit;
  const [name, write] = useState("");
  const [invited, setInvited] = useState<{ name: string; link: string } | null>(null);
  const refusal = session.refusal.value;
  const all = comradesOf(session.about.value, session.seat.value);
  return (
    <Dialog
      title={say("comrades-title")}
      onClose={() => {
        kit.comrades.value = false;
      }}
    >
      <p>{say("comrades-about")}</p>
      {all.map((one) => (
        <Led key={one.number} kit={kit} comrade={one} />
      ))}
      <form
        class="lobby-field comrades-new"
        onSubmit={(event) => {
          event.preventDefault();
          const called = name.trim();
          if (!called) return;
          void session.invite(called).then((made) => {
            if (!made) return;
            write("");
            setInvited({ name: called, link: absolute(made.link) });
          });
        }}
      >
        <input
          aria-label={say("comrade-name")}
          placeholder={say("comrade-name")}
          maxLength={40}
          value={name}
          onInput={(event) => write(event.currentTarget.value)}
        />
        <button type="submit" class="button main" disabled={!name.trim()}>
          {say("comrade-invite")}
        </button>
      </form>
      <div aria-live="polite">
        {refusal && <p role="alert">{inWords(refusal)}</p>}
        {invited && (
          <div class="comrades-link">
            <p>{say("comrade-link", { name: invited.name })}</p>
            <div class="lobby-field">
              <input
                type="text"
                readOnly
                value={invited.link}
                aria-label={say("link-for", { name: invited.name })}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={invited.link} label={say("copy")} />
            </div>
            <OnlyHere />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** One comrade, with the divisions of the side to be ticked that he leads. */
function Led({ kit, comrade }: { kit: Kit; comrade: Comrade }) {
  const { session } = kit;
  const parts = session.table.value?.parts ?? [];
  const led = new Set(comrade.parts);
  const give = (part: string, isHis: boolean) => {
    const wanted = parts.map((one) => one.id).filter((id) => (id === part ? isHis : led.has(id)));
    void session.give(comrade.number, wanted);
  };
  return (
    <fieldset class="comrades-one">
      <legend>{say("comrade-leads", { name: comrade.name })}</legend>
      {parts.map((one) => (
        <label key={one.id}>
          <input
            type="checkbox"
            checked={led.has(one.id)}
            onChange={(event) => give(one.id, event.currentTarget.checked)}
          />
          {said(one.text)}
        </label>
      ))}
      <button type="button" class="button" onClick={() => void session.letGo(comrade.number)}>
        {say("comrade-away", { name: comrade.name })}
      </button>
    </fieldset>
  );
}
