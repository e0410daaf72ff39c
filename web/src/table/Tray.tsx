import { said } from "../language";
import { seatName, shortSeatName, word } from "../names";
import type { Card, Hand, Note } from "../protocol";
import { address } from "../router";
import { Backs, HandCard } from "./CardFace";
import type { Kit } from "./kit";
import { say } from "./phrases";
import "./tray.css";

/** Below the map: the cards in hand, the orders given, the decks. */
export function Tray({ kit }: { kit: Kit }) {
  const { session } = kit;
  const view = session.shownView.value;
  const seat = session.seat.value;
  if (!view) return null;
  const entries = Object.entries(view.hands);
  if (!entries.length && !view.notes.length) return null;
  const own = seat ? view.hands[seat] : undefined;
  const isOpen = kit.sheet.value === "tray";
  // what lies before one counts once: in the hand, dealt for choosing, looked at
  const count = new Set(
    [own?.cards, own?.dealt, own?.looking].flatMap((cards) => (cards ?? []).map((one) => one.number)),
  ).size;
  const toggle = () => {
    kit.sheet.value = isOpen ? null : "tray";
  };
  return (
    <section class={isOpen ? "table-tray open" : "table-tray"} aria-label={say("hand")}>
      <button type="button" class="table-tray-handle" aria-expanded={isOpen} onClick={toggle}>
        <span>
          {say("show-tray")} {count}
        </span>
        <span aria-hidden="true">
          {entries
            .map(
              ([one, hand]) =>
                `${shortSeatName(one, session.scenario.value, session.words.value)} ${hand.deck ?? "?"}`,
            )
            .join(" · ")}
        </span>
      </button>
      <div class="table-tray-body">
        <div class="table-hand" data-guide="hand">
          {own ? <Own kit={kit} hand={own} /> : null}
          {!own && <p class="table-none">{say("watching")}</p>}
        </div>
        <Notes kit={kit} notes={view.notes} />
        <Decks kit={kit} hands={entries} />
      </div>
    </section>
  );
}

function Own({ kit, hand }: { kit: Kit; hand: Hand }) {
  const cards = (list: readonly Card[]) =>
    list.map((card) => <HandCard key={card.number} kit={kit} card={card} />);
  const shown = new Set((hand.cards ?? []).map((one) => one.number));
  const dealt = (hand.dealt ?? []).filter((one) => !shown.has(one.number));
  const looking = hand.looking ?? [];
  return (
    <>
      {looking.length > 0 && (
        <section class="table-fan" aria-label={say("looking")}>
          <h2>{say("looking")}</h2>
          {cards(looking)}
        </section>
      )}
      {cards(hand.cards ?? [])}
      {dealt.length > 0 && (
        <section class="table-fan" aria-label={say("dealt")}>
          <h2>{say("dealt")}</h2>
          {cards(dealt)}
        </section>
      )}
      {!hand.cards?.length && !dealt.length && !looking.length && <p class="table-none">{say("no-cards")}</p>}
    </>
  );
}

/** What each leader was told; the enemy's lie face down until they are shown. */
function Notes({ kit, notes }: { kit: Kit; notes: readonly Note[] }) {
  const { session } = kit;
  // Before anybody was told anything there is nothing to show.
  if (!notes.some((one) => one.card || one.has_order !== false)) return null;
  const seats = [...new Set(notes.map((one) => one.owner))].sort(
    (a, b) => Number(b === session.seat.value) - Number(a === session.seat.value),
  );
  return (
    <section class="table-notes" aria-label={say("notes")}>
      <h2>{say("notes")}</h2>
      <div>
        {seats.map((seat) => (
          <ul key={seat} aria-label={seatName(seat, session.scenario.value, session.words.value)}>
            {notes
              .filter((one) => one.owner === seat)
              .map((note) => (
                <NoteLine key={note.group} kit={kit} note={note} />
              ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

function NoteLine({ kit, note }: { kit: Kit; note: Note }) {
  const { session } = kit;
  const view = session.shownView.value;
  const { card } = note;
  const general = view?.pieces.find((one) => one.id === note.leader);
  // the group as prompts and the story call it, and who leads it
  const group = said(view?.groups?.find((one) => one.id === note.group)?.name);
  const leader = said(general?.name);
  const isHidden = !card && note.has_order !== false && note.face_down !== false;
  const order = card ? said(card.name) : isHidden ? say("face-down") : say("no-order");
  const paint = session.look.value?.seats[note.owner]?.paint;
  const focus = note.focus ? say("focus", { what: word(session.words.value, note.focus) }) : "";
  return (
    <li class={isHidden ? "hidden" : card ? "" : "none"} style={paint ? { "--paint": paint } : {}}>
      <i aria-hidden="true">{card ? card.priority || "–" : isHidden ? "?" : ""}</i>
      <button
        type="button"
        title={focus || undefined}
        onClick={() => {
          if (card) kit.rule.value = card.rule;
          if (general?.hex) kit.map.current?.show(general.hex);
        }}
      >
        <em>{group || leader || note.leader}</em>
        {leader && group && !group.includes(leader) && <small> {leader}</small>}: {order}
        {card && note.face_down ? <small> ({say("face-down")})</small> : null}
        {focus && <small> {focus}</small>}
      </button>
    </li>
  );
}

function Decks({ kit, hands }: { kit: Kit; hands: [string, Hand][] }) {
  const { session } = kit;
  const about = session.about.value;
  const commitment = session.commitment.value;
  const numbers = (cards: readonly number[]) => cards.join(", ");
  return (
    <section class="table-decks" aria-label={say("deck")}>
      {hands.map(([seat, hand]) => {
        const name = shortSeatName(seat, session.scenario.value, session.words.value);
        const paint = session.look.value?.seats[seat]?.paint;
        const known = [
          hand.on_top?.length ? say("deck-top", { cards: numbers(hand.on_top) }) : "",
          hand.at_bottom?.length ? say("deck-bottom", { cards: numbers(hand.at_bottom) }) : "",
        ].filter(Boolean);
        return (
          <div
            key={seat}
            class="table-deck"
            style={paint ? { "--paint": paint } : {}}
            title={known.join("; ") || undefined}
          >
            <strong>{name}</strong>{" "}
            {seat !== session.seat.value && !hand.cards && <Backs count={hand.count} name={name} />}
            <span>
              {say("deck")} {hand.deck ?? "?"} · {say("discards", { count: hand.discard.length })}
            </span>
          </div>
        );
      })}
      <p class="table-dice">
        {about?.origin === "by-hand" && say("dice-by-hand")}
        {about?.origin === "imported" && say("dice-imported")}
        {about?.origin === "fair" && commitment && (
          <>
            {say("dice")}{" "}
            <a href={address("verify", session.id)}>
              <code>
                {commitment.slice(0, 4)}…{commitment.slice(-2)}
              </code>
            </a>
          </>
        )}
      </p>
    </section>
  );
}
