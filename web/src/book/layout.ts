// How the rules of a chapter are set: in sections, with the headings of the original book where they are known.

import type { Language, Rule, Text } from "../protocol";

export interface Section {
  /** «5.3.2» or «E.2.1»; empty for rules that stand directly under their chapter. */
  number: string;
  title: string;
  rules: Rule[];
}

/** «esa.5.3.2h4» → «5.3.2h4»: on the page of one book its code need not be said at each rule. */
export function short(id: string): string {
  return id.slice(id.indexOf(".") + 1);
}

/** A book with numbered chapters has its sections in the rules' ids, one with lettered chapters in their places. */
function stem(rule: Rule): string {
  const number = short(rule.id).replace(/(?:\.?[a-z]+\d*)+$/, "");
  if (/^\d+(\.\d+)+$/.test(number)) return number;
  return /^[A-Z](?:\.\d+)+(?= )/.exec(rule.place)?.[0] ?? "";
}

/** The heading in «5.3.2 Ripiegare (printed 5.2): details»: what follows the number. */
export function heading(place: string, number: string): string {
  if (!number || !place.startsWith(`${number} `)) return "";
  return (
    place
      .slice(number.length + 1)
      .split(/[:/(]/)[0]
      ?.trim() ?? ""
  );
}

export function sections(rules: readonly Rule[]): Section[] {
  const found: Section[] = [];
  for (const rule of rules) {
    const number = stem(rule);
    let last = found.at(-1);
    if (!last || last.number !== number) {
      last = { number, title: "", rules: [] };
      found.push(last);
    }
    last.title ||= heading(rule.place, number);
    last.rules.push(rule);
  }
  return found;
}

/** A rule's place in the book in the language of the page, as far as it is known in it. */
export function placeOf(rule: { place: string | Text }, language: Language): string {
  if (typeof rule.place !== "string") return rule.place[language];
  // The books are Italian; what we add behind the colon is English and of no use on an Italian page.
  return language === "it" && /^\d/.test(rule.place)
    ? rule.place.replace(/:.*$/, "").replace("(printed ", "(stampato ")
    : rule.place;
}

/** What is left of a rule's place once its section's heading has been said. */
export function placeBeside(place: string, section: Section): string {
  const said = section.title ? `${section.number} ${section.title}` : "";
  return said && place.startsWith(said)
    ? place
        .slice(said.length)
        .replace(/^\s*[:/]\s*/, "")
        .trim()
    : place;
}

export type Piece = { kind: "text"; text: string } | { kind: "rule"; id: string };

/** A rule's text cut where it names other rules of the book. */
export function pieces(text: string, game: string, known: ReadonlySet<string>): Piece[] {
  const found: Piece[] = [];
  const names = new RegExp(`\\b${game}\\.\\w+(?:\\.\\w+)*`, "g");
  let from = 0;
  for (const name of text.matchAll(names)) {
    if (!known.has(name[0])) continue;
    if (name.index > from) found.push({ kind: "text", text: text.slice(from, name.index) });
    found.push({ kind: "rule", id: name[0] });
    from = name.index + name[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}
