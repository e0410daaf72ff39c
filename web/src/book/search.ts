// Searching a rulebook as one types: every word, in any case, with or without accents.

import type { Book, Language, Rule } from "../protocol";
import { placeOf } from "./layout";

/** Text without case and accents, and where each of its letters stood in the original. */
export interface Folded {
  plain: string;
  at: number[];
}

const MARKS = /\p{M}+/gu;

export function fold(text: string): string {
  // Typographic apostrophes are rarely typed as such.
  return text.normalize("NFD").replace(MARKS, "").replace(/[’‘]/g, "'").toLowerCase();
}

export function folded(text: string): Folded {
  let plain = "";
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    const bare = fold(letter);
    plain += bare;
    for (let i = 0; i < bare.length; i++) at.push(place);
    place += letter.length;
  }
  at.push(place);
  return { plain, at };
}

/** The words that are looked for. */
export function wanted(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** A book made ready for searching in one language. */
export type Index = { rule: Rule; plain: string }[];

export function index(book: Book, language: Language): Index {
  return book.chapters.flatMap((chapter) =>
    chapter.rules.map((rule) => ({
      rule,
      plain: fold(`${rule.id} ${rule.text[language]} ${placeOf(rule, language)}`),
    })),
  );
}

/** The ids of the rules that hold every word; null when nothing is looked for. */
export function search(rules: Index, query: string): Set<string> | null {
  const words = wanted(query);
  if (!words.length) return null;
  return new Set(
    rules.filter((one) => words.every((word) => one.plain.includes(word))).map((one) => one.rule.id),
  );
}

/** Where the words occur in a text: pairs of beginning and end, in order, not overlapping. */
export function matches(text: string, words: readonly string[]): [number, number][] {
  if (!words.length) return [];
  const { plain, at } = folded(text);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let i = plain.indexOf(word); i >= 0; i = plain.indexOf(word, i + word.length)) {
      const begin = at[i] ?? 0;
      let end = i + word.length;
      // A letter that is written with two (œ, ß) is marked whole.
      while (end < at.length - 1 && at[end] === at[end - 1]) end++;
      found.push([begin, at[end] ?? text.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const joined: [number, number][] = [];
  for (const [begin, end] of found) {
    const last = joined.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([begin, end]);
  }
  return joined;
}
