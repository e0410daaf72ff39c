import { useEffect, useRef, useState } from "preact/hooks";
import { language, said } from "../language";
import type { Option } from "../protocol";
import { Compass } from "./Compass";
import { lastInput, optionButtons } from "./keyboard";
import { facingsOf, type Kit } from "./kit";
import { byNumber, folded, sections } from "./listing";
import { NumberEntry } from "./NumberEntry";
import { cardIn, thingName } from "./names";
import { say } from "./phrases";

/** Everything that can be answered, as buttons: whoever has no mouse misses nothing. */
export function OptionList({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const asked = session.decision.value;
  const decision = asked ?? kit.lingering.value;
  const view = session.shownView.value;
  const serial = kit.serial.value;
  const list = useRef<HTMLElement>(null);
  const [unfolded, unfold] = useState(-1);

  useEffect(() => {
    list.current?.scrollTo?.(0, 0);
    if (serial > 0 && lastInput.isKey && document.activeElement === document.body)
      optionButtons()[0]?.focus();
  }, [serial]);

  if (!decision || !view) return null;
  const open = asked ? deciding.open.value : decision.options;
  const facings = asked ? kit.facings.value : facingsOf(open, kit.touch.value);
  const hand = session.seat.value ? view.hands[session.seat.value] : undefined;
  const held = new Set(
    [hand?.cards, hand?.dealt, hand?.looking].flatMap((cards) => cards?.map((one) => one.number) ?? []),
  );
  const numbers = byNumber(open, held);
  const others = facings.size > 1 ? open.filter((one) => ![...facings.values()].includes(one)) : open;
  const { shown, seldom } = folded(others);
  const isFolded = seldom.length > 0 && unfolded !== serial && !deciding.armed.value?.seldom;
  const parts = sections(isFolded ? shown : others, kit.touch.value, language.value, (thing) =>
    thingName(thing, view),
  );
  let place = facings.size > 1 ? facings.size : 0;

  return (
    <section
      class="table-options"
      data-guide="options"
      data-decision={asked ? `${asked.seat} ${asked.number} ${serial}` : undefined}
      ref={list}
      key={serial}
      inert={!asked}
      aria-label={say("options")}
    >
      {numbers && <NumberEntry numbers={numbers} onTake={(option) => void deciding.typed(option)} />}
      {facings.size > 1 && <Compass kit={kit} facings={facings} />}
      {parts.map((part, n) => (
        <section
          key={`${n} ${part.heading}`}
          class={`table-part${part.compact ? " compact" : ""}${part.row ? " row" : ""}`}
        >
          {part.heading && <h2>{part.heading}</h2>}
          <div class="table-entries">
            {part.entries.map(({ option, label }) => {
              place += 1;
              return (
                <OptionButton
                  key={JSON.stringify([option.key, option.args])}
                  kit={kit}
                  option={option}
                  label={label}
                  place={numbers ? 0 : place}
                />
              );
            })}
          </div>
        </section>
      ))}
      {isFolded && (
        <button type="button" class="table-more" onClick={() => unfold(serial)}>
          {say("seldom", { number: seldom.length })}
        </button>
      )}
    </section>
  );
}

/** One legal answer; resting on it shows what it would bring. */
export function OptionButton(props: { kit: Kit; option: Option; label: string; place: number }) {
  const { kit, option, label, place } = props;
  const { deciding, session } = kit;
  const isArmed = deciding.isArmed(option);
  const isLooked = deciding.looked.value === option;
  const whole = said(option.text);
  return (
    <button
      type="button"
      class={`table-option${isArmed ? " armed" : ""}${isLooked ? " looked" : ""}`}
      data-option={option.key}
      data-armed={isArmed ? "" : undefined}
      aria-label={label === whole ? undefined : whole}
      title={label === whole ? undefined : whole}
      disabled={session.busy.value || !session.decision.value}
      data-place={place > 0 && place < 10 ? place : undefined}
      onClick={() => void deciding.take(option)}
      onMouseEnter={() => deciding.rests(option)}
      onMouseLeave={() => deciding.rests(null)}
      onFocus={() => lastInput.isKey && deciding.rests(option)}
      onBlur={() => lastInput.isKey && deciding.rests(null)}
    >
      {place > 0 && place < 10 && (
        // no text of the button: what is read aloud begins with the words
        <span class="table-key" aria-hidden="true" data-sign={place} />
      )}
      <span class="table-option-label">{label}</span>
      <CardNote kit={kit} option={option} />
    </button>
  );
}

/** Of an option that plays a single card: what the card is worth, without a look at the tray. */
function CardNote({ kit, option }: { kit: Kit; option: Option }) {
  const [thing, second] = kit.cardsOf(option);
  const card = thing && !second ? cardIn(kit.session.shownView.value, thing.id) : null;
  if (!card) return null;
  return (
    <small class="table-option-card">
      {card.priority > 0 && <span>{say("priority", { number: card.priority })}</span>}
      <span>{say("value", { number: card.value })}</span>
    </small>
  );
}
