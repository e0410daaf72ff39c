// What is held up over the map for a moment: a ribbon with a sentence, a card turned over.

import { said } from "../../language";
import type { Card, View } from "../../protocol";
import type { Stagehand } from "./stagehand";

/** A ribbon across the map with what happened. */
export function banner(hand: Stagehand, text: string, isSmall: boolean, ms: number): Promise<void> {
  if (!text) return Promise.resolve();
  const ribbon = document.createElement("p");
  ribbon.className = isSmall ? "map-ribbon map-ribbon-small" : "map-ribbon";
  ribbon.textContent = text;
  hand.hang(ribbon);
  return hand.run(
    ribbon,
    [
      { opacity: 0, clipPath: "inset(0 50%)" },
      { opacity: 1, clipPath: "inset(0 -4%)", offset: 0.22 },
      { opacity: 1, clipPath: "inset(0 -4%)", offset: 0.8 },
      { opacity: 0, clipPath: "inset(0 -4%)" },
    ],
    ms,
    { easing: "ease-out" },
  );
}

/** What is printed on a card, if the viewer knows it from the view. */
export function cardFace(view: View, number: unknown): { title: string; priority: string } {
  const known: (Card | null)[] = [
    ...view.notes.map((note) => note.card),
    ...Object.values(view.hands).flatMap((hand) => [
      ...(hand.cards ?? []),
      ...(hand.dealt ?? []),
      ...(hand.looking ?? []),
    ]),
  ];
  const card = known.find((one) => one?.number === number);
  return { title: card ? said(card.name) : "", priority: card ? String(card.priority || "") : "" };
}

/** A card turns over above the map. */
export function card(
  hand: Stagehand,
  face: { title: string; priority: string },
  text: string,
  ms: number,
): Promise<void> {
  const place = document.createElement("div");
  place.className = "map-card";
  const leaf = document.createElement("div");
  leaf.className = "map-card-leaf";
  const back = document.createElement("div");
  back.className = "map-card-back";
  const front = document.createElement("div");
  front.className = "map-card-front";
  if (face.priority) {
    const priority = document.createElement("b");
    priority.textContent = face.priority;
    front.append(priority);
  }
  if (face.title) {
    const title = document.createElement("strong");
    title.textContent = face.title;
    front.append(title);
  }
  const words = document.createElement("span");
  words.textContent = text;
  front.append(words);
  leaf.append(back, front);
  place.append(leaf);
  hand.hang(place);
  return hand.run(
    leaf,
    [
      { transform: "translateY(30px) rotateY(180deg)", opacity: 0 },
      { transform: "translateY(0) rotateY(180deg)", opacity: 1, offset: 0.18 },
      { transform: "rotateY(0deg)", opacity: 1, offset: 0.4 },
      { transform: "rotateY(0deg)", opacity: 1, offset: 0.88 },
      { transform: "translateY(-14px) rotateY(0deg)", opacity: 0 },
    ],
    ms,
    { easing: "ease-in-out" },
  );
}
