import { useEffect, useState } from "preact/hooks";
import { said } from "../language";
import { word } from "../names";
import type { Card, Rule } from "../protocol";
import { rules } from "../server";
import type { Kit } from "./kit";
import { say } from "./phrases";

/** The rule of a card, once the book has come. */
function useCardRule(game: string, id: string): Rule | null {
  const [rule, found] = useState<Rule | null>(null);
  useEffect(() => {
    let isHere = true;
    rules(game).then(
      (book) => {
        const one = book.chapters.flatMap((chapter) => chapter.rules).find((each) => each.id === id);
        if (isHere) found(one ?? null);
      },
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [game, id]);
  return rule;
}

const isLong = (name: string): boolean => name.split(/[\s-]/).some((word) => word.length > 11);

/** What is printed on a card. */
function Print({ kit, card }: { kit: Kit; card: Card }) {
  const words = kit.session.words.value;
  const rule = useCardRule(kit.game, card.rule);
  return (
    <>
      <span class="table-card-priority" title={say("priority", { number: card.priority ?? "–" })}>
        <span class="unseen">{say("priority", { number: "" })}</span>
        {card.priority || "–"}
      </span>
      <span class={isLong(said(card.name)) ? "table-card-name long" : "table-card-name"}>
        {said(card.name)}
      </span>
      <span class="table-card-orders">
        {(card.orders ?? []).map((one) => word(words, one)).join(" · ") || say("no-orders")}
      </span>
      <span class="table-card-text">{said(rule?.text)}</span>
      <span class="table-card-foot">
        <span class="table-card-value">
          {say("value", { number: "" })}
          <b>{card.value}</b>
        </span>
        <span title={say("number", { number: card.number })}>№ {card.number}</span>
      </span>
    </>
  );
}

/** A card to look at. */
export function CardFace({ kit, card, isSmall }: { kit: Kit; card: Card; isSmall?: boolean }) {
  return (
    <div class={isSmall ? "table-card small" : "table-card"}>
      <Print kit={kit} card={card} />
    </div>
  );
}

/** A card in the hand: it stands up when it is looked at, and can be chosen when an option names it. */
export function HandCard({ kit, card }: { kit: Kit; card: Card }) {
  const { deciding } = kit;
  const id = String(card.number);
  const isOption = kit.nextThings.value.some((one) => one.kind === "card" && one.id === id);
  const isChosen =
    deciding.chosen.value.some((one) => one.kind === "card" && one.id === id) ||
    [deciding.armed.value, ...(deciding.which.value?.options ?? [])].some(
      (option) => option && kit.cardsOf(option).some((one) => one.id === id),
    );
  return (
    // the slot is hovered, not the card in it: it stays where it is when the card stands up
    // biome-ignore lint/a11y/noStaticElementInteractions: the card in it is the button
    <div
      class="table-slot"
      onMouseEnter={() => deciding.hovers({ card: id })}
      onMouseLeave={() => deciding.hovers(null)}
    >
      <button
        type="button"
        class={`table-card${isOption ? " option" : ""}${isChosen ? " chosen" : ""}`}
        aria-pressed={isChosen}
        data-card={id}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = { x: box.left, y: Math.max(60, box.top - 70) };
          if (!deciding.click({ card: id }, at)) kit.rule.value = card.rule;
        }}
        onFocus={() => deciding.hovers({ card: id })}
        onBlur={() => deciding.hovers(null)}
      >
        <Print kit={kit} card={card} />
      </button>
    </div>
  );
}

/** Cards one may not see. */
export function Backs({ count, name }: { count: number | null; name: string }) {
  const shown = Math.min(count ?? 3, 8);
  const spoken = count === null ? say("cards-unknown") : say("cards-hidden", { count });
  return (
    <div class="table-backs" role="img" aria-label={`${name}: ${spoken}`} title={`${name}: ${spoken}`}>
      {Array.from({ length: shown }, (_, n) => (
        <i key={n} class="table-back" />
      ))}
      <span>{count ?? "?"}</span>
    </div>
  );
}
