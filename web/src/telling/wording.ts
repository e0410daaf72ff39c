// What a game's keys are called, in the language of the page.

import { language } from "../language";
import type { Words } from "../protocol";
import { phrase } from "./phrases";

/** Looks a key up in the sections, in their sequence; null where the game has no word for it. */
export function wordOf(words: Words | null | undefined, key: string, ...sections: string[]): string | null {
  const spoken = words?.[language.value];
  for (const section of sections) {
    const found = spoken?.[section]?.[key];
    if (found) return found;
  }
  return null;
}

/** The outcome of a test: the game's own word, or the plain one. */
export function outcomeWord(words: Words | null | undefined, key: string): string | null {
  const own = wordOf(words, key, "result", "word", "value");
  if (own) return own;
  return key === "hits" || key === "losses" || key === "passed" || key === "failed" ? phrase(key) : null;
}

/** A kind of count: «fire», «armour». */
export const kindWord = (words: Words, kind: string): string =>
  wordOf(words, kind, "tally", "word", "value", "reason") ?? kind;

/** What the sum of such a count is. */
export const totalWord = (words: Words, kind: string): string =>
  wordOf(words, kind, "total") ?? phrase("total");
