import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { language, said } from "../language";
import { capital, deedOf } from "../names";
import type { Decision, Option, View } from "../protocol";
import { shortly } from "../telling/odds";
import { Compass } from "./Compass";
import { lastInput, optionButtons } from "./keyboard";
import { facingsOf, type Kit } from "./kit";
import {
  byNumber,
  type Entry,
  type Fold,
  type Item,
  type Listed,
  listed,
  MOST,
  withInSight,
} from "./listing";
import { NumberEntry } from "./NumberEntry";
import { cardIn, thingName } from "./names";
import { say } from "./phrases";

/** The lines that a compass takes, and a number to be typed. */
const COMPASS = 4;
const NUMBER = 2;

/** Everything that can be answered, as buttons: whoever has no mouse misses nothing. */
export function OptionList({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const asked = session.decision.value;
  const decision = asked ?? kit.lingering.value;
  const view = session.shownView.value;
  const serial = kit.serial.value;
  const list = useRef<HTMLElement>(null);

  useEffect(() => {
    if (serial > 0 && lastInput.isKey && document.activeElement === document.body)
      optionButtons()[0]?.focus();
  }, [serial, asked !== null]);

  const open = asked ? deciding.open.value : (decision?.options ?? []);
  const facings = asked ? kit.facings.value : facingsOf(open, kit.touch.value);
  const hand = session.seat.value ? view?.hands[session.seat.value] : undefined;
  const held = new Set(
    [hand?.cards, hand?.dealt, hand?.looking].flatMap((cards) => cards?.map((one) => one.number) ?? []),
  );
  const numbers = byNumber(open, held);
  const others = facings.size > 1 ? open.filter((one) => ![...facings.values()].includes(one)) : open;
  const how = view && decision ? howListed(kit, view, decision) : null;
  const room = MOST - (facings.size > 1 ? COMPASS : 0) - (numbers ? NUMBER : 0);
  const armed = deciding.armed.value;
  const items = how
    ? withInSight(listed(others, how, room), others.find((one) => deciding.isArmed(one)) ?? null, how)
    : [];
  const inSight = items.flatMap((item) => (item.what === "option" ? [item.option] : []));

  useEffect(() => {
    if (asked && !armed) kit.glimpses.look(inSight);
  }, [serial, inSight.length, inSight[0], asked !== null]);

  if (!decision || !view) return null;
  let place = facings.size > 1 ? facings.size : 0;
  const numbered = items.map((item) => {
    const first = numbers ? Number.NaN : place + 1;
    place += item.what === "heading" ? 0 : "entries" in item ? item.entries.length : 1;
    return { item, first };
  });
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
      {numbered.map(({ item, first }) => (
        <Line key={keyOf(item)} kit={kit} item={item} first={first} />
      ))}
    </section>
  );
}

/** What the list has to know of the game to be short. */
function howListed(kit: Kit, view: View, decision: Decision): Listed {
  const { words } = kit.session;
  return {
    touch: kit.touch.value,
    language: language.value,
    name: (thing) => thingName(thing, view),
    group: (piece) => {
      const group = view.groups?.find((one) => one.units.includes(piece));
      return group ? { id: group.id, name: said(group.name) } : null;
    },
    deed: (verb) => deedOf(words.value, decision.key, verb),
    unfolded: kit.unfolded.value,
  };
}

const keyOf = (item: Item): string =>
  item.what === "option"
    ? JSON.stringify([item.option.key, item.option.args])
    : item.what === "fold"
      ? `fold ${item.id}`
      : item.what === "heading"
        ? `heading ${item.text}`
        : `${item.what} ${JSON.stringify(item.entries[0]?.option.args)} ${item.entries[0]?.option.key}`;

/** `first`: the number that calls the first button of it. */
function Line({ kit, item, first }: { kit: Kit; item: Item; first: number }) {
  const button = ({ option, label }: Entry, n = 0, isShort = false) => (
    <OptionButton
      key={JSON.stringify([option.key, option.args])}
      kit={kit}
      option={option}
      label={label}
      place={first + n}
      isShort={isShort}
    />
  );
  if (item.what === "option") return button(item);
  if (item.what === "fold") return <FoldLine kit={kit} fold={item} place={first} />;
  if (item.what === "heading")
    return (
      <h2 class="table-heading">
        {item.text} {item.does && <small>{item.does}</small>}
      </h2>
    );
  if (item.what === "grid")
    return <div class="table-grid">{item.entries.map((entry, n) => button(entry, n, true))}</div>;
  return (
    <section class="table-row">
      <h2>{item.heading}</h2>
      <div>{item.entries.map((entry, n) => button(entry, n, true))}</div>
    </section>
  );
}

/** Many answers in one line, until somebody wants to see them. */
function FoldLine({ kit, fold, place }: { kit: Kit; fold: Fold; place: number }) {
  const { session } = kit;
  const line = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(fold.isOpen);
  useLayoutEffect(() => {
    // by keys one goes on with the first of what has come to light
    if (fold.isOpen && !wasOpen.current && lastInput.isKey) {
      const all = optionButtons();
      all[all.indexOf(line.current as HTMLButtonElement) + 1]?.focus();
    }
    wasOpen.current = fold.isOpen;
  }, [fold.isOpen]);
  const number = fold.options.length;
  const prices = new Set(fold.options.map((one) => said(one.price)));
  const [price] = prices;
  const sort = fold.isPlaces ? "places" : "ways";
  const count = say(fold.deed ? (fold.isRest ? `more-${sort}` : sort) : "seldom", { number });
  return (
    <button
      type="button"
      ref={line}
      class={`table-fold${fold.isOpen ? " open" : ""}${fold.deed ? "" : " trifles"}`}
      data-fold={fold.id}
      data-place={place > 0 && place < 10 ? place : undefined}
      aria-expanded={fold.isOpen}
      disabled={session.busy.value || !session.decision.value}
      onClick={() => {
        const now = new Set(kit.unfolded.value);
        if (!now.delete(fold.id)) now.add(fold.id);
        kit.unfolded.value = now;
      }}
    >
      <PlaceSign place={place} />
      <span class="table-option-label">
        {fold.deed && <strong>{[fold.deed.name, fold.about].filter(Boolean).join(": ")}</strong>}{" "}
        <span class="table-fold-count">{count}</span>
        {fold.deed?.does && !fold.about && !fold.isRest && (
          <small class="table-fold-does">{capital(fold.deed.does)}</small>
        )}
      </span>
      {fold.deed && prices.size === 1 && price && <small class="table-option-note">{price}</small>}
      <i aria-hidden="true" />
    </button>
  );
}

/** The key that chooses it. No text of the button: what is read aloud begins with the words. */
function PlaceSign({ place }: { place: number }) {
  return place > 0 && place < 10 ? <span class="table-key" aria-hidden="true" data-sign={place} /> : null;
}

interface ButtonProps {
  kit: Kit;
  option: Option;
  label: string;
  place: number;
  /** No room for more than the label. */
  isShort?: boolean;
}

/** One legal answer; resting on it shows what it would bring. */
export function OptionButton({ kit, option, label, place, isShort }: ButtonProps) {
  const { deciding, session } = kit;
  const isArmed = deciding.isArmed(option);
  const isLooked = deciding.looked.value === option;
  const whole = said(option.text);
  const notes = isShort ? [] : notesOf(kit, option);
  return (
    <button
      type="button"
      class={`table-option${isArmed ? " armed" : ""}${isLooked ? " looked" : ""}`}
      data-option={option.key}
      data-armed={isArmed ? "" : undefined}
      aria-label={label === whole ? undefined : [whole, ...notes].join(" ")}
      title={label === whole ? undefined : whole}
      disabled={session.busy.value || !session.decision.value}
      data-place={place > 0 && place < 10 ? place : undefined}
      onClick={() => void deciding.take(option)}
      onMouseEnter={() => deciding.rests(option)}
      onMouseLeave={() => deciding.rests(null)}
      onFocus={() => lastInput.isKey && deciding.rests(option)}
      onBlur={() => lastInput.isKey && deciding.rests(null)}
    >
      <PlaceSign place={place} />
      <span class="table-option-label">{label}</span>
      {notes.length > 0 && (
        <small class="table-option-note">
          {notes.map((note) => (
            <span key={note}> {note}</span>
          ))}
        </small>
      )}
    </button>
  );
}

/** At the end of the line: what a single card is worth, how likely it goes well, what it costs. */
function notesOf(kit: Kit, option: Option): string[] {
  const { words, shownView } = kit.session;
  const [thing, second] = kit.cardsOf(option);
  const card = thing && !second ? cardIn(shownView.value, thing.id) : null;
  return [
    card?.priority ? say("priority", { number: card.priority }) : "",
    card?.value !== undefined ? say("value", { number: card.value }) : "",
    words.value ? shortly(kit.glimpses.of(option), words.value) : "",
    said(option.price),
  ].filter(Boolean);
}

/** What the sort of answer that is looked at does, in the game's words. */
export function Does({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const decision = session.decision.value;
  const looked = deciding.looked.value ?? deciding.armed.value;
  const does = decision && looked ? deedOf(session.words.value, decision.key, looked.key).does : "";
  return does ? <p class="table-does">{capital(does)}</p> : null;
}
