import type { MyGame } from "../games";
import { said } from "../language";
import type { Side } from "../protocol";
import { sitDown } from "./begin";
import { CopyButton } from "./CopyButton";
import { say } from "./phrases";

/** The links to be sent, before one goes to the table oneself. */
export function Invitations({ game, sides }: { game: MyGame; sides: readonly Side[] }) {
  return (
    <div class="lobby-invitations">
      {Object.entries(game.invitations ?? {}).map(([seat, link]) => {
        const side = said(sides.find((one) => one.seat === seat)?.name) || seat;
        return (
          <div key={seat} class="lobby-invitation">
            <p>{say("sendLink", { side })}</p>
            <div class="lobby-field">
              <input
                type="text"
                readOnly
                value={link}
                aria-label={say("linkFor", { side })}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={link} label={say("copy")} />
            </div>
          </div>
        );
      })}
      <OnlyHere />
      <div class="lobby-dialog-ways">
        <button type="button" class="button main" onClick={() => sitDown(game)}>
          {say("toTable")}
        </button>
      </div>
    </div>
  );
}

/** Whether a link to this page leads nowhere on another machine. */
export const isOnlyHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** A link to 127.0.0.1 is no invitation: what to do instead. */
export function OnlyHere() {
  if (!isOnlyHere(location.hostname)) return null;
  return (
    <p class="lobby-only-here" role="note">
      {say("onlyHere")} <code>python -m alfiere.server --host 0.0.0.0</code> {say("onlyHereThen")}
    </p>
  );
}
