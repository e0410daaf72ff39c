// Names of units and leaders inside sentences, so that they can be set in italics.

import type { Event, Language, Text, View } from "../protocol";

/** What an id may be called: a division and its general can share one. */
export type Names = Map<string, Text[]>;

/** Adds everybody of a view; who has left the table since keeps his name. */
export function gather(names: Names, view: View | null | undefined): Names {
  for (const { id, name } of [...(view?.pieces ?? []), ...(view?.groups ?? [])]) {
    if (!name) continue;
    const known = names.get(id) ?? [];
    if (!known.some((one) => one.en === name.en && one.it === name.it)) names.set(id, [...known, name]);
  }
  return names;
}

const isText = (value: unknown): value is Text =>
  typeof value === "object" && value !== null && "en" in value && "it" in value;

/** The names an event's sentence may hold. */
export function namesIn(event: Event, names: Names, language: Language): string[] {
  const found: string[] = [];
  for (const [field, value] of Object.entries(event)) {
    if (field === "key" || field === "rules" || field === "text") continue;
    if (isText(value)) found.push(value[language]);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === "string") found.push(...(names.get(one) ?? []).map((name) => name[language]));
    }
  }
  // in Italian the article may have melted into the word before: «del capitano»
  if (language === "it")
    found.push(...found.map((name) => name.replace(/^(?:(?:il|lo|la|i|gli|le) |l')/i, "")));
  return [...new Set(found)].filter(Boolean);
}

/** A name whose first letter may be a capital, as at the beginning of a sentence. */
const atStart = (name: string): string =>
  /^\p{Ll}/u.test(name) ? `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}` : name;

/** A sentence in pieces, with the names apart. */
export function emphasised(sentence: string, names: readonly string[]): { text: string; name: boolean }[] {
  const wanted = [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => atStart(name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  if (wanted.length === 0) return [{ text: sentence, name: false }];
  // no letter may touch the name: «Condé» is not part of another word
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${wanted.join("|")})(?![\\p{L}\\d])`, "gu");
  const parts: { text: string; name: boolean }[] = [];
  let done = 0;
  for (const match of sentence.matchAll(pattern)) {
    if (match.index > done) parts.push({ text: sentence.slice(done, match.index), name: false });
    parts.push({ text: match[0], name: true });
    done = match.index + match[0].length;
  }
  if (done < sentence.length) parts.push({ text: sentence.slice(done), name: false });
  return parts;
}
