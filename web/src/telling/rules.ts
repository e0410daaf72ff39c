// Rule ids: «game.place», shown without the game's code.

import { language } from "../language";
import type { Book, Rule, Words } from "../protocol";

/** The code of the game a rule belongs to. */
export function gameOf(rule: string): string {
  return rule.slice(0, Math.max(0, rule.indexOf(".")));
}

/** What stands on the page for a rule: «10.8a», «card 33». */
export function ruleLabel(rule: string, words?: Words | null): string {
  const place = rule.slice(rule.indexOf(".") + 1);
  const named = /^([a-z]{2,})\.(.+)$/.exec(place);
  if (!named) return place;
  const [, word = "", number = ""] = named;
  return `${words?.[language.value]?.word?.[word] ?? word} ${number}`;
}

export interface RuleFound {
  rule: Rule;
  chapter: Book["chapters"][number];
  previous: Rule | null;
  next: Rule | null;
}

/** A rule with its chapter and its neighbours in the book. */
export function findRule(book: Book, id: string): RuleFound | null {
  const all = book.chapters.flatMap((chapter) => chapter.rules.map((rule) => ({ rule, chapter })));
  const at = all.findIndex((one) => one.rule.id === id);
  const found = all[at];
  if (!found) return null;
  return { ...found, previous: all[at - 1]?.rule ?? null, next: all[at + 1]?.rule ?? null };
}

/** A text in pieces: plain words, and ids of rules that the book knows. */
export function withRules(text: string, game: string, knows: (id: string) => boolean) {
  const parts: ({ text: string } | { rule: string })[] = [];
  let done = 0;
  for (const match of text.matchAll(new RegExp(`\\b${game}\\.[0-9a-z]+(?:\\.[0-9a-z]+)*`, "g"))) {
    if (!knows(match[0])) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ rule: match[0] });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
