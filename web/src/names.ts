// What things are called: seats, pieces, groups, sorts of answers, and every key the game has a word for.

import { language, said } from "./language";
import { phrases } from "./phrases";
import type { Formation, Piece, Scenario, Seat, View, Words } from "./protocol";

/** A game's word for a key: the first of the sections that has it, else the key itself. */
export function word(words: Words | null, key: string, ...sections: string[]): string {
  const known = words?.[language.value] ?? {};
  for (const section of sections.length ? sections : ["word"]) {
    const found = known[section]?.[key];
    if (found) return found;
  }
  return key;
}

/** What a sort of answer is called and what it does: the game's words have a name, a colon and a line. */
export function deedOf(words: Words | null, decision: string, verb: string): { name: string; does: string } {
  const told = words?.[language.value]?.does ?? {};
  const [name = verb, ...line] = (told[`${decision}/${verb}`] ?? told[verb] ?? verb).split(": ");
  return { name, does: line.join(": ") };
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);
}

/** A battle whose sides are called as they are on the table, where its players have chosen them. */
export function asNamed(scenario: Scenario | null, view: View | null): Scenario | null {
  const names = view?.sides;
  if (!scenario || !names) return scenario;
  const sides = scenario.sides.map((one) => ({ ...one, name: names[one.seat] ?? one.name }));
  return { ...scenario, sides };
}

/** A side by the name the battle gives it. */
export function seatName(seat: Seat | null, scenario: Scenario | null, words: Words | null): string {
  if (!seat) return "";
  const side = scenario?.sides.find((one) => one.seat === seat);
  return side ? said(side.name) : capital(word(words, seat));
}

/** Articles a name may bring itself: «The Bretons», «L'esercito reale». */
const OWN_ARTICLE = { en: /^The (?=\S)/, it: /^(?:Il|Lo|La|I|Gli|Le) (?=\S)|^L'(?=\S)/ };

/** A side inside a sentence, with its article: the game's words say which first words of a name take one. */
export function sideInSentence(name: string, words: Words | null): string {
  const own = OWN_ARTICLE[language.value].exec(name)?.[0];
  if (own) return own.toLowerCase() + name.slice(own.length);
  const known = words?.[language.value]?.article?.first?.split(", ").map((one) => one.split(": ")) ?? [];
  const article = known.find(([first]) => first === name.split(" ")[0])?.[1] ?? "";
  return article + (article && !article.endsWith("'") ? " " : "") + name;
}

/** Short enough for the head of the table: the nation, where it tells the sides apart. */
export function shortSeatName(seat: Seat, scenario: Scenario | null, words: Words | null): string {
  const sides = scenario?.sides ?? [];
  const nation = sides.find((one) => one.seat === seat)?.nation;
  const isShared = sides.filter((one) => one.nation === nation).length > 1;
  return nation && !isShared ? capital(word(words, nation, "nation")) : seatName(seat, scenario, words);
}

export function pieceName(view: View | null, id: string): string {
  const named = [...(view?.pieces ?? []), ...(view?.groups ?? [])].find((one) => one.id === id);
  return said(named?.name) || id;
}

/** A number stays on one line with the short word after it: «2 PA». */
export const unbroken = (text: string): string => text.replace(/(\d) (?=\p{L}{1,3}\b)/gu, "$1\u00a0");

/** A number with a real minus. */
export const minus = (number: number): string => String(number).replace("-", "−");

const ARROWS = ["↑", "↗", "↘", "↓", "↙", "↖"];

export const arrow = (facing: number | string): string => ARROWS[Number(facing)] ?? String(facing);

const drawnUp = phrases({
  line: { en: "in line", it: "in linea" },
  column: { en: "in column", it: "in colonna" },
  march: { en: "in march column", it: "in colonna di marcia" },
  square: { en: "in square", it: "in quadrato" },
  open: { en: "in open order", it: "in ordine aperto" },
  limbered: { en: "limbered", it: "al traino" },
  deployed: { en: "deployed", it: "in batteria" },
  block: { en: "", it: "" },
});

/** How a unit is drawn up: in the game's words where it has its own, else in the page's. */
export const formationName = (formation: Formation | undefined, words: Words | null): string =>
  formation ? (words?.[language.value]?.formation?.[formation] ?? drawnUp(formation)) : "";

/** Arm or rank. */
export function armName(piece: Piece, words: Words | null): string {
  return word(words, piece.symbol, "class", "rank", "word");
}
