import { said } from "../language";
import { arrow } from "../names";
import type { Option } from "../protocol";
import type { Kit } from "./kit";
import { say } from "./phrases";

/** Six ways to look, around a hex that stands on its point. */
export function Compass({ kit, facings }: { kit: Kit; facings: ReadonlyMap<number, Option> }) {
  const { deciding, session } = kit;
  return (
    <section class="table-compass" aria-label={say("facing")}>
      <svg viewBox="-50 -50 100 100" aria-hidden="true">
        <path d="M0-30 26-15V15L0 30-26 15V-15Z" />
      </svg>
      {[...facings.entries()]
        .sort(([a], [b]) => a - b)
        .map(([facing, option], place) => (
          <button
            key={facing}
            type="button"
            class={`table-option${deciding.isArmed(option) ? " armed" : ""}${deciding.looked.value === option ? " looked" : ""}`}
            style={{ "--turn": `${facing * 60}deg` }}
            data-option={option.key}
            data-armed={deciding.isArmed(option) ? "" : undefined}
            aria-label={said(option.text)}
            title={said(option.text)}
            disabled={session.busy.value || !session.decision.value}
            data-place={place + 1}
            onClick={() => void deciding.take(option)}
            onMouseEnter={() => deciding.rests(option)}
            onMouseLeave={() => deciding.rests(null)}
            onFocus={() => deciding.rests(option)}
            onBlur={() => deciding.rests(null)}
          >
            <span class="table-key" aria-hidden="true" data-sign={place + 1} />
            <span>{arrow(facing)}</span>
          </button>
        ))}
    </section>
  );
}
